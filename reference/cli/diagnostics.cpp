#include "cli/diagnostics.hpp"

#include <fmt/core.h>

#include <fstream>
#include <ostream>

#include "cli/output_text.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty::cli {
namespace {

constexpr std::size_t max_columns = 100;

std::optional<std::string> line_of_file(std::string const& file, std::size_t number) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  for (std::size_t read = 0; read < number; ++read) {
    if (!std::getline(stream, line)) return std::nullopt;
  }
  if (number == 1) line = std::string(utf8::without_byte_order_mark(line));
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

/// What to show of a long line: the part around the caret.
struct Excerpt {
  std::string before;
  std::string after;
};

Excerpt excerpt_of(std::string const& line, std::size_t column) {
  std::size_t const caret = offset_of_code_point(line, column == 0 ? 0 : column - 1);
  std::size_t from = 0;
  // A code point takes one column at the least, so that this many never get too short.
  if (column > max_columns / 2 + 1) from = offset_of_code_point(line, column - 1 - max_columns / 2);
  std::size_t const length = offset_of_code_point(std::string_view(line).substr(caret), max_columns / 2);
  std::string_view const text = line;
  Excerpt excerpt{.before = printable(text.substr(from, caret - from)), .after = printable(text.substr(caret, length))};
  if (from > 0) excerpt.before.insert(0, "…");
  if (caret + length < line.size()) excerpt.after += "…";
  return excerpt;
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
  Excerpt const excerpt = excerpt_of(shown.text, shown.column);
  std::string const number = std::to_string(place.line);
  out << fmt::format("{:>5} | {}{}\n", number, excerpt.before, excerpt.after);
  if (place.column > 0) out << fmt::format("{:>5} | {:>{}}^\n", "", "", display_width(excerpt.before));
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

}  // namespace

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

}  // namespace prompty::cli
