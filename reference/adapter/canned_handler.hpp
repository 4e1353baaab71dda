#pragma once

#include <memory>

#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// What a handler got when it was called: its arguments in order, as the protocol has them. Null until then.
using Received = std::shared_ptr<Json>;

// A canned handler is an object with `returns` (a string), `returnsJson` or `throws`, and for a name `parameters`. What
// it throws is a RuntimeError. InvalidParams is thrown for one of another shape.

/// A handler for a name, which gets the arguments alone.
[[nodiscard]] ToolHandler canned_tool(Json const& canned, Received received);

/// A handler for a kind, which gets tool, arguments, agent and inputs.
[[nodiscard]] KindHandler canned_kind(Json const& canned, Received received);

/// The one tool that an object of the protocol describes. Throws what the library raises for one that it refuses.
[[nodiscard]] Tool read_tool(Json const& tool);

}  // namespace prompty::adapter
