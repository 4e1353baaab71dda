#include "harness/mutants/turn_rules.hpp"

#include <utility>

namespace conformance::mutants {
namespace turn_rules {
namespace {}  // namespace
}  // namespace turn_rules

std::string text_of_message(Json const& message) {
  Json const& content = member(message, "content");
  if (!content.is_array() || content.empty()) return "";
  Json const& value = member(content.front(), "value");
  return value.is_string() ? value.get<std::string>() : "";
}

}  // namespace conformance::mutants
