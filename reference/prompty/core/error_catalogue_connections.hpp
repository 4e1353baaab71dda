#pragma once

#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of what a host registers for connections, of deployments, proxies and redirects.
namespace prompty::errors {

[[nodiscard]] ValueError connection_not_registered(std::string_view name);
[[nodiscard]] ValueError client_without_endpoint(std::string_view name);
[[nodiscard]] ValueError no_token_source(std::string_view kind);
[[nodiscard]] ValueError empty_token(std::string_view kind);
[[nodiscard]] ValueError deployment_missing(std::string_view provider);

// Of the connection of a tool; `tool` is its name in the prompt.
[[nodiscard]] ValueError tool_connection_field_missing(std::string_view tool, std::string_view kind,
                                                       std::string_view field);
[[nodiscard]] ValueError tool_connection_kind_unknown(std::string_view tool, std::string_view kind);

/// `proxy` is shown as it is: it must hold no credentials.
[[nodiscard]] ValueError invalid_proxy(std::string_view variable, std::string_view proxy, std::string_view reason);
/// What to say of a proxy that does not let a request through to `server`.
[[nodiscard]] ConnectionError proxy_failed(std::string_view url, std::string_view proxy, std::string_view cause);

/// `target` is where the answer points, without its query; "" when it does not say.
[[nodiscard]] ExecuteError redirect_not_followed(std::string_view url, int status, std::string_view target,
                                                 std::string_view request_id);

}  // namespace prompty::errors
