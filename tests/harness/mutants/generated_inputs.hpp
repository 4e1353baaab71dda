#pragma once

#include "tests/harness/mutants/generated_agents.hpp"
#include "tests/harness/mutants/generated_anthropic.hpp"
#include "tests/harness/mutants/generated_apis.hpp"
#include "tests/harness/mutants/generated_batches.hpp"
#include "tests/harness/mutants/generated_broken_runs.hpp"
#include "tests/harness/mutants/generated_chat.hpp"
#include "tests/harness/mutants/generated_conversations.hpp"
#include "tests/harness/mutants/generated_dispatches.hpp"
#include "tests/harness/mutants/generated_events.hpp"
#include "tests/harness/mutants/generated_files.hpp"
#include "tests/harness/mutants/generated_models.hpp"
#include "tests/harness/mutants/generated_other_apis.hpp"
#include "tests/harness/mutants/generated_prompt_habits.hpp"
#include "tests/harness/mutants/generated_prompts.hpp"
#include "tests/harness/mutants/generated_references.hpp"
#include "tests/harness/mutants/generated_registries.hpp"
#include "tests/harness/mutants/generated_requests.hpp"
#include "tests/harness/mutants/generated_runs.hpp"
#include "tests/harness/mutants/generated_sendings.hpp"
#include "tests/harness/mutants/generated_streams.hpp"
#include "tests/harness/mutants/generated_templates.hpp"
#include "tests/harness/mutants/generated_traces.hpp"
#include "tests/harness/mutants/generated_turns.hpp"
#include "tests/harness/mutants/generated_wire_habits.hpp"

