#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/recording/upstream.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {

/// One request to another server, sent by a thread of its own, and the answer while it comes. A client that goes early
/// does not end it. Thread-safe.
class Relay : public ArrivingBody {
 public:
  /// `record` is called with each whole answer, by that thread, before the client has its end.
  Relay(Upstream const& upstream, Request request, Route route, std::function<void(UpstreamAnswer const&)> record);
  /// Ends the request.
  ~Relay() override;

  /// Waits for the whole answer or, of a stream of events, for its status and headers: then `is_stream`, and the body
  /// comes by `next`. Throws UpstreamError when there is no answer.
  struct Beginning {
    UpstreamAnswer answer;
    bool is_stream = false;
  };
  [[nodiscard]] Beginning beginning();

  [[nodiscard]] Arrival next(std::chrono::milliseconds limit) override;
  void when_ended(std::function<void(std::string const& body)> note) override;

  /// Ends the request; what waits for it gets an UpstreamError, or a body that is broken.
  void cancel();
  [[nodiscard]] bool has_ended() const;

 private:
  enum class State : std::uint8_t { waiting, streaming, whole, broken };

  void run(Request const& request, Route const& route);
  void take_head(UpstreamAnswer const& head);
  void take_piece(std::string_view bytes);
  void end(State state);

  std::function<void(UpstreamAnswer const&)> const record_;
  std::unique_ptr<UpstreamExchange> const exchange_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::waiting;
  bool is_stream_ = false;  ///< of events, whose head has come
  UpstreamAnswer answer_;
  std::size_t taken_ = 0;  ///< bytes of the body that `next` has given
  std::exception_ptr problem_;
  std::function<void(std::string const& body)> note_;
  std::thread thread_;  ///< last, so that it sees all the others
};

}  // namespace mock_provider
