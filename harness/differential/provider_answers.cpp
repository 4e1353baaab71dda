#include "harness/differential/provider_answers.hpp"

#include <nlohmann/json.hpp>

#include "harness/differential/fragments.hpp"

namespace conformance::differential {
namespace provider_answers {
namespace {

std::string call_id(Dice& dice) {
  return dice.pick(std::vector<std::string>{"c1", "c2", ""});
}

std::string arguments(Dice& dice) {
  return dice.pick(
      std::vector<std::string>{"{}", "{\"a\":1}", "{\"a\": [1, \"größe\"]}", "", "[1]", "{\"a\":", "null"});
}

/// A text, often one that is JSON.
std::string answered_text(Dice& dice) {
  static std::vector<std::string> const texts = {
      "{\"a\":1}",  " {\"a\": 1.0}\n",  "[1, 2]",  "\"x\"", "12",     "1e400", "NaN", "{\"a\":1,\"a\":2}",
      "{\"a\":1}x", "{'a': 1}",         "null",    "true",  "-0",     "\t1 ",  "01",  "{\"a\": \"\\ud83c\"}",
      "\uFEFF{}",   "```json\n{}\n```", "{} // c", "[1,]",  "\u00A01"};
  return dice.one_in(2) ? some_text(dice) : dice.pick(texts);
}

Json chat_call(Dice& dice) {
  Json const function = {{"name", dice.pick(invented_names())}, {"arguments", arguments(dice)}};
  return {{"id", call_id(dice)}, {"type", "function"}, {"function", function}};
}

template <typename Make>
Json some_of(Dice& dice, std::size_t most, Make make) {
  Json list = Json::array();
  for (std::size_t count = dice.below(most + 1); count > 0; --count) list.push_back(make(dice));
  return list;
}

Json chat_answer(Dice& dice) {
  Json message = {{"role", "assistant"}};
  message["content"] = dice.one_in(6) ? Json(nullptr) : Json(answered_text(dice));
  if (dice.one_in(3)) message["tool_calls"] = some_of(dice, 2, chat_call);
  if (dice.one_in(8)) message["refusal"] = dice.one_in(2) ? Json(nullptr) : Json(some_text(dice));
  Json const choice = {{"index", 0}, {"message", message}, {"finish_reason", "stop"}};
  Json choices = Json::array({choice});
  if (dice.one_in(6)) choices.push_back(choice);
  return {{"id", "r"}, {"object", "chat.completion"}, {"choices", choices}};
}

Json vector_of_numbers(Dice& dice) {
  Json const numbers = some_of(dice, 3, [](Dice& die) { return die.pick(std::vector<Json>{0, 1, 0.5, -1.5, 1e-7}); });
  return {{"object", "embedding"}, {"index", 0}, {"embedding", numbers}};
}

Json image(Dice& dice) {
  Json made = Json::object();
  if (dice.one_in(2)) made["url"] = dice.one_in(5) ? "" : "http://a/b.png";
  if (dice.one_in(2)) made["b64_json"] = dice.one_in(5) ? "" : "aGk=";
  return made;
}

Json response_item(Dice& dice) {
  if (dice.one_in(3))
    return {{"type", "function_call"},
            {"id", "i"},
            {"call_id", call_id(dice)},
            {"name", dice.pick(invented_names())},
            {"arguments", arguments(dice)}};
  if (dice.one_in(5)) return {{"type", "reasoning"}, {"summary", Json::array()}};
  Json const content = some_of(dice, 2, [](Dice& die) -> Json {
    if (die.one_in(6)) return {{"type", "refusal"}, {"refusal", some_text(die)}};
    return {{"type", "output_text"}, {"text", answered_text(die)}};
  });
  return {{"type", "message"}, {"role", "assistant"}, {"content", content}};
}

Json response(Dice& dice) {
  Json made = {{"id", "r"}, {"object", "response"}, {"output", some_of(dice, 3, response_item)}};
  if (dice.one_in(3)) made["output_text"] = answered_text(dice);
  if (dice.one_in(5))
    made["error"] = dice.one_in(2) ? Json(nullptr) : Json{{"code", "c"}, {"message", some_text(dice)}};
  return made;
}

Json block(Dice& dice) {
  if (dice.one_in(3))
    return {{"type", "tool_use"},
            {"id", call_id(dice)},
            {"name", dice.pick(invented_names())},
            {"input", Json{{dice.pick(invented_names()), some_value(dice)}}}};
  if (dice.one_in(5)) return {{"type", "thinking"}, {"thinking", some_text(dice)}};
  return {{"type", "text"}, {"text", answered_text(dice)}};
}

Json chat_chunk(Dice& dice) {
  Json delta = Json::object();
  if (!dice.one_in(3)) delta["content"] = dice.one_in(6) ? Json(nullptr) : Json(some_text(dice));
  if (dice.one_in(3))
    delta["tool_calls"] = some_of(dice, 2, [](Dice& die) {
      Json function = {{"arguments", arguments(die)}};
      if (die.one_in(2)) function["name"] = die.pick(invented_names());
      Json call = {{"index", die.below(3)}, {"function", function}};
      if (die.one_in(2)) call["id"] = call_id(die);
      return call;
    });
  if (dice.one_in(12)) delta["refusal"] = some_text(dice);
  if (dice.one_in(8)) return {{"id", "r"}, {"choices", Json::array()}};
  return {{"id", "r"}, {"choices", Json::array({{{"index", 0}, {"delta", delta}}})}};
}

Json response_event(Dice& dice) {
  Json const index = dice.below(2);
  Json const call = {{"type", "function_call"}, {"call_id", call_id(dice)}, {"name", "a"}, {"arguments", ""}};
  switch (dice.below(7)) {
    case 0:
      return {{"type", "response.output_item.added"}, {"output_index", index}, {"item", call}};
    case 1:
      return {{"type", "response.function_call_arguments.delta"}, {"output_index", index}, {"delta", arguments(dice)}};
    case 2:
      return {{"type", "response.function_call_arguments.done"}, {"output_index", index}, {"arguments", "{}"}};
    case 3:
      if (dice.one_in(3)) return {{"type", "response.refusal.delta"}, {"output_index", index}, {"delta", "no"}};
      return {{"type", "response.created"}, {"response", {{"id", "r"}}}};
    default:
      return {{"type", "response.output_text.delta"}, {"output_index", index}, {"delta", some_text(dice)}};
  }
}

Json message_event(Dice& dice) {
  Json const index = dice.below(2);
  switch (dice.below(7)) {
    case 0:
      return {
          {"type", "content_block_start"},
          {"index", index},
          {"content_block", {{"type", "tool_use"}, {"id", call_id(dice)}, {"name", "a"}, {"input", Json::object()}}}};
    case 1:
      return {{"type", "content_block_delta"},
              {"index", index},
              {"delta", {{"type", "input_json_delta"}, {"partial_json", arguments(dice)}}}};
    case 2:
      return {{"type", "content_block_stop"}, {"index", index}};
    case 3:
      return dice.one_in(2) ? Json{{"type", "ping"}}
                            : Json{{"type", "message_delta"}, {"delta", {{"stop_reason", "end_turn"}}}};
    default:
      return {{"type", "content_block_delta"},
              {"index", index},
              {"delta", {{"type", "text_delta"}, {"text", some_text(dice)}}}};
  }
}

}  // namespace
}  // namespace provider_answers

AnswerForm answer_form_of(Json const& agent) {
  Json const model = agent.value("model", Json::object());
  if (!model.is_object()) return AnswerForm::chat;
  if (model.value("provider", Json()) == "anthropic") return AnswerForm::anthropic;
  Json const api_type = model.value("apiType", Json());
  if (api_type == "embedding") return AnswerForm::embedding;
  if (api_type == "image") return AnswerForm::image;
  if (api_type == "responses") return AnswerForm::responses;
  return AnswerForm::chat;
}

Json provider_answer(Dice& dice, AnswerForm form) {
  switch (form) {
    case AnswerForm::chat:
      return provider_answers::chat_answer(dice);
    case AnswerForm::embedding:
      return {{"object", "list"}, {"data", provider_answers::some_of(dice, 2, provider_answers::vector_of_numbers)}};
    case AnswerForm::image:
      return {{"created", 1}, {"data", provider_answers::some_of(dice, 2, provider_answers::image)}};
    case AnswerForm::responses:
      return provider_answers::response(dice);
    case AnswerForm::anthropic:
      break;
  }
  return {{"id", "r"}, {"type", "message"}, {"content", provider_answers::some_of(dice, 3, provider_answers::block)}};
}

Json provider_chunks(Dice& dice, AnswerForm form) {
  if (form == AnswerForm::responses) {
    Json events = provider_answers::some_of(dice, 6, provider_answers::response_event);
    events.push_back({{"type", "response.completed"}, {"response", {{"id", "r"}}}});
    return events;
  }
  if (form == AnswerForm::anthropic) {
    Json events = provider_answers::some_of(dice, 6, provider_answers::message_event);
    events.push_back({{"type", "message_stop"}});
    return events;
  }
  return provider_answers::some_of(dice, 5, provider_answers::chat_chunk);
}

}  // namespace conformance::differential
