#include <map>
#include <set>
#include <utility>

#include "harness/mutants/converse_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stored_rules.hpp"

namespace conformance::mutants::contract_conversations {
namespace {

/// Each run is a list of its own.
void nest_runs(Json& messages, Json const&) {
  Json runs = Json::array();
  for (Json const& message : messages) {
    if (runs.empty() || has_role(message, "user")) runs.push_back(Json::array());
    runs.back().push_back(message);
  }
  messages = std::move(runs);
}

void erase_answered_calls(Json& messages, Json const&) {
  for (std::size_t place = 0; place + 1 < messages.size(); ++place) {
    if (has_calls(messages[place])) messages[place].erase("tool_calls");
  }
}

/// Puts the instructions before the first prompt of each session.
void put_instructions_into_prompts(Json& asked) {
  if (!member(asked, "system").is_string()) return;
  std::set<std::string> begun;
  for (Json& run : asked["runs"]) {
    bool const is_first = begun.insert(run["sessionId"].get<std::string>()).second;
    if (is_first && run["prompt"].is_string())
      run["prompt"] = asked["system"].get<std::string>() + "\n" + run["prompt"].get<std::string>();
  }
  asked.erase("system");
}

void introduce_prompts(Json& asked) {
  for (Json& run : asked["runs"]) {
    if (run["prompt"].is_string()) {
      run["prompt"] = "User: " + run["prompt"].get<std::string>();
    } else if (run["prompt"].is_array()) {
      run["prompt"].push_back({{"type", "text"}, {"text", "The user sent this."}});
    }
  }
}

void split_turns(Json& messages, Json const&) {
  Json split = Json::array();
  for (Json const& message : messages) {
    if (has_calls(message) && member(message, "content") != "") {
      split.push_back({{"role", "assistant"}, {"content", message["content"]}});
      split.push_back(message);
      split.back()["content"] = "";
    } else {
      split.push_back(message);
    }
  }
  messages = std::move(split);
}

void lose_last_results(Json& messages, Json const&) {
  Json kept = Json::array();
  for (std::size_t place = 0; place < messages.size(); ++place) {
    bool const is_last = place + 1 == messages.size() || !has_role(messages[place + 1], "tool");
    if (!has_role(messages[place], "tool") || !is_last) kept.push_back(messages[place]);
  }
  messages = std::move(kept);
}

void lose_answers(Json& messages, Json const&) {
  if (!messages.empty() && has_role(messages.back(), "assistant")) messages.erase(messages.size() - 1);
}

std::string session_of_run(std::size_t place, Json const& run) {
  return run["sessionId"].get<std::string>() + "/" + std::to_string(place);
}

/// Every run begins with nothing; what was stored of a session is put together afterwards.
Reply forget_between_runs(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "converse" || !member(params, "runs").is_array()) return reference(operation, params);
  Json asked = params;
  std::size_t place = 0;
  for (Json& run : asked["runs"]) run["sessionId"] = session_of_run(place++, run);
  Reply reply = reference(operation, asked);
  if (!member(reply.value, "sessions").is_object()) return reply;
  Json joined = Json::object();
  place = 0;
  for (Json const& run : params["runs"]) {
    Json& messages = joined[run["sessionId"].get<std::string>()];
    if (messages.is_null()) messages = Json::array();
    for (Json const& message : reply.value["sessions"][session_of_run(place++, run)]) messages.push_back(message);
  }
  reply.value["sessions"] = std::move(joined);
  return reply;
}

/// All sessions are one.
Reply know_one_session(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "converse" && member(params, "runs").is_array() && !params["runs"].empty();
  if (!bears) return reference(operation, params);
  Json asked = params;
  Json const id = params["runs"].front()["sessionId"];
  for (Json& run : asked["runs"]) run["sessionId"] = id;
  Reply reply = reference(operation, asked);
  if (!member(reply.value, "sessions").is_object()) return reply;
  Json const messages = reply.value["sessions"][id.get<std::string>()];
  for (Json const& run : params["runs"]) reply.value["sessions"][run["sessionId"].get<std::string>()] = messages;
  return reply;
}

void mark_runs(Json& asked) {
  std::set<std::string> begun;
  for (Json& run : asked["runs"]) {
    bool const is_first = begun.insert(run["sessionId"].get<std::string>()).second;
    if (!is_first && run["prompt"].is_string()) run["prompt"] = "(A new run.) " + run["prompt"].get<std::string>();
  }
}

void keep_prompts_alone(Json& messages, Json const&) {
  Json kept = Json::array();
  for (Json const& message : messages) {
    if (has_role(message, "user")) kept.push_back(message);
  }
  messages = std::move(kept);
}

void tell_in_descriptions(Json& asked) {
  Json const& prompt = asked["runs"].front()["prompt"];
  if (!prompt.is_string()) return;
  for (Json& tool : asked["tools"]) tool["description"] = "Asked for: " + prompt.get<std::string>();
}

void hold_back_output(Json& asked) {
  for (Json& handler : asked["handlers"]) {
    for (std::string const name : {"returns", "returnsJson", "cases"}) handler.erase(name);
  }
}

void label_outputs(Json& asked) {
  for (auto& [name, handler] : asked["handlers"].items()) {
    if (member(handler, "returns").is_string())
      handler["returns"] = "toolName " + name + ": " + handler["returns"].get<std::string>();
  }
}

void repeat_first_output_of_an_id(Json& messages, Json const&) {
  std::map<std::string, Json> contents;
  for (Json& message : messages) {
    if (!has_role(message, "tool")) continue;
    message["content"] = contents.emplace(message["tool_call_id"].get<std::string>(), message["content"]).first->second;
  }
}

void put_results_behind_answers(Json& messages, Json const&) {
  for (std::size_t place = 1; place < messages.size(); ++place) {
    bool const swaps = has_role(messages[place], "assistant") && has_role(messages[place - 1], "tool");
    if (swaps) std::swap(messages[place], messages[place - 1]);
  }
}

/// A server that insists on reasoning refuses a conversation in which a turn with calls was followed by another one.
Reply fail_without_reasoning(Reply reply, Json const&) {
  for (Json const& messages : reply.value["sessions"]) {
    bool has_called = false;
    for (Json const& message : messages) {
      if (has_called && has_role(message, "assistant")) return raised("ExecuteError");
      has_called = has_called || (has_calls(message) && has_reasoning(message));
    }
  }
  return reply;
}

void erase_reasoning(Json& message) {
  message.erase("reasoning");
  message.erase("reasoning_details");
}

std::vector<Mutant> turn_mutants() {
  return {
      {"runs-nested", "M0-01", "Each run is a list inside the list.", changed_sessions(nest_runs)},
      {"answered-calls-erased", "M0-03", "Calls are taken off a turn once they are answered.",
       changed_sessions(erase_answered_calls)},
      {"instructions-in-the-prompt", "M1-01", "The instructions stand in the first prompt.",
       other_conversation(put_instructions_into_prompts)},
      {"instructions-made-up", "M1-01", "Where there are no instructions some are made up.",
       other_conversation([](Json& asked) {
         if (!asked.contains("system")) asked["system"] = "You are a helpful assistant.";
       })},
      {"prompts-introduced", "M1-02", "It is added to a prompt that it comes from the user.",
       other_conversation(introduce_prompts)},
      {"turn-stored-in-two", "M2-01", "The text of a turn with calls is a message of its own.",
       changed_sessions(split_turns)},
      {"last-result-of-a-turn-not-stored", "M2-02", "The next request does not wait for the last result.",
       changed_sessions(lose_last_results)},
      {"asked-once-more", "M2-03", "After the answer the model is asked again.",
       further_requests([](Json const& sessions) { return sessions.empty() ? 0U : 1U; })},
      {"tools-asked-of-the-provider", "M2-04", "For every result the provider is asked something.",
       further_requests([](Json const& sessions) { return count_of_role(sessions, "tool"); })},
      {"answer-not-stored", "M2-05", "The list ends with what was sent last.", changed_sessions(lose_answers)},
      {"forgotten-between-runs", "M2-06", "Every run begins with nothing.", forget_between_runs},
      {"prompts-alone-stored", "M2-06", "Of a run the prompt is stored.", changed_sessions(keep_prompts_alone)},
      {"one-session-for-all", "M2-07", "All sessions go on with one list.", know_one_session},
      {"runs-marked", "M2-08", "A prompt that is not the first says that a new run begins.",
       other_conversation(mark_runs)},
      {"talk-in-descriptions", "M2.1-01", "What was asked for stands in the descriptions of the tools.",
       other_conversation(tell_in_descriptions)},
      {"output-held-back", "M2.1-02", "What tools give out does not reach the model.",
       other_conversation(hold_back_output)},
  };
}

std::vector<Mutant> storage_mutants() {
  return {
      {"stored-messages-stripped", "M3-03", "What is not sent is taken off the stored messages.",
       changed_sessions([](Json& messages, Json const&) {
         for (Json& message : messages) {
           for (std::string const name : {"toolName", "isError", "finishReason"}) message.erase(name);
           if (!has_calls(message)) erase_reasoning(message);
         }
       })},
      {"first-output-of-an-id", "M4.1-01", "A result whose id was there before says what the first one said.",
       changed_sessions(repeat_first_output_of_an_id)},
      {"gate-asked-in-the-first-turn", "M5-03", "The gate is asked in the first turn of a run only.",
       changed_conversation([](Reply reply, Json const&) {
         Json& asked = reply.value["gateCalls"];
         if (asked.size() > 1) asked = Json::array({Json(asked.front())});
         return reply;
       })},
      {"reasoning-of-answers-not-stored", "M6-04", "The reasoning of turns without calls is not stored.",
       changed_stored_turn([](Json& message) {
         if (!has_calls(message)) erase_reasoning(message);
       })},
      {"continuation-without-reasoning", "M6-12", "A continuation has no reasoning, and the server refuses it.",
       changed_conversation(fail_without_reasoning)},
      {"reasoning-not-stored", "M6.1-05", "Reasoning is not stored once it was sent or left out.",
       changed_stored_turn(erase_reasoning)},
      {"results-behind-answers", "M7-01", "Results stand behind the turn that follows them.",
       changed_sessions(put_results_behind_answers)},
      {"outputs-labelled", "M7-02", "What a tool gives out is sent with the tool's name before it.",
       other_conversation(label_outputs)},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_conversations

namespace conformance::mutants {

std::vector<Mutant> contract_conversation_mutants() {
  std::vector<Mutant> mutants = contract_conversations::turn_mutants();
  std::vector<Mutant> const about_storage = contract_conversations::storage_mutants();
  mutants.insert(mutants.end(), about_storage.begin(), about_storage.end());
  return mutants;
}

}  // namespace conformance::mutants
