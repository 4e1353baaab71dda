#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/turn_rules.hpp"

namespace conformance::mutants::turn_extensions {
namespace {

bool is_event(Json const& event, std::string const& type) {
  return member(event, "type") == type;
}

Rule without_events(std::string type) {
  return changed_turn_events([type = std::move(type)](Json& events, Json const&) {
    erase_where(events, [&](Json const& event) { return is_event(event, type); });
  });
}

/// Empties the data of events of that type.
Rule hollow_events(std::string type) {
  return changed_turn_events([type = std::move(type)](Json& events, Json const&) {
    for (Json& event : events) {
      if (is_event(event, type)) event["data"] = Json::object();
    }
  });
}

/// Moves events of that type to the beginning.
void put_first(Json& events, std::string const& type) {
  Json sorted = Json::array();
  for (Json const& event : events) {
    if (is_event(event, type)) sorted.push_back(event);
  }
  for (Json const& event : events) {
    if (!is_event(event, type)) sorted.push_back(event);
  }
  events = std::move(sorted);
}

/// Swaps results that are told one right behind the other.
void swap_results(Json& events, Json const&) {
  for (std::size_t place = 1; place < events.size(); ++place) {
    bool const both = is_event(events[place - 1], "tool_result") && is_event(events[place], "tool_result");
    if (both) std::swap(events[place - 1], events[place]);
  }
}

void put_errors_behind_results(Json& events, Json const&) {
  for (std::size_t place = 1; place < events.size(); ++place) {
    bool const swaps = is_event(events[place - 1], "error") && is_event(events[place], "tool_result");
    if (swaps) std::swap(events[place - 1], events[place]);
  }
}

void add_errors_to_results(Json& events, Json const&) {
  Json told = Json::array();
  for (Json const& event : events) {
    if (is_event(event, "tool_result")) told.push_back({{"type", "error"}, {"data", {{"message", ""}}}});
    told.push_back(event);
  }
  events = std::move(told);
}

void add_token(Json& events, Json const&) {
  for (Json const& event : events) {
    if (is_event(event, "token")) return;
  }
  put_first(events, "done");
  if (!events.empty()) events.push_back({{"type", "token"}, {"data", {{"text", ""}}}});
}

void add_thinking(Json& events, Json const&) {
  Json told = Json::array({Json{{"type", "thinking"}, {"data", {{"text", ""}}}}});
  for (Json const& event : events) told.push_back(event);
  events = std::move(told);
}

Rule other_kind(std::string from, std::string to) {
  return changed_reply_of_turn([from = std::move(from), to = std::move(to)](Reply reply, Json const&) {
    if (reply.status == Reply::Status::error && member(reply.value, "kind") == from) reply.value["kind"] = to;
    return reply;
  });
}

Json const& end_of(Json const& asked) {
  return member(member(asked, "turnOptions"), "cancelAfter");
}

Rule not_cancelled_behind(std::string type) {
  return other_turn([type = std::move(type)](Json& asked) {
    if (member(end_of(asked), "event") == type) asked["turnOptions"].erase("cancelAfter");
  });
}

void leave_calls_open(Json& messages, Json const&) {
  erase_where(messages, [](Json const& message) {
    return member(message, "role") == "tool" && text_of_message(message).starts_with("Error:");
  });
}

bool has_budget(Json const& asked) {
  return member(asked, "turnOptions").is_object() && asked["turnOptions"].contains("contextBudget");
}

/// Changes the conversation of turns with a budget.
Rule changed_within_budget(std::function<void(Json& messages, Json const& asked)> change) {
  return changed_conversation_of_turn([change = std::move(change)](Json& messages, Json const& asked) {
    if (has_budget(asked)) change(messages, asked);
  });
}

/// Whether the conversation lost messages, so that there is a summary: the thread among the inputs is not whole.
bool was_trimmed(Json const& messages, Json const& asked) {
  for (Json const& input : member(asked, "inputs")) {
    if (!input.is_array() || input.empty()) continue;
    for (Json const& message : messages) {
      if (member(message, "content") == member(input.front(), "content")) return false;
    }
    return true;
  }
  return false;
}

void lose_summary(Json& messages, Json const& asked) {
  if (!was_trimmed(messages, asked)) return;
  for (std::size_t place = 0; place < messages.size(); ++place) {
    if (messages[place]["role"] == "system") continue;
    messages.erase(place);
    return;
  }
}

void put_summary_first(Json& messages, Json const& asked) {
  if (!was_trimmed(messages, asked)) return;
  for (std::size_t place = 1; place < messages.size(); ++place) {
    if (messages[place]["role"] == "system" || messages[place - 1]["role"] != "system") continue;
    Json const summary = messages[place];
    messages.erase(place);
    messages.insert(messages.begin(), summary);
    return;
  }
}

/// Takes the one behind the summary away.
void lose_one_more(Json& messages, Json const& asked) {
  if (!was_trimmed(messages, asked)) return;
  for (std::size_t place = 1; place + 1 < messages.size(); ++place) {
    if (messages[place - 1]["role"] == "system" || messages[place]["role"] == "system") continue;
    messages.erase(place);
    return;
  }
}

void leave_one_of_two(Json& messages, Json const& asked) {
  if (was_trimmed(messages, asked) || messages.size() > 3) return;
  if (messages.size() > 2 && messages.front()["role"] != "system") messages.erase(0);
}

void keep_results_of_lost_calls(Json& messages, Json const& asked) {
  for (Json const& input : member(asked, "inputs")) {
    if (!input.is_array()) continue;
    for (Json const& message : input) {
      if (member(message, "role") != "tool") continue;
      bool is_kept = false;
      for (Json const& kept : messages) is_kept = is_kept || kept == message;
      if (!is_kept) messages.insert(messages.begin(), message);
    }
  }
}

void sum_up_anyway(Json& messages, Json const& asked) {
  if (was_trimmed(messages, asked)) return;
  messages.insert(messages.begin(), Json{{"role", "user"}, {"content", Json::array()}});
}

std::vector<Mutant> event_mutants() {
  return {
      {"turn-ends-in-silence", "P13.1-01", "Nobody is told that a turn is done.", without_events("done")},
      {"done-comes-first", "P13.1-01", "It is told that a turn is done when it begins.",
       changed_turn_events([](Json& events, Json const&) { put_first(events, "done"); })},
      {"done-without-outcome", "P13.1-01", "The end of a turn does not say what came of it.", hollow_events("done")},
      {"call-without-arguments-told", "P13.1-02", "The beginning of a call does not say what is called.",
       hollow_events("tool_call_start")},
      {"results-not-told", "P13.1-02", "What tools gave is not told.", without_events("tool_result")},
      {"starts-told-together", "P13.1-03", "Calls have all their starts first, even if they run one by one.",
       changed_turn_events([](Json& events, Json const&) { put_first(events, "tool_call_start"); })},
      {"results-told-backwards", "P13.1-03", "The result of a later call is told first.",
       changed_turn_events(swap_results)},
      {"faults-of-tools-not-told", "P13.1-04", "A call that goes wrong has no event of its own.",
       changed_turn_events([](Json& events, Json const&) {
         Json told = Json::array();
         for (std::size_t place = 0; place < events.size(); ++place) {
           bool const is_fault = is_event(events[place], "error") && place + 1 < events.size();
           if (!is_fault) told.push_back(events[place]);
         }
         events = std::move(told);
       })},
      {"faults-told-behind-results", "P13.1-04", "That a call went wrong is told behind its result.",
       changed_turn_events(put_errors_behind_results)},
      {"every-call-has-a-fault", "P13.1-04", "Each result is preceded by an error.",
       changed_turn_events(add_errors_to_results)},
      {"conversation-changes-in-silence", "P13.1-05", "Nobody is told that the conversation has changed.",
       without_events("messages_updated")},
      {"updates-without-a-number", "P13.1-05", "How long the conversation is now is not told.",
       hollow_events("messages_updated")},
      {"pieces-without-events", "P13.1-06", "What a streamed turn shows is no event.", without_events("token")},
      {"tokens-without-a-stream", "P13.1-06", "A turn that is not streamed has a token.",
       changed_turn_events(add_token)},
      {"thinking-kept-quiet", "P13.1-07", "What a model thinks is not told.", without_events("thinking")},
      {"thinking-made-up", "P13.1-07", "Every turn begins with a thought.", changed_turn_events(add_thinking)},
      {"failure-without-an-event", "P13.1-08", "A turn that fails does so without an event.",
       changed_turn_events([](Json& events, Json const&) {
         if (!events.empty() && is_event(events.back(), "error")) events.erase(events.size() - 1);
       })},
      {"success-ends-with-an-error", "P13.1-08", "A turn that succeeds tells an error last.",
       changed_turn_events([](Json& events, Json const&) {
         if (!events.empty() && is_event(events.back(), "done"))
           events.push_back({{"type", "error"}, {"data", {{"message", ""}}}});
       })},
  };
}

std::vector<Mutant> cancellation_mutants() {
  return {
      {"cancelled-is-a-runtime-error", "P13.2-01", "A turn that was cancelled has failed like any other.",
       other_kind("CancelledError", "RuntimeError")},
      {"cancelled-in-silence", "P13.2-01", "No event tells that a turn was cancelled.", without_events("cancelled")},
      {"everything-is-cancelled", "P13.2-01", "A turn that may be cancelled is cancelled.",
       changed_reply_of_turn([](Reply reply, Json const& asked) {
         return end_of(asked).is_object() ? raised("CancelledError") : reply;
       })},
      {"asked-on-behind-cancellation", "P13.2-02", "The next request is sent although the turn was cancelled.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         if (operation != "turn" || !end_of(params).is_object()) return reference(operation, params);
         Json asked = params;
         asked["turnOptions"].erase("cancelAfter");
         static_cast<void>(reference(operation, asked));
         return reference(operation, params);
       }},
      {"requests-end-at-the-first-round", "P13.2-02", "A turn that may be cancelled sends one request.",
       other_turn([](Json& asked) {
         if (end_of(asked).is_object()) asked["turnOptions"]["maxIterations"] = 1;
       })},
      {"tools-called-behind-cancellation", "P13.2-03", "The calls of an answer are carried out to the last.",
       not_cancelled_behind("tool_result")},
      {"started-call-carried-out", "P13.2-03", "A call whose start was told is carried out.",
       not_cancelled_behind("tool_call_start")},
      {"calls-refused-in-advance", "P13.2-03", "A turn that may be cancelled calls nothing.",
       changed_turn([](Json& result, Json const& asked) {
         if (end_of(asked).is_object()) result["calls"] = Json::array();
       })},
      {"cancelled-calls-left-open", "P13.2-04", "Calls that were not carried out any more have no result.",
       changed_conversation_of_turn(leave_calls_open)},
      {"second-calls-forgotten", "P13.2-04", "Of the calls of a turn that may be cancelled the first one is told.",
       changed_turn([](Json& result, Json const& asked) {
         while (end_of(asked).is_object() && result["calls"].size() > 1)
           result["calls"].erase(result["calls"].size() - 1);
       })},
      {"answers-shown-to-the-end", "P13.2-05", "An answer that has begun is shown to its end.",
       not_cancelled_behind("token")},
      {"answers-cut-in-advance", "P13.2-05", "An answer that may be cancelled is shown up to its first piece.",
       other_turn([](Json& asked) {
         if (member(end_of(asked), "event") == "token") asked["turnOptions"]["cancelAfter"]["count"] = 1;
       })},
  };
}

std::vector<Mutant> budget_mutants() {
  return {
      {"budget-not-kept", "P13.3-01", "A conversation may be as long as it likes.",
       without_turn_option("contextBudget")},
      {"one-message-more-goes", "P13.3-01", "More goes than has to.", changed_within_budget(lose_one_more)},
      {"system-messages-go", "P13.3-02", "Messages of the system go like others.",
       changed_within_budget([](Json& messages, Json const& asked) {
         if (was_trimmed(messages, asked))
           erase_where(messages, [](Json const& message) { return message["role"] == "system"; });
       })},
      {"last-two-not-kept", "P13.3-03", "One message is enough to stay.",
       changed_within_budget([](Json& messages, Json const& asked) {
         leave_one_of_two(messages, asked);
         if (was_trimmed(messages, asked) && messages.size() == 4) messages.erase(1);
       })},
      {"nothing-sums-up", "P13.3-04", "What went is not summed up.", changed_within_budget(lose_summary)},
      {"summary-before-the-system", "P13.3-04", "The summary stands at the very beginning.",
       changed_within_budget(put_summary_first)},
      {"results-outlive-their-calls", "P13.3-05", "Calls go, and their results stay.",
       changed_within_budget(keep_results_of_lost_calls)},
      {"calls-of-this-turn-go", "P13.3-05", "With a budget, answers with calls are not kept.",
       changed_within_budget([](Json& messages, Json const&) {
         erase_where(messages, [](Json const& message) { return !calls_in(message).empty(); });
       })},
      {"summed-up-anyway", "P13.3-06", "With a budget there always is a summary.",
       changed_within_budget(sum_up_anyway)},
      {"trimming-not-told", "P13.3-07", "What went is not told.", without_events("compaction_complete")},
      {"trimming-begins-in-silence", "P13.3-07", "That something is about to go is not told.",
       without_events("compaction_start")},
      {"trimming-told-always", "P13.3-07", "With a budget it is told each time that nothing went.",
       changed_turn_events([](Json& events, Json const& asked) {
         if (has_budget(asked)) events.push_back({{"type", "compaction_complete"}, {"data", {{"removed", 0}}}});
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::turn_extensions

namespace conformance::mutants {

std::vector<Mutant> turn_extension_mutants() {
  std::vector<Mutant> mutants = turn_extensions::event_mutants();
  for (std::vector<Mutant> const& more : {turn_extensions::cancellation_mutants(), turn_extensions::budget_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
