#include "harness/proof/differential/input_maker.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/proof/differential/fragments.hpp"

namespace conformance::differential {
namespace {

/// Which form of answer a provider gives.
enum class AnswerForm { chat, embedding, image, responses, anthropic };

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

/// By `model.provider` and `model.apiType` of an agent.
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

/// A whole answer of a provider.
Json provider_answer(Dice& dice, AnswerForm form) {
  switch (form) {
    case AnswerForm::chat:
      return chat_answer(dice);
    case AnswerForm::embedding:
      return {{"object", "list"}, {"data", some_of(dice, 2, vector_of_numbers)}};
    case AnswerForm::image:
      return {{"created", 1}, {"data", some_of(dice, 2, image)}};
    case AnswerForm::responses:
      return response(dice);
    case AnswerForm::anthropic:
      break;
  }
  return {{"id", "r"}, {"type", "message"}, {"content", some_of(dice, 3, block)}};
}

/// The decoded chunks of a streamed answer. Embeddings and images have none of their own; theirs are those of chat.
Json provider_chunks(Dice& dice, AnswerForm form) {
  if (form == AnswerForm::responses) {
    Json events = some_of(dice, 6, response_event);
    events.push_back({{"type", "response.completed"}, {"response", {{"id", "r"}}}});
    return events;
  }
  if (form == AnswerForm::anthropic) {
    Json events = some_of(dice, 6, message_event);
    events.push_back({{"type", "message_stop"}});
    return events;
  }
  return some_of(dice, 5, chat_chunk);
}

/// Keeps the first of the entries of a list that have the same name.
void drop_namesakes(Json& owner, char const* list) {
  Json::iterator const found = owner.find(list);
  if (found == owner.end() || !found->is_array()) return;
  std::set<Json> names;
  Json kept = Json::array();
  for (Json const& entry : *found)
    if (names.insert(entry.value("name", Json())).second) kept.push_back(entry);
  *found = kept;
}

bool has_namesakes(Json const& owner, char const* list) {
  Json copy = owner;
  drop_namesakes(copy, list);
  return copy.contains(list) && copy.at(list).size() != owner.at(list).size();
}

template <typename Visit>
void visit_tools(Json& agent, Visit visit) {
  Json::iterator const tools = agent.find("tools");
  if (tools == agent.end() || !tools->is_array()) return;
  for (Json& tool : *tools) visit(tool);
}

void drop_all_namesakes(Json& agent) {
  for (char const* const list : {"inputs", "outputs", "tools"}) drop_namesakes(agent, list);
  visit_tools(agent, [](Json& tool) { drop_namesakes(tool, "parameters"); });
}

bool has_any_namesakes(Json agent) {
  bool found = has_namesakes(agent, "inputs") || has_namesakes(agent, "outputs") || has_namesakes(agent, "tools");
  visit_tools(agent, [&found](Json& tool) { found = found || has_namesakes(tool, "parameters"); });
  return found;
}

std::string text_member(Json const& object, char const* name) {
  Json::const_iterator const found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string engine_of(Json const& agent) {
  Json::json_pointer const place("/template/format/kind");
  return agent.contains(place) ? agent.at(place).get<std::string>() : std::string("jinja2");
}

constexpr char const* child_prompt = "---\nname: child\ndescription: A child\ninputs:\n  a: x\n  b: 2\n---\nHi {{a}}";

Json schema_of_arguments() {
  Json const properties = {{"a", {{"type", "string"}}}, {"b", {{"type", "integer"}}}};
  return {{"type", "object"}, {"properties", properties}, {"required", Json::array({"b"})}};
}

Json discovered_functions() {
  Json const described = {{"name", "a"}, {"description", "An a"}, {"parameters", schema_of_arguments()}};
  Json const bare = {{"name", "city"}, {"parameters", schema_of_arguments()}};
  return Json::array({described, bare});
}

/// The feature that a subject declares when it can offer a tool of that kind; "" for kinds that all can.
std::string feature_needed_by(Json const& tool) {
  std::string const kind = text_member(tool, "kind");
  if (kind == "function") return "";
  if (kind == "mcp" || kind == "openapi") return "discovered";
  return kind == "prompty" ? "prompty-tools" : "handlers";
}

std::uint64_t seed_of(std::string const& operation, std::uint64_t seed, std::uint64_t number) {
  // FNV-1a, so that an operation's inputs do not depend on which others are compared.
  std::uint64_t hash = 14695981039346656037ULL;
  for (char const sign : operation) hash = (hash ^ static_cast<unsigned char>(sign)) * 1099511628211ULL;
  return (hash ^ seed) * 1099511628211ULL + number * 2654435761ULL;
}

}  // namespace

std::vector<std::string> const& comparable_operations() {
  static std::vector<std::string> const operations = {
      "split",   "load",           "validate_inputs",  "render",
      "parse",   "prepare",        "build_request",    "project_tools",
      "process", "process_stream", "messages_to_wire", "messages_from_wire"};
  return operations;
}

InputMaker::InputMaker(Json const& protocol, Common common)
    : protocol_(protocol), common_(std::move(common)), values_(protocol_, common_) {
  for (std::string const& operation : comparable_operations())
    checks_.emplace(operation, SchemaCheck(protocol, "/operations/" + operation + "/params"));
}

Input InputMaker::make(std::string const& operation, std::uint64_t seed, std::uint64_t number) const {
  Dice dice(seed_of(operation, seed, number));
  for (int tries = 0; number % 2 == 1 && tries < 8; ++tries) {
    Input input = draft(operation, dice, Soundness::broken);
    if (is_askable(input)) return input;
  }
  Input input = draft(operation, dice, Soundness::sound);
  while (!is_askable(input)) input = draft(operation, dice, Soundness::sound);
  return input;
}

bool InputMaker::is_askable(Input const& input) const {
  if (!checks_.at(input.operation).problems(input.params).empty()) return false;
  if (common_.features.contains("env") && input.operation == "load" && !input.params.contains("env")) return false;
  std::string const path = text_member(input.params, "path");
  if (!path.empty() && !input.files.contains(path)) return false;
  return !input.params.contains("agent") || !has_any_namesakes(input.params.at("agent"));
}

Input InputMaker::draft(std::string const& operation, Dice& dice, Soundness soundness) const {
  bool const is_broken = soundness == Soundness::broken;
  if (operation == "split") {
    std::string const text = file_text(dice);
    return {.operation = operation, .params = {{"text", is_broken ? broken_text(dice, text) : text}}};
  }
  if (operation == "parse") {
    std::string const text = prompt_text(dice);
    return {.operation = operation, .params = {{"rendered", is_broken ? broken_text(dice, text) : text}}};
  }
  if (operation == "load") return load_of_prompt_file(dice, values_, common_, soundness);
  if (operation == "messages_to_wire" || operation == "messages_from_wire")
    return of_stored_messages(operation, dice, soundness);
  if (operation == "render" || operation == "prepare" || operation == "validate_inputs")
    return of_template(operation, dice, soundness);
  return of_model(operation, dice, soundness);
}

Json InputMaker::input_value(Dice& dice, std::string const& kind) const {
  if (dice.one_in(12)) return some_value(dice);
  if (kind == "string") return some_text(dice);
  if (kind == "integer") return dice.below(20);
  if (kind == "float") return dice.pick(std::vector<Json>{0.5, 1, -2.25, 1.0});
  if (kind == "boolean") return dice.one_in(2);
  if (kind == "array") return Json::array({some_value(dice, 1), some_value(dice, 1)});
  if (kind == "object") return {{dice.pick(invented_names()), some_value(dice, 1)}};
  if (kind == "thread") {
    Json messages = Json::array();
    for (std::size_t count = dice.below(4); count > 0; --count)
      messages.push_back(values_.of_definition("Message", dice));
    return messages;
  }
  Json part = {{"kind", kind},
               {"value", dice.pick(std::vector<std::string>{"aGk=", "http://a/b.png", "data:image/png;base64,aGk="})}};
  return dice.one_in(2) ? Json(part.at("value")) : part;
}

Input InputMaker::of_template(std::string const& operation, Dice& dice, Soundness soundness) const {
  Json agent = values_.of_definition("Agent", dice);
  drop_all_namesakes(agent);
  agent.erase("tools");
  Json inputs = Json::object();
  if (Json::iterator const declared = agent.find("inputs"); declared != agent.end() && declared->is_array()) {
    for (Json& property : *declared) {
      // Templates take apart what is named a and b, and the placeholder of a rich value has no two times the same
      // parts.
      bool const may_be_rich = property.at("name") != "a" && property.at("name") != "b";
      if (may_be_rich && dice.one_in(3))
        property["kind"] = dice.pick(std::vector<std::string>{"thread", "image", "file", "audio"});
      std::string const kind = property.at("kind").get<std::string>();
      if (kind == "thread" || kind == "image") property.erase("default");
      if (!dice.one_in(4)) inputs[property.at("name").get<std::string>()] = input_value(dice, kind);
    }
  }
  if (dice.one_in(3)) inputs[dice.pick(invented_names())] = some_value(dice);
  std::string const text = template_text(dice, engine_of(agent));
  bool const breaks_text = soundness == Soundness::broken && operation != "validate_inputs" && dice.one_in(2);
  agent["instructions"] = breaks_text ? broken_text(dice, text) : text;
  Json params = {{"agent", agent}, {"inputs", inputs}};
  if (operation == "render" && dice.one_in(4)) params["undefined"] = "error";
  if (soundness == Soundness::broken && !breaks_text) params = broken_value(dice, params);
  return {.operation = operation, .params = params};
}

Json InputMaker::agent_with_model(Dice& dice) const {
  Json agent = values_.of_definition("Agent", dice);
  drop_all_namesakes(agent);
  if (dice.one_in(30)) return agent;
  Json model = values_.of_definition("Model", dice);
  if (!dice.one_in(30)) model["id"] = "m";
  if (!common_.providers.empty() && !dice.one_in(30))
    model["provider"] = dice.pick(std::vector<std::string>(common_.providers.begin(), common_.providers.end()));
  agent["model"] = model;
  return agent;
}

Input InputMaker::of_model(std::string const& operation, Dice& dice, Soundness soundness) const {
  bool const is_broken = soundness == Soundness::broken;
  Input input{.operation = operation, .params = {{"agent", agent_with_model(dice)}}};
  AnswerForm const form = answer_form_of(input.params.at("agent"));
  if (operation == "process") {
    Json const answer = provider_answer(dice, form);
    input.params["response"] = is_broken ? broken_value(dice, answer) : answer;
  } else if (operation == "process_stream") {
    Json const chunks = provider_chunks(dice, form);
    input.params["chunks"] = is_broken ? broken_value(dice, chunks) : chunks;
  } else if (operation == "build_request") {
    input.params["messages"] = Json::array();
    for (std::size_t count = dice.below(4); count > 0; --count)
      input.params["messages"].push_back(values_.of_definition("Message", dice));
  }
  if (common_.features.contains("env")) input.params["env"] = Json::object();
  if (operation == "build_request" || operation == "project_tools") {
    if (is_broken) input.params = broken_value(dice, input.params);
    complete_tools(input);
  } else {
    input.params["agent"].erase("tools");
  }
  return input;
}

void InputMaker::complete_tools(Input& input) const {
  if (!input.params.contains("agent") || !input.params.at("agent").is_object()) return;
  // A copy, since what is added to the params may move the agent.
  Json agent = input.params.at("agent");
  Json kept = Json::array();
  visit_tools(agent, [&](Json const& tool) {
    std::string const needed = feature_needed_by(tool);
    if (!needed.empty() && !common_.features.contains(needed)) return;
    std::string const name = text_member(tool, "name");
    if (needed == "discovered") input.params["discovered"][name] = discovered_functions();
    if (needed == "prompty-tools") input.files["child.prompty"] = child_prompt;
    if (needed == "handlers")
      input.params["handlers"][name] = {{"returns", "x"}, {"parameters", schema_of_arguments()}};
    kept.push_back(tool);
  });
  if (!agent.contains("tools") || !agent.at("tools").is_array()) return;
  agent["tools"] = kept;
  input.params["agent"] = agent;
}

Input InputMaker::of_stored_messages(std::string const& operation, Dice& dice, Soundness soundness) const {
  if (operation == "messages_to_wire") {
    Json messages = Json::array();
    for (std::size_t count = dice.below(5); count > 0; --count)
      messages.push_back(values_.of_definition("StoredMessage", dice));
    return {.operation = operation, .params = {{"messages", messages}}};
  }
  bool const is_whole = dice.one_in(2);
  Json const given = is_whole ? provider_answer(dice, AnswerForm::chat) : provider_chunks(dice, AnswerForm::chat);
  Json const answer = soundness == Soundness::broken ? broken_value(dice, given) : given;
  if (is_whole) return {.operation = operation, .params = {{"response", answer}}};
  return {.operation = operation, .params = {{"chunks", answer.is_array() ? answer : Json::array()}}};
}

}  // namespace conformance::differential
