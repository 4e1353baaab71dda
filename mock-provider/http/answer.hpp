#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/request.hpp"

namespace mock_provider {

/// Holds back the frames of a scenario's streams until whoever drives the test lets them out. Thread-safe.
class FrameGate {
 public:
  /// Lets out the first `frames` frames of every stream; never takes any back.
  void let_out(std::size_t frames);
  /// Holds everything again.
  void close();

  /// Whether the frame of that index, counted from 0, is let out within the time.
  [[nodiscard]] bool opens_for(std::size_t index, std::chrono::milliseconds limit) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable opened_;
  std::size_t let_out_ = 0;
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

  std::vector<std::string> frames;       ///< the bytes of each, such as one whole server-sent event, in order
  std::chrono::milliseconds between{0};  ///< from the start of a frame to that of the next
  std::optional<std::size_t> held_from;  ///< the first frame, counted from 0, that waits until the gate lets it out
  std::shared_ptr<FrameGate> gate;       ///< of the scenario; nothing is held without one
  Writes writes = Writes::together;

  bool operator==(EventFrames const&) const = default;
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
  std::optional<EventFrames> events;   ///< sent instead of `body`
  std::chrono::milliseconds delay{0};  ///< waited before the first byte
  std::optional<EarlyEnd> early_end;
  std::uint64_t sequence = 0;  ///< of the journal's entry, 0 without one

  bool operator==(Answer const&) const = default;
};

}  // namespace mock_provider
