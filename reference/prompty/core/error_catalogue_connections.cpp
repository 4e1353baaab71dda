#include "prompty/core/error_catalogue_connections.hpp"

#include <fmt/core.h>

#include <string>

#include "prompty/core/secrets.hpp"

namespace prompty::errors {

ValueError connection_not_registered(std::string_view name) {
  return ValueError(fmt::format("model.connection.name: no connection is registered under '{}'; register a client with "
                                "that name before the prompt runs",
                                name),
                    "P11.1-08");
}

ValueError client_without_endpoint(std::string_view name) {
  return ValueError(fmt::format("The client registered as connection '{}' has no endpoint: give it one", name));
}

ValueError no_token_source(std::string_view kind) {
  return ValueError(
      fmt::format("model.connection: a connection of kind '{0}' needs a bearer token, and the host hands in none; "
                  "register a token source for '{0}', or use a connection of kind key",
                  kind));
}

ValueError empty_token(std::string_view kind) {
  return ValueError(fmt::format("The token source for connections of kind '{}' gave an empty token", kind));
}

ValueError deployment_missing(std::string_view provider) {
  return ValueError(
      fmt::format("model.id is missing: the provider {} takes it as the name of the deployment to ask", provider));
}

ValueError tool_connection_field_missing(std::string_view tool, std::string_view kind, std::string_view field) {
  return ValueError(
      fmt::format("tools.{}.connection.{} is missing: a connection of kind '{}' needs it", tool, field, kind),
      "P2.5-09");
}

ValueError tool_connection_kind_unknown(std::string_view tool, std::string_view kind) {
  return ValueError(fmt::format(
      "tools.{}.connection.kind '{}' is unknown; use reference, remote, key, anonymous, foundry or oauth", tool, kind));
}

ValueError invalid_proxy(std::string_view variable, std::string_view proxy, std::string_view reason) {
  return ValueError(fmt::format("The proxy in {} cannot be used: {} ({})", variable, reason, proxy));
}

ConnectionError proxy_failed(std::string_view url, std::string_view proxy, std::string_view cause) {
  return ConnectionError(fmt::format("No answer from {}: the proxy {} {}", without_url_secrets(url), proxy, cause));
}

ExecuteError redirect_not_followed(std::string_view url, int status, std::string_view target,
                                   std::string_view request_id) {
  std::string const id = request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
  std::string const where = target.empty() ? "elsewhere" : fmt::format("to {}", without_url_secrets(target));
  return ExecuteError(fmt::format("{} answered with status {} and points {}, where credentials are not sent along; if "
                                  "that is the provider, make it the endpoint of model.connection{}",
                                  without_url_secrets(url), status, where, id),
                      status, std::string(request_id));
}

}  // namespace prompty::errors
