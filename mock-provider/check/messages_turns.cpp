#include "mock-provider/check/messages_turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

namespace mock_provider::messages_blocks {

/// The rules about one content block of a message of that role (user, assistant or system), which stands at `pointer`.
void check(Json const& block, std::string const& role, std::string const& pointer, FindingList& findings);

/// The same about the content of a message that is a text and no list of blocks.
void check_text_alone(Json const& text, std::string const& pointer, FindingList& findings);

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

void check_blank(Json const& content, std::string_view place, std::string const& pointer, FindingList& findings) {
  std::string blank;
  auto const look_at = [&](Json const& text, std::string const& at) {
    bool const is_said = text.is_string() && text != "";
    if (!is_said) return false;
    if (blank.empty()) blank = at;
    return !is_blank(text.get_ref<std::string const&>());
  };
  if (look_at(content, pointer)) return;
  for (std::size_t index = 0; content.is_array() && index < content.size(); ++index) {
    Json const* const type = member(content[index], "type");
    Json const* const text = member(content[index], "text");
    bool const is_text = type != nullptr && *type == "text" && text != nullptr;
    if (is_text && look_at(*text, json_text::child(json_text::child(pointer, index), "text"))) return;
  }
  if (blank.empty()) return;
  findings.add("messages.block.blank", blank,
               fmt::format("{}: text content blocks must contain non-whitespace text", place));
}

}  // namespace mock_provider::messages_blocks

