#include "mock-provider/answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/escaped_letters.hpp"
#include "mock-provider/fault.hpp"

namespace mock_provider::answer {
namespace {

Answer of_frames(std::vector<std::string> frames) {
  Answer answer;
  answer.content_type = "text/event-stream; charset=utf-8";
  answer.events = EventFrames{.frames = std::move(frames)};
  return answer;
}

class Maker {
 public:
  Maker(Json const& request, std::uint64_t seed, Dialect const& dialect, Chunking const& chunking)
      : request_(request), seed_(seed), dialect_(dialect), chunking_(chunking) {}

  Answer operator()(Completion const& said) const {
    Json const body = dialect_.body(said, request_, seed_);
    bool const is_streamed = dialect_.frames != nullptr && wants_stream(request_);
    return is_streamed ? of_frames(dialect_.frames(body, request_, chunking_)) : of_json(200, body);
  }
  Answer operator()(WholeBody const& whole) const {
    return of_json(whole.status, dialect_.as_asked == nullptr ? whole.body : dialect_.as_asked(whole.body, request_));
  }
  Answer operator()(EventStream const& stream) const {
    std::vector<std::string> frames;
    for (Json const& chunk : stream.chunks) frames.push_back(dialect_.frame(chunk));
    if (!dialect_.stream_end.empty()) frames.emplace_back(dialect_.stream_end);
    return of_frames(std::move(frames));
  }
  Answer operator()(ProviderError const& error) const { return of_error(error, dialect_); }
  Answer operator()(UsualAnswer const&) const { return (*this)(dialect_.default_answer(request_)); }

 private:
  Json const& request_;
  std::uint64_t seed_;
  Dialect const& dialect_;
  Chunking const& chunking_;
};

/// What the maker makes of it, or the provider's error when that would be too much.
Answer made(Maker const& maker, Response const& response, Dialect const& dialect) {
  try {
    return std::visit(maker, response.content);
  } catch (AnswerTooLarge const& problem) {
    return of_error({.status = 400,
                     .type = "invalid_request_error",
                     .code = problem.code(),
                     .param = problem.param(),
                     .message = problem.what(),
                     .retry_after = std::nullopt},
                    dialect);
  }
}

/// Sets a header that the scenario asks for; it wins over the one that the provider would send.
void set_header(Answer& answer, std::string const& name, std::string const& value) {
  if (same_header_name(name, "content-type")) {
    answer.content_type = value;
    return;
  }
  std::erase_if(answer.headers, [&](auto const& header) { return same_header_name(header.first, name); });
  answer.headers.emplace_back(name, value);
}

}  // namespace

Answer of_json(int status, Json const& body) {
  Answer answer;
  answer.status = status;
  answer.body = json_text::dump(body);
  return answer;
}

Answer of_error(ProviderError const& error, Dialect const& dialect) {
  Answer answer = of_json(error.status, dialect.error_body(error));
  answer.headers = dialect.error_headers(error);
  return answer;
}

Answer of_response(Response const& response, Json const& request, std::uint64_t seed, Dialect const& dialect) {
  Answer answer = made(Maker(request, seed, dialect, response.chunking), response, dialect);
  if (answer.events) {
    answer.events->between = response.chunk_delay;
    answer.events->held_from = response.held_from;
  }
  if (response.letters == Letters::escaped) {
    answer.body = escaped_letters(answer.body);
    if (answer.events) {
      for (std::string& frame : answer.events->frames) frame = escaped_letters(frame);
    }
  }
  if (response.fault) answer = fault::spoiled(std::move(answer), *response.fault, dialect);
  answer.delay = response.delay;
  for (auto const& [name, value] : response.headers) set_header(answer, name, value);
  return answer;
}

}  // namespace mock_provider::answer
