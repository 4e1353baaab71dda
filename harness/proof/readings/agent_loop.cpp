#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/deviations/proxy.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/proof/readings/readings.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance::readings {
namespace {

bool is_event(Json const& event, std::string const& type) {
  return member(event, "type") == type;
}

Json const& option_of_turn(Json const& params, std::string const& name) {
  return member(member(params, "turnOptions"), name);
}

/// What a turn did: its result, or what its error says was done before.
Json& outcome_in(Reply& reply) {
  if (reply.status == Reply::Status::error && member(reply.value, "partial").is_object()) return reply.value["partial"];
  return reply.value;
}

void insert_at(Json& list, std::size_t place, Json element) {
  list.insert(list.begin() + static_cast<Json::difference_type>(place), std::move(element));
}

constexpr int attempts_unless_said = 3;

int attempts_of(Json const& params) {
  Json const& most = option_of_turn(params, "maxLlmRetries");
  return most.is_number_integer() ? most.get<int>() : attempts_unless_said;
}

/// Takes the last event of that type.
void drop_last_event(Json& events, std::string const& type) {
  for (std::size_t place = events.size(); place > 0; --place) {
    if (!is_event(events[place - 1], type)) continue;
    events.erase(place - 1);
    return;
  }
}

bool is_streamed(Json const& params) {
  return member(params, "stream") == true;
}

//

bool is_for_a_while(int status) {
  static std::set<int> const statuses = {408, 409, 425, 429};
  return statuses.contains(status) || status >= 500;
}

/// Whether a whole answer of chat completions has no message.
bool is_shapeless(std::string const& bytes) {
  Json const answer = json_in(bytes);
  if (!answer.is_object() || !answer.contains("choices")) return false;
  Json const& choices = answer["choices"];
  return !choices.is_array() || choices.empty() || !member(choices.front(), "message").is_object();
}

/// What happened to one answer of a provider that the reference did not get to see, or had shown in part.
struct Attempt {
  std::size_t rounds_before = 0;
  std::vector<std::string> shown = {};
};

/// Where the events of a round begin.
std::size_t begin_of_round(Json const& events, std::size_t round) {
  std::size_t place = 0;
  while (round > 0 && place < events.size()) round -= is_event(events[place++], "messages_updated") ? 1U : 0U;
  return place;
}

void insert_events_of(Json& events, std::vector<Attempt> const& attempts) {
  for (std::vector<Attempt>::const_reverse_iterator attempt = attempts.rbegin(); attempt != attempts.rend();
       ++attempt) {
    std::size_t const place = begin_of_round(events, attempt->rounds_before);
    insert_at(events, place, {{"type", "status"}, {"data", {{"message", "once more"}}}});
    for (std::size_t piece = attempt->shown.size(); piece > 0; --piece)
      insert_at(events, place, {{"type", "token"}, {"data", {{"text", attempt->shown[piece - 1]}}}});
  }
}

Reply retry_whatever_failed(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "turn") return reference(operation, params);
  bool const are_pieces_shown =
      is_streamed(params) && !member(option_of_turn(params, "guardrails"), "output").is_object();
  std::vector<Attempt> attempts;
  std::size_t rounds = 0;
  int attempts_made = 0;
  deviations::ProxyHooks const hooks{.retries = [&](int status, std::string const& bytes) {
    std::vector<std::string> const shown = are_pieces_shown ? deviations::pieces_in(bytes) : std::vector<std::string>();
    bool const is_done = status >= 200 && status < 300 && !is_shapeless(bytes);
    bool const is_its_own = !is_done && shown.empty() && (status == 0 || is_for_a_while(status));
    ++attempts_made;
    bool const again = !is_done && !is_its_own && attempts_made < attempts_of(params);
    if (again) attempts.push_back({.rounds_before = rounds, .shown = shown});
    if (is_done) {
      attempts_made = 0;
      ++rounds;
    }
    return again;
  }};
  Reply reply = deviations::call_through_proxy(hooks, operation, params, reference);
  if (attempts.empty()) return reply;
  Json& outcome = outcome_in(reply);
  if (member(outcome, "events").is_array()) insert_events_of(outcome["events"], attempts);
  std::vector<Json> items;
  for (Attempt const& attempt : attempts) items.insert(items.end(), attempt.shown.begin(), attempt.shown.end());
  items.insert(items.end(), reply.items.begin(), reply.items.end());
  reply.items = std::move(items);
  return reply;
}

//

