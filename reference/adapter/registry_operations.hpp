#pragma once

#include "prompty/prompty.hpp"

namespace prompty::adapter {

// Operations of the adapter protocol, in a runtime of the request alone. Each throws InvalidParams for params of
// another shape, and what the library raises.

/// `{steps: [{do, name | kind | key, value?, call?}]}` → one answer a step: null; the client
/// that was found; `{handler: true}` for a handler, with `result` when `call` has arguments to try it with;
/// `{found: true}` for a component; `{error: {kind, message}}`.
[[nodiscard]] Json registry(Json const& params, Runtime& runtime);

/// `{component, key}` → `{found: true}`.
[[nodiscard]] Json lookup(Json const& params, Runtime& runtime);

}  // namespace prompty::adapter
