#include "prompty/core/json_text.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace prompty::json_text {
namespace {

constexpr std::size_t deepest_nesting = 500;

// Dumping and copying recurse: text from outside must not decide how much stack that takes.
bool nests_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool inside_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (inside_string) {
      if (c == '\\') ++at;
      if (c == '"') inside_string = false;
      continue;
    }
    if (c == '"') inside_string = true;
    if ((c == '[' || c == '{') && ++depth > deepest_nesting) return true;
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return false;
}

}  // namespace

std::optional<Json> parse(std::string_view text) {
  if (nests_too_deep(text)) return std::nullopt;
  Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

std::string dump(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_indented(Json const& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace prompty::json_text
