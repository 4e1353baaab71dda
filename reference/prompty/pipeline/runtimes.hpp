#pragma once

#include <memory>

#include "prompty/core/profile.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/transport/http_transport.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// A runtime of its own with the built-in renderers (jinja2, mustache), parser (prompty) and providers (anthropic,
/// openai), which send through `transport` and build requests by `profile`.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport,
                                                    Profile profile = Profile::as_written);

/// As above, over HTTP.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(HttpOptions const& options = {},
                                                    Profile profile = Profile::as_written);

/// The runtime of the process, made by `make_runtime` at first use.
[[nodiscard]] Runtime& global_runtime();

}  // namespace prompty
