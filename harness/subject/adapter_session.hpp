#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/subject/adapter_watch.hpp"
#include "harness/subject/answer_line.hpp"
#include "harness/subject/child_process.hpp"
#include "harness/subject/in_flight.hpp"
#include "harness/subject/line_reader.hpp"
#include "harness/subject/output_tail.hpp"
#include "harness/subject/subject.hpp"

namespace conformance {

/// How JSON is written: in UTF-8, or with escapes for all beyond ASCII.
enum class JsonLetters : std::uint8_t { plain, escaped };

struct SessionLimits {
  std::size_t max_line_bytes = 0;
  std::string scratch = {};  ///< the folder that is counted for the adapter
  AdapterLimits adapter = {};
  NetworkEntry network = {};
};

/// One running adapter, from its start to its end. A thread of its own moves the bytes, so that no adapter, whatever it
/// does or leaves undone with its pipes, can make a caller wait beyond its time limit.
class AdapterSession {
 public:
  /// Throws ChildStartError. When `stop` is requested, the process group is killed and every request ends as a crash.
  AdapterSession(std::vector<std::string> const& words, std::vector<std::string> const& environment,
                 SessionLimits const& limits, std::stop_token const& stop = {});

  /// Kills the adapter and all that it started.
  ~AdapterSession();
  AdapterSession(AdapterSession const&) = delete;
  AdapterSession& operator=(AdapterSession const&) = delete;

  /// Sends a request and waits for its reply. Nothing when the session is over and its end was charged to others: the
  /// request was not sent.
  [[nodiscard]] std::optional<Reply> ask(std::string const& method, Json const& params, std::chrono::milliseconds limit,
                                         HearItem const& hear = {}, JsonLetters letters = JsonLetters::plain);

  /// Whether `ask` has nothing more to give, so that the next request needs another session.
  [[nodiscard]] bool is_spent() const { return in_flight_.is_spent(); }

  /// Asks the adapter to end, closes its input, and gives it that long.
  void shut_down(std::chrono::milliseconds grace);

 private:
  using Clock = std::chrono::steady_clock;

  void send(std::string_view line);
  void wake() const;

  void serve();
  void serve_once();
  void wait_for_events();
  void send_queued();
  void take_errors();
  void take_output();
  void take_lines();
  void take_line(std::string_view line);
  void take_item(ItemNotification const& delivered);
  void notice_ending();
  void end(Reply::Status status, std::string detail);
  [[nodiscard]] bool is_stopping() const;

  ChildProcess child_;
  Pipe wake_;
  InFlight in_flight_;
  OutputTail errors_;

  mutable std::mutex mutex_;
  std::condition_variable ended_;
  std::string queued_;
  bool closes_input_ = false;
  bool stopping_ = false;
  bool over_ = false;

  // Touched by the serving thread alone.
  AdapterWatch watch_;
  LineReader lines_;
  std::string sending_;
  std::size_t sent_ = 0;
  std::optional<Clock::time_point> pipe_closed_at_;
  std::string closed_pipe_;

  std::thread server_;
  std::stop_callback<std::function<void()>> stopper_;
};

}  // namespace conformance
