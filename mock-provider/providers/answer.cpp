#include "mock-provider/providers/answer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>
#include <variant>

#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/answer_limits.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::fault {
namespace {

/// Long enough that what is written before and after reaches a client in two reads.
constexpr std::chrono::milliseconds between_split_writes{1};

std::string html_page(int status) {
  return fmt::format(
      "<!DOCTYPE html>\n<html>\n<head><title>{0}</title></head>\n<body><center><h1>Error {0}</h1></center>"
      "<hr><center>mock edge proxy</center></body>\n</html>\n",
      status);
}

std::string joined(std::vector<std::string> const& frames) {
  return std::accumulate(frames.begin(), frames.end(), std::string());
}

std::string all_bytes(Answer const& answer) {
  return answer.events ? joined(answer.events->frames) : answer.body;
}

EventFrames::Whole whole_of(Answer const& answer) {
  return answer.events ? answer.events->whole : EventFrames::Whole::body;
}

void replace_bytes(Answer& answer, std::string bytes) {
  if (answer.events) {
    answer.events->frames = {std::move(bytes)};
  } else {
    answer.body = std::move(bytes);
  }
}

/// Faults of streams need one.
void require_stream(Answer const& answer, std::string_view fault, std::string_view instead) {
  if (answer.events) return;
  throw MisfitStep(
      fmt::format("has {} in its fault, but the answer to this request is no stream: send \"stream\": true, or {}",
                  fault, instead));
}

std::size_t bytes_of(Extent const& extent, Answer const& answer) {
  if (extent.unit == Extent::Unit::bytes || extent.count == 0) return extent.count;
  require_stream(answer, "afterFrames", "count bytes with afterBytes");
  std::vector<std::string> const& frames = answer.events->frames;
  std::size_t const count = std::min(extent.count, frames.size());
  return std::accumulate(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(count), std::size_t{0},
                         [](std::size_t sum, std::string const& frame) { return sum + frame.size(); });
}

/// Whether clients read nothing behind this event.
bool ends_stream(std::string_view frame) {
  constexpr std::array<std::string_view, 8> ends{"event: message_stop\n",
                                                 "event: response.completed\n",
                                                 "event: response.incomplete\n",
                                                 "event: response.failed\n",
                                                 "event: image_generation.completed\n",
                                                 "event: image_edit.completed\n",
                                                 "event: transcript.text.done\n",
                                                 "event: error\n"};
  return frame == event_frame::done ||
         std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return frame.starts_with(end); });
}

/// The place in the stream behind so many events, before the one that ends it.
std::vector<std::string>::iterator place_after(std::size_t count, std::string_view fault, Answer& answer) {
  std::vector<std::string>& frames = answer.events->frames;
  bool const has_end = !frames.empty() && ends_stream(frames.back());
  std::size_t const most = has_end ? frames.size() - 1 : frames.size();
  if (count <= most) return frames.begin() + static_cast<std::ptrdiff_t>(count);
  throw MisfitStep(fmt::format(
      "has {} after {} events in its fault, but this stream has {} before its end, behind which clients read "
      "nothing: lower afterFrames",
      fault, count, most));
}

