#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

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
  /// Called for each request that is answered without `answer`, with that answer and the reason.
  std::function<void(Request, Answer const&, std::string const&)> refused = [](Request const&, Answer const&,
                                                                               std::string const&) {};
  /// Whether a request that begins so, as far as it has come, is answered even while every thread is taken.
  std::function<bool(std::string_view)> is_urgent = [](std::string_view) { return false; };
};

/// How many requests of a connection are answered before the server ends it.
enum class Requests : std::uint8_t { all, first };

/// Answers the requests of one connection, one after the other, until either side ends it.
void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers, Requests requests = Requests::all);

}  // namespace mock_provider::http
