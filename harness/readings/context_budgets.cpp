#include "harness/readings/context_budgets.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "harness/mutants/turn_rules.hpp"
#include "harness/readings/exchanges.hpp"
#include "harness/readings/turn_facts.hpp"

namespace conformance::readings::context_budgets {
namespace {

using mutants::text_of_message;

std::size_t code_points_in(std::string const& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

/// In the values of all parts and in the metadata.
std::size_t size_of(Json const& message) {
  std::size_t size = 0;
  for (Json const& part : member(message, "content")) {
    Json const& value = member(part, "value");
    if (value.is_string()) size += code_points_in(value.get<std::string>());
  }
  Json const& metadata = member(message, "metadata");
  if (metadata.is_object() && !metadata.empty()) size += code_points_in(metadata.dump());
  return size;
}

/// The prepared messages of a turn that are not of the system, in order; nothing without a budget.
std::vector<Json> messages_within_budget(std::string const& operation, Json const& params,
                                         AskReference const& reference) {
  bool const bears = operation == "turn" && option_of(params, "contextBudget").is_number_integer() &&
                     member(params, "agent").is_object();
  if (!bears) return {};
  Json preparing = {{"agent", params["agent"]}, {"inputs", params["inputs"]}};
  for (std::string const name : {"baseDir", "env"}) {
    if (params.contains(name)) preparing[name] = params[name];
  }
  Reply const prepared = reference("prepare", preparing);
  std::vector<Json> messages;
  if (!prepared.value.is_array()) return messages;
  for (Json const& message : prepared.value) {
    if (!has_role(message, "system")) messages.push_back(message);
  }
  return messages;
}

/// How many of the oldest messages go. What sums them up counts as the quarter that it may take.
std::size_t count_of_going(std::vector<Json> const& messages, std::size_t budget) {
  std::size_t size = 0;
  for (Json const& message : messages) size += size_of(message);
  std::size_t gone = 0;
  while (size + (gone == 0 ? 0 : budget / 4) > budget && gone + 3 <= messages.size()) size -= size_of(messages[gone++]);
  return gone;
}

/// The place behind the messages of the system and the summary.
std::size_t behind_summary(Json const& messages) {
  std::size_t place = 0;
  while (place < messages.size() && has_role(messages[place], "system")) ++place;
  return std::min(place + 1, messages.size());
}

Json sent_result(Json const& message) {
  return {{"role", "tool"},
          {"tool_call_id", member(member(message, "metadata"), "tool_call_id")},
          {"content", text_of_message(message)}};
}

}  // namespace

Reply let_go_one_by_one(std::string const& operation, Json const& params, AskReference const& reference) {
  std::vector<Json> const messages = messages_within_budget(operation, params, reference);
  std::size_t const budget = messages.empty() ? 0 : option_of(params, "contextBudget").get<std::size_t>();
  std::size_t const gone = count_of_going(messages, budget);
  std::vector<Json> outliving;
  for (std::size_t place = gone; gone > 0 && place < messages.size() && has_role(messages[place], "tool"); ++place)
    outliving.push_back(messages[place]);
  if (outliving.empty()) return reference(operation, params);
  std::size_t inserted = 0;
  auto const put_behind_summary = [&](Json& list, std::function<Json(Json const& message)> const& form) {
    std::size_t place = behind_summary(list);
    inserted = 0;
    for (Json const& message : outliving) {
      Json const formed = form(message);
      bool const stayed = std::find(list.begin(), list.end(), formed) != list.end();
      if (stayed) continue;
      insert_event(list, place++, formed);
      ++inserted;
    }
  };
  Exchanges const exchanges{.sending = [&](Json& body) {
    if (member(body, "messages").is_array()) put_behind_summary(body["messages"], sent_result);
  }};
  Reply reply = asked_through(exchanges, operation, params, reference);
  Json& told = told_in(reply);
  inserted = 0;
  if (member(told, "messages").is_array())
    put_behind_summary(told["messages"], [](Json const& message) { return message; });
  for (Json& event : told["events"]) {
    if (is_event(event, "compaction_complete"))
      event["data"]["removed"] = event["data"]["removed"].get<std::size_t>() - inserted;
    if (is_event(event, "messages_updated"))
      event["data"]["messages"] = event["data"]["messages"].get<std::size_t>() + inserted;
  }
  return reply;
}

}  // namespace conformance::readings::context_budgets
