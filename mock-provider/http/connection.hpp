#pragma once

#include <cstdint>
#include <functional>

#include "mock-provider/answer.hpp"
#include "mock-provider/http/answer_writer.hpp"
#include "mock-provider/http/channel.hpp"
#include "mock-provider/http/request_reader.hpp"
#include "mock-provider/request.hpp"

namespace mock_provider::http {

/// What a connection asks of the server behind it.
struct Handlers {
  std::function<Answer(Request)> answer;
  /// Told of each answer that was not delivered to its end because the client went.
  std::function<void(Answer const&, Delivery const&)> abandoned;
};

/// Answers the requests of one connection, one after the other, until either side ends it.
void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers);

}  // namespace mock_provider::http
