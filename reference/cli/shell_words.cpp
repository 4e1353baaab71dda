#include "cli/shell_words.hpp"

#include <cstddef>

namespace prompty::cli {
namespace shell {
namespace {

constexpr std::string_view blanks = " \t\n";
constexpr std::string_view kept_behind_backslash = "\"\\$`\n";

/// Reads a command from its beginning to its end.
class Splitter {
 public:
  explicit Splitter(std::string_view command) : rest_(command) {}

  std::optional<std::vector<std::string>> words() {
    while (!rest_.empty()) {
      if (!read_piece()) return std::nullopt;
    }
    end_word();
    return std::move(words_);
  }

 private:
  /// One character or one quoted piece; false when it has no end.
  bool read_piece() {
    char const character = take();
    if (character == '\'') return read_single_quoted();
    if (character == '"') return read_double_quoted();
    if (character == '\\') return read_escaped();
    if (blanks.find(character) != std::string_view::npos) {
      end_word();
    } else {
      add(character);
    }
    return true;
  }

  bool read_escaped() {
    if (rest_.empty()) return false;
    char const character = take();
    // A shell joins the lines.
    if (character != '\n') add(character);
    return true;
  }

  bool read_single_quoted() {
    std::size_t const end = rest_.find('\'');
    if (end == std::string_view::npos) return false;
    begin_word() += rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }

  bool read_double_quoted() {
    begin_word();
    while (!rest_.empty()) {
      char const character = take();
      if (character == '"') return true;
      bool const escapes =
          character == '\\' && !rest_.empty() && kept_behind_backslash.find(rest_.front()) != std::string_view::npos;
      if (!escapes) {
        add(character);
      } else if (char const kept = take(); kept != '\n') {
        add(kept);
      }
    }
    return false;
  }

  char take() {
    char const first = rest_.front();
    rest_.remove_prefix(1);
    return first;
  }

  std::string& begin_word() {
    if (!word_) word_.emplace();
    return *word_;
  }

  void add(char character) { begin_word() += character; }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  std::string_view rest_;
  std::optional<std::string> word_;
  std::vector<std::string> words_;
};

}  // namespace
}  // namespace shell

std::optional<std::vector<std::string>> shell_words(std::string_view command) {
  return shell::Splitter(command).words();
}

}  // namespace prompty::cli
