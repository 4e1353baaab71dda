#pragma once

#include "prompty/core/edition.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// Why a text is not JSON.
struct MalformedArguments {
  std::string reason;
};

/// The arguments of a call, an object, and what was ignored to read them (P9.3-09), such as "the code fence around
/// them"; "" for JSON.
struct ReadArguments {
  Json arguments;
  std::string_view ignored = {};
};

/// The arguments of a call from what a model wrote, by the first of these ways that gives JSON: as it is; without a
/// code fence; the first balanced block of braces in that; that block without commas before a closing bracket (§9).
/// Blanks alone mean an empty object; JSON that is not an object is not repaired.
[[nodiscard]] std::variant<ReadArguments, MalformedArguments> repaired_arguments(std::string_view text);

/// Arguments as a model writes them, read as JSON without repair (P8.7-05); blanks alone mean an empty object.
/// Throws ValueError for what is not JSON.
[[nodiscard]] Json parsed_arguments(std::string_view function, std::string const& text);

/// `arguments`, a JSON object, with the bound values of the tool in it, whether its schema has these parameters or not
/// (P2.9.1-04, A-033); what the model gave for one of them is replaced (P2.9.1-05). In the live profile a bound value
/// of the form `{input: NAME}` stands for the input of that name. Throws ValueError when that input has no
/// value: the model must not be the one to fill it in. Since edition 2026-08 a text NAME and `{input: NAME}` stand for
/// the input in every profile, and one without a value adds nothing (P2.9.1-08 to P2.9.1-10).
[[nodiscard]] Json with_bindings(Json arguments, Tool const& tool, Json const& inputs, Profile profile,
                                 Edition edition = default_edition);

/// The tool that offers a function of that name to the model: one that is known to offer it and allows it, or else the
/// one with that name (P7.1.3-22). Null when there is none. The pointer is into `agent`.
[[nodiscard]] Tool const* tool_for(PromptyAgent const& agent, std::string_view function);

/// Which of the two layers of §11.2 executed a call.
enum class ServedBy : std::uint8_t { name, kind };

/// The handler's result, and the arguments that the handler received, bound values among them.
struct Dispatched {
  HandlerResult result;
  ServedBy served_by = ServedBy::name;
  Json received = empty_object();

  bool operator==(Dispatched const&) const;
};

/// Calls the handler registered under `setting.function`, or under the tool's own name where that is empty, with the
/// arguments and nothing else; without one the handler of the tool's kind, and for kinds that the specification does
/// not list then that of "*". `arguments` is an object; bound values are added to it first, see
/// `with_bindings`. Handlers run outside of every lock, so they may register and clear. Throws what the handler throws,
/// and ValueError when there is no handler (P11.2-19) and for arguments that are not an object.
[[nodiscard]] Dispatched dispatch(Tool const& tool, Json arguments, PromptyAgent const& agent, Json const& inputs,
                                  CallSetting const& setting, ToolRegistry const& tools, Profile profile,
                                  Edition edition = default_edition);

}  // namespace prompty
