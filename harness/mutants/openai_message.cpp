#include <algorithm>
#include <utility>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_message {
namespace {

using MessagePredicate = std::function<bool(Json const& message)>;

Json const& parts_of(Json const& message) {
  return member(message, "content");
}

bool is_text(Json const& part) {
  return member(part, "kind") == "text";
}

bool has_no_parts(Json const& message) {
  return parts_of(message).empty();
}

bool is_single_text(Json const& message) {
  return parts_of(message).size() == 1 && is_text(parts_of(message).front());
}

bool is_single_other(Json const& message) {
  return parts_of(message).size() == 1 && !is_single_text(message);
}

bool has_several_parts(Json const& message) {
  return parts_of(message).size() > 1;
}

bool has_several_texts_only(Json const& message) {
  return has_several_parts(message) && std::all_of(parts_of(message).begin(), parts_of(message).end(), is_text);
}

bool has_metadata(Json const& message) {
  return !member(message, "metadata").empty();
}

bool has_metadata_of(std::string const& key, Json const& message) {
  return !member(member(message, "metadata"), key).is_null();
}

/// Changes the wire message where the predicate holds.
Rule changed_where(MessagePredicate predicate, std::function<void(Json& wire, Json const& message)> change) {
  return changed_message(
      [predicate = std::move(predicate), change = std::move(change)](Json& wire, Json const& message) {
        if (predicate(message)) change(wire, message);
      });
}

/// Gives the content another value where the predicate holds.
Rule content_where(MessagePredicate predicate, std::function<Json(Json const& content)> change) {
  return changed_where(std::move(predicate), [change = std::move(change)](Json& wire, Json const&) {
    wire["content"] = change(Json(wire["content"]));
  });
}

/// Rebuilds the list from the wire messages for which the predicate holds.
Rule kept_messages(std::function<bool(Json const& message, std::size_t index, std::size_t count)> keep) {
  return changed_messages([keep = std::move(keep)](Json& wires, Json const& messages) {
    Json kept = Json::array();
    for (std::size_t index = 0; index < wires.size(); ++index) {
      if (keep(element_of(messages, index), index, wires.size())) kept.push_back(wires[index]);
    }
    wires = std::move(kept);
  });
}

Rule renamed_role(std::string role, std::string other) {
  return changed_where([role](Json const& message) { return member(message, "role") == role; },
                       [other = std::move(other)](Json& wire, Json const&) { wire["role"] = other; });
}

Json text_blocks(Json const& text) {
  Json const block = {{"type", "text"}, {"text", text}};
  return Json::array({block});
}

MessagePredicate single_text_of_role(std::string role) {
  return [role = std::move(role)](Json const& message) {
    return is_single_text(message) && member(message, "role") == role;
  };
}

std::string joined_text(Json const& content, std::string const& separator) {
  std::string joined;
  for (Json const& block : content) {
    if (!joined.empty()) joined += separator;
    joined += member(block, "text").is_string() ? member(block, "text").get<std::string>() : "";
  }
  return joined;
}

void erase_metadata(Json& wire, Json const& message, std::function<bool(std::string const& key)> const& erased) {
  if (!has_metadata(message)) return;
  for (auto const& [key, value] : member(message, "metadata").items()) {
    if (key != "role" && key != "content" && erased(key)) wire.erase(key);
  }
}

Rule metadata_lost(std::function<bool(std::string const& key)> erased) {
  return changed_message(
      [erased = std::move(erased)](Json& wire, Json const& message) { erase_metadata(wire, message, erased); });
}

bool is_any_key(std::string const&) {
  return true;
}

void nest_metadata(Json& wire, Json const& message) {
  erase_metadata(wire, message, is_any_key);
  wire["metadata"] = member(message, "metadata");
}

void stringify_metadata(Json& wire, Json const& message) {
  for (auto const& [key, value] : member(message, "metadata").items()) {
    if (key != "role" && key != "content" && !value.is_string()) wire[key] = value.dump();
  }
}

void drop_falsy_metadata(Json& wire, Json const& message) {
  for (auto const& [key, value] : member(message, "metadata").items()) {
    bool const falsy = value.is_null() || value == false || value == 0 || value == "" || value == Json::array();
    if (key != "role" && key != "content" && falsy) wire.erase(key);
  }
}

void join_texts_of_same_role(Json& wires, Json const&) {
  Json joined = Json::array();
  for (Json const& wire : wires) {
    bool const follows = !joined.empty() && member(joined.back(), "role") == member(wire, "role");
    bool const texts = follows && joined.back()["content"].is_string() && member(wire, "content").is_string();
    if (!texts) {
      joined.push_back(wire);
      continue;
    }
    std::string const text = joined.back()["content"].get<std::string>() + "\n" + wire["content"].get<std::string>();
    joined.back()["content"] = text;
  }
  wires = std::move(joined);
}

Json reversed(Json const& list) {
  Json result = Json::array();
  for (Json::const_reverse_iterator item = list.rbegin(); item != list.rend(); ++item) result.push_back(*item);
  return result;
}

enum class Place { front, back };

/// The text blocks moved to one end, the others in their order at the other.
Json with_texts_at(Place place, Json const& content) {
  Json texts = Json::array();
  Json others = Json::array();
  for (Json const& block : content) (member(block, "type") == "text" ? texts : others).push_back(block);
  Json& first = place == Place::front ? texts : others;
  Json const& second = place == Place::front ? others : texts;
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<Mutant> list_mutants() {
  return {
      {"part-less-messages-dropped", "P7.1.1-01", "A message without parts is left out of the request.",
       kept_messages([](Json const& message, std::size_t, std::size_t) { return !has_no_parts(message); })},
      {"first-message-dropped", "P7.1.1-01", "The first of several messages is left out of the request.",
       kept_messages([](Json const&, std::size_t index, std::size_t count) { return count == 1 || index > 0; })},
      {"last-message-only", "P7.1.1-01", "Only the last message is sent.",
       kept_messages([](Json const&, std::size_t index, std::size_t count) { return index + 1 == count; })},
      {"messages-reversed", "P7.1.1-01", "The messages are sent last first.",
       changed_messages([](Json& wires, Json const&) { wires = reversed(wires); })},
      {"system-messages-moved-up", "P7.1.1-01", "System messages come first, wherever they stood.",
       changed_messages([](Json& wires, Json const&) {
         std::stable_sort(wires.begin(), wires.end(), [](Json const& left, Json const& right) {
           return member(left, "role") == "system" && member(right, "role") != "system";
         });
       })},
      {"same-roles-joined", "P7.1.1-01", "Neighbouring messages of one role become one message.",
       changed_messages(join_texts_of_same_role)},
      {"system-becomes-developer", "P7.1.1-02", "The role system is sent as developer.",
       renamed_role("system", "developer")},
      {"user-becomes-human", "P7.1.1-02", "The role user is sent as human.", renamed_role("user", "human")},
      {"assistant-becomes-model", "P7.1.1-02", "The role assistant is sent as model.",
       renamed_role("assistant", "model")},
      {"tool-becomes-function", "P7.1.1-02", "The role tool is sent as function.", renamed_role("tool", "function")},
      {"every-role-becomes-user", "P7.1.1-02", "All messages are sent as the user's.",
       changed_message([](Json& wire, Json const&) { wire["role"] = "user"; })},
      {"metadata-role-erases", "P7.1.1-02", "A metadata key named role leaves the message without role.",
       changed_message([](Json& wire, Json const& message) {
         if (has_metadata_of("role", message)) wire.erase("role");
       })},
      {"metadata-dropped", "P7.1.1-03", "No metadata reaches the wire.", metadata_lost(is_any_key)},
      {"metadata-nested", "P7.1.1-03", "The metadata stay an object of their own in the wire message.",
       changed_where(has_metadata, nest_metadata)},
      {"metadata-tool-call-id-only", "P7.1.1-03", "Of the metadata only the tool call id is sent.",
       metadata_lost([](std::string const& key) { return key != "tool_call_id"; })},
      {"metadata-without-tool-call-id", "P7.1.1-03", "The tool call id of the metadata is not sent.",
       metadata_lost([](std::string const& key) { return key == "tool_call_id"; })},
      {"metadata-without-tool-calls", "P7.1.1-03", "The tool calls of the metadata are not sent.",
       metadata_lost([](std::string const& key) { return key == "tool_calls"; })},
      {"metadata-stringified", "P7.1.1-03", "Metadata values that are no strings are sent as text.",
       changed_where(has_metadata, stringify_metadata)},
      {"metadata-falsy-dropped", "P7.1.1-03", "Metadata values that are empty, zero or false are not sent.",
       changed_where(has_metadata, drop_falsy_metadata)},
      {"metadata-object-sent-empty", "P7.1.1-04", "A message without metadata carries an empty metadata object.",
       changed_message([](Json& wire, Json const& message) {
         if (!has_metadata(message)) wire["metadata"] = Json::object();
       })},
      {"metadata-name-sent-null", "P7.1.1-04", "A message without metadata carries a null name.",
       changed_message([](Json& wire, Json const& message) {
         if (!has_metadata(message)) wire["name"] = nullptr;
       })},
      {"metadata-content-wins", "P7.1.1-11", "A metadata key named content replaces the message's content.",
       changed_message([](Json& wire, Json const& message) {
         if (has_metadata_of("content", message)) wire["content"] = member(message, "metadata")["content"];
       })},
      {"metadata-content-erases", "P7.1.1-11", "A metadata key named content leaves the message without content.",
       changed_message([](Json& wire, Json const& message) {
         if (has_metadata_of("content", message)) wire.erase("content");
       })},
  };
}

std::vector<Mutant> content_mutants() {
  return {
      {"single-text-as-blocks", "P7.1.1-05", "A single text is sent as a list of one block.",
       content_where(is_single_text, text_blocks)},
      {"single-text-as-block", "P7.1.1-05", "A single text is sent as a block without a list.",
       content_where(is_single_text, [](Json const& content) { return Json(first_of(text_blocks(content))); })},
      {"single-text-trimmed", "P7.1.1-05", "A single text loses its outer blanks.",
       content_where(is_single_text,
                     [](Json const& content) { return Json(without_outer_blanks(content.get<std::string>())); })},
      {"empty-text-is-null", "P7.1.1-05", "A single empty text is sent as null.",
       content_where(is_single_text, [](Json const& content) { return content == "" ? Json(nullptr) : content; })},
      {"metadata-forces-blocks", "P7.1.1-06", "A single text is a list when the message has metadata.",
       content_where([](Json const& message) { return is_single_text(message) && has_metadata(message); },
                     text_blocks)},
      {"system-text-as-blocks", "P7.1.1-06", "A single text of a system message is a list.",
       content_where(single_text_of_role("system"), text_blocks)},
      {"user-text-as-blocks", "P7.1.1-06", "A single text of a user message is a list.",
       content_where(single_text_of_role("user"), text_blocks)},
      {"assistant-text-as-blocks", "P7.1.1-06", "A single text of an assistant message is a list.",
       content_where(single_text_of_role("assistant"), text_blocks)},
      {"tool-text-as-blocks", "P7.1.1-06", "A single text of a tool message is a list.",
       content_where(single_text_of_role("tool"), text_blocks)},
      {"several-texts-joined", "P7.1.1-07", "Several texts are joined to one string.",
       content_where(has_several_texts_only, [](Json const& content) { return Json(joined_text(content, "")); })},
      {"several-texts-joined-by-line-ends", "P7.1.1-07", "Several texts are joined to one string, line by line.",
       content_where(has_several_texts_only, [](Json const& content) { return Json(joined_text(content, "\n")); })},
      {"several-texts-in-one-block", "P7.1.1-07", "Several texts are joined to one block.",
       content_where(has_several_texts_only,
                     [](Json const& content) { return text_blocks(joined_text(content, "")); })},
      {"several-parts-as-text", "P7.1.1-07", "Of several parts only the texts are sent, as one string.",
       content_where(has_several_parts, [](Json const& content) { return Json(joined_text(content, "")); })},
      {"first-of-several-parts-only", "P7.1.1-07", "Of several parts only the first is sent.",
       content_where(has_several_parts, [](Json const& content) { return Json::array({Json(first_of(content))}); })},
      {"single-other-part-as-block", "P7.1.1-08", "A single part that is no text is a block without a list.",
       content_where(is_single_other, first_of)},
      {"single-other-part-as-value", "P7.1.1-08", "A single part that is no text is sent as its bare value.",
       changed_where(
           is_single_other,
           [](Json& wire, Json const& message) { wire["content"] = member(parts_of(message).front(), "value"); })},
      {"single-other-part-after-empty-text", "P7.1.1-08", "An empty text block is put before a single other part.",
       content_where(is_single_other,
                     [](Json const& content) {
                       Json blocks = text_blocks("");
                       blocks.push_back(first_of(content));
                       return blocks;
                     })},
      {"blocks-reversed", "P7.1.1-09", "The blocks are sent last first.", content_where(has_several_parts, reversed)},
      {"texts-before-other-blocks", "P7.1.1-09", "Text blocks come first, wherever they stood.",
       content_where(has_several_parts, [](Json const& content) { return with_texts_at(Place::front, content); })},
      {"texts-behind-other-blocks", "P7.1.1-09", "Text blocks come last, wherever they stood.",
       content_where(has_several_parts, [](Json const& content) { return with_texts_at(Place::back, content); })},
      {"part-less-message-gets-empty-block", "P7.1.1-10", "A message without parts is sent with an empty text block.",
       content_where(has_no_parts, [](Json const&) { return text_blocks(""); })},
      {"empty-text-counts-as-no-part", "P7.1.1-10", "A single empty text is sent as if there were no part.",
       content_where(is_single_text, [](Json const& content) { return content == "" ? Json::array() : content; })},
      {"part-less-message-gets-object", "P7.1.1-10", "A message without parts is sent with an empty object.",
       content_where(has_no_parts, [](Json const&) { return Json::object(); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_message

namespace conformance::mutants {

std::vector<Mutant> openai_message_mutants() {
  std::vector<Mutant> mutants = openai_message::list_mutants();
  std::vector<Mutant> const about_content = openai_message::content_mutants();
  mutants.insert(mutants.end(), about_content.begin(), about_content.end());
  return mutants;
}

}  // namespace conformance::mutants