std::size_t code_points_in(std::string const& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

/// In the values of all parts and in the metadata.
std::size_t code_points_of(Json const& message) {
  std::size_t size = 0;
  for (Json const& part : member(message, "content")) {
    Json const& value = member(part, "value");
    if (value.is_string()) size += code_points_in(value.get<std::string>());
  }
  Json const& metadata = member(message, "metadata");
  if (metadata.is_object() && !metadata.empty()) size += code_points_in(metadata.dump());
  return size;
}

/// The prepared messages of a turn, in order; nothing without a budget.
std::vector<Json> messages_within_budget(std::string const& operation, Json const& params,
                                         AskReference const& reference) {
  bool const applies = operation == "turn" && option_of_turn(params, "contextBudget").is_number_integer() &&
                       member(params, "agent").is_object();
  if (!applies) return {};
  Json preparing = {{"agent", params["agent"]}, {"inputs", params["inputs"]}};
  for (std::string const name : {"baseDir", "env"}) {
    if (params.contains(name)) preparing[name] = params[name];
  }
  Reply const prepared = reference("prepare", preparing);
  return prepared.value.is_array() ? prepared.value.get<std::vector<Json>>() : std::vector<Json>();
}

/// How many of the oldest messages are dropped. The summary counts as the quarter of the budget that it may take.
std::size_t count_dropped(std::vector<Json> const& messages, std::size_t budget) {
  std::size_t size = 0;
  for (Json const& message : messages) size += code_points_of(message);
  std::size_t dropped = 0;
  while (size + (dropped == 0 ? 0 : budget / 4) > budget && dropped + 3 <= messages.size())
    size -= code_points_of(messages[dropped++]);
  return dropped;
}

/// The place behind the messages of the system, of which the prompt has so many, and the summary, whoever speaks it
///
std::size_t behind_summary(Json const& messages, std::size_t of_the_system) {
  std::size_t place = 0;
  while (place < std::min(of_the_system, messages.size()) && deviations::has_role(messages[place], "system")) ++place;
  return std::min(place + 1, messages.size());
}

/// The one text of a message; "" when there is none.
std::string text_of_message(Json const& message) {
  Json const& content = member(message, "content");
  if (!content.is_array() || content.empty()) return "";
  Json const& value = member(content.front(), "value");
  return value.is_string() ? value.get<std::string>() : "";
}

Json sent_result(Json const& message) {
  return {{"role", "tool"},
          {"tool_call_id", member(member(message, "metadata"), "tool_call_id")},
          {"content", text_of_message(message)}};
}

/// Messages leave one by one until the budget holds.
Reply drop_one_by_one(std::string const& operation, Json const& params, AskReference const& reference) {
  std::vector<Json> messages = messages_within_budget(operation, params, reference);
  std::size_t const of_the_system =
      std::erase_if(messages, [](Json const& message) { return deviations::has_role(message, "system"); });
  std::size_t const budget = messages.empty() ? 0 : option_of_turn(params, "contextBudget").get<std::size_t>();
  std::size_t const dropped = count_dropped(messages, budget);
  std::vector<Json> kept_results;
  for (std::size_t place = dropped;
       dropped > 0 && place < messages.size() && deviations::has_role(messages[place], "tool"); ++place)
    kept_results.push_back(messages[place]);
  if (kept_results.empty()) return reference(operation, params);
  std::size_t inserted = 0;
  auto const put_behind_summary = [&](Json& list, std::function<Json(Json const& message)> const& form) {
    std::size_t place = behind_summary(list, of_the_system);
    inserted = 0;
    for (Json const& message : kept_results) {
      Json const formed = form(message);
      bool const stayed = std::find(list.begin(), list.end(), formed) != list.end();
      if (stayed) continue;
      insert_at(list, place++, formed);
      ++inserted;
    }
  };
  deviations::ProxyHooks const hooks{.change_request = [&](Json& body) {
    if (member(body, "messages").is_array()) put_behind_summary(body["messages"], sent_result);
  }};
  Reply reply = deviations::call_through_proxy(hooks, operation, params, reference);
  Json& outcome = outcome_in(reply);
  inserted = 0;
  if (member(outcome, "messages").is_array())
    put_behind_summary(outcome["messages"], [](Json const& message) { return message; });
  for (Json& event : outcome["events"]) {
    if (is_event(event, "compaction_complete"))
      event["data"]["removed"] = event["data"]["removed"].get<std::size_t>() - inserted;
    if (is_event(event, "messages_updated"))
      event["data"]["messages"] = event["data"]["messages"].get<std::size_t>() + inserted;
  }
  return reply;
}

//

Reply denied(Reply reply, std::string const& reason) {
  Json& outcome = outcome_in(reply);
  Json partial = {{"calls", Json::array()}, {"events", Json::array()}};
  for (std::string const name : {"calls", "events", "messages"}) {
    if (outcome.contains(name)) partial[name] = outcome[name];
  }
  drop_last_event(partial["events"], "done");
  Reply error = deviations::raised("GuardrailError");
  error.value["message"] = reason;
  error.items = reply.items;
  partial["events"].push_back({{"type", "error"}, {"data", {{"message", reason}}}});
  error.value["partial"] = std::move(partial);
  return error;
}

bool contains(std::string const& text, Json const& part) {
  return part.is_string() && text.find(part.get<std::string>()) != std::string::npos;
}

Reply show_before_guardrail(std::string const& operation, Json const& params, AskReference const& reference) {
  Json const& guardrail = member(option_of_turn(params, "guardrails"), "output");
  if (operation != "turn" || member(params, "stream") != true || !guardrail.is_object())
    return reference(operation, params);
  Json changed = params;
  changed["turnOptions"]["guardrails"].erase("output");
  bool is_denied = false;
  deviations::ProxyHooks const hooks{.on_answer =
                                         [&](std::string const& bytes, bool is_broken) {
                                           std::string text;
                                           for (std::string const& piece : deviations::pieces_in(bytes)) text += piece;
                                           is_denied =
                                               is_denied || (!is_broken && contains(text, guardrail["denyIfContains"]));
                                         },
                                     .is_closed = [&] { return is_denied; }};
  Reply reply = deviations::call_through_proxy(hooks, operation, changed, reference);
  return is_denied ? denied(std::move(reply), guardrail.value("reason", "")) : reply;
}

}  // namespace

std::vector<Deviation> agent_loop() {
  Deviation shown = rule_of("A-370", "shown", show_before_guardrail);
  shown.tells_late = [](std::string const& operation, Json const& params) {
    return operation == "turn" && member(option_of_turn(params, "guardrails"), "output").is_object();
  };
  return {rule_of("A-364", "all", retry_whatever_failed), rule_of("A-369", "one-by-one", drop_one_by_one), shown};
}

}  // namespace conformance::readings
