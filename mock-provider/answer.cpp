#include "mock-provider/answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/escaped_letters.hpp"
#include "mock-provider/fault.hpp"
#include "mock-provider/misfit_step.hpp"

namespace mock_provider::answer {
namespace {

Answer of_frames(std::vector<std::string> frames) {
  Answer answer;
  answer.content_type = "text/event-stream; charset=utf-8";
  answer.events = EventFrames{.frames = std::move(frames)};
  return answer;
}

/// Whether the answer is in the form that the request wants, whole or as a stream.
enum class Form : std::uint8_t { as_requested, other };

Form form_of(Response const& response) {
  bool const is_other = response.fault && std::holds_alternative<OtherForm>(*response.fault);
  return is_other ? Form::other : Form::as_requested;
}

class Maker {
 public:
  Maker(Json const& request, std::uint64_t seed, Dialect const& dialect, Response const& response)
      : request_(request),
        seed_(seed),
        dialect_(dialect),
        chunking_(response.chunking),
        form_(form_of(response)),
        wants_stream_(dialect.frames != nullptr && wants_stream(request)) {}

  Answer operator()(Completion const& said) const {
    Json const body = dialect_.body(said, request_, seed_);
    bool const is_streamed = dialect_.frames != nullptr && wants_stream_ == (form_ == Form::as_requested);
    if (is_streamed) return of_frames(dialect_.frames(body, request_, chunking_));
    if (dialect_.require_whole != nullptr) dialect_.require_whole(body);
    return of_json(200, body);
  }
  Answer operator()(WholeBody const& whole) const {
    if (wants_stream_ && whole.status < 400) {
      require_other_form(
          "has a whole \"body\", but the request wants a stream: give it \"chunks\" or a short form such as \"text\"");
    }
    return of_json(whole.status, dialect_.as_asked == nullptr ? whole.body : dialect_.as_asked(whole.body, request_));
  }
  Answer operator()(EventStream const& stream) const {
    if (!wants_stream_) {
      require_other_form(
          "has \"chunks\", but the request wants no stream: give it a \"body\" or a short form such as \"text\"");
    }
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
  Form const form_;
  bool const wants_stream_;

  void require_other_form(std::string_view problem) const {
    if (form_ == Form::other || dialect_.forms == Dialect::Forms::any) return;
    throw MisfitStep(fmt::format("{}, or the fault \"otherForm\" to send it all the same", problem));
  }
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
  Answer answer = made(Maker(request, seed, dialect, response), response, dialect);
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
