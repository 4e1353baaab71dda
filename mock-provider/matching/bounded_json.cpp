#include "mock-provider/matching/bounded_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

class Count {
 public:
  void open() {
    ++complexity_.values;
    complexity_.depth = std::max(complexity_.depth, ++level_);
    if (is_counted()) members_[static_cast<std::size_t>(level_)] = 0;
  }
  void close() { level_ = std::max(level_ - 1, 0); }
  void next_element() { ++complexity_.values; }
  void next_member() {
    ++complexity_.values;
    ++complexity_.members;
    if (!is_counted()) return;
    std::size_t const members = ++members_[static_cast<std::size_t>(level_)];
    complexity_.widest_object = std::max(complexity_.widest_object, members);
  }
  [[nodiscard]] bool is_counted() const { return level_ <= deepest_counted; }
  [[nodiscard]] JsonComplexity const& complexity() const { return complexity_; }

 private:
  JsonComplexity complexity_;
  int level_ = 0;
  std::array<std::size_t, deepest_counted + 1> members_{};
};

void count(Count& total, char character) {
  if (character == '[' || character == '{') return total.open();
  if (character == ']' || character == '}') return total.close();
  if (character == ',') return total.next_element();
  if (character == ':') return total.next_member();
}

}  // namespace

JsonComplexity complexity_of(std::string_view text) {
  Count total;
  bool in_string = false;
  for (std::size_t position = 0; position < text.size() && total.is_counted(); ++position) {
    char const character = text[position];
    if (in_string && character == '\\') {
      ++position;
    } else if (character == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      count(total, character);
    }
  }
  return total.complexity();
}

std::string excess_of(JsonComplexity const& complexity, JsonBounds const& bounds) {
  if (complexity.depth > bounds.levels) return "is nested too deeply";
  if (complexity.values > bounds.values) return fmt::format("holds more than {} values", bounds.values);
  if (complexity.widest_object > bounds.members)
    return fmt::format("holds an object of more than {} members", bounds.members);
  return "";
}

Json json_in(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

Json bounded_json(std::string_view text, JsonBounds const& bounds) {
  if (!excess_of(complexity_of(text), bounds).empty()) return Json(Json::value_t::discarded);
  return json_in(text);
}

}  // namespace conformance
