#include <algorithm>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/responses_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_responses {
namespace {

bool is_responses(Json const& agent) {
  return is_for(agent, "responses");
}

bool has_blocks(Json const& item) {
  return member(item, "content").is_array();
}

bool is_single_text(Json const& message) {
  return texts_of(message).size() == 1 && member(message, "content").size() == 1;
}

/// Changes the ordinary item of each message that is of the array form.
Rule changed_blocks(ChangeItem change) {
  return changed_item([change = std::move(change)](Json& item, Json const& message) {
    if (has_blocks(item)) change(item, message);
  });
}

/// Changes the ordinary item of each message of a single text.
Rule changed_single_text(ChangeItem change) {
  return changed_item([change = std::move(change)](Json& item, Json const& message) {
    if (is_single_text(message)) change(item, message);
  });
}

// As the provider wants it: what the system says is no item.
void move_system_items_out(Json& body, Json const&, Json const&) {
  Json others = Json::array();
  for (Json const& item : Json(body["input"])) {
    if (member(item, "role") == "system") {
      body["instructions"] = member(item, "content");
    } else {
      others.push_back(item);
    }
  }
  body["input"] = std::move(others);
}

void merge_neighbours(Json& body, Json const&, Json const&) {
  Json merged = Json::array();
  for (Json const& item : Json(body["input"])) {
    bool const joins = !merged.empty() && !has_blocks(item) && !has_blocks(merged.back()) && item.contains("content") &&
                       merged.back().contains("content") && member(item, "role") == member(merged.back(), "role");
    if (joins) {
      merged.back()["content"] =
          merged.back()["content"].get<std::string>() + "\n" + member(item, "content").get<std::string>();
    } else {
      merged.push_back(item);
    }
  }
  body["input"] = std::move(merged);
}

void name_blocks_as_input(Json& item, Json const& message) {
  Json const& parts = member(message, "content");
  for (std::size_t index = 0; index < parts.size(); ++index) {
    item["content"][index]["type"] = "input_" + member(parts[index], "kind").get<std::string>();
  }
}

void keep_text_blocks(Json& item, Json const&) {
  Json kept = Json::array();
  for (Json const& block : Json(item["content"])) {
    if (member(block, "type") == "text") kept.push_back(block);
  }
  item["content"] = std::move(kept);
}

void join_blocks(Json& item, Json const& message) {
  std::string text;
  for (std::string const& part : texts_of(message)) text += part;
  if (texts_of(message).size() > 1) item["content"] = text;
}

std::vector<Mutant> format_mutants() {
  return {
      {"responses-asked-as-chat", "P7.4-01", "An agent for responses gives a chat request.",
       built_for("chat", is_responses)},
      {"responses-with-messages", "P7.4-01", "The Responses request carries the messages as well.",
       changed_responses([](Json& body, Json const&, Json const& messages) { body["messages"] = messages; })},
      {"responses-with-response-format", "P7.4-01", "The Responses request asks for JSON in the way of chat as well.",
       changed_responses([](Json& body, Json const&, Json const&) {
         if (body.contains("text")) body["response_format"] = {{"type", "json_schema"}};
       })},
      {"responses-chosen-by-the-model", "P7.4-01", "Responses are asked for where the model's name speaks of them.",
       built_for("responses",
                 [](Json const& agent) { return is_for(agent, "chat") && is_model_called(agent, "responses"); })},
      {"responses-without-model", "P7.4.1-10", "The Responses request names no model.",
       changed_responses([](Json& body, Json const&, Json const&) { body.erase("model"); })},
      {"responses-by-agent-name", "P7.4.1-10", "The Responses request asks for the agent's name as the model.",
       changed_responses([](Json& body, Json const& agent, Json const&) { body["model"] = member(agent, "name"); })},
      {"responses-input-under-messages", "P7.4.1-10", "The items of a Responses request are called messages.",
       changed_responses([](Json& body, Json const&, Json const&) {
         body["messages"] = Json(body["input"]);
         body.erase("input");
       })},
  };
}

std::vector<Mutant> item_mutants() {
  return {
      {"item-with-a-type", "P7.4.1-01", "An item says that it is a message.",
       changed_item([](Json& item, Json const&) { item["type"] = "message"; })},
      {"item-with-a-status", "P7.4.1-01", "An item carries a status of null.",
       changed_item([](Json& item, Json const&) { item["status"] = nullptr; })},
      {"item-without-role", "P7.4.1-01", "An item does not say who speaks.",
       changed_item([](Json& item, Json const&) { item.erase("role"); })},
      {"system-items-moved-out", "P7.4.1-02", "What the system says becomes instructions instead of an item.",
       changed_responses(move_system_items_out)},
      {"items-reversed", "P7.4.1-02", "The items stand last first.",
       changed_responses(
           [](Json& body, Json const&, Json const&) { std::reverse(body["input"].begin(), body["input"].end()); })},
      {"neighbouring-items-merged", "P7.4.1-02", "Neighbouring items of one role are merged.",
       changed_responses(merge_neighbours)},
      {"single-text-in-a-block", "P7.4.1-03", "A single text is sent as an array of one block.",
       changed_single_text([](Json& item, Json const& message) {
         item["content"] = Json::array({{{"type", "text"}, {"text", texts_of(message).front()}}});
       })},
      {"empty-text-in-an-item-dropped", "P7.4.1-03", "An empty text gives an empty array of blocks.",
       changed_single_text([](Json& item, Json const&) {
         if (item["content"] == "") item["content"] = Json::array();
       })},
      {"single-text-null", "P7.4.1-03", "A single text gives null.",
       changed_single_text([](Json& item, Json const&) { item["content"] = nullptr; })},
      {"blocks-of-the-provider", "P7.4.1-04", "The blocks have the names that the provider has for them.",
       changed_blocks(name_blocks_as_input)},
      {"blocks-of-texts-only", "P7.4.1-04", "Parts that are no text give no block.", changed_blocks(keep_text_blocks)},
      {"blocks-joined", "P7.4.1-04", "Several texts of an item are joined to one.", changed_blocks(join_blocks)},
      {"no-blocks-as-text", "P7.4.1-04", "A message without parts has an empty text for its content.",
       changed_blocks([](Json& item, Json const&) {
         if (item["content"].empty()) item["content"] = "";
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_responses

namespace conformance::mutants {

std::vector<Mutant> openai_responses_mutants() {
  std::vector<Mutant> mutants = openai_responses::format_mutants();
  std::vector<Mutant> const about_items = openai_responses::item_mutants();
  mutants.insert(mutants.end(), about_items.begin(), about_items.end());
  return mutants;
}

}  // namespace conformance::mutants
