#pragma once

#include "prompty/core/errors.hpp"

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

// The transport to a server.
inline constexpr Wording<ConnectionError, std::string_view, std::string_view, std::string_view> mcp_server_not_started{
    "The MCP server '{}' could not be started as '{}': {}"};
/// `ending` is such as "exit status 3"; `last_words` is the end of its standard error.
[[nodiscard]] inline ConnectionError mcp_server_ended(std::string_view server, std::string_view ending,
                                                      std::string_view last_words) {
  std::string const words = last_words.empty() ? "" : fmt::format("; its last words: {}", last_words);
  return ConnectionError(fmt::format("The MCP server '{}' has ended ({}){}", server, ending, words));
}
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
inline constexpr Wording<ConnectionError, std::string_view> mcp_session_lost{
    "The MCP server '{}' has ended the session"};
[[nodiscard]] inline ExecuteError mcp_status(std::string_view server, std::string_view method, int status,
                                             std::string_view body) {
  std::string const said = body.empty() ? "" : fmt::format(": {}", body);
  return ExecuteError(fmt::format("The MCP server '{}' answered {} with status {}{}", server, method, status, said),
                      status, "");
}

// The protocol.
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> mcp_answer_malformed{
    "The MCP server '{}' answered {} with what is no result of it: {}"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> mcp_version_unknown{
    "The MCP server '{}' speaks version '{}' of the protocol, which is none of 2024-11-05, 2025-03-26 and 2025-06-18"};
inline constexpr Wording<ValueError, std::string_view, std::size_t> mcp_too_many_tools{
    "The list of tools of the MCP server '{}' does not end after {}, or comes round again"};
inline constexpr Wording<ValueError, std::string_view, std::string_view, int, std::string_view> mcp_request_refused{
    "The MCP server '{0}' refused {1}: {3} (code {2})"};
/// A result with `isError`.
[[nodiscard]] inline ValueError mcp_tool_failed(std::string_view function, std::string_view text) {
  return ValueError(fmt::format("{} failed: {}", function, text.empty() ? "it does not say why" : text));
}

}  // namespace prompty::errors
