#include <algorithm>
#include <map>
#include <optional>
#include <utility>

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
using mutants::name_of;
using mutants::raised;

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

//

bool is_readable(Json const& arguments) {
  return !arguments.is_string() || arguments == "" || Json::accept(arguments.get<std::string>());
}

Reply show_well_formed_calls(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  bool const bears = (operation == "run_tools" || operation == "converse") && is_result(reply);
  if (!bears || !member(reply.value, "gateCalls").is_array()) return reply;
  for (Json& batch : reply.value["gateCalls"]) {
    Json shown = Json::array();
    for (Json const& call : batch) {
      if (is_readable(member(call, "arguments"))) shown.push_back(call);
    }
    batch = std::move(shown);
  }
  return reply;
}

//

bool is_sequential(Json const& asked, std::string const& name) {
  Json const& tools = member(asked, "tools");
  return tools.is_array() && std::any_of(tools.begin(), tools.end(), [&](Json const& tool) {
           return member(tool, "name") == name && member(tool, "sequential") == true;
         });
}

/// Calls to a sequential tool wait for each other alone.
Reply let_other_calls_overlap(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "run_tools" || !member(params, "tools").is_array()) return reference(operation, params);
  Json asked = params;
  for (Json& tool : asked["tools"]) tool.erase("sequential");
  Reply reply = reference(operation, asked);
  if (!is_result(reply) || !member(reply.value, "overlaps").is_array()) return reply;
  Json const calls = calls_of_batch(params);
  Json kept = Json::array();
  for (Json const& pair : reply.value["overlaps"]) {
    std::string const first = name_of(calls[pair[0].get<std::size_t>()]);
    std::string const second = name_of(calls[pair[1].get<std::size_t>()]);
    if (first != second || !is_sequential(params, first)) kept.push_back(pair);
  }
  reply.value["overlaps"] = std::move(kept);
  return reply;
}

//

char const* const some_text = "It did not work.";

/// The text of every failure and denial becomes one that says nothing of its cause.
Json told_without_reasons(Json const& params) {
  Json asked = params;
  if (asked.contains("handlers")) {
    for (Json& handler : asked["handlers"]) {
      if (handler.contains("throws")) handler["throws"] = some_text;
    }
  }
  if (member(member(asked, "gate"), "deny").is_object()) {
    for (Json& reason : asked["gate"]["deny"]) reason = some_text;
  }
  return asked;
}

Reply fail_without_reasons(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "run_tools" || operation == "converse";
  return reference(operation, bears ? told_without_reasons(params) : params);
}

//

bool is_broken_turn(Json const& message) {
  return has_role(message, "assistant") && member(message, "isError") == true;
}

Reply raise_for_broken_streams(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (!is_result(reply)) return reply;
  if (operation == "messages_from_wire" && is_broken_turn(member(reply.value, "message")))
    return raised("ConnectionError");
  if (operation != "converse") return reply;
  for (Json const& messages : member(reply.value, "sessions")) {
    if (std::any_of(messages.begin(), messages.end(), is_broken_turn)) return raised("ConnectionError");
  }
  return reply;
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

void store_instructions(Json& messages, Json const& asked) {
  if (!member(asked, "system").is_string()) return;
  messages.insert(messages.begin(), Json{{"role", "system"}, {"content", asked["system"]}});
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

//

Json pieces_of_blocks(Json const& chunks) {
  Json pieces = Json::array();
  for (Json const& chunk : chunks) {
    Json const& choices = member(chunk, "choices");
    if (!choices.is_array() || choices.empty()) continue;
    Json const& details = member(member(choices.front(), "delta"), "reasoning_details");
    if (!details.is_array()) continue;
    for (Json const& piece : details) pieces.push_back(piece);
  }
  return pieces;
}

void keep_pieces(Json& message, Json const& asked) {
  if (message.contains("reasoning_details") && member(asked, "chunks").is_array())
    message["reasoning_details"] = pieces_of_blocks(asked["chunks"]);
}

std::vector<ReadingRule> rules_of_chapter() {
  return {
      {.decision = "A-129",
       .reading = "six-sent",
       .unobservable = "the sixth message is the answer to the very request that would hold it; later requests hold "
                       "all six under both readings"},
      {.decision = "A-130", .reading = "well-formed-calls", .answer = show_well_formed_calls},
      {.decision = "A-131", .reading = "own-calls", .answer = let_other_calls_overlap},
      {.decision = "A-133", .reading = "any-text", .answer = fail_without_reasons},
      {.decision = "A-134", .reading = "raised", .answer = raise_for_broken_streams},
      {.decision = "A-135", .reading = "both", .answer = send_text_and_blocks},
      {.decision = "A-136", .reading = "joined", .answer = read_both_names},
      {.decision = "A-137", .reading = "stored-once", .answer = mutants::changed_sessions(store_instructions)},
      {.decision = "A-138", .reading = "generated", .answer = generate_ids},
      {.decision = "A-145", .reading = "mended", .answer = mend_arguments},
      {.decision = "A-146", .reading = "as-received", .answer = mutants::changed_kept(keep_pieces)},
  };
}

}  // namespace
}  // namespace conformance::readings::message_contract_chapter

namespace conformance::readings {

std::vector<ReadingRule> message_contract() {
  return message_contract_chapter::rules_of_chapter();
}

}  // namespace conformance::readings
