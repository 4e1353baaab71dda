#pragma once

#include "prompty/pipeline/runtimes.hpp"
#include "prompty/typed/cast.hpp"

namespace prompty {

/// A function of the program as a tool: the definition of kind function that it fits, and the handler that calls it.
struct TypedTool {
  Tool definition;
  ToolHandler handler;
};

// The inside of `typed_tool`; not for programs.
namespace typed_tools {

template <class T>
constexpr bool never = false;

/// What a callable takes, void for nothing.
template <class Function>
struct ParametersOf;
template <class R>
struct ParametersOf<std::function<R()>> {
  using Type = void;
};
template <class R, class P>
struct ParametersOf<std::function<R(P)>> {
  using Type = std::remove_cvref_t<P>;
  static_assert(std::is_default_constructible_v<Type>,
                "The parameters of a tool must be a struct with a default constructor");
  static_assert(Described<Type>,
                "The parameters of a tool must be a described struct: write a function "
                "void describe(prompty::Fields<T>& fields) beside it or among its friends");
  static_assert(std::is_invocable_v<std::function<R(P)>, Type>,
                "A tool takes its parameters by value or by reference to const");
};
template <class R, class P, class Q, class... More>
struct ParametersOf<std::function<R(P, Q, More...)>> {
  static_assert(never<R>, "A tool takes one struct that holds all of its parameters");
};

template <class Callable>
constexpr bool has_one_signature = requires(Callable callable) {
  std::function(std::move(callable));
};

/// The tool with this name, these parameters and this schema.
[[nodiscard]] TypedTool make(std::string name, std::string description, std::vector<Property> parameters, Json schema,
                             std::function<HandlerResult(Json const& arguments)> call);

/// What a function returns as the result of a call: parts and a text as they are, anything else as JSON.
template <class Result>
[[nodiscard]] HandlerResult handler_result(Result&& result) {
  using Value = std::remove_cvref_t<Result>;
  if constexpr (std::is_same_v<Value, ToolResult>) {
    return std::forward<Result>(result);
  } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
    return Json(std::string(std::string_view(result)));
  } else if constexpr (std::is_constructible_v<Json, Value>) {
    return Json(std::forward<Result>(result));
  } else {
    static_assert(std::is_constructible_v<nlohmann::json, Value>,
                  "The result of a tool must be text, a number, prompty::Json, prompty::ToolResult, or of a type with "
                  "to_json(nlohmann::json&, T const&)");
    return reading::ordered(nlohmann::json(std::forward<Result>(result)));
  }
}

}  // namespace typed_tools

/// The tool that calls `callable`, which takes nothing or one described struct (fields.hpp), the parameters of the
/// tool, and returns text, parts, JSON or what the JSON library makes JSON of. Arguments that do not fit are a
/// ValueError with the JSON pointer of the place, without a call (P11.5-02). `callable` has to be thread-safe where
/// calls may overlap.
template <class Callable>
[[nodiscard]] TypedTool typed_tool(std::string name, std::string description, Callable callable) {
  static_assert(
      typed_tools::has_one_signature<Callable>,
      "A tool must be a function, or an object with one operator() that is no template: write the type of its "
      "parameter instead of auto");
  if constexpr (typed_tools::has_one_signature<Callable>) {
    using Function = decltype(std::function(std::declval<Callable>()));
    using Parameters = typename typed_tools::ParametersOf<Function>::Type;
    static_assert(!std::is_void_v<typename Function::result_type>,
                  "A tool must return what the model gets to read: return a text where there is nothing else");
    if constexpr (std::is_void_v<Parameters>) {
      return typed_tools::make(std::move(name), std::move(description), {}, no_parameters(),
                               [callable](Json const&) mutable { return typed_tools::handler_result(callable()); });
    } else {
      Fields<Parameters> const fields;
      return typed_tools::make(std::move(name), std::move(description), fields.properties(), fields.schema(),
                               [callable](Json const& arguments) mutable {
                                 return typed_tools::handler_result(callable(cast<Parameters>(arguments)));
                               });
    }
  }
}

/// Receives what may be a mistake and stops nothing.
using WarningSink = std::function<void(std::string const& warning)>;

/// Writes `[prompty] warning: …` lines to standard error.
[[nodiscard]] WarningSink warnings_on_standard_error();

/// The handlers of `tools` by their names, as `TurnOptions::tools` takes them, checked against the tools of kind
/// function that the agent declares; nothing is registered, and the agent stays the only source of what the model sees
/// (P11.5-07, P11.5-08). Throws ValueError for two tools of one name (P11.5-03) and for one that the agent does not
/// declare (P11.5-04). `warn` receives a text for each declared function without a handler (P11.5-05), and for
/// each handler whose parameters are not those declared.
[[nodiscard]] std::map<std::string, ToolHandler> bind_tools(PromptyAgent const& agent,
                                                            std::vector<TypedTool> const& tools,
                                                            WarningSink const& warn = warnings_on_standard_error());

/// Registers the handler under the tool's name, for all turns of the runtime (P11.5-09).
void register_tool(TypedTool const& tool, Runtime& runtime = global_runtime());

}  // namespace prompty
