#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/channel.hpp"

namespace mock_provider::http {

/// What the request settles about the form of its answer.
struct AnswerForm {
  enum class Body : std::uint8_t { sent, left_out };
  enum class Streams : std::uint8_t { chunked, until_close };
  enum class Afterwards : std::uint8_t { keep, close };

  Body body = Body::sent;  ///< left out for HEAD
  Streams streams = Streams::chunked;
  Afterwards afterwards = Afterwards::keep;
};

/// How an answer ended.
struct Delivery {
  enum class End : std::uint8_t {
    whole,      ///< the connection can take the next request
    closed,     ///< as the answer has it: to be closed in order
    reset,      ///< as the answer has it: RST was sent
    abandoned,  ///< the client went before it had everything
  };
  End end = End::whole;
  std::size_t body_bytes = 0;  ///< handed to the network, without framing

  bool operator==(Delivery const&) const = default;
};

/// Puts answers on a connection: one write for everything that is due at the same time.
class AnswerWriter {
 public:
  AnswerWriter(Channel& channel, AnswerForm form);

  /// Returns when the answer has ended in one way or another; delays and paced frames are waited for.
  [[nodiscard]] Delivery write(Answer const& answer);

 private:
  [[nodiscard]] Delivery write_body(Answer const& answer);
  [[nodiscard]] Delivery write_frames(Answer const& answer);
  [[nodiscard]] Delivery write_arriving(ArrivingBody& body);
  /// Waits until the frame is due and let out; whether the client is still there.
  [[nodiscard]] bool is_awaited(EventFrames const& events, std::size_t index, Clock::time_point due) const;
  /// The frames as one chunk, the last of them cut off where there are too many bytes.
  void append_frames(std::span<std::string const> frames, std::size_t most_bytes);
  [[nodiscard]] bool flush();
  [[nodiscard]] Delivery ended_early(EarlyEnd const& early_end);

  Channel& channel_;
  AnswerForm const form_;
  std::string pending_;  ///< framed bytes that go out with the next write
  std::size_t body_bytes_ = 0;
};

}  // namespace mock_provider::http
