#include <string>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/responses_rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/wire_rules.hpp"

namespace conformance::readings {
namespace responses_requests_rules {
namespace {

std::string text_of(Json const& content) {
  return content.is_string() ? content.get<std::string>() : joined_texts(content, "\n");
}

void move_system_up(Json& body, Json const&) {
  if (!member(body, "input").is_array()) return;
  std::string instructions;
  Json items = Json::array();
  for (Json const& item : body["input"]) {
    if (member(item, "role") != "system") {
      items.push_back(item);
      continue;
    }
    if (!instructions.empty()) instructions += "\n\n";
    instructions += text_of(member(item, "content"));
  }
  if (items.size() == body["input"].size()) return;
  body["input"] = std::move(items);
  body["instructions"] = instructions;
}

void flatten(Json& body, Json const&) {
  if (!member(body, "tools").is_array()) return;
  for (Json& tool : body["tools"]) {
    Json const function = member(tool, "function");
    if (!function.is_object()) continue;
    tool.erase("function");
    tool.update(function);
  }
}

void send_options(Json& body, Json const& params) {
  Json const& options = mutants::options_of(params["agent"]);
  auto const send = [&](char const* option, char const* parameter) {
    if (!member(options, option).is_null()) body[parameter] = options[option];
  };
  if (!body.contains("input")) return;
  send("temperature", "temperature");
  send("topP", "top_p");
  send("maxOutputTokens", "max_output_tokens");
  for (auto const& [key, value] : member(options, "additionalProperties").items()) {
    if (!body.contains(key)) body[key] = value;
  }
}

/// The block of the provider that says the same as one of chat.
Json own_block(Json const& block, std::string const& role) {
  Json const& type = member(block, "type");
  if (type == "text")
    return {{"type", role == "assistant" ? "output_text" : "input_text"}, {"text", member(block, "text")}};
  if (type == "image_url") {
    Json own{{"type", "input_image"}, {"image_url", member(block["image_url"], "url")}};
    if (block["image_url"].contains("detail")) own["detail"] = block["image_url"]["detail"];
    return own;
  }
  if (type == "file") return {{"type", "input_file"}, {"file_url", member(block["file"], "url")}};
  return block;
}

void write_own_blocks(Json& body, Json const&) {
  if (!member(body, "input").is_array()) return;
  for (Json& item : body["input"]) {
    if (!member(item, "content").is_array()) continue;
    for (Json& block : item["content"]) block = own_block(block, item.value("role", ""));
  }
}

void answer_the_stored_call(Json& items, Json const& message) {
  Json const& id = member(mutants::stored_call_of(message), "call_id");
  if (!id.is_null() && items.size() == 2) items[1]["call_id"] = id;
}

}  // namespace
}  // namespace responses_requests_rules

std::vector<ReadingRule> responses_requests() {
  return {
      {.decision = "A-082",
       .reading = "instructions",
       .answer = changed_sent(is_responses_agent, responses_requests_rules::move_system_up)},
      {.decision = "A-083",
       .reading = "flat",
       .answer = changed_sent(is_responses_agent, responses_requests_rules::flatten)},
      {.decision = "A-084",
       .reading = "sent",
       .answer = changed_sent(is_responses_agent, responses_requests_rules::send_options)},
      {.decision = "A-085",
       .reading = "own-blocks",
       .answer = changed_sent(is_responses_agent, responses_requests_rules::write_own_blocks)},
      {.decision = "A-086",
       .reading = "assistant-too",
       .unobservable = "Only the requests of an agent loop show it, and vectors about them accept both lists of items: "
                       "a request has no readings of its own."},
      {.decision = "A-330",
       .reading = "of-the-call",
       .answer = mutants::changed_input_items(responses_requests_rules::answer_the_stored_call)},
  };
}

}  // namespace conformance::readings
