#include "harness/readings/context_budgets.hpp"

#include <algorithm>
#include <optional>
#include <utility>
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

struct Size {
  std::size_t text = 0;
  std::size_t other = 0;  ///< in files and metadata
};

Size size_of(Json const& message) {
  Size size;
  for (Json const& part : member(message, "content")) {
    Json const& value = member(part, "value");
    std::size_t const length = value.is_string() ? code_points_in(value.get<std::string>()) : 0;
    (member(part, "kind") == "text" ? size.text : size.other) += length;
  }
  Json const& metadata = member(message, "metadata");
  if (metadata.is_object() && !metadata.empty()) size.other += code_points_in(metadata.dump());
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

enum class Going { together, one_by_one };
using Count = std::function<std::size_t(Size size)>;

/// How many of the oldest messages go. What sums them up counts as the quarter that it may take.
std::size_t count_of_going(std::vector<Json> const& messages, std::size_t budget, Going going, Count const& count) {
  std::size_t size = 0;
  for (Json const& message : messages) size += count(size_of(message));
  std::size_t gone = 0;
  while (size + (gone == 0 ? 0 : budget / 4) > budget) {
    std::size_t end = gone + 1;
    while (going == Going::together && end < messages.size() && has_role(messages[end], "tool")) ++end;
    if (end + 2 > messages.size()) break;
    for (; gone < end; ++gone) size -= count(size_of(messages[gone]));
  }
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

Reply count_text_alone(std::string const& operation, Json const& params, AskReference const& reference) {
  std::vector<Json> const messages = messages_within_budget(operation, params, reference);
  if (messages.empty()) return reference(operation, params);
  std::size_t const budget = option_of(params, "contextBudget").get<std::size_t>();
  std::size_t const gone = count_of_going(messages, budget, Going::together, [](Size size) { return size.text; });
  std::size_t all = 0;
  std::size_t kept = 0;
  for (std::size_t place = 0; place < messages.size(); ++place) {
    std::size_t const other = size_of(messages[place]).other;
    all += other;
    if (place >= gone) kept += other;
  }
  // What stays has so much beside its text, and may have it.
  Json asked = params;
  asked["turnOptions"]["contextBudget"] = budget + kept;
  Reply reply = reference(operation, asked);
  for (Json& event : told_in(reply)["events"]) {
    if (is_event(event, "compaction_start"))
      event["data"]["characters"] = event["data"]["characters"].get<std::size_t>() - all;
  }
  return reply;
}

Reply let_go_one_by_one(std::string const& operation, Json const& params, AskReference const& reference) {
  std::vector<Json> const messages = messages_within_budget(operation, params, reference);
  std::size_t const budget = messages.empty() ? 0 : option_of(params, "contextBudget").get<std::size_t>();
  Count const count = [](Size size) { return size.text + size.other; };
  std::size_t const gone = count_of_going(messages, budget, Going::one_by_one, count);
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
