#include <algorithm>
#include <set>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stored_rules.hpp"

namespace conformance::mutants::contract_turns {
namespace {

bool is_silent(Json const& wire) {
  return has_calls(wire) && member(wire, "content") == "";
}

Rule changed_silent(std::function<void(Json& wire)> change) {
  return changed_sent_message("assistant", [change = std::move(change)](Json& wire, Json const&) {
    if (is_silent(wire)) change(wire);
  });
}

void drop_silent(Json& wires, Json const&) {
  wires.erase(std::remove_if(wires.begin(), wires.end(), is_silent), wires.end());
}

void flatten_call(Json& call, Json const&) {
  call = {{"id", call["id"]}, {"name", call["function"]["name"]}, {"arguments", call["function"]["arguments"]}};
}

void keep_members_of_call(Json& call, Json const& stored) {
  for (auto const& [name, value] : stored.items()) {
    if (!call.contains(name)) call[name] = value;
  }
}

void keep_members_of_function(Json& call, Json const& stored) {
  for (auto const& [name, value] : member(stored, "function").items()) {
    if (!call["function"].contains(name)) call["function"][name] = value;
  }
}

Json parsed_arguments(Json const& call) {
  return Json::parse(call["function"]["arguments"].get<std::string>(), nullptr, false);
}

void respell_arguments(Json& call, Json const&) {
  Json const parsed = parsed_arguments(call);
  if (!parsed.is_discarded()) call["function"]["arguments"] = parsed.dump();
}

void send_arguments_as_value(Json& call, Json const&) {
  Json const parsed = parsed_arguments(call);
  if (!parsed.is_discarded()) call["function"]["arguments"] = parsed;
}

void empty_malformed_arguments(Json& call, Json const&) {
  if (parsed_arguments(call).is_discarded()) call["function"]["arguments"] = "{}";
}

void number_equal_ids(Json& wires, std::function<void(Json& wire, std::set<std::string>& seen)> const& visit) {
  std::set<std::string> seen;
  for (Json& wire : wires) visit(wire, seen);
}

Json numbered(Json const& id, std::set<std::string>& seen) {
  std::string text = id.get<std::string>();
  while (!seen.insert(text).second) text += "-again";
  return text;
}

void number_calls(Json& wires, Json const&) {
  number_equal_ids(wires, [](Json& wire, std::set<std::string>& seen) {
    if (!has_calls(wire)) return;
    for (Json& call : wire["tool_calls"]) call["id"] = numbered(call["id"], seen);
  });
}

void number_results(Json& wires, Json const&) {
  number_equal_ids(wires, [](Json& wire, std::set<std::string>& seen) {
    if (wire.contains("tool_call_id")) wire["tool_call_id"] = numbered(wire["tool_call_id"], seen);
  });
}

void skip_empty_results(Json& wires, Json const&) {
  wires.erase(
      std::remove_if(wires.begin(), wires.end(),
                     [](Json const& wire) { return wire.contains("tool_call_id") && member(wire, "content") == ""; }),
      wires.end());
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"empty-calls-sent", "M3.2-01", "A turn without calls has an empty list of them.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const& stored) {
                              if (!has_calls(stored)) wire["tool_calls"] = Json::array();
                            })},
      {"calls-of-speaking-turns-not-sent", "M3.2-01", "A turn that says something is sent without its calls.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const&) {
                              if (member(wire, "content") != "") wire.erase("tool_calls");
                            })},
      {"silent-content-null", "M3.2-02", "A turn of calls alone has null for content.",
       changed_silent([](Json& wire) { wire["content"] = nullptr; })},
      {"silent-content-missing", "M3.2-02", "A turn of calls alone is sent without content.",
       changed_silent([](Json& wire) { wire.erase("content"); })},
      {"silent-turn-dropped", "M3.2-02", "A turn that says nothing is not sent.", changed_sent(drop_silent)},
      {"sent-call-flattened", "M3.2-03", "Name and arguments of a call stand beside its id.",
       changed_sent_call(flatten_call)},
      {"sent-call-with-own-members", "M3.2-03", "A call is sent with all that a server put on it.",
       changed_sent_call(keep_members_of_call)},
      {"sent-function-with-own-members", "M3.2-03", "The function of a call is sent with all that stands in it.",
       changed_sent_call(keep_members_of_function)},
      {"sent-call-without-type", "M3.2-04", "A call is sent without a type.",
       changed_sent_call([](Json& call, Json const&) { call.erase("type"); })},
      {"sent-call-of-type-tool", "M3.2-04", "The type of a sent call is tool.",
       changed_sent_call([](Json& call, Json const&) { call["type"] = "tool"; })},
      {"sent-call-type-as-stored", "M3.2-04", "A call that was stored without a type is sent without one.",
       changed_sent_call([](Json& call, Json const& stored) {
         if (!stored.contains("type")) call.erase("type");
       })},
      {"sent-arguments-respelt", "M3.2-05", "Arguments that are JSON are written anew.",
       changed_sent_call(respell_arguments)},
      {"sent-arguments-as-value", "M3.2-05", "Arguments that are JSON are sent as what they say.",
       changed_sent_call(send_arguments_as_value)},
      {"malformed-arguments-emptied", "M3.2-05", "In place of malformed arguments none are sent.",
       changed_sent_call(empty_malformed_arguments)},
      {"finish-reason-sent", "M3.2-06", "Why a turn ended is sent.",
       changed_sent_message("assistant", sent_as("finishReason", "finish_reason"))},
      {"turn-flag-sent", "M3.2-07", "The error flag of a turn is sent.",
       changed_sent_message("assistant", sent_as("isError", "is_error"))},
      {"plain-reasoning-sent", "M3.2-10", "What a model thought is sent with every turn.",
       changed_sent_message("assistant", sent_as("reasoning", "reasoning_content"))},
      {"reasoning-never-sent", "M3.2-10", "What a model thought is sent with no turn.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const&) {
                              wire.erase("reasoning_content");
                              wire.erase("reasoning_details");
                            })},
      {"result-with-own-members", "M3.3-04", "A result is sent with the members of its owner.",
       changed_sent_message("tool", send_own_members)},
      {"empty-results-skipped", "M3.3-04", "A result that is empty is not sent.", changed_sent(skip_empty_results)},
      {"tool-name-sent-as-name", "M3.3-05", "The name of the tool is sent with its result.",
       changed_sent_message("tool", sent_as("toolName", "name"))},
      {"result-flag-sent", "M3.3-06", "Whether a call failed is sent as a flag.",
       changed_sent_message("tool", sent_as("isError", "is_error"))},
      {"sent-calls-renamed-apart", "M4.1-03", "Calls get ids of their own where two have the same.",
       changed_sent(number_calls)},
      {"sent-results-renamed-apart", "M4.1-03", "Results get ids of their own where two have the same.",
       changed_sent(number_results)},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_turns

namespace conformance::mutants {

std::vector<Mutant> contract_turn_mutants() {
  return contract_turns::mutants_of_room();
}

}  // namespace conformance::mutants
