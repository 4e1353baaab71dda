#include "mock-provider/check/messages_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mock_provider::messages_blocks {
namespace {

constexpr std::string_view shape = "messages.block.shape";
constexpr std::string_view source_rule = "messages.block.source";

constexpr std::array<std::string_view, 7> user_types{"text",        "image",      "document",        "search_result",
                                                     "tool_result", "compaction", "container_upload"};
constexpr std::array<std::string_view, 18> assistant_types{"text",
                                                           "tool_use",
                                                           "thinking",
                                                           "redacted_thinking",
                                                           "server_tool_use",
                                                           "mcp_tool_use",
                                                           "mcp_tool_result",
                                                           "mcp_tool_listing",
                                                           "compaction",
                                                           "container_upload",
                                                           "fallback",
                                                           "advisor_tool_result",
                                                           "bash_code_execution_tool_result",
                                                           "code_execution_tool_result",
                                                           "text_editor_code_execution_tool_result",
                                                           "tool_search_tool_result",
                                                           "web_fetch_tool_result",
                                                           "web_search_tool_result"};
constexpr std::array<std::string_view, 3> system_types{"text", "tool_addition", "tool_removal"};
constexpr std::array<std::string_view, 6> result_types{"text",          "image",          "document",
                                                       "search_result", "tool_reference", "browser_state"};

constexpr std::array<std::string_view, 4> text_members{"type", "text", "citations", "cache_control"};
constexpr std::array<std::string_view, 4> image_members{"type", "source", "cache_control", "transformations"};
constexpr std::array<std::string_view, 7> use_members{"type",          "id",     "name",        "input",
                                                      "cache_control", "caller", "toolset_name"};
constexpr std::array<std::string_view, 6> result_members{"type",     "tool_use_id",   "content",
                                                         "is_error", "cache_control", "toolset_name"};
constexpr std::array<std::string_view, 4> media_types{"image/jpeg", "image/png", "image/gif", "image/webp"};

void check_text(Json const& block, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, block, pointer, text_members);
  if (!findings.require_text(shape, block, pointer, "text")) return;
  if (*member(block, "text") == "") {
    findings.add(shape, json_text::child(pointer, "text"), "\"text\" must not be empty: leave the block out instead");
  }
}

void check_source(Json const& source, std::string const& at, FindingList& findings) {
  Json const* const type = member(source, "type");
  if (type != nullptr && *type == "url") {
    findings.require_text(source_rule, source, at, "url");
    return;
  }
  if (type != nullptr && *type == "file") {
    findings.require_text(source_rule, source, at, "file_id");
    return;
  }
  if (type == nullptr || *type != "base64") {
    return findings.add(source_rule, json_text::child(at, "type"), "\"type\" must be one of base64, url, file");
  }
  findings.require_text(source_rule, source, at, "data");
  if (!findings.require_text(source_rule, source, at, "media_type")) return;
  findings.one_of_if_there(source_rule, source, at, "media_type", media_types);
}

void check_image(Json const& block, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, block, pointer, image_members);
  Json const* const source = member(block, "source");
  std::string const at = json_text::child(pointer, "source");
  if (source == nullptr || !source->is_object()) return findings.add(shape, at, "\"source\" must be an object");
  check_source(*source, at, findings);
}

void check_use(Json const& block, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, block, pointer, use_members);
  findings.require_text(shape, block, pointer, "id");
  findings.require_text(shape, block, pointer, "name");
  Json const* const input = member(block, "input");
  if (input != nullptr && input->is_object()) return;
  findings.add(shape, json_text::child(pointer, "input"), "\"input\" must be an object");
}

/// Where blocks stand, and the types that they may have there.
struct Place {
  std::string_view name;
  std::span<std::string_view const> types;
};

Place place_in(std::string_view role) {
  if (role == "assistant") return {.name = "a message of role assistant", .types = assistant_types};
  if (role == "system") return {.name = "a message of role system", .types = system_types};
  return {.name = "a message of role user", .types = user_types};
}

void check_block(Json const& block, Place const& place, std::string const& pointer, FindingList& findings);

void check_result(Json const& block, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, block, pointer, result_members);
  findings.require_text(shape, block, pointer, "tool_use_id");
  Json const* const content = member(block, "content");
  if (content == nullptr || content->is_string()) return;
  std::string const at = json_text::child(pointer, "content");
  if (!content->is_array()) return findings.add(shape, at, "\"content\" must be a string or a list of blocks");
  for (std::size_t index = 0; index < content->size(); ++index) {
    check_block((*content)[index], {.name = "a tool_result", .types = result_types}, json_text::child(at, index),
                findings);
  }
}

void check_block(Json const& block, Place const& place, std::string const& pointer, FindingList& findings) {
  if (!block.is_object()) return findings.add(shape, pointer, "a content block must be an object");
  if (!findings.require_text(shape, block, pointer, "type")) return;
  std::string const type = member(block, "type")->get<std::string>();
  if (std::find(place.types.begin(), place.types.end(), type) == place.types.end()) {
    return findings.add(
        "messages.block.type", json_text::child(pointer, "type"),
        fmt::format("{} takes blocks of type {}; got \"{}\"", place.name, fmt::join(place.types, ", "), type));
  }
  if (type == "text") return check_text(block, pointer, findings);
  if (type == "image") return check_image(block, pointer, findings);
  if (type == "tool_use") return check_use(block, pointer, findings);
  if (type == "tool_result") check_result(block, pointer, findings);
}

}  // namespace

void check(Json const& block, std::string const& role, std::string const& pointer, FindingList& findings) {
  check_block(block, place_in(role), pointer, findings);
}

}  // namespace mock_provider::messages_blocks
