#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/registry/registry.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// See agent/turn_options.hpp.
struct TurnOptions;

/// The context of a call, besides the values that §11.2 hands to a handler.
struct CallSetting {
  /// The name that the model used: one of the functions that the tool offers, or the tool's own.
  std::string function;
  /// The parent of the call's spans.
  SpanParent span = {};
  Cancellation cancellation = {};
  /// The files of the running prompts, outermost first, by which a prompt that calls itself is detected.
  std::vector<std::string> prompts = {};
  /// The options of the turn that made the call, for prompts inside of it too; null outside of turns.
  std::shared_ptr<TurnOptions const> turn = nullptr;
};

/// Carries out calls of one tool. `call` takes the arguments and returns what the model reads. `parameters` is
/// a JSON Schema of type object, with which a tool is offered whose parameters are not known otherwise: a custom one
/// (P7.1.3-11), and one that a turn is given and the agent does not declare, then with `description`.
struct ToolHandler {
  std::function<HandlerResult(Json const& arguments)> call;
  std::optional<Json> parameters = std::nullopt;
  std::optional<std::string> description = std::nullopt;
};

/// Carries out calls of all tools of one kind, with the tool as declared, the agent, and the inputs of the turn.
using KindHandler = std::function<HandlerResult(Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                                                Json const& inputs, CallSetting const& setting)>;

/// The functions that a tool offers to a model, and a sentence for each that it has and does not offer.
struct DiscoveredTools {
  /// Of functions alone as well, so that a discovery may return a list.
  DiscoveredTools(std::vector<ToolDefinition> offered = {}, std::vector<std::string> omitted = {})
      : functions(std::move(offered)), warnings(std::move(omitted)) {}

  std::vector<ToolDefinition> functions;
  std::vector<std::string> warnings;
};

/// Discovers the functions that a tool of one kind offers to a model.
using ToolDiscovery = std::function<DiscoveredTools(Tool const& tool, PromptyAgent const& agent)>;

/// How calls of tools are carried out (§11.2), by name or by kind, which do not collide (P11.2-01). Thread-safe.
struct ToolRegistry {
  Registry<ToolHandler> names;
  /// By the kind of the tool; "*" for every kind that the specification does not list.
  Registry<KindHandler> kinds;
  /// By the kind of the tool: what `kinds` holds after the built-in handlers were restored.
  Registry<KindHandler> built_in;
  /// By the kind of the tool.
  Registry<ToolDiscovery> discoveries;
};

/// A registry without any entry.
[[nodiscard]] inline std::shared_ptr<ToolRegistry> new_tool_registry() {
  return std::make_shared<ToolRegistry>();
}

}  // namespace prompty
