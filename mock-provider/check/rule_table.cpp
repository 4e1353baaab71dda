#include "mock-provider/check/rule_table.hpp"

#include <algorithm>
#include <array>

namespace mock_provider {
namespace {

constexpr std::array<Rule, 31> all{{
    {"messages.auth.present", "a key in x-api-key or in Authorization: Bearer", ""},
    {"messages.version", "anthropic-version is there, one that the provider has published", ""},
    {"messages.content-type", "content-type is application/json", ""},
    {"messages.body.json", "the body is a JSON object", ""},
    {"messages.field.required", "model, messages and, but for counting tokens, max_tokens are present", ""},
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
    {"messages.message.content",
     "content is a text or a list of blocks, and not empty but in an assistant's message that comes last", ""},
    {"messages.message.ending", "an assistant's message that comes last does not end in blanks", ""},
    {"messages.block.type", "blocks are of a type that the role allows", ""},
    {"messages.block.shape", "blocks have the members of their type, and texts are not empty", ""},
    {"messages.block.blank", "the texts of a message, and of the system prompt, have more than blanks", ""},
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

std::span<Rule const> messages_rules() {
  return all;
}

namespace {

constexpr std::array<Rule, 42> chat{{
    {"chat.auth.present", "a key in Authorization: Bearer or in api-key", ""},
    {"chat.content-type", "content-type is application/json", ""},
    {"chat.body.json", "the body is a JSON object", ""},
    {"chat.field.required", "model and messages are present", "missing_required_parameter"},
    {"chat.field.unknown", "no members that the provider does not know", "unknown_parameter"},
    {"chat.field.type", "each member has its type", "invalid_type"},
    {"chat.field.range", "numbers and lengths lie in their range", "invalid_value"},
    {"chat.field.value", "members with fixed values have one of them", "invalid_value"},
    {"chat.field.needs", "members that depend on another come with it", "invalid_value"},
    {"chat.model.parameter", "members that the model refuses are left out", "unsupported_parameter"},
    {"chat.model.value", "members of which the model takes the default alone have it", "unsupported_value"},
    {"chat.message.shape", "each message is an object with a known role and no unknown member", "invalid_value"},
    {"chat.message.role", "role is one of the provider's", "invalid_value"},
    {"chat.message.name", "names of people have no blanks, angle brackets, bars and slashes", "invalid_value"},
    {"chat.message.content", "content is there and of a type that the role allows", "invalid_value"},
    {"chat.part.type", "content parts are of a type that the role allows", "invalid_value"},
    {"chat.part.shape", "content parts have the members of their type", "invalid_value"},
    {"chat.part.value", "audio format and image detail have one of their values", "invalid_value"},
    {"chat.part.address", "an image is a data URL or an address on the web", "invalid_value"},
    // github.com/langgenius/dify/issues/11527
    {"chat.part.media-type", "the data URL of an image has the type of one", "invalid_image_format"},
    {"chat.tool-call.shape", "tool calls have id and type, and what they call under the name of the type",
     "invalid_value"},
    {"chat.tool-call.unique", "each tool call of a message has an id of its own", ""},
    {"chat.tool-result.known", "each tool message answers a call of the assistant message before it", "invalid_value"},
    {"chat.tool-result.single", "a tool call is answered by one tool message", ""},
    {"chat.tool-result.complete", "each tool call is answered before the next message", "invalid_value"},
    {"chat.tools.shape", "tools are functions or custom tools with known members", "invalid_value"},
    {"chat.tools.number", "there are at most 128 tools", "array_above_max_length"},
    {"chat.tools.description", "descriptions of tools have at most 1,024 characters", "string_above_max_length"},
    {"chat.tools.name", "names of tools are 1 to 64 letters, digits, _ or -", "invalid_value"},
    {"chat.tools.parameters", "parameters are a JSON Schema of type object", "invalid_function_parameters"},
    {"chat.tools.strict",
     "a strict function has closed objects with every property required, and no keyword that strict mode does not take",
     "invalid_function_parameters"},
    {"chat.tools.schema", "parameters are a JSON Schema at every level, with the items of arrays",
     "invalid_function_parameters"},
    {"chat.tool-choice", "tool_choice is none, auto, required, a choice among allowed tools, or names a tool of tools",
     "invalid_value"},
    {"chat.response-format.shape", "response_format is text, json_object, or json_schema with its members",
     "invalid_value"},
    {"chat.response-format.word", "a message has the word json in it when the format is json_object", ""},
    {"chat.response-format.name", "the schema's name is 1 to 64 letters, digits, _ or -", "invalid_value"},
    {"chat.response-format.schema", "the schema is a JSON Schema at every level, with the items of arrays",
     "invalid_value"},
    {"chat.response-format.strict",
     "a strict schema has closed objects with every property required, and no keyword that strict mode does not take",
     "invalid_value"},
    {"chat.stop", "stop is a string or 1 to 4 strings", "invalid_value"},
    {"chat.stream-options", "stream_options has include_usage and include_obfuscation, both booleans", "invalid_value"},
    {"chat.logit-bias", "biases lie from -100 to 100", "invalid_value"},
    {"chat.metadata", "metadata has up to 16 pairs of short texts", "invalid_value"},
}};

constexpr std::array<Rule, 52> others{{
    {"azure.api-version", "a path that names a deployment has an api-version", ""},
    {"models.auth.present", "a key in Authorization: Bearer, in api-key, or for Anthropic in x-api-key", ""},
    {"models.version", "anthropic-version, where it is there, is one that the provider has published", ""},
    {"embeddings.auth.present", "a key in Authorization: Bearer or in api-key", ""},
    {"embeddings.content-type", "content-type is application/json", ""},
    {"embeddings.body.json", "the body is a JSON object", ""},
    {"embeddings.field.required", "model and input are present", "missing_required_parameter"},
    {"embeddings.field.unknown", "no members that the provider does not know", "unknown_parameter"},
    {"embeddings.field.type", "each member has its type", "invalid_type"},
    {"embeddings.field.range", "dimensions is at least 1", "invalid_value"},
    {"embeddings.field.value", "encoding_format is float or base64", "invalid_value"},
    {"embeddings.input", "input is a text or tokens, or a list of them, and none of them empty", "invalid_value"},
    {"images.auth.present", "a key in Authorization: Bearer or in api-key", ""},
    {"images.content-type", "content-type is application/json", ""},
    {"images.body.json", "the body is a JSON object", ""},
    {"images.field.required", "prompt is present", "missing_required_parameter"},
    {"images.field.unknown", "no members that the provider does not know", "unknown_parameter"},
    {"images.field.type", "each member has its type", "invalid_type"},
    {"images.field.range", "numbers lie in their range", "invalid_value"},
    {"images.field.value", "members with fixed values have one of them", "invalid_value"},
    {"images.field.needs", "partial_images come with stream, members of GIF and SVG with that output_format",
     "invalid_value"},
    {"images.prompt", "prompt is not empty", "invalid_value"},
    {"responses.auth.present", "a key in Authorization: Bearer or in api-key", ""},
    {"responses.content-type", "content-type is application/json", ""},
    {"responses.body.json", "the body is a JSON object", ""},
    {"responses.field.required",
     "model and input are present, unless a prompt or a conversation has them or tokens are counted",
     "missing_required_parameter"},
    {"responses.field.unknown", "no members that the provider does not know", "unknown_parameter"},
    {"responses.field.type", "each member has its type", "invalid_type"},
    {"responses.field.range", "numbers lie in their range", "invalid_value"},
    {"responses.field.value", "members with fixed values have one of them", "invalid_value"},
    {"responses.field.needs", "stream_options comes with stream", "invalid_value"},
    {"responses.model.parameter", "members that the model refuses are left out", ""},
    {"responses.metadata", "metadata has up to 16 pairs of short texts", "invalid_value"},
    {"responses.item.unique", "no two items have the same id", ""},
    {"responses.item.role", "role is one of the provider's", "invalid_value"},
    {"responses.item.content", "content is a string or an array of parts", "invalid_type"},
    {"responses.part.type", "content parts are of the types that this interface has", "invalid_value"},
    {"responses.part.address", "an image is a data URL or an address on the web", "invalid_value"},
    {"responses.part.shape", "content parts have the members of their type", "invalid_type"},
    {"responses.call.shape", "calls and their outputs have their members", "invalid_type"},
    {"responses.call.unique", "no two calls have the same call_id", ""},
    {"responses.call-output.known", "each output answers a call before it", "invalid_value"},
    {"responses.call-output.complete", "each call has its output", "invalid_value"},
    {"responses.tool-choice", "tool_choice is none, auto, required, or says its type and names a function of tools",
     "invalid_value"},
    {"responses.tools.shape", "tools say their type", "invalid_value"},
    {"responses.tools.name", "the name of a function stands beside its type", "missing_required_parameter"},
    {"responses.tools.schema", "parameters are a JSON Schema at every level, with the items of arrays",
     "invalid_function_parameters"},
    {"responses.tools.strict",
     "a strict function has closed objects with every property required, and no keyword that strict mode does not take",
     "invalid_function_parameters"},
    {"responses.text.format", "the format is text, json_object, or json_schema with its members side by side",
     "invalid_value"},
    {"responses.text.word", "the input has the word json in it when the format is json_object", ""},
    {"responses.text.schema", "the schema is a JSON Schema at every level, with the items of arrays",
     "invalid_json_schema"},
    {"responses.text.strict",
     "a strict schema has closed objects with every property required, and no keyword that strict mode does not take",
     "invalid_json_schema"},
}};

constexpr std::array<Rule, 13> ollamas{{
    {"ollama.body.json", "the body is a JSON object", ""},
    {"ollama.field.required", "model is present", ""},
    {"ollama.field.type", "each known member has its type", ""},
    {"ollama.field.range", "top_logprobs lies from 0 to 20", ""},
    {"ollama.keep-alive", "keep_alive is seconds or a text such as 5m", ""},
    {"ollama.think", "think is a boolean, or high, medium, low or max", ""},
    {"ollama.format", "format is json or a JSON Schema", ""},
    {"ollama.options", "each known option has its type", ""},
    {"ollama.message.type", "messages are objects whose members have their types, content a text", ""},
    {"ollama.message.images", "images are base64 alone", ""},
    {"ollama.call.arguments", "the arguments of a call are an object", ""},
    {"ollama.tools", "tools are objects with a function, its parameters a schema of objects", ""},
    {"ollama.input", "input is a text or a list of texts", ""},
}};

constexpr std::array<Rule, 12> geminis{{
    {"gemini.auth.present", "a key in x-goog-api-key, in the query as key, or in Authorization: Bearer", ""},
    {"gemini.body.json", "the body is a JSON object", ""},
    {"gemini.field.required", "contents are there, or what is to be embedded", ""},
    {"gemini.field.unknown", "no members that the provider does not know", ""},
    {"gemini.field.type", "contents, parts, tools and configurations are objects", ""},
    {"gemini.content.role", "role is user or model", ""},
    {"gemini.content.parts", "each content has a part", ""},
    {"gemini.call.answered", "a turn of calls is followed by as many answers", ""},
    {"gemini.function.name", "names of functions begin with a letter or _ and have up to 128 characters", ""},
    {"gemini.schema.unknown", "schemas in parameters and responseSchema have the words of Gemini's own alone", ""},
    {"gemini.config.range", "temperature lies from 0 to 2, and there are at most 5 stop sequences", ""},
    {"gemini.config.schema", "a schema of the answer comes with the type application/json", ""},
}};

}  // namespace

std::span<Rule const> chat_rules() {
  return chat;
}

std::span<Rule const> other_rules() {
  return others;
}

std::span<Rule const> ollama_rules() {
  return ollamas;
}

std::span<Rule const> gemini_rules() {
  return geminis;
}

Rule const* rule_named(std::string_view id) {
  for (std::span<Rule const> const rules : {chat_rules(), other_rules()}) {
    auto const found = std::find_if(rules.begin(), rules.end(), [&](Rule const& rule) { return rule.id == id; });
    if (found != rules.end()) return &*found;
  }
  return nullptr;
}

}  // namespace mock_provider
