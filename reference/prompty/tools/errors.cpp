#include "prompty/tools/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {

ValueError tool_connection_field_missing(std::string_view tool, std::string_view kind, std::string_view field) {
  return ValueError(
      fmt::format("tools.{}.connection.{} is missing: a connection of kind '{}' needs it", tool, field, kind),
      "P2.5-09");
}

ValueError tool_connection_kind_unknown(std::string_view tool, std::string_view kind) {
  return ValueError(fmt::format(
      "tools.{}.connection.kind '{}' is unknown; use reference, remote, key, anonymous, foundry or oauth", tool, kind));
}

ValueError mcp_server_not_named(std::string_view tool) {
  return ValueError(
      fmt::format("tools.{}: no MCP server is named; give a serverName that the host has registered, or a connection "
                  "with the endpoint of one",
                  tool));
}

ValueError mcp_server_not_registered(std::string_view tool, std::string_view server) {
  return ValueError(
      fmt::format("tools.{}: no MCP server is registered as '{}'; register one under that name before the prompt runs, "
                  "a prompt cannot start it by itself",
                  tool, server));
}

ValueError mcp_function_not_allowed(std::string_view tool, std::string_view function) {
  return ValueError(
      fmt::format("tools.{}: '{}' may not be called, it is not among the tool's allowedTools", tool, function));
}

ConnectionError mcp_server_not_started(std::string_view server, std::string_view command, std::string_view reason) {
  return ConnectionError(fmt::format("The MCP server '{}' could not be started as '{}': {}", server, command, reason));
}

ConnectionError mcp_server_ended(std::string_view server, std::string_view ending, std::string_view last_words) {
  std::string const words = last_words.empty() ? "" : fmt::format("; its last words: {}", last_words);
  return ConnectionError(fmt::format("The MCP server '{}' has ended ({}){}", server, ending, words));
}

ConnectionError mcp_timed_out(std::string_view server, std::string_view method, std::chrono::milliseconds limit,
                              std::string_view note) {
  return ConnectionError(fmt::format("The MCP server '{}' did not answer {} within {} seconds{}", server, method,
                                     std::chrono::duration<double>(limit).count(), note));
}

ConnectionError mcp_server_not_reading(std::string_view server) {
  return ConnectionError(
      fmt::format("The MCP server '{}' does not read its standard input: too much waits to be sent", server));
}

ConnectionError mcp_answer_cut_short(std::string_view server, std::string_view method) {
  return ConnectionError(
      fmt::format("The MCP server '{}' ended its answer to {} before the result came", server, method));
}

ConnectionError mcp_message_too_large(std::string_view server, std::size_t max_bytes) {
  return ConnectionError(
      fmt::format("The MCP server '{}' sent a message of more than {} bytes; raise the bound of the server, or have it "
                  "answer in smaller parts",
                  server, max_bytes));
}

ConnectionError mcp_session_lost(std::string_view server) {
  return ConnectionError(fmt::format("The MCP server '{}' has ended the session", server));
}

ExecuteError mcp_status(std::string_view server, std::string_view method, int status, std::string_view body) {
  std::string const said = body.empty() ? "" : fmt::format(": {}", body);
  return ExecuteError(fmt::format("The MCP server '{}' answered {} with status {}{}", server, method, status, said),
                      status, "");
}

ValueError mcp_answer_malformed(std::string_view server, std::string_view method, std::string_view reason) {
  return ValueError(
      fmt::format("The MCP server '{}' answered {} with what is no result of it: {}", server, method, reason));
}

ValueError mcp_version_unknown(std::string_view server, std::string_view version) {
  return ValueError(fmt::format(
      "The MCP server '{}' speaks version '{}' of the protocol, which is none of 2024-11-05, 2025-03-26 and 2025-06-18",
      server, version));
}

ValueError mcp_too_many_tools(std::string_view server, std::size_t max_tools) {
  return ValueError(fmt::format("The list of tools of the MCP server '{}' does not end after {}, or comes round again",
                                server, max_tools));
}

ValueError mcp_request_refused(std::string_view server, std::string_view method, int code, std::string_view message) {
  return ValueError(fmt::format("The MCP server '{}' refused {}: {} (code {})", server, method, message, code));
}

ValueError mcp_tool_failed(std::string_view function, std::string_view text) {
  return ValueError(fmt::format("{} failed: {}", function, text.empty() ? "it does not say why" : text));
}

}  // namespace prompty::errors
