#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

// The document.
inline constexpr Wording<ValueError, std::string_view> openapi_without_specification{
    "The openapi tool '{}' has no specification: give the path or URL of an OpenAPI document"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_file_outside{
    "The specification of tool '{}' lies outside the folder of the prompt: {}; move it there or name it by URL"};
inline constexpr Wording<FileNotFoundError, std::string_view, std::string_view> openapi_file_not_found{
    "The specification of tool '{}' does not exist: {}"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view, std::string_view> openapi_file_unreadable{
    "The specification of tool '{}' cannot be read: {} ({})"};
inline constexpr Wording<ValueError, std::string_view, std::size_t> openapi_too_large{
    "{} has more than {} bytes; take out the operations that are not needed"};
[[nodiscard]] inline ExecuteError openapi_not_fetched(std::string_view source, int status) {
  return ExecuteError(fmt::format("{} answered with status {} instead of an OpenAPI document; it is fetched without "
                                  "credentials and redirects are not followed",
                                  source, status),
                      status, "");
}
/// `problem` completes "FILE#/pointer …", such as "must be an object".
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> openapi_malformed{
    "{}#{} {}"};

// The arguments of a call.
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_function_unknown{
    "The specification of tool '{}' has no operation '{}'", "P11.2-24"};
inline constexpr Wording<ValueError, std::string_view> openapi_arguments_not_an_object{
    "The arguments of {} must be an object"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_argument_missing{
    "The argument {1} of {0} is missing"};
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> openapi_argument_unknown{
    "{} has no argument {}; it takes {}"};
/// `problem` completes "argument … of … ".
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> openapi_argument_unusable{
    "The argument {1} of {0} {2}"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_path_escapes{
    "The arguments of {} must not put . or .. into the path {}"};

// Server and connection.
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_without_server{
    "{} names no server that can be reached ('{}'): give the tool a connection with an endpoint"};
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> openapi_credential_unfit{
    "{1} of tool '{0}' is secured in no way that {2} serves; see its security schemes"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_connection_not_registered{
    "The connection of tool '{}' is not registered: {}; register a client with that name before the prompt runs",
    "P11.1-08"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> openapi_without_token{
    "The connection of tool '{}' needs a bearer token, and the host hands in none; register a token source for "
    "connections of kind {}"};

// The answer; `request` is the method and URL without its query, `body` its start.
[[nodiscard]] inline ExecuteError openapi_refused(std::string_view request, int status, std::string_view body) {
  return ExecuteError(
      fmt::format("{} was answered with status {}{}{}", request, status, body.empty() ? "" : ": ", body), status, "");
}
[[nodiscard]] inline ExecuteError openapi_redirected(std::string_view request, int status, std::string_view target) {
  return ExecuteError(fmt::format("{} was answered with status {} and points to {}, which is not followed; make it the "
                                  "endpoint of the tool's connection",
                                  request, status, target.empty() ? "nowhere" : target),
                      status, "");
}
inline constexpr Wording<ConnectionError, std::string_view, std::size_t> openapi_answer_too_large{
    "The answer to {} has more than {} bytes; request less"};
inline constexpr Wording<CancelledError, std::string_view> openapi_cancelled{"{} was cancelled"};

}  // namespace prompty::errors
