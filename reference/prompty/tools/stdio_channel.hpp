#pragma once

#include <condition_variable>
#include <thread>

#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/tools/child_process.hpp"
#include "prompty/tools/mcp_channel.hpp"

namespace prompty {

/// MCP over the standard streams of a process, one message per line. Lines that are no messages are skipped. A thread
/// of its own reads and writes; the end of what the process writes to standard error is kept for diagnostics.
class StdioChannel final : public McpChannel {
 public:
  /// Starts the process. `name` is what errors call the server. Throws ConnectionError when it cannot be started.
  StdioChannel(std::string name, StdioServer const& server, Environment const& environment, std::size_t max_bytes);

  /// Closes the server's input, gives it a second to end, then ends it with all that it started.
  ~StdioChannel() override;
  StdioChannel(StdioChannel const&) = delete;
  StdioChannel& operator=(StdioChannel const&) = delete;

  [[nodiscard]] json_rpc::Response send_request(Json const& request, RequestLimits const& limits) override;
  void send_notification(Json const& notification, RequestLimits const& limits) override;
  [[nodiscard]] bool is_open() const override;
  [[nodiscard]] std::string diagnostics() const override;

  /// The process id of the server's keeper (see ChildProcess).
  [[nodiscard]] pid_t keeper() const { return keeper_; }

 private:
  struct PendingRequest {
    std::condition_variable answered;
    std::optional<json_rpc::Response> response;
  };

  [[nodiscard]] std::unique_ptr<ChildProcess> start(StdioServer const& server, Environment const& environment) const;
  void enqueue(std::string line);
  void wake() const;

  // Called by the thread only.
  void run();
  [[nodiscard]] bool run_once();
  [[nodiscard]] bool read_output();
  void read_errors();
  void write_input();
  void handle_line(std::string_view line);
  /// Whether it is a message.
  [[nodiscard]] bool handle_message(Json const& message);
  void deliver(json_rpc::Response const& response);
  void shut_down();

  std::string name_;
  std::size_t max_bytes_;
  Pipe wakeup_;
  std::unique_ptr<ChildProcess> child_;
  pid_t keeper_;
  std::string partial_;     ///< an incomplete line
  bool has_memory_ = true;  ///< until a message needed more than there is

  mutable std::mutex mutex_;
  std::string outbox_;
  std::size_t written_ = 0;  ///< how many bytes of the outbox have been written
  std::map<std::int64_t, PendingRequest*> pending_;
  std::optional<ConnectionError> ended_;
  bool is_stopping_ = false;
  std::string last_errors_;
  std::size_t skipped_lines_ = 0;
  std::string last_skipped_line_;

  std::thread thread_;
};

}  // namespace prompty
