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
constexpr std::array<Preset, 12> all{{
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
    // github.com/BerriAI/litellm/pull/19223: the calls of a stream have no id.
    {"no-ids", R"(name: no-ids
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      chunks:
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {role: assistant, content: null, tool_calls: [{index: 0, type: function, function: {name: get_weather, arguments: '{"city":"Paris"}'}}]}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {tool_calls: [{index: 1, type: function, function: {name: get_time, arguments: '{"city":"Rome"}'}}]}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {}, finish_reason: tool_calls}]}
  - respond: {text: It is 72°F in Paris and noon in Rome.}
    repeat: always
)"},
    // github.com/sgl-project/sglang/pull/7708 and /8417: a second end comes late, and calls it stop.
    {"late-finish", R"(name: late-finish
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      chunks:
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {role: assistant, content: null, tool_calls: [{index: 0, id: call_1, type: function, function: {name: get_weather, arguments: '{"city":'}}]}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {tool_calls: [{index: 0, function: {arguments: '"Paris"}'}}]}, finish_reason: tool_calls}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {}, finish_reason: stop}]}
  - respond: {text: It is 72°F in Paris.}
    repeat: always
)"},
    // github.com/anomalyco/opencode/pull/40061: the stream ends behind a call, in order and without a finish reason.
    {"cut-after-call", R"(name: cut-after-call
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      raw:
        contentType: text/event-stream
        events:
          - |+
            data: {"id":"chatcmpl-x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":"}}]},"finish_reason":null}]}

          - |+
            data: {"id":"chatcmpl-x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"Paris\"}"}}]},"finish_reason":null}]}

  - respond: {text: It is 72°F in Paris.}
    repeat: always
)"},
    // openrouter.ai/docs/api-reference/streaming: what goes wrong later comes as a chunk with an error, its status in
    // `code`.
    {"error-event", R"(name: error-event
steps:
  - repeat: always
    respond:
      chunks:
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {role: assistant, content: Hel}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {content: ''}, finish_reason: error}], error: {code: 502, message: The provider has disconnected.}}
)"},
    // github.com/northes/go-moonshot/issues/17: the usage stands in the last choice. Ids of calls name the function and
    // count.
    {"kimi", R"(name: kimi
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      chunks:
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {role: assistant, content: ''}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {reasoning_content: They ask of the weather.}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {tool_calls: [{index: 0, id: 'functions.get_weather:0', type: function, function: {name: get_weather, arguments: ''}}]}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {tool_calls: [{index: 0, function: {arguments: '{"city":"Paris"}'}}]}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {}, finish_reason: tool_calls, usage: {prompt_tokens: 1, completion_tokens: 2, total_tokens: 3}}]}
  - respond: {text: It is 72°F in Paris.}
    repeat: always
)"},
    // github.com/vercel/ai/pull/1653, and x_groq in the types of npm's groq-sdk: calls come whole, and what is its own
    // in x_groq.
    {"groq", R"(name: groq
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      chunks:
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {role: assistant, content: ''}, finish_reason: null}], x_groq: {id: req_1}}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {reasoning: They ask of the weather.}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {tool_calls: [{index: 0, id: call_1, type: function, function: {name: get_weather, arguments: '{"city":"Paris"}'}}]}, finish_reason: null}]}
        - {id: chatcmpl-x, object: chat.completion.chunk, created: 1, model: m, choices: [{index: 0, delta: {}, finish_reason: tool_calls}], x_groq: {id: req_1, usage: {queue_time: 0.1, prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, total_time: 0.2}}}
  - respond: {text: It is 72°F in Paris.}
    repeat: always
)"},
    // platform.claude.com/docs/en/build-with-claude/extended-thinking: thoughts stand between texts and calls.
    {"anthropic-interleaved", R"(name: anthropic-interleaved
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      body:
        id: msg_1
        type: message
        role: assistant
        model: claude-sonnet-4-5
        content:
          - {type: thinking, thinking: They ask of the weather., signature: c2lnbmF0dXJlLTE=}
          - {type: text, text: I look it up.}
          - {type: thinking, thinking: The tool knows it., signature: c2lnbmF0dXJlLTI=}
          - {type: tool_use, id: toolu_1, name: get_weather, input: {city: Paris}}
        stop_reason: tool_use
        stop_sequence: null
        usage: {input_tokens: 10, output_tokens: 20}
  - repeat: always
    respond:
      body:
        id: msg_2
        type: message
        role: assistant
        model: claude-sonnet-4-5
        content:
          - {type: thinking, thinking: So I can answer., signature: c2lnbmF0dXJlLTM=}
          - {type: text, text: It is 72°F in Paris.}
        stop_reason: end_turn
        stop_sequence: null
        usage: {input_tokens: 10, output_tokens: 20}
)"},
    // platform.openai.com/docs/guides/reasoning: without storage, what was thought comes encrypted and is to be sent
    // back.
    {"responses-encrypted", R"(name: responses-encrypted
steps:
  - match: {turn: 1}
    repeat: always
    respond:
      body:
        id: resp_1
        object: response
        created_at: 1
        status: completed
        model: gpt-5
        output:
          - {type: reasoning, id: rs_1, summary: [], encrypted_content: Z0FBQUFBQm8tdGhvdWdodA==}
          - {type: function_call, id: fc_1, call_id: call_1, name: get_weather, arguments: '{"city":"Paris"}', status: completed}
        usage: {input_tokens: 10, input_tokens_details: {cached_tokens: 0}, output_tokens: 20, output_tokens_details: {reasoning_tokens: 10}, total_tokens: 30}
  - repeat: always
    respond:
      body:
        id: resp_2
        object: response
        created_at: 1
        status: completed
        model: gpt-5
        output:
          - type: message
            id: msg_1
            role: assistant
            status: completed
            content: [{type: output_text, text: It is 72°F in Paris., annotations: []}]
        usage: {input_tokens: 10, input_tokens_details: {cached_tokens: 0}, output_tokens: 20, output_tokens_details: {reasoning_tokens: 10}, total_tokens: 30}
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
