#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/turn_rules.hpp"

namespace conformance::mutants::turn_bounds {
namespace {

/// Whether the agent has a prompty tool.
bool has_child(Json const& asked) {
  for (Json const& tool : member(member(asked, "agent"), "tools")) {
    if (member(tool, "kind") == "prompty") return true;
  }
  return false;
}

Json const& guardrail_of(Json const& asked, std::string const& which) {
  return member(member(member(asked, "turnOptions"), "guardrails"), which);
}

void forget_guardrail(Json& asked, std::string const& which) {
  if (guardrail_of(asked, which).is_object()) asked["turnOptions"]["guardrails"].erase(which);
}

Rule without_guardrail(std::string which) {
  return other_turn([which = std::move(which)](Json& asked) { forget_guardrail(asked, which); });
}

Rule with_other_reason(std::string which) {
  return other_turn([which = std::move(which)](Json& asked) {
    if (guardrail_of(asked, which).is_object()) asked["turnOptions"]["guardrails"][which]["reason"] = "denied";
  });
}

/// Denies whatever the guardrail is asked about.
Rule always_denied_by(std::string which) {
  return changed_reply_of_turn([which = std::move(which)](Reply reply, Json const& asked) {
    bool const denies = reply.status == Reply::Status::result && guardrail_of(asked, which).is_object();
    return denies ? raised("GuardrailError") : reply;
  });
}

/// Sends what the guardrail denies, and denies it then.
Rule denied_too_late(std::string which) {
  return [which = std::move(which)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "turn" || !guardrail_of(params, which).is_object()) return reference(operation, params);
    Json asked = params;
    forget_guardrail(asked, which);
    static_cast<void>(reference(operation, asked));
    return reference(operation, params);
  };
}

Reply asked_in_the_first_round_only(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  bool const bears = operation == "turn" && guardrail_of(params, "input").is_object() &&
                     member(reply.value, "partial").is_object() && !member(reply.value["partial"], "calls").empty();
  if (!bears) return reply;
  Json asked = params;
  forget_guardrail(asked, "input");
  return reference(operation, asked);
}

Rule other_steering(std::function<void(Json& steering)> change) {
  return other_turn([change = std::move(change)](Json& asked) {
    if (member(member(asked, "turnOptions"), "steering").is_array()) change(asked["turnOptions"]["steering"]);
  });
}

void reverse(Json& list) {
  Json reversed = Json::array();
  for (std::size_t place = list.size(); place > 0; --place) reversed.push_back(list[place - 1]);
  list = std::move(reversed);
}

/// What is said behind results stands before them.
void put_before_results(Json& messages, Json const& asked) {
  if (!member(member(asked, "turnOptions"), "steering").is_array()) return;
  for (std::size_t place = 1; place < messages.size(); ++place) {
    bool const swaps = messages[place]["role"] == "user" && messages[place - 1]["role"] == "tool";
    if (swaps) std::swap(messages[place], messages[place - 1]);
  }
}

void forget_what_was_said(Json& messages, Json const& asked) {
  for (Json const& said : member(member(asked, "turnOptions"), "steering")) {
    erase_where(messages, [&](Json const& message) {
      return message["role"] == "user" && text_of_message(message) == said["text"].get<std::string>();
    });
  }
}

void put_quick_ones_first(Json& messages, Json const& asked) {
  for (std::size_t place = 1; place < messages.size(); ++place) {
    bool const both = messages[place]["role"] == "tool" && messages[place - 1]["role"] == "tool";
    if (!both) continue;
    for (Json const& handler : member(asked, "handlers")) {
      bool const is_slow = member(handler, "delayMs").is_number() && handler.contains("returns") &&
                           handler["returns"] == text_of_message(messages[place - 1]);
      if (is_slow) {
        std::swap(messages[place], messages[place - 1]);
        break;
      }
    }
  }
}

/// Behind a call that throws nothing is carried out.
void stop_at_faults(Json& messages, Json const&) {
  bool failed = false;
  for (Json& message : messages) {
    if (member(message, "role") != "tool") failed = false;
    if (member(message, "role") == "tool" && failed) set_text_of_message(message, "");
    failed = failed || (member(message, "role") == "tool" && text_of_message(message).starts_with("Error:"));
  }
}

std::vector<Mutant> mutants() {
  return {
      {"input-not-guarded", "P13.4-01", "The input guardrail is not asked.", without_guardrail("input")},
      {"input-denied-too-late", "P13.4-01", "The request is sent while the input guardrail is asked.",
       denied_too_late("input")},
      {"input-denied-for-no-reason", "P13.4-01", "The error does not say why the input was denied.",
       with_other_reason("input")},
      {"input-denied-always", "P13.4-01", "An input guardrail denies everything.", always_denied_by("input")},
      {"input-guarded-once", "P13.4-02", "The input guardrail is asked about the first request.",
       asked_in_the_first_round_only},
      {"second-request-denied", "P13.4-02", "With an input guardrail a turn has one round.",
       changed_reply_of_turn([](Reply reply, Json const& asked) {
         bool const denies = reply.status == Reply::Status::result && guardrail_of(asked, "input").is_object() &&
                             reply.value["iterations"] != 1;
         return denies ? raised("GuardrailError") : reply;
       })},
      {"output-not-guarded", "P13.4-03", "The output guardrail is not asked.", without_guardrail("output")},
      {"output-denied-for-no-reason", "P13.4-03", "The error does not say why the answer was denied.",
       with_other_reason("output")},
      {"output-denied-always", "P13.4-03", "An output guardrail denies every answer.", always_denied_by("output")},
      {"denied-answers-shown", "P13.4-04", "An answer is shown before the output guardrail has seen it.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         Reply reply = reference(operation, params);
         bool const bears = operation == "turn" && member(reply.value, "kind") == "GuardrailError" &&
                            guardrail_of(params, "output").is_object();
         if (!bears) return reply;
         reply.items.emplace_back("shown");
         return reply;
       }},
      {"allowed-answers-not-shown", "P13.4-04", "What was held back is not shown any more.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         Reply reply = reference(operation, params);
         if (operation == "turn" && guardrail_of(params, "output").is_object()) reply.items.clear();
         return reply;
       }},
      {"tools-not-guarded", "P13.4-05", "The tool guardrail is not asked.", without_guardrail("tool")},
      {"denied-call-without-a-reason", "P13.4-05", "The model does not learn why a call was denied.",
       with_other_reason("tool")},
      {"denied-call-ends-the-turn", "P13.4-05", "A tool guardrail ends the turn.", always_denied_by("tool")},
      {"guarded-turns-call-nothing", "P13.4-05", "With a tool guardrail no handler is called.",
       changed_turn([](Json& result, Json const& asked) {
         if (guardrail_of(asked, "tool").is_object()) result["calls"] = Json::array();
       })},
      {"guarded-turns-say-nothing", "P13.4-06", "The outcome of a turn with guardrails is empty.",
       changed_turn([](Json& result, Json const& asked) {
         if (member(member(asked, "turnOptions"), "guardrails").is_object()) result["outcome"]["value"] = "";
       })},
      {"children-not-guarded", "P13.4-07", "A child runs without the guardrails of the turn that calls it.",
       other_turn([](Json& asked) {
         if (has_child(asked) && member(asked, "turnOptions").is_object()) asked["turnOptions"].erase("guardrails");
       })},
      {"guarded-children-refused", "P13.4-07", "With guardrails no child is run.",
       changed_turn([](Json& result, Json const& asked) {
         bool const is_guarded = member(member(asked, "turnOptions"), "guardrails").is_object();
         if (has_child(asked) && is_guarded) result["calls"] = Json::array();
       })},
      {"nobody-listens", "P13.5-01", "What is said while a turn runs is not heard.", without_turn_option("steering")},
      {"last-word-first", "P13.5-01", "What was said last comes first.", other_steering(reverse)},
      {"said-between-answer-and-results", "P13.5-02", "What is said joins before the last result.",
       changed_conversation_of_turn(put_before_results)},
      {"said-and-forgotten", "P13.5-03", "What was said is sent once, and not kept.",
       changed_conversation_of_turn(forget_what_was_said)},
      {"results-by-speed", "P13.6-01", "The result that is there first comes first.",
       changed_conversation_of_turn(put_quick_ones_first)},
      {"events-by-speed", "P13.6-01", "Of calls at the same time the last is told first.",
       changed_turn_events([](Json& events, Json const&) {
         for (std::size_t place = 1; place < events.size(); ++place) {
           bool const both = events[place - 1]["type"] == "tool_result" && events[place]["type"] == "tool_result";
           if (both) std::swap(events[place - 1], events[place]);
         }
       })},
      {"siblings-of-faults-stopped", "P13.6-02", "When a call throws, those behind it are not carried out.",
       changed_conversation_of_turn(stop_at_faults)},
      {"always-at-the-same-time", "P13.6-03", "Calls overlap, whatever was asked for.",
       without_turn_option("parallelToolCalls")},
  };
}