bool is_inside_character(std::string_view bytes, std::size_t at) {
  return (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U;
}

bool is_inside_line_end(std::string_view bytes, std::size_t at) {
  return bytes[at] == '\n' && bytes[at - 1] == '\r';
}

std::vector<std::string> split_where(std::string_view bytes, bool (*is_place)(std::string_view, std::size_t)) {
  std::vector<std::string> pieces;
  std::size_t start = 0;
  for (std::size_t at = 1; at < bytes.size(); ++at) {
    if (!is_place(bytes, at)) continue;
    pieces.emplace_back(bytes.substr(start, at - start));
    start = at;
  }
  if (start < bytes.size()) pieces.emplace_back(bytes.substr(start));
  return pieces;
}

std::string with_crlf(std::string const& text) {
  std::string result;
  for (char const character : text) {
    if (character == '\n') result += '\r';
    result += character;
  }
  return result;
}

class Spoiler {
 public:
  Spoiler(Answer answer, Dialect const& dialect) : answer_(std::move(answer)), dialect_(dialect) {}

  Answer operator()(CutBody const& fault) {
    answer_.early_end = {.ending = fault.ending, .after_bytes = bytes_of(fault.after, answer_)};
    return std::move(answer_);
  }
  Answer operator()(Silence const& fault) {
    answer_.early_end = {.ending = fault.ending, .after_bytes = 0, .head = EarlyEnd::Head::withheld};
    return std::move(answer_);
  }
  Answer operator()(TruncatedJson const& fault) {
    std::string bytes = all_bytes(answer_);
    if (bytes.empty()) return std::move(answer_);
    // Without its last byte an object is no JSON any more, so that at least one byte goes.
    bytes.resize(std::min(fault.keep_bytes.value_or(bytes.size() / 2), bytes.size() - 1));
    replace_bytes(answer_, std::move(bytes));
    return std::move(answer_);
  }
  Answer operator()(HtmlPage const& fault) {
    answer_.status = fault.status;
    answer_.headers.clear();
    answer_.content_type = "text/html; charset=UTF-8";
    answer_.body = html_page(fault.status);
    answer_.events.reset();
    return std::move(answer_);
  }
  Answer operator()(WrongContentType const& fault) {
    answer_.content_type = fault.content_type;
    return std::move(answer_);
  }
  Answer operator()(MalformedEvent const& fault) {
    require_stream(answer_, "malformedEvent", "use truncatedJson");
    bool const is_passed_over = fault.line.starts_with("data:") && !dialect_.delta_name.empty();
    std::string const name = is_passed_over ? fmt::format("event: {}\n", dialect_.delta_name) : std::string();
    auto const place = place_after(fault.after_frames, "malformedEvent", answer_);
    answer_.events->frames.insert(place, name + fault.line + "\n\n");
    return std::move(answer_);
  }
  Answer operator()(ErrorEvent const& fault) {
    require_stream(answer_, "errorEvent", "respond with an error");
    std::vector<std::string>& frames = answer_.events->frames;
    frames.erase(place_after(fault.after_frames, "errorEvent", answer_), frames.end());
    frames.push_back(dialect_.error_frame(fault.error, frames.size()));
    return std::move(answer_);
  }
  Answer operator()(HugeBody const& fault) {
    std::size_t const present = all_bytes(answer_).size();
    std::size_t const blanks = fault.bytes - std::min(fault.bytes, present);
    if (answer_.events) {
      // A comment is what a stream may hold any amount of.
      answer_.events->frames.insert(answer_.events->frames.begin(), ":" + std::string(blanks, ' ') + "\n\n");
    } else if (!answer_.body.empty()) {
      answer_.body.insert(answer_.body.size() - 1, blanks, ' ');
    }
    return std::move(answer_);
  }
  Answer operator()(SlowDrip const& fault) {
    std::string const bytes = all_bytes(answer_);
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < bytes.size(); at += pieces.back().size()) {
      pieces.push_back(bytes.substr(at, pieces.empty() ? fault.first_bytes.value_or(fault.bytes) : fault.bytes));
    }
    answer_.events = {.frames = std::move(pieces),
                      .between = fault.every,
                      .writes = EventFrames::Writes::apart,
                      .whole = whole_of(answer_)};
    return std::move(answer_);
  }
  Answer operator()(SplitWrites const& fault) {
    std::string const bytes = all_bytes(answer_);
    std::vector<std::string> pieces = fault.inside == SplitWrites::Inside::character
                                          ? split_where(bytes, is_inside_character)
                                          : split_where(with_crlf(bytes), is_inside_line_end);
    answer_.events = {.frames = std::move(pieces),
                      .between = between_split_writes,
                      .writes = EventFrames::Writes::apart,
                      .whole = whole_of(answer_)};
    return std::move(answer_);
  }
  /// The answer was made so.
  Answer operator()(OtherForm const&) { return std::move(answer_); }

 private:
  Answer answer_;
  Dialect const& dialect_;
};

}  // namespace

