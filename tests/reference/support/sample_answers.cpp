#include "reference/support/sample_answers.hpp"

namespace prompty_tests {
namespace sample_bodies {
namespace {

std::string data(std::string const& json) {
  return "data: " + json + "\n\n";
}

/// An event with the name of its type.
std::string event(std::string const& type, std::string const& members) {
  return "event: " + type + "\n" + data("{\"type\":\"" + type + "\"" + members + "}");
}

std::string chat_stream() {
  return ": welcome\n\n" +
         data(R"({"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":"Gr\u00fc\u00dfe "}}]})") +
         data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\xF0\x9F\x8C\x8A\"}}]}") +
         data(R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function",)"
              R"("function":{"name":"f","arguments":"{\"a\":"}}]}}]})") +
         data(R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]})") +
         data(R"({"choices":[{"index":0,"delta":{"refusal":null},"finish_reason":"tool_calls"}]})") +
         data(R"({"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8}})") + data("[DONE]");
}

std::string response_stream() {
  std::string const call = R"("item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":)";
  return event("response.created", R"(,"response":{"id":"r1","error":null})") +
         event("response.output_item.added", R"(,"output_index":0,"item":{"type":"message","content":[]})") +
         event("response.output_text.delta", ",\"output_index\":0,\"delta\":\"Se\xC3\xA9 \"") +
         event("response.output_text.done", R"(,"output_index":0,"text":"Se\u00e9 ")") +
         event("response.output_item.added", R"(,"output_index":1,)" + call + "\"\"}") +
         event("response.function_call_arguments.delta", R"(,"output_index":1,"delta":"{\"a\":1}")") +
         event("response.function_call_arguments.done", R"(,"output_index":1,"arguments":"{\"a\":1}")") +
         event("response.output_item.done", R"(,"output_index":1,)" + call + R"("{\"a\":1}"})") +
         event("response.refusal.delta", R"(,"delta":"")") +
         event("response.completed", R"(,"response":{"id":"r1","usage":{"total_tokens":9}})");
}

std::string message_stream() {
  return event("message_start", R"(,"message":{"id":"m1","usage":{"input_tokens":4}})") + event("ping", "") +
         event("content_block_start", R"(,"index":0,"content_block":{"type":"text","text":""})") +
         event("content_block_delta", R"(,"index":0,"delta":{"type":"text_delta","text":"Ol\u00e1"})") +
         event("content_block_stop", ",\"index\":0") +
         event("content_block_start",
               R"(,"index":1,"content_block":{"type":"tool_use","id":"t1","name":"f","input":{}})") +
         event("content_block_delta", R"(,"index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"})") +
         event("content_block_stop", ",\"index\":1") +
         event("message_delta", R"(,"delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":6})") +
         event("message_stop", "");
}

}  // namespace
}  // namespace sample_bodies

std::vector<SampleAnswer> const& sample_answers() {
  static std::vector<SampleAnswer> const samples = {
      {"openai", "chat", false,
       R"({"id":"c1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},)"
       R"("finish_reason":"stop"}],"usage":{"total_tokens":8}})"},
      {"openai", "chat", false,
       R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"call_1","type":"function",)"
       R"("function":{"name":"f","arguments":"{\"a\":1}"}}]}}]})"},
      {"openai", "embedding", false,
       R"({"object":"list","data":[{"index":0,"embedding":[0.5,-1,2e-3]},)"
       R"({"index":1,"embedding":[1,2,3]}]})"},
      {"openai", "image", false, R"({"created":1,"data":[{"b64_json":"cG5n"},{"url":"https://example.test/i.png"}]})"},
      {"openai", "responses", false,
       R"({"id":"r1","error":null,"output":[{"type":"message","content":[{"type":"output_text","text":"{\"a\":1}"}]},)"
       R"({"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"}]})"},
      {"anthropic", "chat", false,
       R"({"id":"m1","type":"message","content":[{"type":"text","text":"Hi"},)"
       R"({"type":"tool_use","id":"t1","name":"f","input":{"a":[1,null]}}],"stop_reason":"tool_use"})"},
      {"openai", "chat", true, sample_bodies::chat_stream()},
      {"openai", "responses", true, sample_bodies::response_stream()},
      {"anthropic", "chat", true, sample_bodies::message_stream()},
  };
  return samples;
}

}  // namespace prompty_tests
