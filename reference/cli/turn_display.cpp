#include "cli/turn_display.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "cli/display_width.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/trace/redact.hpp"

namespace prompty::cli {
namespace turn_display {
namespace {

constexpr std::size_t most_shown = 200;

std::string shortened(std::string_view text) {
  if (utf8::first_invalid_byte(text)) return fmt::format("({} bytes that are no text)", text.size());
  std::size_t const end = offset_of_code_point(text, most_shown);
  std::string const shown = printable(text.substr(0, end));
  return end == text.size() ? shown : shown + "…";
}

std::string masked(Json const& value) {
  return shortened(json_text::dump(redacted("", value)));
}

}  // namespace
}  // namespace turn_display

void TurnDisplay::show(Event const& event) {
  std::lock_guard<std::mutex> const lock(mutex_);
  if (is_closed_) return;
  match(
      event, [&](TokenEvent const& token) { show_piece(token.text); },
      [&](ToolCallStartEvent const& start) { note(call_line(start.call)); },
      [&](ToolResultEvent const& end) { note(result_line(end.call.name, end.result)); },
      [&](StatusEvent const& status) { note("· " + turn_display::shortened(status.message)); },
      [&](CompactionCompleteEvent const& compaction) {
        note(fmt::format("· {} older messages no longer fit and were left out", compaction.removed));
      },
      [](auto const&) {});
}

void TurnDisplay::close() {
  std::lock_guard<std::mutex> const lock(mutex_);
  end_line();
  is_closed_ = true;
}

void TurnDisplay::end_line() {
  if (line_is_open_) out_ << '\n' << std::flush;
  line_is_open_ = false;
}

void TurnDisplay::finish(Outcome const& outcome) {
  std::lock_guard<std::mutex> const lock(mutex_);
  end_line();
  if (has_shown_pieces_ && printing_ == Printing::plain) return;
  print_outcome(outcome, printing_, out_);
  out_ << std::flush;
}

void TurnDisplay::show_piece(std::string const& piece) {
  if (piece.empty()) return;
  has_shown_pieces_ = true;
  if (printing_ == Printing::json_lines) {
    out_ << json_text::dump(piece) << '\n' << std::flush;
    return;
  }
  out_ << piece << std::flush;
  line_is_open_ = piece.back() != '\n';
}

void TurnDisplay::note(std::string const& line) {
  end_line();
  err_ << line << '\n' << std::flush;
}

std::string call_line(ToolCall const& call) {
  std::optional<Json> const arguments = json_text::parse(call.arguments);
  std::string const shown =
      arguments ? turn_display::masked(*arguments) : fmt::format("({} bytes that are no JSON)", call.arguments.size());
  return fmt::format("→ {} {}", turn_display::shortened(call.name), shown);
}

std::string result_line(std::string_view tool, std::string_view result) {
  std::optional<Json> const value = json_text::parse(result);
  bool const may_hold_secrets = value && value->is_structured();
  return fmt::format("← {} {}", turn_display::shortened(tool),
                     may_hold_secrets ? turn_display::masked(*value) : turn_display::shortened(result));
}

}  // namespace prompty::cli
