#include "prompty/tools/openapi/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {

ValueError openapi_without_specification(std::string_view tool) {
  return ValueError(
      fmt::format("The openapi tool '{}' has no specification: give the path or URL of an OpenAPI document", tool));
}

ValueError openapi_file_outside(std::string_view tool, std::string_view path) {
  return ValueError(fmt::format(
      "The specification of tool '{}' lies outside the folder of the prompt: {}; move it there or name it by URL", tool,
      path));
}

FileNotFoundError openapi_file_not_found(std::string_view tool, std::string_view path) {
  return FileNotFoundError(fmt::format("The specification of tool '{}' does not exist: {}", tool, path));
}

RuntimeError openapi_file_unreadable(std::string_view tool, std::string_view path, std::string_view reason) {
  return RuntimeError(fmt::format("The specification of tool '{}' cannot be read: {} ({})", tool, path, reason));
}

ValueError openapi_too_large(std::string_view source, std::size_t max_bytes) {
  return ValueError(
      fmt::format("{} has more than {} bytes; take out the operations that are not needed", source, max_bytes));
}

ExecuteError openapi_not_fetched(std::string_view source, int status) {
  return ExecuteError(fmt::format("{} answered with status {} instead of an OpenAPI document; it is fetched without "
                                  "credentials and redirects are not followed",
                                  source, status),
                      status, "");
}

ValueError openapi_malformed(std::string_view source, std::string_view pointer, std::string_view problem) {
  return ValueError(fmt::format("{}#{} {}", source, pointer, problem));
}

ValueError openapi_function_unknown(std::string_view tool, std::string_view function) {
  return ValueError(fmt::format("The specification of tool '{}' has no operation '{}'", tool, function), "P11.2-24");
}

ValueError openapi_arguments_not_an_object(std::string_view function) {
  return ValueError(fmt::format("The arguments of {} must be an object", function));
}

ValueError openapi_argument_missing(std::string_view function, std::string_view argument) {
  return ValueError(fmt::format("The argument {} of {} is missing", argument, function));
}

ValueError openapi_argument_unknown(std::string_view function, std::string_view argument, std::string_view known) {
  return ValueError(fmt::format("{} has no argument {}; it takes {}", function, argument, known));
}

ValueError openapi_argument_unusable(std::string_view function, std::string_view argument, std::string_view problem) {
  return ValueError(fmt::format("The argument {} of {} {}", argument, function, problem));
}

ValueError openapi_path_escapes(std::string_view function, std::string_view path) {
  return ValueError(fmt::format("The arguments of {} must not put . or .. into the path {}", function, path));
}

ValueError openapi_without_server(std::string_view source, std::string_view server) {
  return ValueError(fmt::format(
      "{} names no server that can be reached ('{}'): give the tool a connection with an endpoint", source, server));
}

ValueError openapi_credential_unfit(std::string_view tool, std::string_view function, std::string_view credential) {
  return ValueError(fmt::format("{} of tool '{}' is secured in no way that {} serves; see its security schemes",
                                function, tool, credential));
}

ValueError openapi_connection_not_registered(std::string_view tool, std::string_view name) {
  return ValueError(
      fmt::format(
          "The connection of tool '{}' is not registered: {}; register a client with that name before the prompt runs",
          tool, name),
      "P11.1-08");
}

ValueError openapi_without_token(std::string_view tool, std::string_view kind) {
  return ValueError(
      fmt::format("The connection of tool '{}' needs a bearer token, and the host hands in none; register a token "
                  "source for connections of kind {}",
                  tool, kind));
}

ExecuteError openapi_refused(std::string_view request, int status, std::string_view body) {
  return ExecuteError(
      fmt::format("{} was answered with status {}{}{}", request, status, body.empty() ? "" : ": ", body), status, "");
}

ExecuteError openapi_redirected(std::string_view request, int status, std::string_view target) {
  return ExecuteError(fmt::format("{} was answered with status {} and points to {}, which is not followed; make it the "
                                  "endpoint of the tool's connection",
                                  request, status, target.empty() ? "nowhere" : target),
                      status, "");
}

ConnectionError openapi_answer_too_large(std::string_view request, std::size_t max_bytes) {
  return ConnectionError(fmt::format("The answer to {} has more than {} bytes; request less", request, max_bytes));
}

CancelledError openapi_cancelled(std::string_view request) {
  return CancelledError(fmt::format("{} was cancelled", request));
}

}  // namespace prompty::errors
