#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace prompty {

/// A program that speaks MCP on its standard input and output. It is started without a shell, found on PATH when
/// `command` has no slash. Of the environment of this process it gets what a program needs to run, and
/// `environment`.
struct StdioServer {
  std::string command;
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> environment = {};

  bool operator==(StdioServer const&) const = default;
};

/// A server that speaks MCP's streamable HTTP at `endpoint`; `headers` go with each request.
struct HttpServer {
  std::string endpoint;
  std::vector<std::pair<std::string, std::string>> headers = {};

  bool operator==(HttpServer const&) const = default;
};

/// A server of tools, as a host registers it: prompts name it, they cannot start one. `time_limit` is for each
/// request, `most_bytes` for each message and `most_tools` for what it may offer.
struct McpServer {
  std::variant<StdioServer, HttpServer> reach;
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
  std::size_t most_bytes = std::size_t{16} * 1024 * 1024;
  std::size_t most_tools = 10'000;

  bool operator==(McpServer const&) const = default;
};

}  // namespace prompty
