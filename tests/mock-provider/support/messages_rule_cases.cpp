#include "mock-provider/support/messages_rule_cases.hpp"

namespace mock_provider_tests {
namespace messages_rules {
namespace {

std::vector<RuleCase> member_cases() {
  return {
      {"UnknownField", "messages.field.unknown", R"({"max_completion_tokens": 5})", "/max_completion_tokens",
       R"({"top_k": 5})"},
      {"ResponseFormat", "messages.field.unknown", R"({"response_format": {}})", "/response_format",
       R"({"output_config": {}})"},
      {"LimitAsText", "messages.field.type", R"({"max_tokens": "9"})", "/max_tokens", R"({"max_tokens": 0})"},
      {"StopAsText", "messages.field.type", R"({"stop_sequences": "x"})", "/stop_sequences",
       R"({"stop_sequences": ["x"]})"},
      {"TemperatureTooHigh", "messages.field.range", R"({"temperature": 1.1})", "/temperature",
       R"({"temperature": 1})"},
      {"NegativeLimit", "messages.field.range", R"({"max_tokens": -1})", "/max_tokens", R"({"max_tokens": 1})"},
      {"EmptyModel", "messages.field.range", R"({"model": ""})", "/model", R"({"model": "m"})"},
      {"NoMessages", "messages.field.range", R"({"messages": []})", "/messages",
       R"({"messages": [{"role": "user", "content": "hi"}]})"},
      {"BlankStop", "messages.stop-sequences", R"({"stop_sequences": ["a", " \n"]})", "/stop_sequences/1",
       R"({"stop_sequences": ["a", " b"]})"},
      {"SystemOfImages", "messages.system", R"({"system": [{"type": "image"}]})", "/system/0",
       R"({"system": [{"type": "text", "text": "x"}]})"},
      {"OpenSchema", "messages.output-config",
       R"({"output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}}})",
       "/output_config/format/schema/additionalProperties",
       R"({"output_config": {"format": {"type": "json_schema", "schema": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}}}})"},
      {"FormatWithoutSchema", "messages.output-config", R"({"output_config": {"format": {"type": "json_schema"}}})",
       "/output_config/format",
       R"({"output_config": {"format": {"type": "json_schema", "schema": {"type": "object", "additionalProperties": false}}}})"},
      {"ToolWithoutSchema", "messages.tools", R"({"tools": [{"name": "f"}]})", "/tools/0/input_schema",
       R"({"tools": [{"name": "f", "input_schema": {"type": "object"}}]})"},
      {"WrappedTool", "messages.tools",
       R"({"tools": [{"name": "f", "input_schema": {"type": "object"}, "function": {}}]})", "/tools/0/function",
       R"({"tools": [{"type": "web_search_20250305", "name": "web_search", "max_uses": 3}]})"},
      {"ToolNameWithDot", "messages.tools", R"({"tools": [{"name": "a.b", "input_schema": {"type": "object"}}]})",
       "/tools/0/name", R"({"tools": [{"name": "a_b-C9", "input_schema": {"type": "object"}}]})"},
      {"DescriptionNull", "messages.tools",
       R"({"tools": [{"name": "f", "input_schema": {"type": "object"}}, {"name": "g", "description": 1, "input_schema": {"type": "object"}}]})",
       "/tools/1/description", R"({"tools": [{"name": "f", "description": "d", "input_schema": {"type": "object"}}]})"},
      {"ChoiceWithoutTools", "messages.tool-choice", R"({"tool_choice": {"type": "auto"}})", "/tool_choice",
       R"({"tool_choice": {"type": "auto"}, "tools": [{"name": "f", "input_schema": {"type": "object"}}]})"},
      {"ChoiceOfUnknownTool", "messages.tool-choice",
       R"({"tool_choice": {"type": "tool", "name": "g"}, "tools": [{"name": "f", "input_schema": {"type": "object"}}]})",
       "/tool_choice/name",
       R"({"tool_choice": {"type": "tool", "name": "f"}, "tools": [{"name": "f", "input_schema": {"type": "object"}}]})"},
  };
}

