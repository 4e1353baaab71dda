#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

// The connection of a tool and its server; `tool` is its name in the prompt.
[[nodiscard]] ValueError tool_connection_field_missing(std::string_view tool, std::string_view kind,
                                                       std::string_view field);
[[nodiscard]] ValueError tool_connection_kind_unknown(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError mcp_server_not_named(std::string_view tool);
[[nodiscard]] ValueError mcp_server_not_registered(std::string_view tool, std::string_view server);
[[nodiscard]] ValueError mcp_function_not_allowed(std::string_view tool, std::string_view function);

// The transport to a server.
[[nodiscard]] ConnectionError mcp_server_not_started(std::string_view server, std::string_view command,
                                                     std::string_view reason);
/// `ending` is such as "exit status 3"; `last_words` is the end of its standard error.
[[nodiscard]] ConnectionError mcp_server_ended(std::string_view server, std::string_view ending,
                                               std::string_view last_words);
[[nodiscard]] ConnectionError mcp_timed_out(std::string_view server, std::string_view method,
                                            std::chrono::milliseconds limit, std::string_view note);
[[nodiscard]] ConnectionError mcp_server_not_reading(std::string_view server);
[[nodiscard]] ConnectionError mcp_answer_cut_short(std::string_view server, std::string_view method);
[[nodiscard]] ConnectionError mcp_message_too_large(std::string_view server, std::size_t max_bytes);
[[nodiscard]] ConnectionError mcp_session_lost(std::string_view server);
[[nodiscard]] ExecuteError mcp_status(std::string_view server, std::string_view method, int status,
                                      std::string_view body);

// The protocol.
[[nodiscard]] ValueError mcp_answer_malformed(std::string_view server, std::string_view method,
                                              std::string_view reason);
[[nodiscard]] ValueError mcp_version_unknown(std::string_view server, std::string_view version);
[[nodiscard]] ValueError mcp_too_many_tools(std::string_view server, std::size_t max_tools);
[[nodiscard]] ValueError mcp_request_refused(std::string_view server, std::string_view method, int code,
                                             std::string_view message);
/// A result with `isError`.
[[nodiscard]] ValueError mcp_tool_failed(std::string_view function, std::string_view text);

}  // namespace prompty::errors
