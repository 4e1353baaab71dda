#include <algorithm>
#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::anthropic_options {
namespace {

using ChangeValue = std::function<Json(Json const& value)>;

/// Does something to bodies whose agent sets the option.
Rule where_set(std::string option, ChangeRequest change) {
  return changed_anthropic_request(
      [option = std::move(option), change = std::move(change)](Json& body, Json const& agent, Json const& messages) {
        if (!option_of(agent, option).is_null()) change(body, agent, messages);
      });
}

Rule where_unset(std::string option, std::string key, Json value) {
  return changed_anthropic_request([option = std::move(option), key = std::move(key), value = std::move(value)](
                                       Json& body, Json const& agent, Json const&) {
    if (option_of(agent, option).is_null()) body[key] = value;
  });
}

ChangeRequest erased(std::string key) {
  return [key = std::move(key)](Json& body, Json const&, Json const&) { body.erase(key); };
}

ChangeRequest renamed(std::string key, std::string name) {
  return [key = std::move(key), name = std::move(name)](Json& body, Json const&, Json const&) {
    copy_member(body, key, name);
    body.erase(key);
  };
}

ChangeRequest with(std::string key, ChangeValue change) {
  return [key = std::move(key), change = std::move(change)](Json& body, Json const&, Json const&) {
    if (body.contains(key)) body[key] = change(body[key]);
  };
}

/// Takes the key away where its value is that.
ChangeRequest erased_when(std::string key, Json value) {
  return [key = std::move(key), value = std::move(value)](Json& body, Json const&, Json const&) {
    if (body.contains(key) && body[key] == value) body.erase(key);
  };
}

/// Sends the option's value under that name.
Rule forwarded(std::string option, std::string key) {
  return where_set(option, [option, key = std::move(key)](Json& body, Json const& agent, Json const&) {
    body[key] = option_of(agent, option);
  });
}

ChangeValue at_most(std::int64_t limit) {
  return [limit](Json const& value) { return Json(std::min(value.get<std::int64_t>(), limit)); };
}

ChangeValue at_least(std::int64_t limit) {
  return [limit](Json const& value) { return Json(std::max(value.get<std::int64_t>(), limit)); };
}

bool has_limit(Json const& agent) {
  Json const& limit = option_of(agent, "maxOutputTokens");
  return limit.is_number_integer() && limit != 0;
}

Rule default_limit(Json limit) {
  return changed_anthropic_request([limit = std::move(limit)](Json& body, Json const& agent, Json const&) {
    if (has_limit(agent)) return;
    body["max_tokens"] = limit;
    if (limit.is_null()) body.erase("max_tokens");
  });
}

void lose_limit_without_options(Json& body, Json const& agent, Json const&) {
  if (member(member(agent, "model"), "options").empty()) body.erase("max_tokens");
}

/// What becomes of a limit of zero.
Rule limit_of_zero(ChangeRequest change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const& agent, Json const& messages) {
    if (option_of(agent, "maxOutputTokens") == 0) change(body, agent, messages);
  });
}

void spread_additional(Json& body, Json const& agent, Json const&) {
  for (auto const& [key, value] : option_of(agent, "additionalProperties").items()) body[key] = value;
}

void forbid_parallel_calls(Json& body, Json const& agent, Json const&) {
  if (option_of(agent, "allowMultipleToolCalls") == false) body["disable_parallel_tool_use"] = true;
}

std::vector<Mutant> limit_mutants() {
  return {
      {"anthropic-limit-left-out", "P7.5-06", "Without a limit of the agent's Anthropic gets none.",
       default_limit(nullptr)},
      {"anthropic-limit-other-default", "P7.5-06", "Anthropic's default limit is another number.", default_limit(1023)},
      {"anthropic-limit-needs-options", "P7.5-06", "Without options no limit is sent to Anthropic.",
       changed_anthropic_request(lose_limit_without_options)},
      {"anthropic-limit-under-openai-name", "P7.5-07", "Anthropic's limit has the name of OpenAI's.",
       where_set("maxOutputTokens", renamed("max_tokens", "max_completion_tokens"))},
      {"anthropic-limit-twice", "P7.5-07", "Anthropic's limit is sent under two names.",
       where_set("maxOutputTokens", [](Json& body, Json const&,
                                       Json const&) { copy_member(body, "max_tokens", "max_completion_tokens"); })},
      {"anthropic-limit-capped", "P7.5-07", "A limit above the default is cut down to it for Anthropic.",
       where_set("maxOutputTokens", with("max_tokens", at_most(4096)))},
      {"anthropic-limit-raised", "P7.5-07", "A small limit is raised for Anthropic.",
       where_set("maxOutputTokens", with("max_tokens", at_least(16)))},
      {"anthropic-limit-ignored", "P7.5-07", "Anthropic's limit is always the default.",
       where_set("maxOutputTokens", with("max_tokens", [](Json const&) { return Json(4096); }))},
      {"anthropic-zero-limit-sent", "P7.5-08", "A limit of zero is sent to Anthropic.",
       limit_of_zero([](Json& body, Json const&, Json const&) { body["max_tokens"] = 0; })},
      {"anthropic-zero-limit-lost", "P7.5-08", "With a limit of zero Anthropic gets none.",
       limit_of_zero(erased("max_tokens"))},
  };
}

