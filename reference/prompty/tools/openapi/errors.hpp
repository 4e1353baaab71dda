#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

// The document.
[[nodiscard]] ValueError openapi_without_specification(std::string_view tool);
[[nodiscard]] ValueError openapi_file_outside(std::string_view tool, std::string_view path);
[[nodiscard]] FileNotFoundError openapi_file_not_found(std::string_view tool, std::string_view path);
[[nodiscard]] RuntimeError openapi_file_unreadable(std::string_view tool, std::string_view path,
                                                   std::string_view reason);
[[nodiscard]] ValueError openapi_too_large(std::string_view source, std::size_t max_bytes);
[[nodiscard]] ExecuteError openapi_not_fetched(std::string_view source, int status);
/// `problem` completes "FILE#/pointer …", such as "must be an object".
[[nodiscard]] ValueError openapi_malformed(std::string_view source, std::string_view pointer, std::string_view problem);

// The arguments of a call.
[[nodiscard]] ValueError openapi_function_unknown(std::string_view tool, std::string_view function);
[[nodiscard]] ValueError openapi_arguments_not_an_object(std::string_view function);
[[nodiscard]] ValueError openapi_argument_missing(std::string_view function, std::string_view argument);
[[nodiscard]] ValueError openapi_argument_unknown(std::string_view function, std::string_view argument,
                                                  std::string_view known);
/// `problem` completes "argument … of … ".
[[nodiscard]] ValueError openapi_argument_unusable(std::string_view function, std::string_view argument,
                                                   std::string_view problem);
[[nodiscard]] ValueError openapi_path_escapes(std::string_view function, std::string_view path);

// Server and connection.
[[nodiscard]] ValueError openapi_without_server(std::string_view source, std::string_view server);
[[nodiscard]] ValueError openapi_credential_unfit(std::string_view tool, std::string_view function,
                                                  std::string_view credential);
[[nodiscard]] ValueError openapi_connection_not_registered(std::string_view tool, std::string_view name);
[[nodiscard]] ValueError openapi_without_token(std::string_view tool, std::string_view kind);

// The answer; `request` is the method and URL without its query, `body` its start.
[[nodiscard]] ExecuteError openapi_refused(std::string_view request, int status, std::string_view body);
[[nodiscard]] ExecuteError openapi_redirected(std::string_view request, int status, std::string_view target);
[[nodiscard]] ConnectionError openapi_answer_too_large(std::string_view request, std::size_t max_bytes);
[[nodiscard]] CancelledError openapi_cancelled(std::string_view request);

}  // namespace prompty::errors
