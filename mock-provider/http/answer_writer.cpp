#include "mock-provider/http/answer_writer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "mock-provider/http/crew.hpp"

namespace mock_provider::http::answer_head {

/// The status line and the headers of an answer with the empty line after them.
[[nodiscard]] std::string text(Answer const& answer, AnswerForm const& form);

namespace {

constexpr std::array<std::pair<int, std::string_view>, 26> reasons{{
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
}};

/// Clients go by the number: a status without a name of its own has the name of its hundred.
std::string_view reason(int status) {
  auto const found = std::find_if(reasons.begin(), reasons.end(), [&](auto const& row) { return row.first == status; });
  if (found != reasons.end()) return found->second;
  if (status < 300) return "OK";
  if (status < 400) return "Redirection";
  return status < 500 ? "Client Error" : "Server Error";
}

}  // namespace

std::string text(Answer const& answer, AnswerForm const& form) {
  std::string result;
  result.reserve(512 + answer.body.size());
  fmt::format_to(std::back_inserter(result), "HTTP/1.1 {} {}\r\nContent-Type: {}\r\n", answer.status,
                 reason(answer.status), answer.content_type);
  if (!is_sent_in_pieces(answer)) {
    fmt::format_to(std::back_inserter(result), "Content-Length: {}\r\n", answer.body.size());
  } else if (form.streams == AnswerForm::Streams::chunked) {
    result += "Transfer-Encoding: chunked\r\n";
  }
  for (auto const& [name, value] : answer.headers) {
    result.append(name).append(": ").append(value).append("\r\n");
  }
  if (form.afterwards == AnswerForm::Afterwards::close) result += "Connection: close\r\n";
  result += "\r\n";
  return result;
}

}  // namespace mock_provider::http::answer_head