std::vector<Mutant> sampling_mutants() {
  return {
      {"anthropic-zero-temperature-lost", "P7.5-09", "A temperature of zero is not sent to Anthropic.",
       where_set("temperature", erased_when("temperature", 0))},
      {"anthropic-temperature-lost", "P7.5-09", "No temperature is sent to Anthropic.",
       where_set("temperature", erased("temperature"))},
      {"anthropic-temperature-halved", "P7.5-09", "The temperature is fitted to the narrower range of Anthropic's.",
       where_set("temperature", with("temperature", [](Json const& value) { return Json(value.get<double>() / 2); }))},
      {"anthropic-temperature-invented", "P7.5-09", "Without a temperature Anthropic gets one of our making.",
       where_unset("temperature", "temperature", 1)},
      {"anthropic-top-p-unmapped", "P7.5-10", "The option topP keeps its name for Anthropic.",
       where_set("topP", renamed("top_p", "topP"))},
      {"anthropic-zero-top-p-lost", "P7.5-10", "A topP of zero is not sent to Anthropic.",
       where_set("topP", erased_when("top_p", 0))},
      {"anthropic-top-p-invented", "P7.5-10", "Without a topP Anthropic gets one of our making.",
       where_unset("topP", "top_p", 1)},
      {"anthropic-top-k-ignored", "P7.5-11", "The option topK is not sent to Anthropic either.",
       where_set("topK", erased("top_k"))},
      {"anthropic-top-k-unmapped", "P7.5-11", "The option topK keeps its name for Anthropic.",
       where_set("topK", renamed("top_k", "topK"))},
      {"anthropic-top-k-invented", "P7.5-11", "Without a topK Anthropic gets one of our making.",
       where_unset("topK", "top_k", 40)},
      {"anthropic-stop-under-openai-name", "P7.5-12", "Anthropic's stop sequences have the name of OpenAI's.",
       where_set("stopSequences", renamed("stop_sequences", "stop"))},
      {"anthropic-stop-reversed", "P7.5-12", "Anthropic's stop sequences come last first.",
       where_set("stopSequences", with("stop_sequences", backwards))},
      {"anthropic-empty-stop-lost", "P7.5-12", "An empty list of stop sequences is not sent to Anthropic.",
       where_set("stopSequences", erased_when("stop_sequences", Json::array()))},
      {"anthropic-first-stop-only", "P7.5-12", "Of several stop sequences Anthropic gets the first.",
       where_set("stopSequences", with("stop_sequences", first_only))},
      {"anthropic-stop-invented", "P7.5-12", "Without stop sequences Anthropic gets an empty list of them.",
       where_unset("stopSequences", "stop_sequences", Json::array())},
  };
}

std::vector<Mutant> other_mutants() {
  return {
      {"anthropic-seed-forwarded", "P7.5-13", "The seed is sent to Anthropic.", forwarded("seed", "seed")},
      {"anthropic-frequency-penalty-forwarded", "P7.5-13", "The frequency penalty is sent to Anthropic.",
       forwarded("frequencyPenalty", "frequency_penalty")},
      {"anthropic-presence-penalty-forwarded", "P7.5-13", "The presence penalty is sent to Anthropic.",
       forwarded("presencePenalty", "presence_penalty")},
      {"anthropic-parallel-calls-forbidden", "P7.5-13", "Anthropic is told to make one call at a time.",
       changed_anthropic_request(forbid_parallel_calls)},
      {"anthropic-additional-win", "P7.5-13", "Additional properties replace what Anthropic would get.",
       changed_anthropic_request(spread_additional)},
      {"anthropic-additional-nested", "P7.5-13", "Additional properties are one member of Anthropic's request.",
       forwarded("additionalProperties", "additionalProperties")},
  };
}

}  // namespace
}  // namespace conformance::mutants::anthropic_options

namespace conformance::mutants {

std::vector<Mutant> anthropic_option_mutants() {
  std::vector<Mutant> mutants;
  for (std::vector<Mutant> const& more :
       {anthropic_options::limit_mutants(), anthropic_options::sampling_mutants(), anthropic_options::other_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