namespace conformance::generated {

/// Requests of every operation that a mutant may bear on; `rounds` of each sort.
[[nodiscard]] inline std::vector<Input> inputs(std::uint32_t seed, std::size_t rounds) {
  Dice dice(seed);
  FileTexts texts(dice);
  ChatValues chat(dice);
  AgentFiles agents(dice);
  // Of their own, so that a change to one generator leaves the others' inputs as they are.
  Dice prompt_dice(seed + 1);
  Dice reference_dice(seed + 2);
  Dice template_dice(seed + 3);
  Dice model_dice(seed + 4);
  Dice anthropic_dice(seed + 5);
  Dice stream_dice(seed + 6);
  Dice request_dice(seed + 7);
  Dice other_dice(seed + 8);
  Dice event_dice(seed + 9);
  Dice sending_dice(seed + 10);
  Dice trace_dice(seed + 11);
  Dice conversation_dice(seed + 12);
  Dice batch_dice(seed + 13);
  Dice run_dice(seed + 14);
  Dice registry_dice(seed + 15);
  Dice dispatch_dice(seed + 16);
  Dice api_dice(seed + 17);
  Dice broken_dice(seed + 40);
  Dice turn_dice(seed + 36);
  Dice overridden_dice(seed + 41);
  PromptTexts prompts(prompt_dice);
  ReferringFiles referring(reference_dice);
  Templates templates(template_dice);
  ModelChoices models(model_dice);
  AnthropicValues anthropic(anthropic_dice);
  Streams streams(stream_dice);
  OfferedTools requests(request_dice);
  OtherApis others(other_dice);
  EventStreams events(event_dice);
  Sendings sendings(sending_dice);
  Traces traces(trace_dice);
  Conversations conversations(conversation_dice);
  Batches batches(batch_dice);
  Runs runs(run_dice);
  RegistrySteps registries(registry_dice);
  Dispatches dispatches(dispatch_dice);
  ApiCalls apis(api_dice);
  BrokenRuns broken(broken_dice);
  Turns turns(turn_dice);
  Turns overridden_turns(overridden_dice);
  Dice deliberate_dice(seed + 42);
  std::vector<Input> list = RegistrySteps(deliberate_dice).round_trips();
  list.push_back(Dispatches(deliberate_dice).calling_child(false));
  list.push_back(Dispatches(deliberate_dice).calling_child(true));
  list.push_back(Dispatches(deliberate_dice).climbing_child());
  list.push_back(Turns(deliberate_dice).turn_with_server());
  list.push_back(Turns(deliberate_dice).cancelled_stream());
  Dice habit_dice(seed + 43);
  WireHabits habits(habit_dice);
  for (Input const& input : {habits.chat(), habits.embedding(), habits.responses(), habits.anthropic()})
    list.push_back(input);
  Dice prompt_habit_dice(seed + 50);
  for (Input const& input : PromptHabits(prompt_habit_dice).inputs()) list.push_back(input);
  Dice telling_dice(seed + 44);
  for (Input const& input : WireHabits(telling_dice).telling_models()) list.push_back(input);
  for (std::size_t round = 0; round < rounds; ++round) {
    list.push_back({.operation = "split", .params = {{"text", texts.next()}}});
    list.push_back(
        {.operation = "load", .params = {{"path", "prompt.prompty"}}, .files = {{"prompt.prompty", texts.next()}}});
    list.push_back({.operation = "build_request", .params = {{"agent", chat.agent()}, {"messages", chat.messages()}}});
    Json answered = {{"agent", chat.agent()}, {"response", chat.response()}};
    list.push_back({.operation = "process", .params = answered});
    answered["variant"] = stream_dice.pick<std::string>({"sync", "async"});
    list.push_back({.operation = "process", .params = answered});
    list.push_back(agents.load());
    list.push_back(agents.load());
    list.push_back(streams.process_stream());
    list.push_back(prompts.parse());
    list.push_back(prompts.prepare());
    list.push_back(referring.load());
    list.push_back(templates.render());
    list.push_back(templates.validate_inputs());
    list.push_back(anthropic.build_request());
    list.push_back(anthropic.process());
    list.push_back(anthropic.named_options());
    list.push_back(requests.build_request());
    if (round % 4 == 0) list.push_back(requests.project_tools());
    list.push_back(others.request());
    list.push_back(others.answer());
    list.push_back(events.of_response());
    list.push_back(events.of_message());
    if (round % 32 == 10) list.push_back(sendings.run_over_kind_alone());
    if (round % 8 == 0) list.push_back(agents.run());
    if (round % 16 == 3) list.push_back(events.run());
    if (round % 16 == 9) list.push_back(broken.run());
    list.push_back(conversations.messages_to_wire());
    list.push_back(conversations.messages_from_wire());
    list.push_back(batches.run_tools());
    if (round == 7) list.push_back(batches.calls_that_meet("parallel"));
    if (round == 8) list.push_back(batches.calls_that_meet("sequential"));
    if (round % 16 == 0) list.push_back(runs.converse());
    if (round % 2 == 0) list.push_back(turns.turn());
    if (round % 100 == 9) list.push_back(turns.endless_turn());
    if (round % 10 == 7) list.push_back(turns.turn_with_child());
    if (round % 20 == 8) list.push_back(overridden_turns.turn_with_overridden_child());
    if (round % 32 == 2) list.push_back(requests.run());
    if (round % 8 == 4) list.push_back(sendings.run());
    if (round % 8 == 5) list.push_back(sendings.execute());
    if (round % 16 == 6) list.push_back(sendings.run_over_client());
    if (round % 16 == 7) list.push_back(sendings.build_request());
    if (round % 16 == 8) list.push_back(sendings.process());
    if (round % 16 == 1) list.push_back(agents.render());
    if (round % 16 == 2) list.push_back(models.build_request());
    if (round % 2 == 0) list.push_back(registries.registry());
    if (round % 8 == 0) list.push_back(registries.lookup());
    if (round % 4 == 1) list.push_back(registries.component_call());
    if (round % 16 == 9) list.push_back(registries.built_in_call());
    if (round % 16 == 11) list.push_back(registries.custom_tools());
    if (round % 2 == 1) list.push_back(dispatches.dispatch());
    if (round % 16 == 12) list.push_back(dispatches.routed());
    if (round % 16 == 13) list.push_back(dispatches.prompty_tool());
    if (round % 16 == 14) list.push_back(apis.dispatch());
    if (round % 16 == 15) list.push_back(dispatches.server_tool());
  }
  // Last, as each run asks a server and most mutants are found out before.
  for (std::size_t round = 0; round < rounds; ++round) list.push_back(traces.process());
  for (std::size_t round = 0; round < rounds; round += 4) list.push_back(traces.run());
  list.push_back(traces.run_with_two_choices());
  list.push_back(traces.run_with_broken_answer());
  return list;
}

}  // namespace conformance::generated
