#include "prompty/core/reserved_metadata.hpp"

#include <algorithm>
#include <array>

namespace prompty {
namespace reserved_metadata {
namespace {

constexpr std::array<std::string_view, 9> keys = {"tool_calls",        "tool_call_id",      "function_call",
                                                  "content_blocks",    "refusal",           "audio",
                                                  "reasoning_content", "reasoning_details", "reasoning"};

/// The whole family belongs to the items of the Responses API.
constexpr std::string_view family = "responses_";

}  // namespace
}  // namespace reserved_metadata

bool is_reserved_metadata(std::string_view key) {
  if (key.substr(0, reserved_metadata::family.size()) == reserved_metadata::family) return true;
  return std::find(reserved_metadata::keys.begin(), reserved_metadata::keys.end(), key) !=
         reserved_metadata::keys.end();
}

}  // namespace prompty
