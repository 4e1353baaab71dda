#include "mock-provider/fault.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "mock-provider/misfit_step.hpp"

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

std::vector<std::string>::iterator frame_at(EventFrames& events, std::size_t index) {
  return events.frames.begin() + static_cast<std::ptrdiff_t>(std::min(index, events.frames.size()));
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
    answer_.events->frames.insert(frame_at(*answer_.events, fault.after_frames), name + fault.line + "\n\n");
    return std::move(answer_);
  }
  Answer operator()(ErrorEvent const& fault) {
    require_stream(answer_, "errorEvent", "respond with an error");
    std::vector<std::string>& frames = answer_.events->frames;
    frames.erase(frame_at(*answer_.events, fault.after_frames), frames.end());
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
    answer_.events = {.frames = std::move(pieces), .between = fault.every, .writes = EventFrames::Writes::apart};
    return std::move(answer_);
  }
  Answer operator()(SplitWrites const& fault) {
    std::string const bytes = all_bytes(answer_);
    std::vector<std::string> pieces = fault.inside == SplitWrites::Inside::character
                                          ? split_where(bytes, is_inside_character)
                                          : split_where(with_crlf(bytes), is_inside_line_end);
    answer_.events = {
        .frames = std::move(pieces), .between = between_split_writes, .writes = EventFrames::Writes::apart};
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
