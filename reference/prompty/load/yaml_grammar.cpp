#include "prompty/load/yaml_grammar.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "prompty/core/utf8.hpp"

namespace prompty::yaml {
namespace {

constexpr std::string_view blanks = " \t";

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Where the blanks begin that end at `at`.
std::size_t start_of_blanks(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank(text[at - 1])) --at;
  return at;
}

/// Where the line that begins behind `line_break` in `text` has something left of the margin.
std::optional<std::size_t> left_of(std::string_view text, std::size_t line_break, Margin margin) {
  std::size_t const first = std::min(text.find_first_not_of(' ', line_break + 1), text.size());
  bool const is_empty = text.find_first_not_of(" \t\r", line_break + 1) == text.find('\n', line_break + 1);
  return is_empty || first - line_break > margin.indentation ? std::nullopt : std::optional(first);
}

/// Whether a question mark announces the key, of which the value before ends at `end`. Only indicators and comments
/// stand between them.
bool is_announced(std::string_view text, std::size_t end, Event const& key) {
  for (std::size_t at = end; at < key.begin; ++at) {
    if (text[at] == '?') return true;
    if (text[at] == '#') at = std::min(text.find('\n', at), key.begin);
  }
  return false;
}

bool is_blank_or_break(std::string_view text, std::size_t at) {
  return at >= text.size() || std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos;
}

/// Whether a question mark stands alone, as one that announces a key does.
bool has_lone_question_mark(std::string_view text) {
  for (std::size_t at = text.find('?'); at != std::string_view::npos; at = text.find('?', at + 1)) {
    if ((at == 0 || is_blank_or_break(text, at - 1)) && is_blank_or_break(text, at + 1)) return true;
  }
  return false;
}

}  // namespace

bool is_missing(Event const& event) {
  return event.is_plain && event.begin == event.end;
}

std::size_t column_of(std::string_view text, std::size_t at) {
  std::size_t const line_break = text.substr(0, at).rfind('\n');
  std::size_t const start = line_break == std::string_view::npos ? 0 : line_break + 1;
  std::string_view const before = text.substr(start, at - start);
  std::size_t const mark = before.rfind(utf8::byte_order_mark);
  return mark == std::string_view::npos ? before.size() : before.size() - mark - utf8::byte_order_mark.size();
}

void refuse_tab_before(Reporter const& reporter, std::size_t at) {
  std::size_t const from = start_of_blanks(reporter.text, at);
  std::size_t const tab = reporter.text.substr(from, at - from).find('\t');
  if (tab != std::string_view::npos) reporter.fail(from + tab, reasons::tab_indents);
}

std::optional<std::size_t> line_left_of(std::string_view whole, Event const& scalar, Margin margin) {
  if (!scalar.has_line_ends) return std::nullopt;
  std::string_view const text = whole.substr(0, scalar.end);
  for (std::size_t at = text.find('\n', scalar.offset); at < text.size(); at = text.find('\n', at + 1)) {
    if (std::optional<std::size_t> const left = left_of(text, at, margin)) return left;
  }
  return std::nullopt;
}

void refuse_left_of(Reporter const& reporter, std::optional<std::size_t> left, Margin margin) {
  if (!left) return;
  if (reporter.text.substr(*left, 1) == "\t") reporter.fail(*left, reasons::tab_indents);
  reporter.fail(*left, margin.is_in_brackets
                           ? "indent this further than the key that it belongs to, or close the bracket before it"
                           : reasons::further_right);
}

void refuse_start_left_of(Reporter const& reporter, Event const& value, Margin margin) {
  if (is_missing(value)) return;
  std::string_view const text = reporter.text.substr(0, value.end);
  for (std::size_t const start : {value.begin, value.offset}) {
    std::size_t const from = start_of_blanks(text, start);
    if (from > 0 && text[from - 1] == '\n') refuse_left_of(reporter, left_of(text, from - 1, margin), margin);
  }
}

void refuse_lone_indicator(Reporter const& reporter, Event const& plain, Margin margin) {
  std::string_view const behind = margin.is_in_brackets ? " \t\r\n,[]{}" : " \t\r\n";
  bool const is_missing_behind_anchor = plain.offset == plain.end;
  if (is_missing_behind_anchor) {
    // The parser takes the colon that begins a text there for one that ends a key of nothing.
    std::size_t const next = std::min(reporter.text.find_first_not_of(blanks, plain.end), reporter.text.size());
    bool const is_colon = margin.is_in_brackets && reporter.text.substr(next, 1) == ":";
    if (is_colon && behind.find_first_of(reporter.text.substr(next + 1, 1)) == std::string_view::npos) {
      reporter.fail(next, reasons::begins_no_value);
    }
    return;
  }
  if (std::string_view("?-:").find(reporter.text[plain.offset]) == std::string_view::npos) return;
  bool const is_alone = behind.find_first_of(reporter.text.substr(plain.offset + 1, 1)) != std::string_view::npos;
  if (is_alone || plain.offset + 1 == reporter.text.size()) reporter.fail(plain.offset, reasons::begins_no_value);
}

void refuse_unfit_key(Reporter const& reporter, std::size_t end_before, Event const& key, Margin margin) {
  if (is_announced(reporter.text, end_before, key)) return refuse_start_left_of(reporter, key, margin);
  constexpr std::size_t longest = 1024;
  std::string_view const written = reporter.text.substr(key.begin, key.end - key.begin);
  bool const has_anchor_or_tag = key.begin < key.offset;
  bool const may_have_lines = key.has_line_ends || has_anchor_or_tag;
  if (may_have_lines && written.find('\n') != std::string_view::npos) reporter.fail(key.begin, reasons::key_over_lines);
  if (written.size() > longest && utf8::length(written) > longest) {
    reporter.fail(key.begin, fmt::format("a key is longer than {} characters", longest));
  }
}

void refuse_block_header(Reporter const& reporter, Event const& block) {
  std::size_t const end = reporter.text.find_first_not_of("|>123456789+-", block.offset);
  if (end < reporter.text.size() && reporter.text[end] == '#') reporter.fail(end, reasons::blank_before_comment);
}

void refuse_directive(Reporter const& reporter) {
  std::string_view const text = reporter.text;
  for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1) {
    if (text[at] == '%') reporter.fail(at, reasons::percent_sign_begins_line);
    std::size_t const first = text.find_first_not_of(" \t\r", at);
    if (first != std::string_view::npos && text[first] != '#' && text[first] != '\n') return;
  }
}

void refuse_tab_behind_colon(Reporter const& reporter) {
  std::string_view const text = reporter.text;
  if (text.find('\t') == std::string_view::npos || !has_lone_question_mark(text)) return;
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
    std::size_t const next = text.find_first_not_of(blanks, at + 1);
    if (next == std::string_view::npos) return;
    std::size_t const tab = text.substr(0, next).find('\t', at);
    if (tab != std::string_view::npos && std::string_view("?:|>-").find(text[next]) != std::string_view::npos) {
      reporter.fail(tab, "with keys behind question marks, a tab cannot follow a colon; use blanks");
    }
  }
}

}  // namespace prompty::yaml
