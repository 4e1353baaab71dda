#include "mock-provider/check/responses_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>

namespace mock_provider::responses_items {
namespace {

constexpr std::array<std::string_view, 4> roles{"user", "assistant", "system", "developer"};
constexpr std::array<std::string_view, 6> part_types{"input_text",  "input_image", "input_file",
                                                     "input_audio", "output_text", "refusal"};

bool is_one_of(Json const* value, std::span<std::string_view const> known) {
  return value != nullptr &&
         std::any_of(known.begin(), known.end(), [&](std::string_view one) { return *value == one; });
}

bool has_text(Json const& part, std::string_view name) {
  Json const* const value = member(part, name);
  return value != nullptr && value->is_string();
}

void check_part(Json const& part, std::string const& pointer, FindingList& findings) {
  constexpr std::string_view shape = "responses.part.shape";
  Json const* const type = member(part, "type");
  if (!is_one_of(type, part_types)) {
    return findings.add("responses.part.type", json_text::child(pointer, "type"),
                        fmt::format("\"type\" must be one of {}", fmt::join(part_types, ", ")));
  }
  if (*type == "input_text" || *type == "output_text") findings.require_text(shape, part, pointer, "text");
  if (*type == "refusal") findings.require_text(shape, part, pointer, "refusal");
  if (*type == "input_image" && !has_text(part, "image_url") && !has_text(part, "file_id")) {
    findings.add(shape, pointer, "an image must have \"image_url\", an address as text, or \"file_id\"");
  }
  if (*type == "input_file" && !has_text(part, "file_data") && !has_text(part, "file_id") &&
      !has_text(part, "file_url")) {
    findings.add(shape, pointer, "a file must have \"file_data\", \"file_id\" or \"file_url\"");
  }
}

void check_message(Json const& item, std::string const& pointer, FindingList& findings) {
  if (!is_one_of(member(item, "role"), roles)) {
    findings.add("responses.item.role", json_text::child(pointer, "role"),
                 fmt::format("\"role\" must be one of {}", fmt::join(roles, ", ")));
  }
  Json const* const content = member(item, "content");
  std::string const at = json_text::child(pointer, "content");
  if (content == nullptr || (!content->is_string() && !content->is_array())) {
    return findings.add("responses.item.content", at, "\"content\" must be a string or an array of parts");
  }
  if (!content->is_array()) return;
  for (std::size_t index = 0; index < content->size(); ++index) {
    check_part((*content)[index], json_text::child(at, index), findings);
  }
}

bool continues(Json const& body) {
  return is_set(body, "previous_response_id") || is_set(body, "conversation");
}

/// Whether it stands for an item of an earlier response.
bool is_reference(Json const& item) {
  if (is_set(item, "type")) return *member(item, "type") == "item_reference";
  return member(item, "id") != nullptr && member(item, "role") == nullptr;
}

/// Reads the items from the front, so that an output can be held against the calls before it.
class ItemCheck {
 public:
  ItemCheck(Json const& body, FindingList& findings) : continues_(continues(body)), findings_(findings) {}

  void check(Json const& item, std::string const& pointer) {
    check_own(item, "id", pointer, item_ids_, "responses.item.unique");
    Json const* const type = member(item, "type");
    if (is_reference(item)) {
      continues_ = true;
      return;
    }
    if (type == nullptr || *type == "message") return check_message(item, pointer, findings_);
    if (*type == "function_call") check_call(item, pointer);
    if (*type == "custom_tool_call") check_own(item, "call_id", pointer, calls_, "responses.call.unique");
    if (*type == "function_call_output") check_output(item, pointer);
  }

  void close() {
    for (auto const& [id, pointer] : open_) {
      findings_.add("responses.call-output.complete", pointer, fmt::format("no function_call_output answers {}", id));
    }
  }

 private:
  bool continues_;  ///< an earlier response may have the calls
  FindingList& findings_;
  std::set<std::string> item_ids_;
  std::set<std::string> calls_;
  std::map<std::string, std::string> open_;  ///< from the id of a call that has no output yet to where it stands

  /// A finding when an item before it has the same text under that name.
  void check_own(Json const& item, std::string_view name, std::string const& pointer, std::set<std::string>& seen,
                 std::string_view rule) {
    Json const* const id = member(item, name);
    if (id == nullptr || !id->is_string() || seen.insert(id->get<std::string>()).second) return;
    findings_.add(rule, json_text::child(pointer, name),
                  fmt::format("an earlier item has the \"{}\" {} already: send each item once", name,
                              json_text::excerpt(*id, 60)));
  }

  void check_call(Json const& item, std::string const& pointer) {
    for (std::string_view const name : {"call_id", "name", "arguments"}) {
      findings_.require_text("responses.call.shape", item, pointer, name);
    }
    check_own(item, "call_id", pointer, calls_, "responses.call.unique");
    Json const* const id = member(item, "call_id");
    if (id != nullptr && id->is_string()) open_.emplace(id->get<std::string>(), pointer);
  }

  void check_output(Json const& item, std::string const& pointer) {
    Json const* const output = member(item, "output");
    if (output == nullptr || (!output->is_string() && !output->is_array())) {
      findings_.add("responses.call.shape", json_text::child(pointer, "output"),
                    "\"output\" must be a string or an array of parts");
    }
    Json const* const id = member(item, "call_id");
    if (id == nullptr || id->is_null()) return;
    if (id->is_string()) open_.erase(id->get<std::string>());
    if (continues_ || (id->is_string() && calls_.contains(id->get<std::string>()))) return;
    findings_.add("responses.call-output.known", json_text::child(pointer, "call_id"),
                  "\"call_id\" must be that of a function call before it");
  }
};

}  // namespace

void check(Json const& body, FindingList& findings) {
  Json const* const input = member(body, "input");
  if (input == nullptr || !input->is_array()) return;
  ItemCheck items(body, findings);
  for (std::size_t index = 0; index < input->size(); ++index) {
    items.check((*input)[index], json_text::child("/input", index));
  }
  items.close();
}

}  // namespace mock_provider::responses_items
