#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace prompty {

/// One event of a stream of server-sent events, UTF-8; ill-formed sequences are replaced by U+FFFD.
struct SseEvent {
  std::string type = "message";
  std::string data;     ///< the lines of the event, joined by line feeds
  std::string last_id;  ///< the last id in the stream so far; "" for none

  bool operator==(SseEvent const&) const = default;
};

/// Decodes the bytes of a `text/event-stream` into events by the rules of WHATWG (lines end with LF, CR or CR LF; a
/// byte order mark at the start is ignored; an event that no blank line ends is dropped). The events are the same
/// however the bytes are split (P10.1-06), and each is passed on with the byte that ends it.
class SseDecoder {
 public:
  /// Receives an event.
  using Sink = std::function<void(SseEvent const& event)>;

  /// `max_bytes` limits what is kept of an event that has not ended yet.
  explicit SseDecoder(std::size_t max_bytes = default_max_bytes) : max_bytes_(max_bytes) {}

  /// Decodes the next bytes and calls `sink`, which may keep copies only, with each event that ends in them. Throws
  /// ValueError for an event larger than `max_bytes`, and what `sink` throws; after either it must not be used.
  void feed(std::string_view bytes, Sink const& sink);

  /// The last reconnection time that the server has set.
  [[nodiscard]] std::optional<std::chrono::milliseconds> retry() const { return retry_; }

  /// The last id in the stream so far, of an event without data too; "" for none.
  [[nodiscard]] std::string const& last_id() const { return id_; }

  /// The limit of an event in bytes unless another is given.
  static constexpr std::size_t default_max_bytes = std::size_t{16} * 1024 * 1024;

 private:
  void take_lines(std::string_view bytes, Sink const& sink);
  void take_line(std::string_view line, Sink const& sink);
  void take_field(std::string_view name, std::string_view value);
  void dispatch(Sink const& sink);

  std::size_t max_bytes_;
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
