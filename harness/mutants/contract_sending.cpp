#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stored_rules.hpp"

namespace conformance::mutants::contract_sending {
namespace {

bool is_mergeable(Json const& wire) {
  return member(wire, "content").is_string() && !has_calls(wire) && !wire.contains("tool_call_id");
}

void merge_neighbours(Json& wires, Json const&) {
  Json merged = Json::array();
  for (Json const& wire : wires) {
    bool const joins =
        !merged.empty() && is_mergeable(merged.back()) && is_mergeable(wire) && merged.back()["role"] == wire["role"];
    if (joins) {
      merged.back()["content"] =
          merged.back()["content"].get<std::string>() + "\n" + wire["content"].get<std::string>();
    } else {
      merged.push_back(wire);
    }
  }
  wires = std::move(merged);
}

void send_once(Json& list) {
  Json kept = Json::array();
  for (Json const& element : list) {
    if (std::find(kept.begin(), kept.end(), element) == kept.end()) kept.push_back(element);
  }
  list = std::move(kept);
}

Rule other_role(std::string role, std::string other) {
  return changed_sent_message(std::move(role),
                              [other = std::move(other)](Json& wire, Json const&) { wire["role"] = other; });
}

bool is_role(Json const& role) {
  return role == "system" || role == "user" || role == "assistant" || role == "tool";
}

/// Sends messages of a fifth role as well.
Reply pass_on_unknown_roles(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "messages_to_wire" && member(params, "messages").is_array();
  if (!bears) return reference(operation, params);
  Json asked = params;
  for (Json& message : asked["messages"]) {
    if (message.is_object() && !is_role(member(message, "role"))) message["role"] = "user";
  }
  Reply reply = reference(operation, asked);
  if (reply.status != Reply::Status::result || member(params, "target") == "client") return reply;
  for (std::size_t place = 0; place < reply.value.size(); ++place)
    reply.value[place]["role"] = member(params["messages"][place], "role");
  return reply;
}

void capitalise(Json& wire, Json const&) {
  std::string role = wire["role"].get<std::string>();
  role.front() = static_cast<char>(role.front() - 'a' + 'A');
  wire["role"] = role;
}

void put_into_parts(Json& wire, Json const&) {
  if (!member(wire, "content").is_string()) return;
  Json const text = wire["content"];
  wire["content"] = Json::array({{{"type", "text"}, {"text", text}}});
}

void trim_content(Json& wire, Json const&) {
  std::string const text = wire["content"].get<std::string>();
  std::size_t const first = text.find_first_not_of(" \n");
  std::size_t const last = text.find_last_not_of(" \n");
  wire["content"] = first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void flatten_parts(Json& wire, Json const&) {
  if (!member(wire, "content").is_array()) return;
  std::string text;
  for (Json const& part : wire["content"]) {
    if (member(part, "text").is_string()) text += part["text"].get<std::string>();
  }
  wire["content"] = text;
}

void unpack_one_text(Json& wire, Json const& stored) {
  Json const& content = member(wire, "content");
  if (content.is_array() && content.size() == 1 && member(content.front(), "text").is_string())
    flatten_parts(wire, stored);
}

using ChangeParts = std::function<void(Json& parts)>;

Rule changed_parts(ChangeParts change) {
  return changed_sent_message("user", [change = std::move(change)](Json& wire, Json const&) {
    if (member(wire, "content").is_array()) change(wire["content"]);
  });
}

void rebuild_parts(Json& parts) {
  for (Json& part : parts) {
    std::string const type = member(part, "type").is_string() ? part["type"].get<std::string>() : "";
    Json const value = member(part, type);
    part = {{"type", type}};
    if (!value.is_null()) part[type] = value;
  }
}

void lose_detail(Json& parts) {
  for (Json& part : parts) {
    if (member(part, "image_url").is_object()) part["image_url"].erase("detail");
  }
}

void reverse(Json& list) {
  std::reverse(list.begin(), list.end());
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"sent-neighbours-joined", "M0-02", "Messages of one role that follow each other are sent as one.",
       changed_sent(merge_neighbours)},
      {"sent-once-each", "M0-02", "A message that was in the list before is not sent again.",
       changed_sent([](Json& wires, Json const&) { send_once(wires); })},
      {"sent-newest-first", "M0-02", "The messages are sent in the opposite order.",
       changed_sent([](Json& wires, Json const&) { reverse(wires); })},
      {"sent-as-developer", "M1-05", "Instructions are sent by the role developer.", other_role("system", "developer")},
      {"sent-as-function", "M1-05", "Results are sent by the role function.", other_role("tool", "function")},
      {"fifth-role-sent", "M1-05", "A message of an unknown role is sent with it.", pass_on_unknown_roles},
      {"sent-role-capitalised", "M1-06", "Roles are sent with a capital letter.", changed_any_sent_message(capitalise)},
      {"own-members-sent", "M3-01", "Members that are not known are sent.", changed_any_sent_message(send_own_members)},
      {"own-members-of-speakers-sent", "M3-01", "Unknown members of what the user and the model say are sent.",
       changed_any_sent_message([](Json& wire, Json const& stored) {
         if (member(stored, "role") == "user" || member(stored, "role") == "assistant") send_own_members(wire, stored);
       })},
      {"no-extension-sent", "M3-02", "Nothing but the bare wire form is sent, reasoning included.",
       changed_any_sent_message([](Json& wire, Json const&) {
         wire.erase("reasoning_content");
         wire.erase("reasoning_details");
       })},
      {"all-extensions-of-thinking-turns-sent", "M3-02", "With reasoning the other extensions are sent, too.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const& stored) {
                              if (!has_calls(stored) || !has_reasoning(stored)) return;
                              sent_as("finishReason", "finishReason")(wire, stored);
                              sent_as("isError", "isError")(wire, stored);
                            })},
      {"system-content-in-parts", "M3.1-01", "The text of a system message is sent as an array of parts.",
       changed_sent_message("system", put_into_parts)},
      {"system-content-trimmed", "M3.1-01", "Blanks around the instructions are cut off.",
       changed_sent_message("system", trim_content)},
      {"user-array-flattened", "M3.1-02", "Of an array of parts the texts are sent, joined.",
       changed_sent_message("user", flatten_parts)},
      {"user-text-in-parts", "M3.1-02", "The text of a user is sent as an array of parts.",
       changed_sent_message("user", put_into_parts)},
      {"user-array-of-one-unpacked", "M3.1-02", "An array of one text is sent as that text.",
       changed_sent_message("user", unpack_one_text)},
      {"user-parts-rebuilt", "M3.1-03", "Parts are sent with the members that are known.",
       changed_parts(rebuild_parts)},
      {"user-image-detail-lost", "M3.1-03", "The detail of an image in a prompt is not sent.",
       changed_parts(lose_detail)},
      {"user-parts-reversed", "M3.1-03", "Parts are sent last first.", changed_parts(reverse)},
      {"user-parts-sent-once", "M3.1-03", "Equal parts are sent once.", changed_parts(send_once)},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_sending

namespace conformance::mutants {

std::vector<Mutant> contract_sending_mutants() {
  return contract_sending::mutants_of_room();
}

}  // namespace conformance::mutants
