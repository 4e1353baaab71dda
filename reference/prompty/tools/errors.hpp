#pragma once

#include "prompty/core/errors.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty::errors {

// The connection of a tool and its server; `tool` is its name in the prompt.
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view>
    tool_connection_field_missing{"tools.{0}.connection.{2} is missing: a connection of kind '{1}' needs it",
                                  "P2.5-09"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> tool_connection_kind_unknown{
    "tools.{}.connection.kind '{}' is unknown; use reference, remote, key, anonymous, foundry or oauth"};
inline constexpr Wording<ValueError, std::string_view> mcp_server_not_named{
    "tools.{}: no MCP server is named; give a serverName that the host has registered, or a connection with the "
    "endpoint of one"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> mcp_server_not_registered{
    "tools.{}: no MCP server is registered as '{}'; register one under that name before the prompt runs, a prompt "
    "cannot start it by itself"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> mcp_function_not_allowed{
    "tools.{}: '{}' may not be called, it is not among the tool's allowedTools"};

/// What a server says, for an error: the beginning of a longer text.
[[nodiscard]] inline std::string said_by_server(std::string_view text) {
  constexpr std::size_t most_bytes = 4096;
  std::string_view const beginning = utf8::beginning(text, most_bytes);
  return beginning.size() == text.size() ? std::string(text) : fmt::format("{} ...", beginning);
}

// The transport to a server of MCP.
inline constexpr Wording<ConnectionError, std::string_view, std::string_view, std::string_view> mcp_server_not_started{
    "The MCP server '{}' could not be started as '{}': {}"};
/// It ended with such as "exit status 3"; what follows is the end of its standard error.
inline constexpr Wording<ConnectionError, std::string_view, std::string_view, std::string_view> mcp_server_ended{
    "The MCP server '{}' has ended ({}){}"};
[[nodiscard]] inline ConnectionError mcp_timed_out(std::string_view server, std::string_view method,
                                                   std::chrono::milliseconds limit, std::string_view note) {
  return ConnectionError(fmt::format("The MCP server '{}' did not answer {} within {} seconds{}", server, method,
                                     std::chrono::duration<double>(limit).count(), note));
}
inline constexpr Wording<ConnectionError, std::string_view> mcp_server_not_reading{
    "The MCP server '{}' does not read its standard input: too much waits to be sent"};
inline constexpr Wording<ConnectionError, std::string_view, std::string_view> mcp_answer_cut_short{
    "The MCP server '{}' ended its answer to {} before the result came"};
inline constexpr Wording<ConnectionError, std::string_view, std::size_t> mcp_message_too_large{
    "The MCP server '{}' sent a message of more than {} bytes; raise the bound of the server, or have it answer in "
    "smaller parts"};
inline constexpr Wording<ConnectionError, std::string_view> mcp_no_memory{
    "The MCP server '{}' sent a message for which there is not enough memory; lower the bound of the server to fail "
    "sooner, or have it answer in smaller parts"};
inline constexpr Wording<ConnectionError, std::string_view, std::size_t, std::string_view> mcp_asks_too_much{
    "The MCP server '{}' made more than {} requests of its own instead of answering {}"};
inline constexpr Wording<ConnectionError, std::string_view> mcp_session_lost{
    "The MCP server '{}' has ended the session"};
[[nodiscard]] inline ExecuteError mcp_status(std::string_view server, std::string_view method, int status,
                                             std::string_view body) {
  std::string const said = body.empty() ? "" : fmt::format(": {}", body);
  return ExecuteError(fmt::format("The MCP server '{}' answered {} with status {}{}", server, method, status, said),
                      status, "");
}

// The protocol of MCP.
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> mcp_answer_malformed{
    "The MCP server '{}' answered {} with what is no result of it: {}"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> mcp_version_unknown{
    "The MCP server '{}' speaks version '{}' of the protocol, which is none of 2024-11-05, 2025-03-26, "
    "2025-06-18 and 2025-11-25"};
inline constexpr Wording<ValueError, std::string_view, std::size_t> mcp_too_many_tools{
    "The list of tools of the MCP server '{}' does not end after {}, or comes round again"};
inline constexpr Wording<ValueError, std::string_view, std::size_t> mcp_list_too_large{
    "The list of tools of the MCP server '{}' has more than {} bytes; raise the bound of the server, or have it offer "
    "fewer tools"};
inline constexpr Wording<ValueError, std::string_view, std::string_view, int, std::string_view> mcp_request_refused{
    "The MCP server '{0}' refused {1}: {3} (code {2})"};
/// A result with `isError`.
inline constexpr Wording<ValueError, std::string_view, std::string_view> mcp_tool_failed{"{} failed: {}"};

// The document of a tool of kind openapi.
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

// The arguments of a call of its operations.
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

// The server of a document, and the connection to it.
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

namespace prompty {

/// The same error with the secrets in its texts masked; `parts` are those that its constructor takes before the clause.
template <class Raised, class... Parts>
[[nodiscard]] Raised masked_error(Raised const& error, Secrets const& secrets, Parts const&... parts) {
  Raised shown(secrets.masked(error.what()), parts..., error.clause());
  Explanation const& said = error.explanation();
  shown.set_place(error.place());
  shown.set_explanation({.property_path = said.property_path,
                         .problem = secrets.masked(said.problem),
                         .hint = secrets.masked(said.hint),
                         .quoting = said.quoting});
  return shown;
}

/// What `work` returns, which talks to a server of tools. A server may repeat in its errors what it was sent, and the
/// text of an error reaches the host and, as the result of the call, the provider of the model: `secrets` are masked in
/// what `work` throws.
template <class Work>
auto with_masked_errors(Secrets const& secrets, Work const& work) {
  try {
    return work();
  } catch (AnswerLimitError const&) {
    // It has no text of the server.
    throw;
  } catch (ExecuteError const& error) {
    ExecuteError shown = masked_error(error, secrets, error.status(), secrets.masked(error.request_id()));
    if (error.retry_after()) shown.set_retry_after(*error.retry_after());
    throw shown;
  } catch (ConnectionError const& error) {
    throw masked_error(error, secrets);
  } catch (ValueError const& error) {
    throw masked_error(error, secrets);
  }
}

}  // namespace prompty
