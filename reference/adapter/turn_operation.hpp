#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The operation `turn`: `path` or `agent`, `inputs`, `turnOptions`, `handlers`, `discovered` and `stream`. The runtime
/// has to be that of this request alone when there are handlers. Throws InvalidParams, and FailedPartly for what the
/// library raises, with the conversation, the calls and the events up to then.
[[nodiscard]] Json turn_once(Json const& params, Runtime const& runtime, ItemSink const& deliver);

}  // namespace prompty::adapter
