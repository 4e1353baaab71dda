#include "harness/matching/json_burden.hpp"

#include <algorithm>
#include <array>

namespace conformance {
namespace json_burden {
namespace {

class Count {
 public:
  void open() {
    ++burden_.values;
    burden_.depth = std::max(burden_.depth, ++level_);
    if (is_told()) members_[static_cast<std::size_t>(level_)] = 0;
  }
  void close() { level_ = std::max(level_ - 1, 0); }
  void next_element() { ++burden_.values; }
  void next_member() {
    ++burden_.values;
    if (!is_told()) return;
    std::size_t const members = ++members_[static_cast<std::size_t>(level_)];
    burden_.widest_object = std::max(burden_.widest_object, members);
  }
  [[nodiscard]] bool is_told() const { return level_ <= deepest_told; }
  [[nodiscard]] JsonBurden const& burden() const { return burden_; }

 private:
  JsonBurden burden_;
  int level_ = 0;
  std::array<std::size_t, deepest_told + 1> members_{};
};

void count(Count& total, char character) {
  if (character == '[' || character == '{') return total.open();
  if (character == ']' || character == '}') return total.close();
  if (character == ',') return total.next_element();
  if (character == ':') return total.next_member();
}

}  // namespace
}  // namespace json_burden

JsonBurden burden_of(std::string_view text) {
  json_burden::Count total;
  bool in_string = false;
  for (std::size_t position = 0; position < text.size() && total.is_told(); ++position) {
    char const character = text[position];
    if (in_string && character == '\\') {
      ++position;
    } else if (character == '"') {
      in_string = !in_string;
    } else if (!in_string) {
      json_burden::count(total, character);
    }
  }
  return total.burden();
}

}  // namespace conformance
