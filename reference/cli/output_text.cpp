#include "cli/output_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>
#include <variant>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/file_access.hpp"

namespace prompty::cli {
namespace {

/// Code points from `first` to `last` take this many columns.
struct Range {
  char32_t first;
  char32_t last;
  std::size_t width;
};

// The blocks that a prompt is likely to hold; what is missing here counts one column.
constexpr Range ranges[] = {{0x0300, 0x036F, 0}, {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
                            {0x2E80, 0x303E, 2}, {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
                            {0xFE00, 0xFE0F, 0}, {0xFE30, 0xFE6F, 2},   {0xFEFF, 0xFEFF, 0},   {0xFF00, 0xFF60, 2},
                            {0xFFE0, 0xFFE6, 2}, {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2}};

std::size_t width_of(char32_t code_point) {
  for (Range const& range : ranges) {
    if (code_point >= range.first && code_point <= range.last) return range.width;
  }
  return 1;
}

char32_t value_of_first_byte(unsigned char byte) {
  if (byte < 0x80U) return byte;
  if (byte < 0xE0U) return byte & 0x1FU;
  if (byte < 0xF0U) return byte & 0x0FU;
  return byte & 0x07U;
}

/// The control characters U+0080 to U+009F begin with this byte, and so do a few letters.
constexpr char first_byte_of_late_control = '\xC2';

/// The length of the control character at the beginning of `text`, which is not empty; 0 for any other character.
std::size_t length_of_control(std::string_view text) {
  unsigned char const byte = static_cast<unsigned char>(text[0]);
  if (byte < 0x20 || byte == 0x7F) return 1;
  bool const is_late =
      text.size() > 1 && text[0] == first_byte_of_late_control && static_cast<unsigned char>(text[1]) < 0xA0U;
  return is_late ? 2 : 0;
}

/// `text` with what `replacement` makes of the first byte of each control character in its place.
template <class Replacement>
std::string with_controls_replaced(std::string_view text, Replacement replacement) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const control = length_of_control(text.substr(at));
    if (control == 0) {
      shown += text[at];
    } else {
      shown += replacement(text[at]);
    }
    at += std::max<std::size_t>(control, 1);
  }
  return shown;
}

constexpr std::array<std::string_view, 8> secret_words = {"apikey",   "api_key", "api-key", "secret",
                                                          "password", "token",   "cookie",  "credential"};

bool is_secret_member(std::string_view name) {
  std::string const key = utf8::lower_ascii(name);
  if (key == "authorization") return true;
  return std::any_of(secret_words.begin(), secret_words.end(),
                     [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

/// The name right before the separator at `separator`, without its quotes.
std::string_view name_before(std::string_view line, std::size_t separator) {
  constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  std::string_view const before = line.substr(0, separator);
  std::string_view const name = before.substr(0, before.find_last_not_of(" \"'") + 1);
  return name.substr(name.find_last_not_of(characters) + 1);
}

/// Where the value that begins at `begin` ends: at its closing quote, in a flow mapping before the next separator,
/// otherwise with the line.
std::size_t end_of_value(std::string_view line, std::size_t begin) {
  bool const is_quoted = line[begin] == '"' || line[begin] == '\'';
  bool const is_in_flow = line.substr(0, begin).find('{') != std::string_view::npos;
  std::size_t end = std::string_view::npos;
  if (is_quoted) end = line.find(line[begin], begin + 1);
  if (!is_quoted && is_in_flow) end = line.find_first_of(",}", begin);
  return std::min(end, line.size());
}

bool is_expression(std::string_view value) {
  return value.starts_with("${") || value.starts_with("{{") || value.starts_with("{%");
}

constexpr std::size_t max_columns = 100;

/// More than a prompt may have.
constexpr std::size_t most_bytes_shown_of = 64 * 1024 * 1024;

/// Nothing when the line is not there, nor what was a pipe and is read by now.
std::optional<std::string> line_of_file(std::string const& file, std::size_t number) {
  auto content = file_access::read(file, most_bytes_shown_of);
  if (!std::holds_alternative<std::string>(content)) return std::nullopt;
  std::istringstream stream(std::get<std::string>(std::move(content)));
  std::string line;
  for (std::size_t read = 0; read < number; ++read) {
    if (!std::getline(stream, line)) return std::nullopt;
  }
  if (number == 1) line = std::string(utf8::without_byte_order_mark(line));
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

/// A line as it may be shown, and the column in it that was meant.
struct ShownLine {
  std::string text;
  std::size_t column;
};

ShownLine without_secrets(std::string const& line, std::size_t column, Secrets const& secrets) {
  std::string text = secrets.masked(with_named_values_masked(line));
  if (column == 0 || text == line) return {.text = std::move(text), .column = column};
  std::string const before = line.substr(0, offset_of_code_point(line, column - 1));
  std::size_t const caret = secrets.masked(with_named_values_masked(before)).size();
  return {.text = text, .column = 1 + utf8::length(std::string_view(text).substr(0, caret))};
}

void write_source(Place const& place, Secrets const& secrets, std::ostream& out) {
  std::optional<std::string> const line = line_of_file(place.file, place.line);
  if (!line) return;
  // Before it is cut, so that no half of a secret is left.
  ShownLine const shown = without_secrets(*line, place.column, secrets);
  std::string_view const text = shown.text;
  std::size_t const caret = offset_of_code_point(text, shown.column == 0 ? 0 : shown.column - 1);
  // Of a long line, the part around the caret. A code point takes one column at the least, so that this many never get
  // too short.
  bool const is_cut = shown.column > max_columns / 2 + 1;
  std::size_t const from = is_cut ? offset_of_code_point(text, shown.column - 1 - max_columns / 2) : 0;
  std::size_t const length = offset_of_code_point(text.substr(caret), max_columns / 2);
  std::string const before = (from > 0 ? "…" : "") + printable(text.substr(from, caret - from));
  std::string const after = printable(text.substr(caret, length)) + (caret + length < text.size() ? "…" : "");
  out << fmt::format("{:>5} | {}{}\n", place.line, before, after);
  if (place.column > 0) out << fmt::format("{:>5} | {:>{}}^\n", "", "", display_width(before));
}

/// `message` without its place, which the first line of a problem shows already.
std::string without_place(std::string message, Place const& place) {
  for (Place const& known : {place, Place{.line = place.line, .column = place.column}}) {
    std::string const shown = describe_place(known);
    if (shown.empty()) continue;
    for (std::string const& form : {shown + ": ", " (" + shown + ")"}) {
      std::size_t const at = message.find(form);
      if (at != std::string::npos) return message.erase(at, form.size());
    }
  }
  return message;
}

void print_plainly(Outcome const& outcome, std::ostream& out) {
  auto const value = [&] { return Json(outcome_to_json(outcome)["value"]); };
  match(
      outcome, [&](Text const& text) { print_lines(text.value, out); },
      [&](Embedding const&) { print_lines(json_text::dump(value()), out); },
      [&](std::vector<Embedding> const& embeddings) {
        for (Embedding const& embedding : embeddings) print_plainly(embedding, out);
      },
      [&](Image const& image) { print_lines(image.value, out); },
      [&](std::vector<Image> const& images) {
        for (Image const& image : images) print_plainly(image, out);
      },
      [&](auto const&) { print_lines(json_text::dump_indented(value()), out); });
}

void print_pieces(ItemStream& items, std::ostream& out) {
  OpenLine line(out);
  std::vector<ToolCall> calls;
  try {
    for (StreamItem const& item : items) {
      match(
          item, [&](std::string const& piece) { line.add(piece); },
          [&](ToolCall const& call) { calls.push_back(call); });
    }
  } catch (...) {
    line.end();
    throw;
  }
  line.end();
  if (!calls.empty()) print_plainly(calls, out);
}

bool is_address(std::string_view value) {
  return value.starts_with("https://") || value.starts_with("http://");
}

std::string_view without_data_address(std::string_view value) {
  constexpr std::string_view mark = ";base64,";
  std::size_t const at = value.starts_with("data:") ? value.find(mark) : std::string_view::npos;
  return at == std::string_view::npos ? value : value.substr(at + mark.size());
}

std::string numbered_path(std::string const& path, std::size_t number) {
  if (number == 1) return path;
  std::filesystem::path const whole(path);
  std::filesystem::path const name = fmt::format("{}-{}{}", whole.stem().string(), number, whole.extension().string());
  return (whole.parent_path() / name).string();
}

void write_answer(std::string const& path, std::string_view bytes) {
  if (int const error = write_file(path, bytes); error != 0) {
    throw errors::answer_not_written(path, std::generic_category().message(error));
  }
}

std::vector<Image> images_of(Outcome const& outcome) {
  if (std::holds_alternative<Image>(outcome)) return {std::get<Image>(outcome)};
  if (std::holds_alternative<std::vector<Image>>(outcome)) return std::get<std::vector<Image>>(outcome);
  return {};
}

}  // namespace

std::string printable(std::string_view text) {
  return with_controls_replaced(text, [](char control) { return std::string(control == '\t' ? 4 : 1, ' '); });
}

std::string printable_lines(std::string_view text) {
  return with_controls_replaced(
      text, [](char control) { return std::string(control == '\n' || control == '\t' ? 1 : 0, control); });
}

std::string PrintablePieces::next(std::string_view piece) {
  std::string text = holds_first_byte_ ? std::string(1, first_byte_of_late_control) : "";
  text += piece;
  holds_first_byte_ = text.ends_with(first_byte_of_late_control);
  if (holds_first_byte_) text.pop_back();
  return printable_lines(text);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    char32_t code_point = value_of_first_byte(static_cast<unsigned char>(text[at]));
    for (++at; at < text.size() && utf8::is_continuation(text[at]); ++at) {
      code_point = (code_point << 6U) | (static_cast<unsigned char>(text[at]) & 0x3FU);
    }
    width += width_of(code_point);
  }
  return width;
}

std::size_t offset_of_code_point(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; number > 0 && at < text.size(); --number) {
    ++at;
    while (at < text.size() && utf8::is_continuation(text[at])) ++at;
  }
  return at;
}

std::string with_named_values_masked(std::string_view line) {
  std::string shown;
  std::size_t done = 0;
  for (std::size_t at = line.find_first_of(":="); at != std::string_view::npos; at = line.find_first_of(":=", at + 1)) {
    if (at < done || !names_a_secret(name_before(line, at))) continue;
    std::size_t const begin = line.find_first_not_of(" \t", at + 1);
    if (begin == std::string_view::npos) break;
    std::size_t const quote = line[begin] == '"' || line[begin] == '\'' ? 1 : 0;
    if (is_expression(line.substr(begin + quote))) continue;
    shown += line.substr(done, begin + quote - done);
    shown += "[REDACTED]";
    done = end_of_value(line, begin);
  }
  return shown += line.substr(done);
}

Json with_secrets_masked(Json value) {
  if (!value.is_structured()) return value;
  for (auto& [key, element] : value.items()) {
    bool const is_secret = value.is_object() && element.is_string() && is_secret_member(key);
    element = is_secret ? Json("[REDACTED]") : with_secrets_masked(element);
  }
  return value;
}

void write_problem(Problem const& problem, Secrets const& secrets, std::ostream& out, Quoting quoting) {
  Place const& place = problem.place;
  std::string shown = printable(place.file);
  if (place.line > 0) shown += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) shown += fmt::format(":{}", place.column);
  std::string_view const severity = problem.severity == Severity::error ? "error" : "warning";
  out << fmt::format("{}: {}: {}\n", shown.empty() ? "prompty" : shown, severity,
                     printable(secrets.masked(without_place(problem.message, place))));
  bool const has_source = place.line > 0 && !place.file.empty();
  if (has_source && quoting == Quoting::allowed) write_source(place, secrets, out);
  if (!problem.hint.empty()) out << "hint: " << printable(secrets.masked(problem.hint)) << '\n';
}

void write_error(Error const& error, Secrets const& secrets, std::ostream& out) {
  Place const& place = error.place();
  if (place.line == 0 || place.file.empty()) {
    out << "prompty: " << error.kind() << ": " << printable(secrets.masked(error.what())) << '\n';
    return;
  }
  Explanation const& explanation = error.explanation();
  write_problem({.place = place, .message = explanation.problem, .hint = explanation.hint}, secrets, out,
                explanation.quoting);
}

int MaskedOutput::sync() {
  std::lock_guard<std::mutex> const lock(mutex_);
  pass_on(std::exchange(open_line_, {}));
  out_.flush();
  return out_.good() ? 0 : -1;
}

std::streamsize MaskedOutput::xsputn(char const* characters, std::streamsize count) {
  std::lock_guard<std::mutex> const lock(mutex_);
  open_line_.append(characters, static_cast<std::size_t>(count));
  std::size_t done = 0;
  for (std::size_t end = open_line_.find('\n'); end != std::string::npos; end = open_line_.find('\n', done)) {
    pass_on(std::string_view(open_line_).substr(done, end - done));
    out_ << '\n';
    done = end + 1;
  }
  open_line_.erase(0, done);
  return count;
}

void MaskedOutput::pass_on(std::string_view line) {
  if (!line.empty()) out_ << secrets_->masked(line);
}

void print_lines(std::string_view text, std::ostream& out) {
  out << text;
  if (text.empty() || text.back() != '\n') out << '\n';
}

void print_outcome(Outcome const& outcome, Printing printing, std::ostream& out) {
  if (printing == Printing::json_lines) return print_lines(json_text::dump(outcome_to_json(outcome)), out);
  print_plainly(outcome, out);
}

void print_stream(ItemStream& items, Printing printing, std::ostream& out) {
  if (printing == Printing::plain) return print_pieces(items, out);
  for (StreamItem const& item : items) out << json_text::dump(stream_item_to_json(item)) << '\n' << std::flush;
  print_outcome(whole_outcome(items), printing, out);
}

void write_outcome(Outcome const& outcome, std::string const& path, Printing printing, std::ostream& out) {
  std::vector<Image> const images = images_of(outcome);
  if (images.empty()) {
    std::ostringstream text;
    print_outcome(outcome, printing, text);
    return write_answer(path, text.str());
  }
  std::size_t number = 0;
  for (Image const& image : images) {
    ++number;
    if (is_address(image.value)) {
      print_lines(image.value, out);
    } else {
      write_answer(numbered_path(path, number), bytes_of_image(image.value));
    }
  }
}

std::string bytes_of_image(std::string_view value) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string_view text = without_data_address(value);
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (char const letter : text) {
    std::size_t const digit = letters.find(letter);
    if (digit == std::string_view::npos) throw errors::unexpected_response("the image is not base64");
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count));
    bits &= (1U << static_cast<unsigned>(count)) - 1;
  }
  if (count >= 6) throw errors::unexpected_response("the base64 of the image is cut short");
  return bytes;
}

}  // namespace prompty::cli
