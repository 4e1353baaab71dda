#pragma once

#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// `{names?, kinds?, clear?, via?, tool?, call: {name, arguments}, agent?, inputs?}` → `{result, servedBy, received?}`,
/// in a runtime of the request alone: the call is carried out by §11.2, or, with `via` "kind", by the handler of the
/// tool's kind alone. With `clear` both registries are emptied first; canned handlers are registered after that.
/// Without `tool` it is the one of the agent that offers the function. `received` is what a canned handler was called
/// with. Throws InvalidParams for params of another shape, and what the library raises.
[[nodiscard]] Json dispatch_call(Json const& params, Runtime& runtime);

}  // namespace prompty::adapter