Rule other_mode(std::string mode) {
  return other_turn([mode = std::move(mode)](Json& asked) {
    if (!has_child(asked)) return;
    for (Json& tool : asked["agent"]["tools"]) {
      if (tool["kind"] == "prompty") tool["mode"] = mode;
    }
  });
}

void change_results_of_children(Json& messages, Json const& asked, std::string const& text) {
  for (Json& message : messages) {
    if (has_child(asked) && member(message, "role") == "tool") set_text_of_message(message, text);
  }
}

/// The tools that are not carried out by what is registered under their name alone.
void for_tools_of_other_kinds(Json& asked, std::function<void(Json& tool, Json& handlers)> const& change) {
  if (!member(asked, "agent").is_object() || !member(asked["agent"], "tools").is_array()) return;
  Json none = Json::object();
  Json& handlers = asked.contains("handlers") ? asked["handlers"] : none;
  for (Json& tool : asked["agent"]["tools"]) {
    if (tool.is_object() && tool.value("kind", "function") != "function") change(tool, handlers);
  }
}

std::vector<Mutant> child_mutants() {
  return {
      {"kinds-before-names-in-the-loop", "P11.2-04", "A handler of the kind goes before that of the name.",
       other_turn([](Json& asked) {
         for_tools_of_other_kinds(asked, [](Json& tool, Json& handlers) { handlers.erase(tool.value("name", "")); });
       })},
      {"kinds-not-asked-in-the-loop", "P11.2-04", "The loop looks for handlers of names only.",
       other_turn([](Json& asked) {
         for_tools_of_other_kinds(asked, [](Json& tool, Json& handlers) {
           if (!handlers.contains(tool.value("name", ""))) tool["kind"] = "function";
         });
       })},
      {"child-not-found", "P2.9.2-01", "The child of a prompty tool is never found.", other_turn([](Json& asked) {
         if (has_child(asked)) asked.erase("baseDir");
       })},
      {"agentic-child-calls-nothing", "P2.9.2-07", "The tools of an agentic child are not carried out.",
       changed_turn([](Json& result, Json const& asked) {
         if (has_child(asked)) result["calls"] = Json::array({nullptr});
       })},
      {"agentic-child-asked-once", "P2.9.2-07", "An agentic child is asked once.", other_mode("single")},
      {"output-of-a-child-lost", "P2.9.2-08", "A child is run, and nothing of it told.",
       changed_conversation_of_turn(
           [](Json& messages, Json const& asked) { change_results_of_children(messages, asked, ""); })},
      {"children-are-single", "P2.9.2-09", "A child is asked once in either mode.", other_mode("single")},
      {"children-are-agentic", "P2.9.2-09", "A child runs a loop in either mode.", other_mode("agentic")},
  };
}

}  // namespace
}  // namespace conformance::mutants::turn_bounds

namespace conformance::mutants {

std::vector<Mutant> turn_bound_mutants() {
  return turn_bounds::mutants();
}

std::vector<Mutant> child_turn_mutants() {
  return turn_bounds::child_mutants();
}

}  // namespace conformance::mutants
