#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/span_rules.hpp"
#include "harness/mutants/turn_rules.hpp"

namespace conformance::mutants::turn_requests {
namespace {

constexpr int attempts_unless_said = 3;

int attempts_of(Json const& asked) {
  Json const& most = member(member(asked, "turnOptions"), "maxLlmRetries");
  return most.is_number_integer() ? most.get<int>() : attempts_unless_said;
}

Rule other_attempts(std::function<int(int most)> change) {
  return other_turn([change = std::move(change)](Json& asked) {
    int const most = attempts_of(asked);
    if (!member(asked, "turnOptions").is_object()) asked["turnOptions"] = Json::object();
    asked["turnOptions"]["maxLlmRetries"] = change(most);
  });
}

bool has_event(Json const& told, std::string const& type) {
  for (Json const& event : member(told, "events")) {
    if (event["type"] == type) return true;
  }
  return false;
}

bool was_refused_at_once(Json const& error) {
  Json const& kind = member(error, "kind");
  return (kind == "ExecuteError" || kind == "ValueError") && !has_event(member(error, "partial"), "status");
}

bool broke_off_while_shown(Json const& error) {
  return has_event(member(error, "partial"), "token");
}

void forget_conversation(Json& partial) {
  partial.erase("messages");
}

std::string provider_of(Json const& asked) {
  Json const& provider = member(member(member(asked, "agent"), "model"), "provider");
  return provider.is_string() ? provider.get<std::string>() : "";
}

bool asks_responses(Json const& asked) {
  return member(member(member(asked, "agent"), "model"), "apiType") == "responses";
}

/// What tools give does not get into the requests that the predicate takes.
Rule without_results(std::function<bool(Json const& asked)> predicate) {
  return other_turn([predicate = std::move(predicate)](Json& asked) {
    if (!predicate(asked) || !member(asked, "handlers").is_object()) return;
    for (Json& handler : asked["handlers"]) handler = {{"returns", ""}};
  });
}

void split_answers(Json& messages, Json const&) {
  Json split = Json::array();
  for (Json const& message : messages) {
    Json const calls = calls_in(message);
    if (calls.size() < 2) {
      split.push_back(message);
      continue;
    }
    for (Json const& call : calls) {
      split.push_back(message);
      split.back()["metadata"]["tool_calls"] = Json::array({call});
    }
  }
  messages = std::move(split);
}

void lose_text_beside_calls(Json& messages, Json const&) {
  for (Json& message : messages) {
    if (!calls_in(message).empty()) set_text_of_message(message, "");
  }
}

void lose_reasoning(Json& messages, Json const&) {
  for (Json& message : messages) {
    if (calls_in(message).empty()) continue;
    for (std::string const name : {"reasoning_content", "reasoning_details"}) message["metadata"].erase(name);
  }
}

Rule changed_items(std::function<void(std::vector<Json>& items, Json const& told)> change) {
  return changed_reply_of_turn([change = std::move(change)](Reply reply, Json const&) {
    change(reply.items, reply.value);
    return reply;
  });
}

void join_items(std::vector<Json>& items, Json const&) {
  std::string text;
  for (Json const& item : items) text += item.is_string() ? item.get<std::string>() : "";
  if (items.size() > 1) items = {text};
}

void show_calls(std::vector<Json>& items, Json const& told) {
  if (items.empty()) return;
  for (Json const& call : member(told, "calls")) items.insert(items.begin(), call["name"]);
}

void show_all_at_once(std::vector<Json>& items, Json const& told) {
  Json const& value = member(member(told, "outcome"), "value");
  if (items.empty() && value.is_string()) items.push_back(value);
}

std::vector<Mutant> retry_mutants() {
  return {
      {"failed-requests-not-sent-again", "P9.4-01", "What failed once has failed.",
       other_attempts([](int) { return 1; })},
      {"retries-begin-anew", "P9.4-01", "After a failure the whole turn begins again.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         if (operation != "turn") return reference(operation, params);
         Json asked = params;
         if (!member(asked, "turnOptions").is_object()) asked["turnOptions"] = Json::object();
         asked["turnOptions"]["maxLlmRetries"] = 1;
         Reply reply = reference(operation, asked);
         return reply.status == Reply::Status::error ? reference(operation, asked) : reply;
       }},
      {"one-attempt-more", "P9.4-02", "The attempts behind the first are counted.",
       other_attempts([](int most) { return most + 1; })},
      {"one-attempt-less", "P9.4-02", "The last attempt is not made.",
       other_attempts([](int most) { return most > 1 ? most - 1 : 1; })},
      {"failure-forgets-the-conversation", "P9.4-03", "The error of the last attempt comes alone.",
       changed_reply_of_turn([](Reply reply, Json const&) {
         bool const is_error = reply.status == Reply::Status::error && member(reply.value, "partial").is_object();
         if (is_error) forget_conversation(reply.value["partial"]);
         return reply;
       })},
      {"third-attempt-not-made", "P9.4-03", "A turn gives up behind the second attempt.",
       other_attempts([](int most) { return most > 2 ? 2 : most; })},
      {"hopeless-requests-sent-again", "P9.4-04", "Whatever failed is sent once more.",
       asked_again(was_refused_at_once)},
      {"too-many-requests-is-hopeless", "P9.4-04", "A turn ends with the first error status, whichever it is.",
       other_attempts([](int) { return 1; })},
      {"waits-told-nobody", "P9.4-05", "No event tells of a further attempt.",
       changed_turn_events([](Json& events, Json const&) {
         erase_where(events, [](Json const& event) { return event["type"] == "status"; });
       })},
      {"waits-told-twice", "P9.4-05", "Of each wait its beginning and its end are told.",
       changed_turn_events([](Json& events, Json const&) {
         Json told = Json::array();
         for (Json const& event : events) {
           told.push_back(event);
           if (event["type"] == "status") told.push_back(event);
         }
         events = std::move(told);
       })},
      {"status-with-every-answer", "P9.4-05", "Each turn begins with a status.",
       changed_turn_events([](Json& events, Json const&) {
         Json told = Json::array({Json{{"type", "status"}, {"data", {{"message", "working"}}}}});
         for (Json const& event : events) told.push_back(event);
         events = std::move(told);
       })},
      {"shown-text-asked-for-again", "P9.4-06", "A stream that broke off is begun once more.",
       asked_again(broke_off_while_shown)},
      {"streams-not-asked-for-again", "P9.4-06", "A streamed request is sent once, whatever comes of it.",
       other_turn([](Json& asked) {
         if (member(asked, "stream") != true) return;
         if (!member(asked, "turnOptions").is_object()) asked["turnOptions"] = Json::object();
         asked["turnOptions"]["maxLlmRetries"] = 1;
       })},
      {"failures-counted-as-rounds", "P9.4-07", "Every attempt is an iteration.",
       changed_turn([](Json& result, Json const&) {
         for (Json const& event : result["events"]) {
           if (event["type"] == "status") result["iterations"] = result["iterations"].get<int>() + 1;
         }
       })},
  };
}

std::vector<Mutant> sending_mutants() {
  return {
      {"answer-split-by-calls", "P9.5-01", "Each call stands in an answer of its own.",
       changed_conversation_of_turn(split_answers)},
      {"text-beside-calls-lost", "P9.5-01", "The text of an answer with calls is not kept.",
       changed_conversation_of_turn(lose_text_beside_calls)},
      {"results-withheld-from-anthropic", "P9.5-02", "What tools give does not reach Anthropic's models.",
       without_results([](Json const& asked) { return provider_of(asked) == "anthropic"; })},
      {"outputs-withheld-from-responses", "P9.5-03", "The outputs of calls of the Responses API are empty.",
       without_results(asks_responses)},
      {"reasoning-lost-with-calls", "P9.5-04", "The reasoning of an answer with calls is not kept.",
       changed_conversation_of_turn(lose_reasoning)},
      {"streamed-results-lost", "P9.5-05", "In a streamed turn results are empty.",
       without_results([](Json const& asked) { return member(asked, "stream") == true; })},
      {"streamed-calls-not-told", "P9.5-05", "Of a streamed turn nobody learns what handlers got.",
       changed_turn([](Json& result, Json const& asked) {
         if (member(asked, "stream") == true) result["calls"] = Json::array();
       })},
      {"pieces-joined", "P9.6-01", "The text of the last answer comes in one piece.", changed_items(join_items)},
      {"calls-shown-as-pieces", "P9.6-02", "A call is shown by the name of its tool.", changed_items(show_calls)},
      {"streamed-turn-without-outcome", "P9.6-03", "The outcome of a streamed turn is its last piece.",
       changed_turn([](Json& result, Json const& asked) {
         if (member(asked, "stream") == true) result["outcome"]["value"] = "";
       })},
      {"whole-answer-shown-as-a-piece", "P9.6-04", "Who does not stream gets the answer as one piece.",
       changed_items(show_all_at_once)},
  };
}

std::vector<Mutant> span_mutants() {
  return {
      {"turn-without-operation", "P9.7-01", "The span of a turn does not say what it is.",
       without_attribute("turn", "gen_ai.operation.name")},
      {"turn-not-recorded", "P9.7-01", "A turn has no span.", without_spans("turn", is_anything)},
      {"requests-beside-the-turn", "P9.7-01", "The spans of requests are roots.",
       changed_span("execute",
                    [](Json& span, Json const&) {
                      if (member(span, "parent") == "turn") span.erase("parent");
                    })},
      {"tools-not-recorded", "P9.7-02", "A call of a tool has no span.", without_spans("execute_tool", is_anything)},
      {"tool-span-without-a-name", "P9.7-02", "The span of a call does not say which tool it is.",
       without_attribute("execute_tool", "gen_ai.tool.name")},
      {"tool-span-without-an-id", "P9.7-02", "The span of a call does not say which call it is.",
       without_attribute("execute_tool", "gen_ai.tool.call.id")},
      {"tool-span-ends-well", "P9.7-03", "The span of a call whose handler throws has no error.",
       changed_span("execute_tool", [](Json& span, Json const&) { span.erase("error"); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::turn_requests

namespace conformance::mutants {

std::vector<Mutant> turn_request_mutants() {
  std::vector<Mutant> mutants = turn_requests::retry_mutants();
  for (std::vector<Mutant> const& more : {turn_requests::sending_mutants(), turn_requests::span_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
