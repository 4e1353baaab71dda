#include "mock-provider/matching/pattern.hpp"

#include <fmt/core.h>
#include <fnmatch.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace conformance {
namespace {

bool is_allowed_escape(char letter) {
  constexpr std::string_view letters = "dDwWsSnrt";
  return letters.find(letter) != std::string_view::npos || std::ispunct(static_cast<unsigned char>(letter)) != 0;
}

/// Walks a pattern once; each step consumes one construct.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern) : pattern_(pattern) {}

  std::optional<std::string> first_problem() {
    while (position_ < pattern_.size()) {
      if (std::optional<std::string> problem = step()) return problem;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> step() {
    char const letter = pattern_[position_];
    switch (letter) {
      case '|':
        return "alternation is not part of the pattern language; use $oneOf";
      case '^':
      case '$':
        return fmt::format(
            "'{}' is not needed, a pattern always matches the whole string; escape it to mean the character", letter);
      case '\\':
        return escape();
      case '[':
        return character_class();
      case '(':
        return group();
      case '*':
      case '+':
      case '?':
        return quantifier(1);
      case '{':
        return count();
      default:
        ++position_;
        quantifiable_ = letter != ')' || position_ > 1;
        return std::nullopt;
    }
  }

  std::optional<std::string> escape() {
    if (position_ + 1 >= pattern_.size()) return "a backslash ends the pattern";
    if (!is_allowed_escape(pattern_[position_ + 1])) {
      return fmt::format("the escape \\{} is not part of the pattern language", pattern_[position_ + 1]);
    }
    position_ += 2;
    quantifiable_ = true;
    return std::nullopt;
  }

  std::optional<std::string> character_class() {
    std::size_t end = position_ + 1;
    if (end < pattern_.size() && pattern_[end] == '^') ++end;
    // Some languages take it as a sign of the class, others as the end of an empty class.
    if (end < pattern_.size() && pattern_[end] == ']') return "a ']' that stands first in a class must be escaped";
    for (; end < pattern_.size(); ++end) {
      if (pattern_[end] == ']') break;
      if (pattern_[end] == '[') return "a '[' inside a class must be escaped";
      if (pattern_[end] != '\\') continue;
      ++end;
      if (end < pattern_.size() && !is_allowed_escape(pattern_[end])) {
        return fmt::format("the escape \\{} is not part of the pattern language", pattern_[end]);
      }
    }
    if (end >= pattern_.size()) return "a class is not closed by ']'";
    position_ = end + 1;
    quantifiable_ = true;
    return std::nullopt;
  }

  std::optional<std::string> group() {
    if (position_ + 1 < pattern_.size() && pattern_[position_ + 1] == '?') {
      return "(?…) is not part of the pattern language; use a plain group";
    }
    ++position_;
    quantifiable_ = false;
    return std::nullopt;
  }

  std::optional<std::string> quantifier(std::size_t length) {
    if (!quantifiable_)
      return fmt::format("nothing stands before the quantifier '{}'", pattern_.substr(position_, length));
    position_ += length;
    quantifiable_ = false;
    return std::nullopt;
  }

  std::optional<std::string> count() {
    std::size_t end = position_ + 1;
    while (end < pattern_.size() && std::isdigit(static_cast<unsigned char>(pattern_[end])) != 0) ++end;
    if (end == position_ + 1 || end >= pattern_.size() || pattern_[end] != '}') {
      return "a count is written {n} with one number";
    }
    return quantifier(end + 1 - position_);
  }

  std::string_view pattern_;
  std::size_t position_ = 0;
  bool quantifiable_ = false;
};

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

/// Patterns that were compiled before: that takes longer than to match, many vectors have the same one, and it is
/// matched again with each rewriting of a vector.
class CompiledPatterns {
 public:
  std::shared_ptr<RE2 const> of(std::string const& pattern) {
    std::scoped_lock const lock(mutex_);
    if (compiled_.size() == most) compiled_.clear();
    std::shared_ptr<RE2 const>& compiled = compiled_[pattern];
    if (!compiled) compiled = std::make_shared<RE2 const>(pattern, quiet());
    return compiled;
  }

 private:
  static constexpr std::size_t most = 1000;

  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<RE2 const>> compiled_;
};

std::shared_ptr<RE2 const> compiled(std::string const& pattern) {
  static CompiledPatterns patterns;
  return patterns.of(pattern);
}

}  // namespace

std::optional<std::string> problem_of_pattern(std::string_view pattern) {
  if (std::optional<std::string> problem = PatternReader(pattern).first_problem()) return problem;
  std::shared_ptr<RE2 const> const expression = compiled(std::string(pattern));
  if (!expression->ok()) return expression->error();
  return std::nullopt;
}

bool matches_pattern(std::string const& pattern, std::string_view text) {
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *compiled(pattern));
}

bool matches_glob(std::string const& glob, std::string const& text) {
  return ::fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

bool matches_any(std::vector<std::string> const& globs, std::string const& text) {
  return std::any_of(globs.begin(), globs.end(), [&](std::string const& glob) { return matches_glob(glob, text); });
}

}  // namespace conformance