namespace mock_provider::http {
namespace {

/// Frames that are due together go out in writes of about this size at most.
constexpr std::size_t most_pending_bytes = 262'144;
/// How long a frame that is held, or has not come, is waited for before it is looked whether the client is still there.
constexpr std::chrono::milliseconds between_looks{10};

std::size_t size_of(std::span<std::string const> frames) {
  return std::accumulate(frames.begin(), frames.end(), std::size_t{0},
                         [](std::size_t sum, std::string const& frame) { return sum + frame.size(); });
}

ArrivingBody::Arrival awaited_from(ArrivingBody& body) {
  Crew::Pause const pause;
  return body.next(between_looks);
}

bool is_held(EventFrames const& events, std::size_t index) {
  bool const may_be_held = events.held_from && events.gate != nullptr && index >= *events.held_from;
  return may_be_held && !events.gate->opens_for(index, std::chrono::milliseconds(0));
}

}  // namespace

AnswerWriter::AnswerWriter(Channel& channel, AnswerForm form) : channel_(channel), form_(form) {}

Delivery AnswerWriter::write(Answer const& answer) {
  channel_.begin_exchange();
  bool const is_left = answer.delay.count() > 0 && channel_.is_left_before(Clock::now() + answer.delay);
  if (is_left) return {.end = Delivery::End::abandoned};
  bool const is_silent = answer.early_end && answer.early_end->head == EarlyEnd::Head::withheld;
  if (is_silent) return ended_early(*answer.early_end);
  pending_ = answer_head::text(answer, form_);
  if (form_.body == AnswerForm::Body::left_out) {
    return {.end = flush() ? Delivery::End::whole : Delivery::End::abandoned};
  }
  if (answer.arriving != nullptr) return write_arriving(*answer.arriving);
  return answer.events ? write_frames(answer) : write_body(answer);
}

Delivery AnswerWriter::write_body(Answer const& answer) {
  std::size_t const limit = answer.early_end ? answer.early_end->after_bytes : answer.body.size();
  std::string_view const sent = std::string_view(answer.body).substr(0, limit);
  pending_ += sent;
  if (!flush()) return {.end = Delivery::End::abandoned};
  body_bytes_ = sent.size();
  if (answer.early_end) return ended_early(*answer.early_end);
  return {.end = Delivery::End::whole, .body_bytes = body_bytes_};
}

Delivery AnswerWriter::write_frames(Answer const& answer) {
  EventFrames const& events = *answer.events;
  std::span<std::string const> const frames = events.frames;
  std::size_t const limit = answer.early_end ? answer.early_end->after_bytes : std::numeric_limits<std::size_t>::max();
  Clock::time_point const start = Clock::now();
  std::size_t first = 0;  // of the frames that go out next
  std::size_t end = 0;
  std::size_t bytes = 0;
  for (; end < frames.size() && body_bytes_ + bytes < limit; bytes += frames[end].size(), ++end) {
    bool const is_apart = events.writes == EventFrames::Writes::apart && end > 0;
    // From the start, not from the frame before: what is late once does not stay late.
    Clock::time_point const due =
        is_apart ? Clock::now() + events.between : start + events.between * static_cast<std::int64_t>(end);
    bool const is_early = events.between.count() > 0 && due > Clock::now();
    bool const must_wait = is_apart || is_early || is_held(events, end);
    if (!must_wait && bytes <= most_pending_bytes) continue;
    append_frames(frames.subspan(first, end - first), limit - body_bytes_);
    if (!flush() || !is_awaited(events, end, due)) {
      return {.end = Delivery::End::abandoned, .body_bytes = body_bytes_};
    }
    first = end;
    bytes = 0;
  }
  append_frames(frames.subspan(first, end - first), limit - body_bytes_);
  if (!answer.early_end && form_.streams == AnswerForm::Streams::chunked) pending_ += "0\r\n\r\n";
  if (!flush()) return {.end = Delivery::End::abandoned, .body_bytes = body_bytes_};
  if (answer.early_end) return ended_early(*answer.early_end);
  return {.end = Delivery::End::whole, .body_bytes = body_bytes_};
}

Delivery AnswerWriter::write_arriving(ArrivingBody& body) {
  using Then = ArrivingBody::Arrival::Then;
  // First the head, then each piece.
  while (flush()) {
    ArrivingBody::Arrival const arrival = awaited_from(body);
    append_frames(std::span(&arrival.bytes, 1), arrival.bytes.size());
    bool const is_whole = arrival.then == Then::whole;
    if (is_whole && form_.streams == AnswerForm::Streams::chunked) pending_ += "0\r\n\r\n";
    if (arrival.then != Then::more && flush()) {
      return {.end = is_whole ? Delivery::End::whole : Delivery::End::closed, .body_bytes = body_bytes_};
    }
    if (arrival.bytes.empty() && channel_.is_left()) break;
  }
  return {.end = Delivery::End::abandoned, .body_bytes = body_bytes_};
}

bool AnswerWriter::is_awaited(EventFrames const& events, std::size_t index, Clock::time_point due) const {
  if (due > Clock::now() && channel_.is_left_before(due)) return false;
  bool const may_be_held = events.held_from && events.gate != nullptr && index >= *events.held_from;
  if (!may_be_held) return true;
  Crew::Pause const pause;
  while (!events.gate->opens_for(index, between_looks)) {
    if (channel_.is_left()) return false;
  }
  return true;
}

void AnswerWriter::append_frames(std::span<std::string const> frames, std::size_t most_bytes) {
  std::size_t left = std::min(most_bytes, size_of(frames));
  if (left == 0) return;
  body_bytes_ += left;
  constexpr std::size_t room_for_framing = 32;
  pending_.reserve(pending_.size() + left + room_for_framing);
  bool const is_chunked = form_.streams == AnswerForm::Streams::chunked;
  if (is_chunked) fmt::format_to(std::back_inserter(pending_), "{:x}\r\n", left);
  for (std::string const& frame : frames) {
    std::string_view const sent = std::string_view(frame).substr(0, left);
    pending_ += sent;
    left -= sent.size();
  }
  if (is_chunked) pending_ += "\r\n";
}

bool AnswerWriter::flush() {
  bool const is_sent = channel_.write(pending_);
  pending_.clear();
  return is_sent;
}

Delivery AnswerWriter::ended_early(EarlyEnd const& early_end) {
  if (early_end.ending == Ending::close) return {.end = Delivery::End::closed, .body_bytes = body_bytes_};
  if (early_end.ending == Ending::stall) {
    while (!channel_.is_left_before(Clock::now() + std::chrono::hours(1))) {
    }
    return {.end = Delivery::End::abandoned, .body_bytes = body_bytes_};
  }
  channel_.reset();
  return {.end = Delivery::End::reset, .body_bytes = body_bytes_};
}

}  // namespace mock_provider::http
