#include <fmt/core.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <new>
#include <system_error>
#include <thread>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/tools/child_process.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "prompty/transport/connection_guards.hpp"

namespace prompty {
namespace {

constexpr std::chrono::milliseconds grace(1000);
constexpr std::size_t max_outbox_bytes = std::size_t{64} * 1024 * 1024;
constexpr std::size_t max_last_errors = 2000;
constexpr std::size_t max_skipped_line_bytes = 200;

/// Passes what can be read to `take`, which returns whether to go on. Returns after some blocks even if more arrives;
/// false when nothing more will come.
template <class Take>
bool read_all(FileDescriptor const& end, Take const& take) {
  std::array<char, 65536> buffer;
  for (int blocks = 0; blocks < 64; ++blocks) {
    ssize_t const size = ::read(end.get(), buffer.data(), buffer.size());
    if (size > 0) {
      if (!take(std::string_view(buffer.data(), static_cast<std::size_t>(size)))) return false;
      continue;
    }
    if (size < 0 && errno == EINTR) continue;
    return size < 0 && errno == EAGAIN;
  }
  return true;
}

std::string_view without_blanks(std::string_view text) {
  return utf8::trimmed(text, " \t\r\n");
}

class StdioChannel final : public McpChannel {
 public:
  StdioChannel(std::string name, StdioServer const& server, Environment const& environment, std::size_t max_bytes)
      : name_(std::move(name)), max_bytes_(max_bytes), wakeup_(make_pipe()), child_(start(server, environment)) {
    set_not_blocking(wakeup_.write);
    thread_ = std::thread([this] { run(); });
  }

  ~StdioChannel() override {
    {
      std::unique_lock<std::mutex> const lock(mutex_);
      is_stopping_ = true;
    }
    wake();
    thread_.join();
  }
  StdioChannel(StdioChannel const&) = delete;
  StdioChannel& operator=(StdioChannel const&) = delete;

  json_rpc::Response send_request(Json const& request, RequestLimits const& limits) override {
    PendingRequest pending;
    std::int64_t const id = request.at("id").get<std::int64_t>();
    std::unique_lock<std::mutex> lock(mutex_);
    pending_.emplace(id, &pending);
    lock.unlock();
    try {
      enqueue(json_text::dump(request) + "\n");
      lock.lock();
      while (!pending.response) {
        if (ended_) throw ConnectionError(*ended_);
        pending.answered.wait_until(lock, next_limit_check(limits, name_));
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      pending_.erase(id);
      throw;
    }
    return *std::move(pending.response);
  }

  void send_notification(Json const& notification, RequestLimits const& limits) override {
    static_cast<void>(next_limit_check(limits, name_));
    enqueue(json_text::dump(notification) + "\n");
  }

  bool is_open() const override {
    std::unique_lock<std::mutex> const lock(mutex_);
    return !ended_;
  }

  std::string diagnostics() const override {
    std::unique_lock<std::mutex> const lock(mutex_);
    std::string note;
    if (skipped_lines_ > 0) {
      note = fmt::format("; {} lines of its standard output were no messages, the last of them: {}", skipped_lines_,
                         last_skipped_line_);
    }
    return note + last_words();
  }

 private:
  struct PendingRequest {
    std::condition_variable answered;
    std::optional<json_rpc::Response> response;
  };

  std::unique_ptr<ChildProcess> start(StdioServer const& server, Environment const& environment) const {
    // A server is often started by a program that starts another one and ends. A-412: it inherits none of our files.
    SupervisedProgram program{.words = {server.command},
                              .environment = environment_of(server, environment),
                              .until = SuperviseUntil::leash_ends,
                              .grace = grace};
    program.words.insert(program.words.end(), server.arguments.begin(), server.arguments.end());
    try {
      return std::make_unique<ChildProcess>(program);
    } catch (std::system_error const& error) {
      throw errors::mcp_server_not_started(name_, server.command, error.code().message());
    }
  }

  /// The end of what the server wrote to standard error; called under the lock.
  std::string last_words() const {
    std::string_view const words = without_blanks(last_errors_);
    return words.empty() ? "" : fmt::format("; its last words: {}", words);
  }

  void enqueue(std::string line) {
    {
      std::unique_lock<std::mutex> const lock(mutex_);
      if (ended_) throw ConnectionError(*ended_);
      if (outbox_.size() > max_outbox_bytes) throw errors::mcp_server_not_reading(name_);
      outbox_ += line;
    }
    wake();
  }

  void wake() const {
    BrokenPipeSilencer const silencer;
    char const byte = 0;
    // A full pipe wakes the thread as well.
    while (::write(wakeup_.write.get(), &byte, 1) < 0 && errno == EINTR) {
    }
  }

  // What follows is called by the thread only.

  void run() {
    BrokenPipeSilencer const silencer;
    try {
      while (run_once()) {
      }
    } catch (std::bad_alloc const&) {
      // An exception must not leave the thread.
      has_memory_ = false;
      partial_ = std::string();
    }
    shut_down();
  }

  bool run_once() {
    bool has_output = false;
    {
      std::unique_lock<std::mutex> const lock(mutex_);
      if (is_stopping_) return false;
      has_output = !outbox_.empty();
    }
    // poll ignores negative descriptors.
    std::array<pollfd, 4> ends{{{wakeup_.read.get(), POLLIN, 0},
                                {child_->output.get(), POLLIN, 0},
                                {child_->errors.get(), POLLIN, 0},
                                {has_output ? child_->input.get() : -1, POLLOUT, 0}}};
    if (::poll(ends.data(), ends.size(), -1) < 0) return errno == EINTR;
    std::array<char, 256> bytes;
    if (ends[0].revents != 0 && ::read(wakeup_.read.get(), bytes.data(), bytes.size()) < 0 && errno != EINTR)
      return false;
    if (ends[2].revents != 0) read_errors();
    if (ends[3].revents != 0) write_input();
    return ends[1].revents == 0 || read_output();
  }

  bool read_output() {
    return read_all(child_->output, [this](std::string_view bytes) {
      for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
        partial_ += bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        if (partial_.size() > max_bytes_) return false;
        handle_line(partial_);
        partial_.clear();
      }
      partial_ += bytes;
      return partial_.size() <= max_bytes_;
    });
  }

