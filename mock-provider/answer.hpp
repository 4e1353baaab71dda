#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/dialect.hpp"
#include "mock-provider/frame_gate.hpp"
#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider {

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

namespace mock_provider::answer {

[[nodiscard]] Answer of_json(int status, Json const& body);
[[nodiscard]] Answer of_error(ProviderError const& error, Dialect const& dialect = chat_dialect());

/// The answer that a step's `respond` asks for. `request` is the JSON of the request, `seed` decides what is made up.
/// A fault spoils it. What would be more than answer_budget allows becomes the provider's error with status 400. Throws
/// MisfitStep when the scenario has nothing that answers this request.
[[nodiscard]] Answer of_response(Response const& response, Json const& request, std::uint64_t seed,
                                 Dialect const& dialect = chat_dialect());

}  // namespace mock_provider::answer