Answer spoiled(Answer answer, Fault const& fault, Dialect const& dialect) {
  return std::visit(Spoiler(std::move(answer), dialect), fault);
}

}  // namespace mock_provider::fault

namespace mock_provider::answer {
namespace {

/// Whether the answer is in the form that the request wants, whole or as a stream.
enum class Form : std::uint8_t { as_requested, other };

Form form_of(Response const& response) {
  bool const is_other = response.fault && std::holds_alternative<OtherForm>(*response.fault);
  return is_other ? Form::other : Form::as_requested;
}

class Maker {
 public:
  Maker(Json const& request, std::uint64_t seed, Dialect const& dialect, BuiltIn const& built_in,
        Response const& response)
      : request_(request),
        seed_(seed),
        dialect_(dialect),
        built_in_(built_in),
        chunking_(response.chunking),
        form_(form_of(response)),
        wants_stream_(dialect.frames != nullptr && wants_stream(request)) {}

  Answer operator()(Completion const& said) const {
    require_text(said);
    bool const may_be_refused =
        said.bounds == Completion::Bounds::of_request && dialect_.forms == Dialect::Forms::as_requested;
    // On routes of models that is a refusal of a request that goes on from what is not there.
    std::optional<Answer> refusal = may_be_refused && built_in_ ? built_in_() : std::nullopt;
    return refusal ? *std::move(refusal) : spoken(said);
  }
  Answer operator()(WholeBody const& whole) const {
    bool const is_streamed = wants_stream_ && whole.status < 400 && form_ == Form::as_requested &&
                             dialect_.forms == Dialect::Forms::as_requested;
    if (is_streamed) return with_usual_headers(stream_of(whole));
    return with_usual_headers(of_json(whole.status, dialect_.in_requested_form == nullptr
                                                        ? whole.body
                                                        : dialect_.in_requested_form(whole.body, request_)));
  }
  Answer operator()(EventStream const& stream) const {
    bool const is_misplaced =
        !wants_stream_ && form_ == Form::as_requested && dialect_.forms == Dialect::Forms::as_requested;
    if (is_misplaced) {
      throw MisfitStep(
          "has \"chunks\", but the request wants no stream: give it a \"body\" or a short form such as \"text\", or "
          "the "
          "fault \"otherForm\" to send it all the same");
    }
    std::vector<std::string> frames;
    for (Json const& chunk : stream.chunks) frames.push_back(dialect_.frame(chunk));
    if (!dialect_.stream_end.empty()) frames.emplace_back(dialect_.stream_end);
    return with_usual_headers(of_events(std::move(frames)));
  }
  Answer operator()(RawAnswer const& raw) const {
    Answer answer = of_events(raw.events);
    answer.status = raw.status;
    answer.content_type = raw.content_type;
    if (raw.events.empty()) {
      answer.events.reset();
      answer.body = raw.body;
    }
    return answer;
  }
  Answer operator()(ProviderError const& error) const { return of_error(error, dialect_); }
  Answer operator()(UsualAnswer const&) const {
    std::optional<Answer> built_in = built_in_ ? built_in_() : std::nullopt;
    if (built_in) {
      bool const has_forms = dialect_.forms == Dialect::Forms::as_requested;
      if (has_forms || form_ == Form::as_requested) return *std::move(built_in);
      throw MisfitStep("has the fault \"otherForm\", which only the answers of models have: use another fault");
    }
    return spoken(dialect_.default_answer(request_));
  }

 private:
  Json const& request_;
  std::uint64_t seed_;
  Dialect const& dialect_;
  BuiltIn const& built_in_;
  Chunking const& chunking_;
  Form const form_;
  bool const wants_stream_;

  [[nodiscard]] Answer spoken(Completion const& said) const {
    Json const body = dialect_.body(answer_limits::applied(said, request_), request_, seed_);
    bool const is_streamed = dialect_.frames != nullptr && wants_stream_ == (form_ == Form::as_requested);
    if (is_streamed) return with_usual_headers(of_events(dialect_.frames(body, request_, chunking_)));
    if (dialect_.require_whole != nullptr) dialect_.require_whole(body);
    return with_usual_headers(of_json(200, body));
  }