  void read_errors() {
    bool const is_open = read_all(child_->errors, [this](std::string_view bytes) {
      std::unique_lock<std::mutex> const lock(mutex_);
      last_errors_ += bytes;
      if (last_errors_.size() > max_last_errors) last_errors_.erase(0, last_errors_.size() - max_last_errors);
      return true;
    });
    if (!is_open) child_->errors.close();
  }

  void write_input() {
    std::unique_lock<std::mutex> const lock(mutex_);
    ssize_t const size = ::write(child_->input.get(), outbox_.data() + written_, outbox_.size() - written_);
    if (size >= 0) {
      written_ += static_cast<std::size_t>(size);
      // The rest is moved only once it is the smaller part, or each write of a large message would move all of it.
      if (written_ * 2 < outbox_.size()) return;
      outbox_.erase(0, written_);
      written_ = 0;
    } else if (errno != EAGAIN && errno != EINTR) {
      // The server reads no more input. Its output is still read until it ends.
      child_->input.close();
      outbox_.clear();
      written_ = 0;
    }
  }

  void handle_line(std::string_view line) {
    std::optional<Json> const parsed = json_text::parse(line);
    if (parsed && parsed->is_array()) {
      for (Json const& message : *parsed) static_cast<void>(handle_message(message));
      return;
    }
    if (parsed && handle_message(*parsed)) return;
    if (without_blanks(line).empty()) return;
    std::unique_lock<std::mutex> const lock(mutex_);
    ++skipped_lines_;
    last_skipped_line_ = line.substr(0, max_skipped_line_bytes);
  }

  /// Whether it is a message.
  bool handle_message(Json const& message) {
    json_rpc::Message const read = json_rpc::read(message);
    if (json_rpc::Response const* const response = std::get_if<json_rpc::Response>(&read)) deliver(*response);
    if (json_rpc::Request const* const request = std::get_if<json_rpc::Request>(&read)) {
      std::string const reply = json_text::dump(json_rpc::reply_to(*request)) + "\n";
      std::unique_lock<std::mutex> const lock(mutex_);
      if (outbox_.size() <= max_outbox_bytes) outbox_ += reply;
    }
    return !std::holds_alternative<json_rpc::Invalid>(read);
  }

  void deliver(json_rpc::Response const& response) {
    std::unique_lock<std::mutex> const lock(mutex_);
    std::map<std::int64_t, PendingRequest*>::iterator const found = pending_.find(response.id);
    // Its caller may have stopped waiting.
    if (found == pending_.end()) return;
    found->second->response = response;
    found->second->answered.notify_one();
    pending_.erase(found);
  }

  void shut_down() {
    bool const is_too_large = partial_.size() > max_bytes_;
    child_->end(is_too_large || !has_memory_ ? std::chrono::milliseconds(0) : grace);
    read_errors();
    child_->errors.close();
    child_->output.close();
    std::unique_lock<std::mutex> const lock(mutex_);
    ended_ = is_too_large   ? errors::mcp_message_too_large(name_, max_bytes_)
             : !has_memory_ ? errors::mcp_no_memory(name_)
                            : errors::mcp_server_ended(name_, child_->exit_description(), last_words());
    for (auto const& [id, pending] : pending_) pending->answered.notify_one();
  }

  std::string name_;
  std::size_t max_bytes_;
  Pipe wakeup_;
  std::unique_ptr<ChildProcess> child_;
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

}  // namespace

std::unique_ptr<McpChannel> stdio_channel(std::string name, StdioServer const& server, Environment const& environment,
                                          std::size_t max_bytes) {
  return std::make_unique<StdioChannel>(std::move(name), server, environment, max_bytes);
}

}  // namespace prompty
