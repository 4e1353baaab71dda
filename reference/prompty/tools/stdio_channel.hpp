#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "prompty/core/environment.hpp"
#include "prompty/core/error.hpp"
#include "prompty/registry/mcp_servers.hpp"
#include "prompty/tools/child_process.hpp"
#include "prompty/tools/mcp_channel.hpp"

namespace prompty {

/// MCP over the standard streams of a process, a message a line. Lines that are no messages are passed over. A thread
/// of its own reads and writes; what the process writes to standard error is read all the time and the end of it kept.
class StdioChannel final : public McpChannel {
 public:
  /// Starts the process. `name` is what errors call the server. Throws ConnectionError when it cannot be started.
  StdioChannel(std::string name, StdioServer const& server, Environment const& environment, std::size_t most_bytes);

  /// Closes the server's input, gives it a second to end, and then ends it with all that it started.
  ~StdioChannel() override;
  StdioChannel(StdioChannel const&) = delete;
  StdioChannel& operator=(StdioChannel const&) = delete;

  [[nodiscard]] json_rpc::Response ask(Json const& request, RequestLimits const& limits) override;
  void tell(Json const& notification, RequestLimits const& limits) override;
  void speak(std::string const&) override {}
  [[nodiscard]] bool is_open() const override;
  [[nodiscard]] std::string note() const override;

  /// The process that keeps the server.
  [[nodiscard]] pid_t keeper() const { return keeper_; }

 private:
  /// One who waits for a response.
  struct Waiting {
    std::condition_variable answered;
    std::optional<json_rpc::Response> response;
  };

  [[nodiscard]] std::unique_ptr<ChildProcess> start(StdioServer const& server, Environment const& environment) const;
  void put(std::string line);
  void wake() const;

  // What follows is for the thread alone.
  void work();
  [[nodiscard]] bool wait_for_work();
  [[nodiscard]] bool read_output();
  void read_errors();
  void write_input();
  void take_line(std::string_view line);
  /// False for what is no message.
  [[nodiscard]] bool take_message(Json const& message);
  void deliver(json_rpc::Response const& response);
  void leave();

  std::string name_;
  std::size_t most_bytes_;
  Pipe alarm_;
  std::unique_ptr<ChildProcess> child_;
  pid_t keeper_;
  std::string partial_;  ///< a line that has not ended

  mutable std::mutex mutex_;
  std::string outbox_;
  std::size_t written_ = 0;  ///< how much of it has been
  std::map<std::int64_t, Waiting*> waiting_;
  std::optional<ConnectionError> ended_;
  bool is_stopping_ = false;
  std::string last_words_;
  std::size_t rubbish_lines_ = 0;
  std::string last_rubbish_;

  std::thread thread_;
};

}  // namespace prompty
