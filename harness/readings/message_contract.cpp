#include <map>
#include <optional>

#include "harness/mutants/batch_rules.hpp"
#include "harness/mutants/converse_rules.hpp"
#include "harness/mutants/stored_rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/exchanges.hpp"

namespace conformance::readings::message_contract_chapter {
namespace {

using mutants::arguments_of;
using mutants::calls_of_batch;
using mutants::has_calls;
using mutants::has_role;

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

//

/// The text of reasoning that came with blocks, by the blocks.
using TextsOfBlocks = std::map<std::string, std::string>;

Json text_of_reasoning(Json const& message) {
  Json const& reasoning = member(message, "reasoning");
  return reasoning.is_string() ? reasoning : member(message, "reasoning_content");
}

void learn_texts(Json const& answer, TextsOfBlocks& texts) {
  Json const& choices = member(answer, "choices");
  if (!choices.is_array() || choices.empty()) return;
  Json const& message = member(choices.front(), "message");
  Json const text = text_of_reasoning(message);
  if (member(message, "reasoning_details").is_array() && text.is_string() && text != "")
    texts[message["reasoning_details"].dump()] = text.get<std::string>();
}

void send_texts_too(Json& body, TextsOfBlocks const& texts) {
  if (!member(body, "messages").is_array()) return;
  for (Json& message : body["messages"]) {
    auto const text = texts.find(member(message, "reasoning_details").dump());
    if (text != texts.end()) message["reasoning_content"] = text->second;
  }
}

Reply send_text_and_blocks(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "converse") {
    return mutants::changed_sent_message("assistant", [](Json& wire, Json const& stored) {
      Json const& text = member(stored, "reasoning");
      if (wire.contains("reasoning_details") && text.is_string() && text != "") wire["reasoning_content"] = text;
    })(operation, params, reference);
  }
  TextsOfBlocks texts;
  return asked_through({.sending = [&](Json& body) { send_texts_too(body, texts); },
                        .coming = [&](Json& answer) { learn_texts(answer, texts); }},
                       operation, params, reference);
}

//

void join_names(Json& message) {
  bool const has_both = member(message, "reasoning").is_string() && member(message, "reasoning_content").is_string();
  if (!has_both) return;
  message["reasoning"] = message["reasoning"].get<std::string>() + message["reasoning_content"].get<std::string>();
  message.erase("reasoning_content");
}

void join_names_in_answer(Json& answer) {
  if (!member(answer, "choices").is_array()) return;
  for (Json& choice : answer["choices"]) {
    for (std::string const name : {"message", "delta"}) {
      if (member(choice, name).is_object()) join_names(choice[name]);
    }
  }
}

Reply read_both_names(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "converse") return asked_through({.coming = join_names_in_answer}, operation, params, reference);
  return mutants::changed_incoming(join_names)(operation, params, reference);
}

//

/// Gives ids to calls without one and to their results, by their place among the calls.
void make_ids(Json& messages) {
  std::size_t made = 0;
  for (std::size_t place = 0; place < messages.size(); ++place) {
    if (!has_calls(messages[place])) continue;
    std::size_t result = place;
    for (Json& call : messages[place]["tool_calls"]) {
      ++made;
      ++result;
      Json const& id = member(call, "id");
      if (id.is_string() && id != "") continue;
      call["id"] = "made-" + std::to_string(made);
      if (result < messages.size() && has_role(messages[result], "tool")) messages[result]["tool_call_id"] = call["id"];
    }
  }
}

Reply generate_ids(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "converse") {
    Exchanges const exchanges{.sending = [](Json& body) { make_ids(body["messages"]); }};
    Reply reply = asked_through(exchanges, operation, params, reference);
    if (is_result(reply)) {
      for (Json& messages : reply.value["sessions"]) make_ids(messages);
    }
    return reply;
  }
  if (operation == "messages_from_wire") {
    return mutants::changed_kept([](Json& message, Json const&) {
      Json messages = Json::array({Json(message)});
      make_ids(messages);
      message = messages.front();
    })(operation, params, reference);
  }
  return mutants::changed_results([](Json& results, Json const&, Json const& asked) {
    Json messages = Json::array({asked["assistant"]});
    for (Json const& result : results) messages.push_back(result);
    make_ids(messages);
    messages.erase(0);
    results = messages;
  })(operation, params, reference);
}

//

bool is_object_text(std::string const& text) {
  return Json::parse(text, nullptr, false).is_object();
}

/// The first block of balanced braces; "" when there is none.
std::string block_in(std::string const& text) {
  std::size_t const begin = text.find('{');
  if (begin == std::string::npos) return "";
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t place = begin; place < text.size(); ++place) {
    char const sign = text[place];
    if (in_string && sign == '\\') {
      ++place;
    } else if (sign == '"') {
      in_string = !in_string;
    } else if (!in_string && sign == '{') {
      ++depth;
    } else if (!in_string && sign == '}' && --depth == 0) {
      return text.substr(begin, place - begin + 1);
    }
  }
  return "";
}

bool closes_behind(std::string const& text, std::size_t comma) {
  std::size_t const next = text.find_first_not_of(" \t\r\n", comma + 1);
  return next != std::string::npos && (text[next] == '}' || text[next] == ']');
}

std::string without_last_commas(std::string const& text) {
  std::string kept;
  bool in_string = false;
  for (std::size_t place = 0; place < text.size(); ++place) {
    bool const goes = !in_string && text[place] == ',' && closes_behind(text, place);
    if (!goes) kept += text[place];
    if (in_string && text[place] == '\\' && place + 1 < text.size()) {
      kept += text[++place];
    } else if (text[place] == '"') {
      in_string = !in_string;
    }
  }
  return kept;
}

/// What malformed arguments were meant to be: what stands between code fences or words, without commas too many.
std::optional<std::string> mended(std::string const& arguments) {
  if (arguments.empty() || Json::accept(arguments)) return std::nullopt;
  std::string const block = block_in(arguments);
  for (std::string const& text : {block, without_last_commas(block)}) {
    if (is_object_text(text)) return text;
  }
  return std::nullopt;
}

Reply mend_batch(Json const& params, AskReference const& reference) {
  Json asked = params;
  if (!calls_of_batch(asked).empty()) {
    for (Json& call : asked["assistant"]["tool_calls"]) {
      std::optional<std::string> const text = mended(arguments_of(call));
      if (text) call["function"]["arguments"] = *text;
    }
  }
  Reply reply = reference("run_tools", asked);
  if (!is_result(reply)) return reply;
  Json const calls = calls_of_batch(params);
  for (Json& batch : reply.value["gateCalls"]) {
    for (std::size_t place = 0; place < batch.size() && place < calls.size(); ++place)
      batch[place]["arguments"] = arguments_of(calls[place]);
  }
  return reply;
}

Reply mend_arguments(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "converse") return asked_with_other_arguments(mended, operation, params, reference);
  return operation == "run_tools" ? mend_batch(params, reference) : reference(operation, params);
}

std::vector<ReadingRule> rules_of_chapter() {
  return {
      {.decision = "A-135", .reading = "both", .answer = send_text_and_blocks},
      {.decision = "A-136", .reading = "joined", .answer = read_both_names},
      {.decision = "A-138", .reading = "generated", .answer = generate_ids},
      {.decision = "A-145", .reading = "mended", .answer = mend_arguments},
  };
}

}  // namespace
}  // namespace conformance::readings::message_contract_chapter

namespace conformance::readings {

std::vector<ReadingRule> message_contract() {
  return message_contract_chapter::rules_of_chapter();
}

}  // namespace conformance::readings
