#pragma once

#include <memory>

#include "prompty/core/environment.hpp"
#include "prompty/core/profile.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/transport/http_transport.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// A runtime of its own with the built-in renderers (jinja2, mustache), parser (prompty) and providers (anthropic,
/// azure, foundry, openai), which send through `transport` and build requests by `profile`, and with the built-in
/// handlers of kinds of tools, see `register_builtins`.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport,
                                                    Profile profile = Profile::as_written);

/// As above, over HTTP, with `environment` as the whole environment: unless the options say which, proxies are those
/// that it names.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(HttpOptions options = {}, Profile profile = Profile::as_written,
                                                    Environment environment = process_environment());

/// The runtime of the process, made by `make_runtime` at first use.
[[nodiscard]] Runtime& global_runtime();

}  // namespace prompty
