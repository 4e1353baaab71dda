#pragma once

#include "tests/harness/mutants/generated_agents.hpp"
#include "tests/harness/mutants/generated_anthropic.hpp"
#include "tests/harness/mutants/generated_chat.hpp"
#include "tests/harness/mutants/generated_files.hpp"
#include "tests/harness/mutants/generated_models.hpp"
#include "tests/harness/mutants/generated_other_apis.hpp"
#include "tests/harness/mutants/generated_prompts.hpp"
#include "tests/harness/mutants/generated_references.hpp"
#include "tests/harness/mutants/generated_requests.hpp"
#include "tests/harness/mutants/generated_streams.hpp"
#include "tests/harness/mutants/generated_templates.hpp"

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
  PromptTexts prompts(prompt_dice);
  ReferringFiles referring(reference_dice);
  Templates templates(template_dice);
  ModelChoices models(model_dice);
  AnthropicValues anthropic(anthropic_dice);
  Streams streams(stream_dice);
  OfferedTools requests(request_dice);
  OtherApis others(other_dice);
  std::vector<Input> list;
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
    if (round % 8 == 0) list.push_back(agents.run());
    if (round % 32 == 2) list.push_back(requests.run());
    if (round % 16 == 1) list.push_back(agents.render());
    if (round % 16 == 2) list.push_back(models.build_request());
  }
  return list;
}

}  // namespace conformance::generated
