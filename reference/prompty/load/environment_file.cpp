#include "prompty/load/environment_file.hpp"

#include "prompty/core/utf8.hpp"
#include "prompty/load/prompt_file.hpp"

namespace prompty {
namespace {

constexpr std::string_view environment_blanks = " \t\r";

bool is_blank(char c) {
  return environment_blanks.find(c) != std::string_view::npos;
}

bool is_name_character(char c) {
  return utf8::is_letter_or_digit(c) || c == '_';
}

/// A line of an environment file that is not blank.
class EnvironmentLine {
 public:
  EnvironmentLine(std::string_view line, Place place) : line_(line), place_(std::move(place)) {}

  std::pair<std::string, std::string> read() {
    skip_blanks();
    std::string_view name = take_name();
    if (name == "export" && !at_end() && is_blank(line_[at_])) {
      skip_blanks();
      name = take_name();
    }
    skip_blanks();
    if (name.empty() || utf8::is_digit(name.front())) fail("a name of letters, digits and '_' is missing");
    if (at_end() || line_[at_] != '=') fail("a '=' is missing after the name");
    ++at_;
    skip_blanks();
    return {std::string(name), take_value()};
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == line_.size(); }

  void skip_blanks() {
    while (!at_end() && is_blank(line_[at_])) ++at_;
  }

  std::string_view take_name() {
    std::size_t const begin = at_;
    while (!at_end() && is_name_character(line_[at_])) ++at_;
    return line_.substr(begin, at_ - begin);
  }

  std::string take_value() {
    if (at_end()) return "";
    if (line_[at_] == '"' || line_[at_] == '\'') return take_quoted(line_[at_]);
    std::string_view const rest = line_.substr(at_);
    std::size_t end = rest.find('#');
    while (end != std::string_view::npos && end > 0 && !is_blank(rest[end - 1])) end = rest.find('#', end + 1);
    return std::string(utf8::trimmed(rest.substr(0, end), environment_blanks));
  }

  std::string take_quoted(char quote) {
    std::size_t const begin = at_++;
    std::string value;
    for (; !at_end() && line_[at_] != quote; ++at_) {
      bool const escapes = quote == '"' && line_[at_] == '\\' && at_ + 1 < line_.size();
      value += escapes ? unescaped(line_[++at_]) : std::string(1, line_[at_]);
    }
    if (at_end()) {
      at_ = begin;
      fail("the quote is never closed");
    }
    ++at_;
    skip_blanks();
    if (!at_end() && line_[at_] != '#') fail("something follows the closing quote");
    return value;
  }

  [[nodiscard]] static std::string unescaped(char c) {
    if (c == 'n') return "\n";
    if (c == 't') return "\t";
    if (c == '"' || c == '\\' || c == '$') return std::string(1, c);
    return std::string("\\") + c;
  }

  [[noreturn]] void fail(std::string_view reason) const {
    Place place = place_;
    place.column = 1 + utf8::length(line_.substr(0, at_));
    throw errors::environment_file_malformed(place, reason);
  }

  std::string_view line_;
  Place place_;
  std::size_t at_ = 0;
};

bool is_blank_or_comment(std::string_view line) {
  std::size_t const first = line.find_first_not_of(environment_blanks);
  return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

std::map<std::string, std::string> read_environment_file(std::string_view text, std::string const& file) {
  text = utf8::without_byte_order_mark(text);
  std::map<std::string, std::string> variables;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view const line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    if (is_blank_or_comment(line)) continue;
    auto [name, value] = EnvironmentLine(line, {.file = file, .line = number}).read();
    variables.insert_or_assign(std::move(name), std::move(value));
  }
  return variables;
}

Environment with_variables(Environment first, std::map<std::string, std::string> variables) {
  return [first = std::move(first), second = fixed_environment(std::move(variables))](std::string const& name) {
    std::optional<std::string> found = first(name);
    return found ? found : second(name);
  };
}

Environment with_environment_files(std::vector<std::filesystem::path> const& files, Environment first) {
  std::map<std::string, std::string> variables;
  // P4.1-13: `merge` keeps what is there, so the first file that sets a name wins, as what is set wins over all files.
  for (std::filesystem::path const& file : files) {
    std::string const content = prompt_file::read(file.string(), errors::environment_file_not_found);
    variables.merge(read_environment_file(content, file.string()));
  }
  return with_variables(std::move(first), std::move(variables));
}

}  // namespace prompty
