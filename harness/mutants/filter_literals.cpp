#include "harness/mutants/filter_literals.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/matching/same_json.hpp"

namespace conformance::mutants {
namespace filter_literals {
namespace {

/// Reads a jq program from left to right.
class Reader {
 public:
  explicit Reader(std::string const& text) : text_(text) {}

  [[nodiscard]] std::vector<std::string> literals() {
    while (position_ < text_.size()) read_code();
    return std::move(found_);
  }

 private:
  /// Code up to the end, or to the parenthesis that closes an interpolation.
  void read_code() {
    int open = 1;
    while (position_ < text_.size() && open > 0) {
      char const letter = text_[position_++];
      if (letter == '"') read_text();
      if (letter == '#') position_ = text_.find('\n', position_);
      if (letter == '(') ++open;
      if (letter == ')') --open;
    }
  }

  void read_text() {
    std::string raw;
    while (position_ < text_.size() && text_[position_] != '"') {
      bool const is_escape = text_[position_] == '\\' && position_ + 1 < text_.size();
      if (is_escape && text_[position_ + 1] == '(') {
        position_ += 2;
        add(raw);
        raw.clear();
        read_code();
        continue;
      }
      std::size_t const length = is_escape ? 2 : 1;
      raw += text_.substr(position_, length);
      position_ += length;
    }
    ++position_;
    add(raw);
  }

  void add(std::string const& raw) {
    Json const value = Json::parse('"' + raw + '"', nullptr, false);
    if (value.is_string() && !raw.empty()) found_.push_back(value.get<std::string>());
  }

  std::string const& text_;
  std::size_t position_ = 0;
  std::vector<std::string> found_;
};

}  // namespace
}  // namespace filter_literals

std::vector<std::string> literals_of(std::string const& filter) {
  return filter_literals::Reader(filter).literals();
}

std::vector<FilterLiteral> literals_of(MutantPages const& pages) {
  std::vector<FilterLiteral> literals;
  auto const add = [&](std::string const& program, std::string const& place) {
    for (std::string& value : literals_of(program)) literals.push_back({.value = std::move(value), .place = place});
  };
  add(pages.words, "mutants/words.jq");
  for (auto const& [name, hook] : pages.hooks)
    for (std::string const* const program : {&hook.page_words, &hook.program, &hook.words})
      add(*program, "mutants/hooks, " + name);
  for (WrittenMutant const& mutant : pages.mutants) add(mutant.filter, fmt::format("{}:{}", mutant.file, mutant.line));
  return literals;
}

}  // namespace conformance::mutants
