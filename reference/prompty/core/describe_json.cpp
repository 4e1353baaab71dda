#include "prompty/core/describe_json.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "prompty/core/json_text.hpp"

namespace prompty {
namespace {

constexpr std::size_t longest_shown = 60;

}  // namespace

std::string describe_json(Json const& value) {
  if (value.is_null()) return "nothing";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  if (value.is_object()) return "a mapping";
  std::string text = json_text::dump(value);
  if (value.is_string()) return text.size() <= longest_shown ? fmt::format("the string {}", text) : "a long string";
  if (value.is_boolean()) return text;
  return fmt::format("the number {}", text);
}

}  // namespace prompty
