#include "harness/subject/shell_words.hpp"

#include <fmt/core.h>

#include <optional>
#include <utility>

namespace conformance {
namespace shell_words {
namespace {

bool separates(char character) {
  return character == ' ' || character == '\t' || character == '\n';
}

bool escapable_in_double_quotes(char character) {
  return character == '$' || character == '`' || character == '"' || character == '\\' || character == '\n';
}

class Splitter {
 public:
  explicit Splitter(std::string_view command) : command_(command) {}

  std::vector<std::string> split() {
    while (position_ < command_.size()) take_one();
    end_word();
    return std::move(words_);
  }

 private:
  void take_one() {
    char const character = command_[position_];
    if (separates(character)) {
      ++position_;
      return end_word();
    }
    if (character == '\'') return take_single_quotes();
    if (character == '"') return take_double_quotes();
    if (character == '\\') return take_escape();
    keep(character);
    ++position_;
  }

  void take_single_quotes() {
    std::size_t const closing = command_.find('\'', position_ + 1);
    if (closing == std::string_view::npos) throw open_quotation("single", position_);
    if (!word_) word_.emplace();
    word_->append(command_.substr(position_ + 1, closing - position_ - 1));
    position_ = closing + 1;
  }

  void take_double_quotes() {
    std::size_t const opening = position_++;
    if (!word_) word_.emplace();
    while (position_ < command_.size() && command_[position_] != '"') {
      bool const escapes = command_[position_] == '\\' && position_ + 1 < command_.size() &&
                           escapable_in_double_quotes(command_[position_ + 1]);
      if (escapes) {
        take_escape();
      } else {
        keep(command_[position_++]);
      }
    }
    if (position_ == command_.size()) throw open_quotation("double", opening);
    ++position_;
  }

  void take_escape() {
    if (position_ + 1 == command_.size()) {
      throw ShellWordsError("the command ends with a lone backslash; double it or remove it");
    }
    char const escaped = command_[position_ + 1];
    if (escaped != '\n') keep(escaped);
    position_ += 2;
  }

  void keep(char character) {
    if (!word_) word_.emplace();
    word_->push_back(character);
  }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  static ShellWordsError open_quotation(std::string_view kind, std::size_t position) {
    return ShellWordsError(
        fmt::format("the {} quote at character {} of the command is never closed", kind, position + 1));
  }

  std::string_view command_;
  std::size_t position_ = 0;
  std::optional<std::string> word_;
  std::vector<std::string> words_;
};

}  // namespace
}  // namespace shell_words

std::vector<std::string> split_shell_words(std::string_view command) {
  return shell_words::Splitter(command).split();
}

}  // namespace conformance
