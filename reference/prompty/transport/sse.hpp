#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace prompty {

/// One event of a stream of server-sent events, UTF-8; what is no UTF-8 in the stream stands as U+FFFD.
struct SseEvent {
  std::string type = "message";
  std::string data;     ///< the lines of the event, joined by line feeds
  std::string last_id;  ///< the last id that the stream has named so far; "" for none

  bool operator==(SseEvent const&) const = default;
};

/// Takes the events out of the bytes of a `text/event-stream` by the rules of WHATWG (lines end with LF, CR or CR LF; a
/// byte order mark at the start is none of the text; an event that no blank line ends is dropped). The events are the
/// same however the bytes are cut (P10.1-06), and each is handed on with the byte that ends it.
class SseDecoder {
 public:
  using Sink = std::function<void(SseEvent const& event)>;

  /// `most_bytes` bounds what is kept of an event that has not ended yet.
  explicit SseDecoder(std::size_t most_bytes = default_most_bytes) : most_bytes_(most_bytes) {}

  /// Takes the next bytes and gives each event that ends in them to `sink`, which may keep copies only. Throws
  /// ValueError for an event larger than `most_bytes`, and what `sink` throws; after either it is of no more use.
  void feed(std::string_view bytes, Sink const& sink);

  /// How long the server last asked to wait before connecting anew.
  [[nodiscard]] std::optional<std::chrono::milliseconds> retry() const { return retry_; }

  static constexpr std::size_t default_most_bytes = std::size_t{16} * 1024 * 1024;

 private:
  [[nodiscard]] std::string_view without_mark(std::string_view bytes);
  void take_lines(std::string_view bytes, Sink const& sink);
  void take_line(std::string_view line, Sink const& sink);
  void take_field(std::string_view name, std::string_view value);
  void dispatch(Sink const& sink);
  void check_size(std::size_t more) const;

  std::size_t most_bytes_;
  std::string mark_;  ///< the first bytes, while they may still become a byte order mark
  bool at_start_ = true;
  bool after_carriage_return_ = false;
  std::string line_;  ///< the start of a line that has not ended
  std::string type_;
  std::string data_;
  std::string id_;
  std::optional<std::chrono::milliseconds> retry_;
  SseEvent event_;  ///< kept for its memory
};

}  // namespace prompty