  [[nodiscard]] Answer with_usual_headers(Answer answer) const {
    if (answer.events) answer.content_type = dialect_.stream_type;
    bool const has_them = dialect_.forms == Dialect::Forms::as_requested && answer.status < 400;
    if (has_them && dialect_.usual_headers != nullptr) answer.headers = dialect_.usual_headers();
    return answer;
  }

  /// A vector or an image is no answer of a model that speaks.
  void require_text(Completion const& said) const {
    bool const speaks = said.text || said.refusal || said.reasoning || !said.tool_calls.empty();
    bool const has_data = said.embedding || !said.images.empty();
    if (speaks || !has_data || dialect_.gives == Dialect::Gives::data) return;
    throw MisfitStep(fmt::format("has \"{}\" alone, but the request is not for one: give it \"text\" or \"toolCalls\"",
                                 said.embedding ? "embedding" : "image"));
  }

  [[nodiscard]] Answer stream_of(WholeBody const& whole) const {
    try {
      Answer answer = of_events(dialect_.frames(whole.body, request_, chunking_));
      answer.status = whole.status;
      return answer;
    } catch (Json::exception const&) {
      throw MisfitStep(
          "has a \"body\" that is no answer of this route, so that the stream that the request wants cannot be made of "
          "it: give it \"chunks\" or a short form such as \"text\", or the fault \"otherForm\" to send it all the "
          "same");
    }
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

Answer of_events(std::vector<std::string> frames) {
  Answer answer;
  answer.content_type = "text/event-stream; charset=utf-8";
  answer.events = EventFrames{.frames = std::move(frames)};
  return answer;
}

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

Answer refusal(int status, std::string code, std::string param, std::string message) {
  return of_error({.status = status,
                   .type = "invalid_request_error",
                   .code = std::move(code),
                   .param = std::move(param),
                   .message = std::move(message),
                   .retry_after = std::nullopt});
}

Answer no_method(std::string_view method, std::string_view path) {
  return refusal(405, "method_not_supported", "", fmt::format("{} does not take {}.", path, method));
}

Answer of_response(Response const& response, Json const& request, std::uint64_t seed, Dialect const& dialect,
                   BuiltIn const& built_in) {
  Answer answer = made(Maker(request, seed, dialect, built_in, response), response, dialect);
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

namespace mock_provider::scripted_answer {

namespace {

Answer of_misfit(std::string sentence) {
  Answer answer;
  answer.status = 501;
  answer.content_type = "text/plain; charset=utf-8";
  // Official clients would send it again.
  answer.headers.emplace_back("x-should-retry", "false");
  answer.body = std::move(sentence);
  return answer;
}

}  // namespace

bool give(MatchableRequest const& request, Json const& meant, Player& player, RouteAnswers const& answers,
          Outcome& outcome) {
  std::optional<std::variant<Played, NoStep>> taken = player.take(request);
  if (!taken) return false;
  if (NoStep* const none = std::get_if<NoStep>(&*taken)) {
    outcome.answer = answers.refusal(
        {.code = "mock_no_matching_step", .message = std::move(none->message), .pointer = std::move(none->pointer)});
    outcome.choice = std::move(none->choice);
    return true;
  }
  Played& played = std::get<Played>(*taken);
  try {
    outcome.answer = answer::of_response(*played.respond, meant, played.seed, answers.dialect, answers.built_in);
  } catch (MisfitStep const& misfit) {
    player.put_back(played);
    std::string const sentence = fmt::format("Step {} of the mock scenario \"{}\" (/steps/{}) {}.", played.step + 1,
                                             player.name(), played.step, misfit.what());
    Finding const finding{.rule = std::string(rule_of_unfit_step), .pointer = "", .message = sentence};
    outcome.findings.insert(outcome.findings.begin(), finding);
    outcome.answer = of_misfit(sentence + "\n");
  }
  outcome.choice = std::move(played.choice);
  return true;
}

}  // namespace mock_provider::scripted_answer
