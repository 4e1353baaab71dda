#include "mock-provider/check/messages_rule_table.hpp"

#include <array>

namespace mock_provider {
namespace messages_rule_table {
namespace {

constexpr std::array<Rule, 29> all{{
    {"messages.auth.present", "a key in x-api-key or in Authorization: Bearer", ""},
    {"messages.version", "anthropic-version is there, as a date", ""},
    {"messages.content-type", "content-type is application/json", ""},
    {"messages.body.json", "the body is a JSON object", ""},
    {"messages.field.required", "model, messages and max_tokens are present", ""},
    {"messages.field.unknown", "no members that the provider does not know", ""},
    {"messages.field.type", "each member has its type", ""},
    {"messages.field.range", "numbers and lengths lie in their range", ""},
    {"messages.field.value", "members with fixed values have one of them", ""},
    {"messages.field.sampling", "versions after 2023-06-01 take no temperature, top_p and top_k", ""},
    {"messages.stop-sequences", "stop sequences are texts that are not blank", ""},
    {"messages.system", "system is a text or blocks of text", ""},
    {"messages.message.shape", "each message is an object of role and content", ""},
    {"messages.message.role", "role is user, assistant or system", ""},
    {"messages.message.first", "the first message is the user's", ""},
    {"messages.message.content", "content is a text or a list of blocks, and not empty", ""},
    {"messages.block.type", "blocks are of a type that the role allows", ""},
    {"messages.block.shape", "blocks have the members of their type, and texts are not empty", ""},
    {"messages.block.source", "images are base64 of a known media type, an address, or a file", ""},
    {"messages.tool-use.unique", "each tool_use of the conversation has an id of its own", ""},
    {"messages.tool-result.single", "a tool_use has one tool_result", ""},
    {"messages.tool-result.known", "each tool_result answers a tool_use of the message before it", ""},
    {"messages.tool-result.complete", "each tool_use is answered by the next message", ""},
    {"messages.tool-result.first", "tool_result blocks come before all others of their message", ""},
    {"messages.tools", "tools have a name of 1 to 128 letters, digits, _ or - and an input_schema of type object", ""},
    {"messages.tools.schema", "an input_schema is a JSON Schema at every level", ""},
    {"messages.tool-choice", "tool_choice is auto, any, none, or names a tool, and tools are there", ""},
    {"messages.thinking",
     "thinking is enabled with a budget of at least 1024 below max_tokens, disabled, adaptive or between_tools", ""},
    {"messages.output-config", "output_config asks for a JSON Schema whose objects are closed", ""},
}};

}  // namespace
}  // namespace messages_rule_table

std::span<Rule const> messages_rules() {
  return messages_rule_table::all;
}

}  // namespace mock_provider
