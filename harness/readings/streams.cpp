#include <map>
#include <string>
#include <utility>

#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/mutants/stream_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::rules_of_streams {
namespace {

/// The calls that the letter of §8.6 makes of the fragments; null when one of them has no function to look into.
Json calls_by_the_letter(Json const& chunks) {
  std::map<double, Json> calls;
  for (Json const& chunk : chunks) {
    for (Json const& fragment : member(mutants::first_delta(chunk), "tool_calls")) {
      Json const& function = member(fragment, "function");
      if (!function.is_object()) return nullptr;
      Json const& index = member(fragment, "index");
      auto const [call, is_new] = calls.try_emplace(index.is_number() ? index.get<double>() : -1);
      if (is_new)
        call->second = {{"id", member(fragment, "id")}, {"name", member(function, "name")}, {"arguments", ""}};
      Json const& added = member(function, "arguments");
      if (added.is_string())
        call->second["arguments"] = call->second["arguments"].get<std::string>() + added.get<std::string>();
    }
  }
  Json list = Json::array();
  for (auto const& [index, call] : calls) list.push_back(call);
  return list;
}

bool is_chat_stream(std::string const& operation, Json const& params) {
  return operation == "process_stream" && mutants::is_chat(params) && member(params, "chunks").is_array();
}

Reply take_the_first_fragment(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (!is_chat_stream(operation, params) || reply.status != Reply::Status::result) return reply;
  Json const calls = calls_by_the_letter(params["chunks"]);
  Json items = mutants::texts_among(mutants::items_of(reply));
  if (calls.is_null()) return mutants::with_items(mutants::raised("ValueError"), items);
  items.insert(items.end(), calls.begin(), calls.end());
  return items == mutants::items_of(reply) ? reply : mutants::with_items(std::move(reply), items);
}

Reply parse_at_the_end(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  bool const is_stream = operation == "process_stream" || (operation == "run" && member(params, "stream") == true);
  if (!is_stream || reply.status != Reply::Status::result || !mutants::has_outputs(member(params, "agent")))
    return reply;
  Json const& outcome = member(reply.value, "outcome");
  Json const& text = member(outcome, "value");
  if (member(outcome, "type") == "text" && text.is_string() && mutants::is_json(text.get<std::string>()))
    reply.value["outcome"] = {{"type", "json"}, {"value", mutants::parsed(text.get<std::string>())}};
  return reply;
}

Reply hand_calls_on_before_a_refusal(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  if (!is_chat_stream(operation, params) || reply.status != Reply::Status::error) return reply;
  Json before = params;
  before["chunks"] = Json::array();
  for (Json const& chunk : params["chunks"]) {
    before["chunks"].push_back(chunk);
    if (!mutants::refuses(chunk)) continue;
    before["chunks"].back()["choices"].front()["delta"].erase("refusal");
    return mutants::with_items(std::move(reply), mutants::items_of(reference(operation, before)));
  }
  return reply;
}

/// Where no arguments are given at all, gives a text that does not parse.
void break_empty_arguments(Json& call) {
  if (member(call, "arguments") == "") call["arguments"] = "{";
}

Reply parse_empty_arguments(std::string const& operation, Json const& params, AskReference const& reference) {
  Json changed = params;
  if (operation == "dispatch") break_empty_arguments(changed["call"]);
  if (operation == "run_tools") {
    Json& calls = changed["assistant"]["tool_calls"];
    for (Json& call : calls) break_empty_arguments(call["function"]);
  }
  return reference(operation, changed);
}

}  // namespace
}  // namespace conformance::readings::rules_of_streams

namespace conformance::readings {

std::vector<ReadingRule> streams() {
  return {
      {"A-112", "first-fragment", rules_of_streams::take_the_first_fragment},
      {"A-113", "parsed-at-the-end", rules_of_streams::parse_at_the_end},
      {"A-114", "flushed", rules_of_streams::hand_calls_on_before_a_refusal},
      {"A-115", "error-result", rules_of_streams::parse_empty_arguments},
  };
}

}  // namespace conformance::readings
