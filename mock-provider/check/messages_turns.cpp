#include "mock-provider/check/messages_turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>

#include "mock-provider/check/messages_blocks.hpp"

namespace mock_provider::messages_turns {
namespace {

constexpr std::array<std::string_view, 2> members{"role", "content"};

void check_content(Json const& message, std::string const& role, std::string const& pointer, FindingList& findings) {
  constexpr std::string_view rule = "messages.message.content";
  std::string const at = json_text::child(pointer, "content");
  Json const* const content = member(message, "content");
  if (content == nullptr || (!content->is_string() && !content->is_array())) {
    return findings.add(rule, at, "content must be a string or a list of blocks");
  }
  if (content->empty() || *content == "") return findings.add(rule, at, "content must not be empty");
  if (!content->is_array()) return;
  for (std::size_t index = 0; index < content->size(); ++index) {
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

void check_message(Json const& message, std::string const& pointer, FindingList& findings) {
  if (!message.is_object()) return findings.add("messages.message.shape", pointer, "a message must be an object");
  Json const* const role = member(message, "role");
  if (role == nullptr || (*role != "user" && *role != "assistant")) {
    std::string const got = role == nullptr ? "it is missing" : "got " + json_text::excerpt(*role, 40);
    return findings.add("messages.message.role", json_text::child(pointer, "role"),
                        fmt::format("\"role\" must be user or assistant; {}", got));
  }
  findings.admit_only("messages.message.shape", message, pointer, members);
  check_content(message, role->get<std::string>(), pointer, findings);
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
  std::set<std::string> asked;
  for (std::size_t index = 0; index <= messages.size(); ++index) {
    Json const message = index < messages.size() ? messages[index] : Json(nullptr);
    std::set<std::string> const answered = ids_in(message, "tool_result", "tool_use_id");
    if (std::set<std::string> const left = without(asked, answered); !left.empty()) {
      findings.add("messages.tool-result.complete", json_text::child("/messages", index - 1),
                   fmt::format("the next message has no tool_result for {}", fmt::join(left, ", ")));
    }
    if (std::set<std::string> const unknown = without(answered, asked); !unknown.empty()) {
      findings.add("messages.tool-result.known", json_text::child("/messages", index),
                   fmt::format("the message before has no tool_use {}", fmt::join(unknown, ", ")));
    }
    asked = ids_in(message, "tool_use", "id");
  }
}

}  // namespace

void check(Json const& messages, FindingList& findings) {
  if (!messages.is_array()) return;
  for (std::size_t index = 0; index < messages.size(); ++index) {
    check_message(messages[index], json_text::child("/messages", index), findings);
  }
  Json const* const first = messages.empty() ? nullptr : member(messages.front(), "role");
  if (first != nullptr && *first == "assistant") {
    findings.add("messages.message.first", "/messages/0/role", "the first message must be of role user");
  }
  check_pairs(messages, findings);
}

}  // namespace mock_provider::messages_turns
