#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/profile.hpp"
#include "prompty/core/tool.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// Which of the two layers of §11.2 carried a call out.
enum class ServedBy : std::uint8_t { name, kind };

/// What came of a call: the handler's result, and the arguments that the handler got, bound values among them.
struct Dispatched {
  Json result;
  ServedBy served_by = ServedBy::name;
  Json received = Json::object();

  bool operator==(Dispatched const&) const = default;
};

/// The tool that offers a function of that name to the model: one that is known to offer it and allows it, or else the
/// one with that name (P7.1.3-22). Null when there is none. The pointer is into `agent`.
[[nodiscard]] Tool const* tool_for(PromptyAgent const& agent, std::string_view function);

/// Arguments as a model writes them, read as JSON (P8.7-05); nothing but blanks means an empty object. Throws
/// ValueError for what is not JSON.
[[nodiscard]] Json parsed_arguments(std::string_view function, std::string const& text);

/// Calls the handler registered under `setting.function`, or under the tool's own name where that is empty, with the
/// arguments and nothing else; without one the handler of the tool's kind, and for kinds that the specification does
/// not list then that of "*". `arguments` is an object; bound values are added to it first, see
/// `with_bindings`. Handlers run outside of every lock, so they may register and clear. Throws what the handler throws,
/// and ValueError when there is no handler (P11.2-19) and for arguments that are no object.
[[nodiscard]] Dispatched dispatch(Tool const& tool, Json arguments, PromptyAgent const& agent, Json const& inputs,
                                  CallSetting const& setting, ToolRegistry const& tools, Profile profile);

}  // namespace prompty