namespace mock_provider::messages_turns {
namespace {

constexpr std::array<std::string_view, 3> roles{"user", "assistant", "system"};
constexpr std::array<std::string_view, 2> turn_members{"role", "content"};
constexpr std::array<std::string_view, 4> system_members{"role", "content", "clear_at", "output_config"};

/// The answer whose beginning the last message is.
void check_beginning(Json const& content, std::string const& at, FindingList& findings) {
  bool const is_list = content.is_array() && !content.empty();
  Json const* const text = is_list ? member(content.back(), "text") : &content;
  if (text == nullptr || !text->is_string()) return;
  auto const& written = text->get_ref<std::string const&>();
  if (is_blank(written) || !is_blank(std::string_view(written).substr(written.size() - 1))) return;
  findings.add("messages.message.ending",
               is_list ? json_text::child(json_text::child(at, content.size() - 1), "text") : at,
               "messages: final assistant content cannot end with trailing whitespace");
}

enum class Position : std::uint8_t { last, before };

void check_content(Json const& message, std::string const& role, Position position, std::string const& pointer,
                   FindingList& findings) {
  constexpr std::string_view rule = "messages.message.content";
  std::string const at = json_text::child(pointer, "content");
  Json const* const content = member(message, "content");
  // What a system message changes can be its output_config alone.
  if (content == nullptr && role == "system" && member(message, "output_config") != nullptr) return;
  if (content == nullptr || (!content->is_string() && !content->is_array())) {
    return findings.add(rule, at, "content must be a string or a list of blocks");
  }
  bool const is_beginning = role == "assistant" && position == Position::last;
  if (content->empty() || *content == "") {
    if (!is_beginning) findings.add(rule, at, "content must not be empty");
    return;
  }
  if (is_beginning) check_beginning(*content, at, findings);
  messages_blocks::check_blank(*content, "messages", at, findings);
  for (std::size_t index = 0; content->is_array() && index < content->size(); ++index) {
    messages_blocks::check((*content)[index], role, json_text::child(at, index), findings);
  }
}

/// The results of tools come before anything else that the user says.
void check_order(Json const& message, std::string const& pointer, FindingList& findings) {
  Json const* const content = member(message, "content");
  if (content == nullptr || !content->is_array()) return;
  bool other_seen = false;
  for (std::size_t index = 0; index < content->size(); ++index) {
    Json const* const type = member((*content)[index], "type");
    bool const is_result = type != nullptr && *type == "tool_result";
    if (is_result && other_seen) {
      findings.add("messages.tool-result.first", json_text::child(json_text::child(pointer, "content"), index),
                   "tool_result blocks must come before all others of the message");
    }
    other_seen = other_seen || !is_result;
  }
}

void check_message(Json const& message, Position position, std::string const& pointer, FindingList& findings) {
  if (!message.is_object()) return findings.add("messages.message.shape", pointer, "a message must be an object");
  Json const* const role = member(message, "role");
  if (role == nullptr || std::find(roles.begin(), roles.end(), *role) == roles.end()) {
    std::string const got = role == nullptr ? "it is missing" : "got " + json_text::excerpt(*role, 40);
    return findings.add("messages.message.role", json_text::child(pointer, "role"),
                        fmt::format("\"role\" must be one of {}; {}", fmt::join(roles, ", "), got));
  }
  std::span<std::string_view const> const members =
      *role == "system" ? std::span<std::string_view const>(system_members) : turn_members;
  findings.admit_only("messages.message.shape", message, pointer, members);
  check_content(message, role->get<std::string>(), position, pointer, findings);
  check_order(message, pointer, findings);
}

/// The ids that stand under `name` in the blocks of that type.
std::set<std::string> ids_in(Json const& message, std::string_view type, std::string_view name) {
  std::set<std::string> ids;
  Json const* const content = member(message, "content");
  if (content == nullptr || !content->is_array()) return ids;
  for (Json const& block : *content) {
    Json const* const found = member(block, "type");
    Json const* const id = member(block, name);
    if (found != nullptr && *found == type && id != nullptr && id->is_string()) ids.insert(id->get<std::string>());
  }
  return ids;
}

std::set<std::string> without(std::set<std::string> const& ids, std::set<std::string> const& others) {
  std::set<std::string> left;
  std::set_difference(ids.begin(), ids.end(), others.begin(), others.end(), std::inserter(left, left.end()));
  return left;
}

void check_pairs(Json const& messages, FindingList& findings) {
  std::set<std::string> requested;
  for (std::size_t index = 0; index <= messages.size(); ++index) {
    Json const message = index < messages.size() ? messages[index] : Json(nullptr);
    std::set<std::string> const answered = ids_in(message, "tool_result", "tool_use_id");
    if (std::set<std::string> const left = without(requested, answered); !left.empty()) {
      findings.add("messages.tool-result.complete", json_text::child("/messages", index - 1),
                   fmt::format("the next message has no tool_result for {}", fmt::join(left, ", ")));
    }
    if (std::set<std::string> const unknown = without(answered, requested); !unknown.empty()) {
      findings.add("messages.tool-result.known", json_text::child("/messages", index),
                   fmt::format("the message before has no tool_use {}", fmt::join(unknown, ", ")));
    }
    requested = ids_in(message, "tool_use", "id");
  }
}

/// Ids that may stand once only: those under `name` in the blocks of that type.
struct OwnId {
  std::string_view rule;
  std::string_view type;
  std::string_view name;
  std::string_view demand;
};
constexpr OwnId own_use{.rule = "messages.tool-use.unique",
                        .type = "tool_use",
                        .name = "id",
                        .demand = "`tool_use` ids must be unique: give each call of the conversation its own"};
constexpr OwnId own_result{.rule = "messages.tool-result.single",
                           .type = "tool_result",
                           .name = "tool_use_id",
                           .demand = "each `tool_use` must have a single result: put all of it into one block"};

/// A finding for each block of that message whose id has been seen.
void check_own(Json const& message, OwnId const& own, std::string const& pointer, std::set<std::string>& seen,
               FindingList& findings) {
  Json const* const content = member(message, "content");
  if (content == nullptr || !content->is_array()) return;
  for (std::size_t index = 0; index < content->size(); ++index) {
    Json const* const type = member((*content)[index], "type");
    Json const* const id = member((*content)[index], own.name);
    if (type == nullptr || *type != own.type || id == nullptr || !id->is_string()) continue;
    if (seen.insert(id->get<std::string>()).second) continue;
    findings.add(own.rule, json_text::child(json_text::child(pointer, "content"), index),
                 fmt::format("{}; got {} again", own.demand, json_text::excerpt(*id, 60)));
  }
}

}  // namespace

void check(Json const& messages, FindingList& findings) {
  if (!messages.is_array()) return;
  std::set<std::string> calls;
  for (std::size_t index = 0; index < messages.size(); ++index) {
    std::string const pointer = json_text::child("/messages", index);
    std::set<std::string> results;
    check_message(messages[index], index + 1 == messages.size() ? Position::last : Position::before, pointer, findings);
    check_own(messages[index], own_use, pointer, calls, findings);
    check_own(messages[index], own_result, pointer, results, findings);
  }
  Json const* const first = messages.empty() ? nullptr : member(messages.front(), "role");
  if (first != nullptr && (*first == "assistant" || *first == "system")) {
    findings.add("messages.message.first", "/messages/0/role",
                 "the first message must be of role user; instructions before it belong in \"system\"");
  }
  check_pairs(messages, findings);
}

}  // namespace mock_provider::messages_turns
