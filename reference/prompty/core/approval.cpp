#include "prompty/core/approval.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace prompty {
namespace approval {
namespace {

bool lists(Json const& names, std::string_view function) {
  return names.is_array() && std::find(names.begin(), names.end(), function) != names.end();
}

/// The answer of a mode that is one word; nothing for other words.
std::optional<bool> by_word(Json const& word) {
  if (word == "always") return true;
  if (word == "never") return false;
  return std::nullopt;
}

/// The list under `name`, or the one that an object under `name` has as tool_names; null when there is none.
Json names_under(Json const& mode, char const* name) {
  Json const listed = mode.value(name, Json());
  return listed.is_object() ? listed.value("tool_names", Json()) : listed;
}

/// The answer of the first list that names the function. Where both do, the one that asks counts.
std::optional<bool> by_lists(Json const& mode, std::string_view function) {
  for (char const* const asking : {"always", "alwaysRequireApprovalTools"}) {
    if (lists(names_under(mode, asking), function)) return true;
  }
  for (char const* const trusting : {"never", "neverRequireApprovalTools"}) {
    if (lists(names_under(mode, trusting), function)) return false;
  }
  return std::nullopt;
}

}  // namespace
}  // namespace approval

bool needs_approval(McpTool const& tool, std::string_view function) {
  if (!tool.approval_mode || tool.approval_mode->is_null()) return false;
  Json const& mode = *tool.approval_mode;
  if (!mode.is_object()) return approval::by_word(mode).value_or(true);
  if (std::optional<bool> const listed = approval::by_lists(mode, function)) return *listed;
  return approval::by_word(mode.value("kind", Json())).value_or(true);
}

}  // namespace prompty
