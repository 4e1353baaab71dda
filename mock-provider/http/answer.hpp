#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/request.hpp"

namespace mock_provider {

/// What lets everything out that is held back.
struct LettingOut {
  std::size_t items = 0;  ///< that a client has made of what comes before
  /// Or so much time after a stream has come to what is held: who is slow to send the request withholds nothing yet.
  std::chrono::milliseconds patience{3'000};

  bool operator==(LettingOut const&) const = default;
};

/// Holds back the frames of a scenario's streams until whoever drives the test lets them out. Thread-safe.
class FrameGate {
 public:
  explicit FrameGate(std::optional<LettingOut> by_itself = std::nullopt);

  /// Lets out the first `frames` frames of every stream; never takes any back.
  void let_out(std::size_t frames);
  /// Notes how many items the client has made.
  void note_items(std::size_t items);
  /// Holds everything again.
  void close();

  /// Whether the frame of that index, counted from 0, is let out within the time.
  [[nodiscard]] bool opens_for(std::size_t index, std::chrono::milliseconds limit);

  /// A sentence about what was let out since the patience was at an end, "" when nothing was.
  [[nodiscard]] std::string late() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<LettingOut> const by_itself_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t let_out_ = 0;
  std::size_t items_ = 0;
  std::optional<Clock::time_point> held_since_;
  std::string late_;
};

/// How a connection ends before the answer does.
enum class Ending : std::uint8_t {
  close,  ///< in order, as if there were nothing more
  reset,  ///< with RST
  stall   ///< not at all: nothing more comes until the client gives up
};

/// A body that goes out frame by frame.
struct EventFrames {
  /// What happens to frames that are late.
  enum class Writes : std::uint8_t {
    together,  ///< all that are due go out at once
    apart      ///< each has a write of its own, and the time after the one before it
  };

  /// What the frames are together.
  enum class Whole : std::uint8_t {
    stream,  ///< of events
    body     ///< of an answer that is no stream
  };

  std::vector<std::string> frames;       ///< the bytes of each, such as one whole server-sent event, in order
  std::chrono::milliseconds between{0};  ///< from the start of a frame to that of the next
  std::optional<std::size_t> held_from;  ///< the first frame, counted from 0, that waits until the gate lets it out
  std::shared_ptr<FrameGate> gate;       ///< of the scenario; nothing is held without one
  Writes writes = Writes::together;
  Whole whole = Whole::stream;

  bool operator==(EventFrames const&) const = default;
};

/// A body that still comes from somewhere else, to be sent as it comes. Thread-safe.
class ArrivingBody {
 public:
  struct Arrival {
    enum class Then : std::uint8_t {
      more,   ///< there may be more
      whole,  ///< that was all
      broken  ///< there would have been more, but none comes
    };
    std::string bytes;
    Then then = Then::more;
  };

  ArrivingBody() = default;
  ArrivingBody(ArrivingBody const&) = delete;
  ArrivingBody& operator=(ArrivingBody const&) = delete;
  virtual ~ArrivingBody() = default;

  /// What has come since the last call, as soon as there is something; no bytes when nothing came within the time.
  [[nodiscard]] virtual Arrival next(std::chrono::milliseconds limit) = 0;
  /// Calls `note` with all that came once no more does, from any thread, before `next` says so; at once when that is
  /// past.
  virtual void when_ended(std::function<void(std::string const& body)> note) = 0;
};

/// Where the connection ends although the answer does not.
struct EarlyEnd {
  enum class Head : std::uint8_t { sent, withheld };
  Ending ending = Ending::close;
  std::size_t after_bytes = 0;  ///< of the body
  Head head = Head::sent;

  bool operator==(EarlyEnd const&) const = default;
};

/// What goes back over the wire, free of any HTTP library.
struct Answer {
  int status = 200;
  Headers headers;  ///< without content-type
  std::string content_type = "application/json";
  std::string body;
  std::optional<EventFrames> events;                 ///< sent instead of `body`
  std::shared_ptr<ArrivingBody> arriving = nullptr;  ///< sent instead of both
  std::chrono::milliseconds delay{0};                ///< waited before the first byte
  std::optional<EarlyEnd> early_end;
  std::uint64_t sequence = 0;  ///< of the journal's entry, 0 without one

  bool operator==(Answer const&) const = default;
};

/// Whether the body is sent in pieces, so that its length is not known before.
[[nodiscard]] inline bool is_sent_in_pieces(Answer const& answer) {
  return answer.events.has_value() || answer.arriving != nullptr;
}

/// Whether the answer is a stream of events.
[[nodiscard]] inline bool is_stream(Answer const& answer) {
  return answer.arriving != nullptr || (answer.events && answer.events->whole == EventFrames::Whole::stream);
}

}  // namespace mock_provider
