#include "mock-provider/scenario/presets.hpp"

#include <algorithm>
#include <array>

namespace mock_provider::presets {
namespace {

struct Preset {
  std::string_view name;
  std::string_view text;
};

/// Each with a public report of the shape.
constexpr std::array<Preset, 4> all{{
    // github.com/vllm-project/vllm/issues/27755
    {"vllm-reasoning", R"(name: vllm-reasoning
admits: anyone
steps:
  - respond: {reasoning: {text: They greet me., form: reasoning}, text: Hello!}
    repeat: always
)"},
    // api-docs.deepseek.com/guides/reasoning_model
    {"deepseek", R"(name: deepseek
steps:
  - respond: {reasoning: {text: They greet me., form: reasoning_content}, text: Hello!}
    repeat: always
)"},
    // github.com/BerriAI/litellm/pull/16194: each call of a stream has the index of the first.
    {"collapsed-indexes", R"(name: collapsed-indexes
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      chunks:
        - id: chatcmpl-collapsed
          object: chat.completion.chunk
          created: 1
          model: gemini
          choices:
            - index: 0
              delta:
                role: assistant
                content: null
                tool_calls:
                  - {index: 0, id: call_1, type: function, function: {name: get_weather, arguments: '{"city":"Paris"}'}}
              finish_reason: null
        - id: chatcmpl-collapsed
          object: chat.completion.chunk
          created: 1
          model: gemini
          choices:
            - index: 0
              delta:
                tool_calls:
                  - {index: 0, id: call_2, type: function, function: {name: get_time, arguments: '{"city":"Rome"}'}}
              finish_reason: null
        - id: chatcmpl-collapsed
          object: chat.completion.chunk
          created: 1
          model: gemini
          choices: [{index: 0, delta: {}, finish_reason: tool_calls}]
  - respond: {text: It is 72°F in Paris and noon in Rome.}
    repeat: always
)"},
    // github.com/Arthur-Ficial/apfel/issues/100: the chunk with the usage comes unasked, and has no choice.
    {"empty-choices-usage", R"(name: empty-choices-usage
steps:
  - repeat: always
    respond:
      chunks:
        - id: chatcmpl-usage
          object: chat.completion.chunk
          created: 1
          model: m
          choices: [{index: 0, delta: {role: assistant, content: Hello!}, finish_reason: null}]
        - id: chatcmpl-usage
          object: chat.completion.chunk
          created: 1
          model: m
          choices: [{index: 0, delta: {}, finish_reason: stop}]
        - id: chatcmpl-usage
          object: chat.completion.chunk
          created: 1
          model: m
          choices: []
          usage: {prompt_tokens: 1, completion_tokens: 2, total_tokens: 3}
)"},
}};

}  // namespace

std::optional<std::string> text_of(std::string_view name) {
  auto const found = std::find_if(all.begin(), all.end(), [&](Preset const& preset) { return preset.name == name; });
  return found == all.end() ? std::nullopt : std::optional<std::string>(found->text);
}

std::string names() {
  std::string result;
  for (Preset const& preset : all) result += (result.empty() ? "" : ", ") + std::string(preset.name);
  return result;
}

}  // namespace mock_provider::presets
