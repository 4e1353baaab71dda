#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

// The operations of the message contract. They throw InvalidParams and what the library raises.

[[nodiscard]] Json messages_to_wire(Json const& params, Runtime const& runtime);
[[nodiscard]] Json messages_from_wire(Json const& params, Runtime const& runtime);
[[nodiscard]] Json run_tools(Json const& params, Runtime const& runtime);
/// Of streamed answers each piece goes to `deliver`.
[[nodiscard]] Json converse(Json const& params, Runtime const& runtime, ItemSink const& deliver);

}  // namespace prompty::adapter
