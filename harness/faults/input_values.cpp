#include "harness/faults/input_values.hpp"

#include <algorithm>

namespace conformance {
namespace input_values {
namespace {

/// Shorter texts of an input stand in expected ones by chance.
constexpr std::size_t shortest_text = 3;

/// What a vector says about the answer, and about itself.
bool is_no_input(std::string const& member) {
  static std::set<std::string> const others = {"id", "clauses", "why", "expect", "twin", "transforms", "operation"};
  return others.contains(member);
}

bool is_part_of(std::string const& part, std::string const& text, std::size_t shortest) {
  return part.size() >= shortest && text.find(part) != std::string::npos;
}

}  // namespace
}  // namespace input_values

InputValues::InputValues(Corpus const& corpus) {
  for (Vector const& vector : corpus.vectors) {
    Inputs& inputs = inputs_[vector.id];
    std::vector<Json const*> open;
    auto const open_members = [&](Json const& described) {
      for (auto const& [member, value] : described.items())
        if (!input_values::is_no_input(member)) open.push_back(&value);
    };
    open_members(vector.source);
    while (!open.empty()) {
      Json const& value = *open.back();
      open.pop_back();
      if (value.is_string()) inputs.texts.push_back(value.get<std::string>());
      if (value.is_number()) inputs.numbers.insert(value.dump());
      if (value.is_object() && value.contains("operation") && value.contains("expect"))
        open_members(value);
      else if (value.is_structured())
        for (Json const& element : value) open.push_back(&element);
    }
    for (auto const& [path, bytes] : vector.files) inputs.texts.push_back(bytes);
  }
}

bool InputValues::carry(std::string const& vector_id, Json const& expected) const {
  return carries(inputs_.at(vector_id), expected);
}

bool InputValues::carries(Inputs const& inputs, Json const& expected) {
  if (expected.is_structured())
    return std::any_of(expected.begin(), expected.end(), [&](Json const& part) { return carries(inputs, part); });
  if (expected.is_number()) {
    std::string const written = expected.dump();
    return inputs.numbers.contains(written) ||
           std::any_of(inputs.texts.begin(), inputs.texts.end(),
                       [&](std::string const& text) { return text.find(written) != std::string::npos; });
  }
  if (!expected.is_string()) return false;
  auto const& text = expected.get_ref<std::string const&>();
  return std::any_of(inputs.texts.begin(), inputs.texts.end(), [&](std::string const& given) {
    return input_values::is_part_of(text, given, 1) ||
           input_values::is_part_of(given, text, input_values::shortest_text);
  });
}

}  // namespace conformance
