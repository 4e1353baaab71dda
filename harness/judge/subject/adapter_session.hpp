#pragma once

#include <sys/types.h>

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

#include "harness/judge/subject/child_process.hpp"
#include "harness/judge/subject/in_flight.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// The last few KiB of an endless stream of bytes. Safe to use from several threads; appending never blocks on a
/// reader.
class OutputTail {
 public:
  explicit OutputTail(std::size_t capacity_bytes) : capacity_(capacity_bytes) {}

  void append(std::string_view bytes);

  /// How many bytes were ever appended; a mark for `since`.
  [[nodiscard]] std::uint64_t written() const;

  /// What was appended after `mark`, at most the capacity, as `printable_text` (a character cut at the front is left
  /// out, other bytes that are no UTF-8 become U+FFFD).
  [[nodiscard]] std::string since(std::uint64_t mark) const;

 private:
  std::size_t const capacity_;
  mutable std::mutex mutex_;
  std::string kept_;
  std::uint64_t written_ = 0;
};

/// What an adapter may use. Far above what honest ones need, virtual machines with their threads included.
struct AdapterLimits {
  std::size_t max_processes = 256;  ///< alive at the same time, the adapter itself included; threads do not count
  std::uint64_t max_scratch_bytes = std::uint64_t{512} * 1024 * 1024;  ///< in its scratch folder; also of any one file
  std::size_t max_scratch_files = 100'000;                             ///< files and folders there
};

/// Looks now and then whether an adapter keeps its limits.
class AdapterWatch {
 public:
  using Clock = std::chrono::steady_clock;

  /// `keeper` is the process above the adapter; `scratch` its folder.
  AdapterWatch(pid_t keeper, std::string scratch, AdapterLimits limits);

  /// One sentence about a limit that is exceeded. Nothing when all are kept, or when it looked a moment ago: a quarter
  /// of a second, and longer the longer a look takes, so that it costs a fiftieth of the time at most.
  [[nodiscard]] std::optional<std::string> problem();

  /// How long a caller may sleep before it asks again.
  static constexpr std::chrono::milliseconds interval{250};

 private:
  [[nodiscard]] std::optional<std::string> look() const;

  pid_t const keeper_;
  std::string const scratch_;
  AdapterLimits const limits_;
  Clock::time_point next_look_;
};

/// How many processes there are below `ancestor`, itself not counted.
[[nodiscard]] std::size_t processes_below(pid_t ancestor);

/// How JSON is written: in UTF-8, or with escapes for all beyond ASCII.
enum class JsonLetters : std::uint8_t { plain, escaped };

struct SessionLimits {
  std::size_t max_line_bytes = 0;
  std::string scratch = {};  ///< the folder that is counted for the adapter
  AdapterLimits adapter = {};
  NetworkEntry network = {};
};

/// One running adapter, from its start to its end. A thread of its own moves all bytes but those that the adapter's
/// pipe takes at once, so that no adapter, whatever it does or leaves undone with its pipes, can make a caller wait
/// beyond its time limit.
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
                                         ItemListener const& on_item = {}, JsonLetters letters = JsonLetters::plain);

  /// Whether `ask` has nothing more to give, so that the next request needs another session.
  [[nodiscard]] bool is_spent() const { return in_flight_.is_spent(); }

  /// Asks the adapter to end, closes its input, and gives it that long. Returns how it ended, as the rest of a
  /// sentence, and what it wrote to standard error then; "" when it exited with status 0.
  [[nodiscard]] std::string shut_down(std::chrono::milliseconds grace);

  /// How the adapter ended of its own accord, as the rest of a sentence; "" as long as it did not.
  [[nodiscard]] std::string ending() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// What there is to read, or was closed by the other side.
  struct Readable {
    bool ending = false;
    bool errors = false;
    bool output = false;
  };

  void send(std::string_view line);
  /// As much as the pipe takes now; the mutex is held.
  [[nodiscard]] Transfer write_queued();
  void wake() const;

  void serve();
  void serve_once();
  [[nodiscard]] Readable wait_for_events();
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
  // Guarded by the mutex, as is the input of the child.
  std::string queued_;
  std::size_t sent_ = 0;  ///< bytes of what is queued
  bool closes_input_ = false;
  bool stopping_ = false;
  bool over_ = false;
  std::string ending_;

  // Touched by the serving thread alone.
  AdapterWatch watch_;
  LineReader lines_;
  std::optional<Clock::time_point> pipe_closed_at_;
  std::string closed_pipe_;

  std::thread server_;
  std::stop_callback<std::function<void()>> stopper_;
};

}  // namespace conformance
