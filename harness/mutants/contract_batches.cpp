#include <algorithm>
#include <set>
#include <utility>

#include "harness/mutants/batch_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::contract_batches {
namespace {

Rule changed_gate_calls(std::function<void(Json& gate_calls)> change) {
  return changed_batch([change = std::move(change)](Json& result, Json const&) {
    if (member(result, "gateCalls").is_array()) change(result["gateCalls"]);
  });
}

void ask_about_each(Json& gate_calls) {
  Json each = Json::array();
  for (Json const& batch : gate_calls) {
    for (Json const& call : batch) each.push_back(Json::array({call}));
  }
  gate_calls = std::move(each);
}

void show_well_formed(Json& gate_calls) {
  for (Json& batch : gate_calls) {
    Json shown = Json::array();
    for (Json const& call : batch) {
      Json const& arguments = member(call, "arguments");
      bool const is_json = arguments == "" || Json::accept(arguments.get<std::string>());
      if (is_json) shown.push_back(call);
    }
    batch = std::move(shown);
  }
}

void show_parsed(Json& gate_calls) {
  for (Json& batch : gate_calls) {
    for (Json& call : batch) {
      Json const parsed = Json::parse(call["arguments"].get<std::string>(), nullptr, false);
      if (!parsed.is_discarded()) call["arguments"] = parsed.dump();
    }
  }
}

/// Leaves out calls that say the same as one before.
void carry_out_once(Json& asked) {
  Json const calls = calls_of_batch(asked);
  if (calls.empty()) return;
  std::set<std::string> seen;
  Json kept = Json::array();
  for (Json const& call : calls) {
    if (seen.insert(name_of(call) + "\n" + arguments_of(call)).second) kept.push_back(call);
  }
  asked["assistant"]["tool_calls"] = kept;
}

void carry_out_first(Json& asked) {
  Json const calls = calls_of_batch(asked);
  if (!calls.empty()) asked["assistant"]["tool_calls"] = Json::array({calls.front()});
}

bool has_throwing_call(Json const& asked) {
  Json const calls = calls_of_batch(asked);
  return std::any_of(calls.begin(), calls.end(), [&](Json const& call) {
    return member(member(member(asked, "handlers"), name_of(call)), "throws").is_string();
  });
}

Reply fail_with_a_call(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "run_tools" && has_throwing_call(params);
  return bears ? raised("RuntimeError") : reference(operation, params);
}

void lose_calls_behind_a_failure(Json& result, Json const& asked) {
  Json const calls = calls_of_batch(asked);
  if (member(result, "messages").size() != calls.size()) return;
  bool has_failed = false;
  for (std::size_t place = 0; place < calls.size(); ++place) {
    if (has_failed) result["messages"][place]["content"] = "Not carried out.";
    has_failed = has_failed || member(result["messages"][place], "isError") == true;
  }
}

void stand_as_done(Json& messages, Json const& calls, Json const& asked) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < calls.size(); ++place) places.push_back(place);
  std::stable_sort(places.begin(), places.end(), [&](std::size_t left, std::size_t right) {
    return delay_of(asked, calls[left]) < delay_of(asked, calls[right]);
  });
  Json const results = messages;
  for (std::size_t place = 0; place < places.size(); ++place) messages[place] = results[places[place]];
}

void mark_one_after_the_other(Json& messages, Json const&, Json const& asked) {
  if (member(asked, "mode") != "sequential") return;
  for (std::size_t place = 0; place < messages.size(); ++place) {
    std::string const text = messages[place]["content"].get<std::string>();
    messages[place]["content"] = "(" + std::to_string(place + 1) + ") " + text;
  }
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"first-call-carried-out", "M5-01", "Of the calls of a turn the first is taken up.",
       other_batch(carry_out_first)},
      {"equal-calls-carried-out-once", "M5-01", "Of calls that say the same one is taken up.",
       other_batch(carry_out_once)},
      {"gate-asked-about-each", "M5-02", "The gate is asked about one call at a time.",
       changed_gate_calls(ask_about_each)},
      {"gate-not-asked", "M5-02", "The gate is not asked at all.",
       changed_gate_calls([](Json& gate_calls) { gate_calls = Json::array(); })},
      {"gate-shown-well-formed-calls", "M5-02", "The gate is not told of calls with malformed arguments.",
       changed_gate_calls(show_well_formed)},
      {"gate-shown-respelt-arguments", "M5-02", "The gate is shown arguments that were written anew.",
       changed_gate_calls(show_parsed)},
      {"calls-one-by-one", "M5-04", "Calls are carried out one after the other.",
       other_batch([](Json& asked) { asked["mode"] = "sequential"; })},
      {"calls-to-one-tool-one-by-one", "M5-04", "Calls to one tool wait for each other.", other_batch([](Json& asked) {
         Json const calls = calls_of_batch(asked);
         std::set<std::string> names;
         for (Json const& call : calls) names.insert(name_of(call));
         if (names.size() < calls.size()) asked["mode"] = "sequential";
       })},
      {"failure-ends-the-batch", "M5-05", "When a call fails the batch is an error.", fail_with_a_call},
      {"calls-behind-a-failure-lost", "M5-05", "What stands behind a call that fails is not carried out.",
       changed_batch(lose_calls_behind_a_failure)},
      {"sequential-mark-ignored", "M5-06", "That a tool is marked as sequential makes no difference.",
       other_batch([](Json& asked) {
         if (!member(asked, "tools").is_array()) return;
         for (Json& tool : asked["tools"]) tool.erase("sequential");
       })},
      {"mode-ignored", "M5-07", "That a run is set to sequential makes no difference.",
       other_batch([](Json& asked) { asked.erase("mode"); })},
      {"results-in-order-of-completion", "M5-08", "The result of the call that is done first stands first.",
       changed_results(stand_as_done)},
      {"sequential-results-numbered", "M5-09", "Results of a sequential run are numbered.",
       changed_results(mark_one_after_the_other)},
      {"denied-call-carried-out", "M5-10", "What the gate denies is carried out all the same.",
       other_batch([](Json& asked) { asked.erase("gate"); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_batches

namespace conformance::mutants {

std::vector<Mutant> contract_batch_mutants() {
  return contract_batches::mutants_of_room();
}

}  // namespace conformance::mutants