std::vector<RuleCase> message_cases() {
  return {
      {"MessageNoObject", "messages.message.shape", R"({"messages": ["hi"]})", "/messages/0",
       R"({"messages": [{"role": "user", "content": "hi"}]})"},
      {"MessageWithName", "messages.message.shape",
       R"({"messages": [{"role": "user", "content": "hi", "name": "bob"}]})", "/messages/0/name",
       R"({"messages": [{"role": "user", "content": "hi"}]})"},
      {"SystemMessage", "messages.message.role",
       R"({"messages": [{"role": "user", "content": "hi"}, {"role": "system", "content": "hi"}]})", "/messages/1/role",
       R"({"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hi"}]})"},
      {"AssistantFirst", "messages.message.first", R"({"messages": [{"role": "assistant", "content": "hi"}]})",
       "/messages/0/role", R"({"messages": [{"role": "user", "content": "hi"}, {"role": "user", "content": "hi"}]})"},
      {"NoContent", "messages.message.content", R"({"messages": [{"role": "user"}]})", "/messages/0/content",
       R"({"messages": [{"role": "user", "content": "x"}]})"},
      {"EmptyContent", "messages.message.content", R"({"messages": [{"role": "user", "content": []}]})",
       "/messages/0/content", R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]})"},
      {"OpenAiImage", "messages.block.type", R"({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]})",
       "/messages/0/content/0/type",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "x"}}]}]})"},
      {"ImageOfTheAssistant", "messages.block.type",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "image"}]}]})",
       "/messages/1/content/0/type",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "thinking", "thinking": "x", "signature": "y"}]}]})"},
      {"BlockNoObject", "messages.block.shape", R"({"messages": [{"role": "user", "content": ["x"]}]})",
       "/messages/0/content/0", R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]})"},
      {"EmptyText", "messages.block.shape",
       R"({"messages": [{"role": "user", "content": [{"type": "text", "text": ""}]}]})", "/messages/0/content/0/text",
       R"({"messages": [{"role": "user", "content": [{"type": "text", "text": " "}]}]})"},
      {"InputAsText", "messages.block.shape",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": "{}"}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c"}]}]})",
       "/messages/1/content/0/input",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c"}]}]})"},
      {"ResultContentAsNumber", "messages.block.shape",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": 1}]}]})",
       "/messages/2/content/0/content",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": [{"type": "text", "text": "1"}]}]}]})"},
      {"UnknownMediaType", "messages.block.source",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/bmp", "data": "x"}}]}]})",
       "/messages/0/content/0/source/media_type",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "x"}}]}]})"},
      {"NullMediaType", "messages.block.source",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "data": "x"}}]}]})",
       "/messages/0/content/0/source/media_type",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "file", "file_id": "x"}}]}]})"},
      {"UnknownSource", "messages.block.source",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "path"}}]}]})",
       "/messages/0/content/0/source/type",
       R"({"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "x"}}]}]})"},
      {"ResultOfNoCall", "messages.tool-result.known",
       R"({"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c"}]}]})", "/messages/0",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c"}]}]})"},
      {"CallWithoutResult", "messages.tool-result.complete",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": "x"}]})",
       "/messages/1",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "1"}, {"type": "text", "text": "x"}]}]})"},
      {"CallAtTheEnd", "messages.tool-result.complete",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}]})",
       "/messages/1",
       R"({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "text", "text": "x"}]}]})"},
  };
}

}  // namespace
}  // namespace messages_rules

std::vector<RuleCase> messages_rule_cases() {
  std::vector<RuleCase> cases = messages_rules::member_cases();
  std::vector<RuleCase> const about_messages = messages_rules::message_cases();
  cases.insert(cases.end(), about_messages.begin(), about_messages.end());
  return cases;
}

}  // namespace mock_provider_tests
