#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/deviations/proxy.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/proof/readings/reading_rule.hpp"

namespace conformance::readings {
namespace {

using mutants::Rule;

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

using ChangeMessage = std::function<void(Json& message)>;

/// Changes each message of the assistant that `messages_to_wire` gives for the wire, given the stored one.
Rule changed_wire_messages(void (*change)(Json& wire, Json const& stored)) {
  return [change](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    Json const& stored = member(params, "messages");
    bool const applies = operation == "messages_to_wire" && is_result(reply) && reply.value.is_array() &&
                         stored.is_array() && reply.value.size() == stored.size() &&
                         member(params, "target") != "client";
    for (std::size_t place = 0; applies && place < stored.size(); ++place) {
      if (mutants::has_role(stored[place], "assistant")) change(reply.value[place], stored[place]);
    }
    return reply;
  };
}

/// Changes the message that `messages_from_wire` stores.
Rule changed_stored_message(ChangeMessage change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const is_stored = operation == "messages_from_wire" && member(reply.value, "message").is_object();
    if (is_stored) change(reply.value["message"]);
    return reply;
  };
}

/// The first choice of an answer or a chunk; null when there is none.
Json const& first_choice(Json const& answer) {
  static Json const missing;
  Json const& choices = member(answer, "choices");
  return choices.is_array() && !choices.empty() ? choices.front() : missing;
}

/// Has `messages_from_wire` read another answer: the message of a whole one, or each delta of a streamed one, changed.
Rule changed_incoming(ChangeMessage change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "messages_from_wire") return reference(operation, params);
    Json changed = params;
    Json const& message = member(first_choice(member(params, "response")), "message");
    if (message.is_object() && !message.empty()) change(changed["response"]["choices"].front()["message"]);
    if (!member(params, "chunks").is_array()) return reference(operation, changed);
    for (Json& chunk : changed["chunks"]) {
      if (member(first_choice(chunk), "delta").is_object()) change(chunk["choices"].front()["delta"]);
    }
    return reference(operation, changed);
  };
}

bool has_calls(Json const& message) {
  return member(message, "tool_calls").is_array() && !member(message, "tool_calls").empty();
}

/// The calls of the turn whose batch `run_tools` carries out; an empty list when there are none.
Json calls_of_batch(Json const& params) {
  Json const& calls = member(member(params, "assistant"), "tool_calls");
  return calls.is_array() ? calls : Json::array();
}

std::string arguments_of(Json const& call) {
  Json const& arguments = member(member(call, "function"), "arguments");
  return arguments.is_string() ? arguments.get<std::string>() : std::string();
}

/// Changes the results of a batch; there is one for each of its calls.
Rule changed_results(std::function<void(Json& messages, Json const& params)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const applies = operation == "run_tools" && member(params, "assistant").is_object() && is_result(reply) &&
                         member(reply.value, "messages").size() == calls_of_batch(params).size();
    if (applies) change(reply.value["messages"], params);
    return reply;
  };
}

//

/// The text of reasoning that came with blocks, by the blocks.
using TextsOfBlocks = std::map<std::string, std::string>;

Json text_of_reasoning(Json const& message) {
  Json const& reasoning = member(message, "reasoning");
  return reasoning.is_string() ? reasoning : member(message, "reasoning_content");
}

void record_texts(Json const& answer, TextsOfBlocks& texts) {
  Json const& message = member(first_choice(answer), "message");
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
    return changed_wire_messages([](Json& wire, Json const& stored) {
      Json const& text = member(stored, "reasoning");
      if (wire.contains("reasoning_details") && text.is_string() && text != "") wire["reasoning_content"] = text;
    })(operation, params, reference);
  }
  TextsOfBlocks texts;
  return mutants::call_through_proxy({.change_request = [&](Json& body) { send_texts_too(body, texts); },
                                      .change_answer = [&](Json& answer) { record_texts(answer, texts); }},
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
  if (operation == "converse")
    return mutants::call_through_proxy({.change_answer = join_names_in_answer}, operation, params, reference);
  return changed_incoming(join_names)(operation, params, reference);
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
      if (result < messages.size() && mutants::has_role(messages[result], "tool"))
        messages[result]["tool_call_id"] = call["id"];
    }
  }
}

Reply generate_ids(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "converse") {
    mutants::ProxyHooks const hooks{.change_request = [](Json& body) { make_ids(body["messages"]); }};
    Reply reply = mutants::call_through_proxy(hooks, operation, params, reference);
    if (is_result(reply)) {
      for (Json& messages : reply.value["sessions"]) make_ids(messages);
    }
    return reply;
  }
  if (operation == "messages_from_wire") {
    return changed_stored_message([](Json& message) {
      Json messages = Json::array({Json(message)});
      make_ids(messages);
      message = messages.front();
    })(operation, params, reference);
  }
  return changed_results([](Json& results, Json const& params_of_batch) {
    Json messages = Json::array({params_of_batch["assistant"]});
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
  Json changed = params;
  if (!calls_of_batch(changed).empty()) {
    for (Json& call : changed["assistant"]["tool_calls"]) {
      std::optional<std::string> const text = mended(arguments_of(call));
      if (text) call["function"]["arguments"] = *text;
    }
  }
  Reply reply = reference("run_tools", changed);
  if (!is_result(reply)) return reply;
  Json const calls = calls_of_batch(params);
  for (Json& batch : reply.value["gateCalls"]) {
    for (std::size_t place = 0; place < batch.size() && place < calls.size(); ++place)
      batch[place]["arguments"] = arguments_of(calls[place]);
  }
  return reply;
}

Reply mend_arguments(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation == "converse") return mutants::call_with_other_arguments(mended, operation, params, reference);
  return operation == "run_tools" ? mend_batch(params, reference) : reference(operation, params);
}

}  // namespace

std::vector<ReadingRule> message_contract() {
  return {
      {.decision = "A-135", .reading = "both", .answer = send_text_and_blocks},
      {.decision = "A-136", .reading = "joined", .answer = read_both_names},
      {.decision = "A-138", .reading = "generated", .answer = generate_ids},
      {.decision = "A-145", .reading = "mended", .answer = mend_arguments},
  };
}

}  // namespace conformance::readings
