#include "mock-provider/check/gemini_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "mock-provider/check/request_frame.hpp"

namespace mock_provider::gemini_check {
namespace {

using Names = std::span<std::string_view const>;

// GenerateContentRequest of the reference.
constexpr std::array<std::string_view, 11> request_names{
    "contents",    "tools", "toolConfig", "safetySettings", "systemInstruction", "generationConfig", "cachedContent",
    "serviceTier", "store", "labels",     "model"};
// GenerationConfig of the reference and of @google/genai 2.32.0.
constexpr std::array<std::string_view, 28> config_names{"modelSelectionConfig",
                                                        "responseJsonSchema",
                                                        "audioTranscriptionConfig",
                                                        "audioTimestamp",
                                                        "candidateCount",
                                                        "enableAffectiveDialog",
                                                        "frequencyPenalty",
                                                        "logprobs",
                                                        "maxOutputTokens",
                                                        "mediaResolution",
                                                        "presencePenalty",
                                                        "responseFormat",
                                                        "responseLogprobs",
                                                        "responseMimeType",
                                                        "responseModalities",
                                                        "responseSchema",
                                                        "routingConfig",
                                                        "seed",
                                                        "speechConfig",
                                                        "stopSequences",
                                                        "temperature",
                                                        "thinkingConfig",
                                                        "topK",
                                                        "topP",
                                                        "enableEnhancedCivicAnswers",
                                                        "translationConfig",
                                                        "imageConfig",
                                                        "generationOutputConfig"};
constexpr std::array<std::string_view, 2> content_names{"role", "parts"};
// Part of @google/genai 2.32.0.
constexpr std::array<std::string_view, 17> part_names{
    "mediaResolution",     "toolCall",       "toolResponse", "audioTranscription",
    "codeExecutionResult", "executableCode", "fileData",     "functionCall",
    "functionResponse",    "inlineData",     "text",         "thought",
    "thoughtSignature",    "videoMetadata",  "partMetadata", "mediaProcessing",
    "speechMetadata"};
// Tool, FunctionDeclaration and Schema of @google/genai 2.32.0.
constexpr std::array<std::string_view, 13> tool_names{"retrieval",        "googleMaps",
                                                      "mcpServers",       "codeExecution",
                                                      "computerUse",      "enterpriseWebSearch",
                                                      "exaAiSearch",      "functionDeclarations",
                                                      "googleSearch",     "googleSearchRetrieval",
                                                      "parallelAiSearch", "urlContext",
                                                      "fileSearch"};
constexpr std::array<std::string_view, 7> function_names{
    "behavior", "description", "name", "parameters", "parametersJsonSchema", "response", "responseJsonSchema"};
constexpr std::array<std::string_view, 22> schema_names{
    "anyOf",     "default",       "description",      "enum",     "example",   "format",        "items",   "maxItems",
    "maxLength", "maxProperties", "maximum",          "minItems", "minLength", "minProperties", "minimum", "nullable",
    "pattern",   "properties",    "propertyOrdering", "required", "title",     "type"};

/// The name as the reference writes it: "top_p" → "topP".
std::string camel(std::string_view name) {
  std::string result;
  for (std::size_t at = 0; at < name.size(); ++at) {
    bool const joins = name[at] == '_' && at > 0 && at + 1 < name.size() && name[at + 1] >= 'a' && name[at + 1] <= 'z';
    result += joins ? static_cast<char>(name[++at] - 'a' + 'A') : name[at];
  }
  return result;
}

/// A member under either of its names; nullptr when it is not there or null.
struct Member {
  std::string pointer;
  Json const* value = nullptr;
};
Member member_of(Member const& object, std::string_view name) {
  if (object.value == nullptr || !object.value->is_object()) return {};
  for (auto const& entry : object.value->items()) {
    if (camel(entry.key()) != name || entry.value().is_null()) continue;
    return {json_text::child(object.pointer, entry.key()), &entry.value()};
  }
  return {};
}

/// The elements of a list, or the one value that stands for a list of one.
std::vector<Member> elements_of(Member const& list) {
  if (list.value == nullptr) return {};
  if (!list.value->is_array()) return {list};
  std::vector<Member> result;
  for (std::size_t index = 0; index < list.value->size(); ++index) {
    result.push_back({json_text::child(list.pointer, index), &(*list.value)[index]});
  }
  return result;
}

/// Whether it is an object, each of whose members has one of the names.
bool admit(std::string_view rule, Member const& object, Names names, FindingList& findings) {
  if (!object.value->is_object()) {
    findings.add("gemini.field.type", object.pointer,
                 fmt::format("must be an object; got {}", json_text::excerpt(*object.value, 40)));
    return false;
  }
  for (auto const& entry : object.value->items()) {
    if (std::find(names.begin(), names.end(), camel(entry.key())) != names.end()) continue;
    findings.add(rule, json_text::child(object.pointer, entry.key()),
                 fmt::format("Invalid JSON payload received. Unknown name \"{}\": Cannot find field.", entry.key()));
  }
  return true;
}

constexpr std::string_view unknown = "gemini.field.unknown";

/// A schema that is written in Gemini's own words, at every level.
void check_schema(Member const& schema, FindingList& findings) {
  if (schema.value == nullptr || !admit("gemini.schema.unknown", schema, schema_names, findings)) return;
  check_schema(member_of(schema, "items"), findings);
  for (Member const& choice : elements_of(member_of(schema, "anyOf"))) check_schema(choice, findings);
  Member const properties = member_of(schema, "properties");
  if (properties.value == nullptr || !properties.value->is_object()) return;
  for (auto const& entry : properties.value->items()) {
    check_schema({json_text::child(properties.pointer, entry.key()), &entry.value()}, findings);
  }
}

/// Whether the part is a call, or the answer to one, of a function.
bool has_part(Member const& content, std::string_view name, std::size_t& count) {
  for (Member const& part : elements_of(member_of(content, "parts"))) {
    if (member_of(part, name).value != nullptr) ++count;
  }
  return count > 0;
}

bool is_models(Member const& content) {
  Member const role = member_of(content, "role");
  return role.value != nullptr && *role.value == "model";
}

/// Each turn with calls is followed by as many answers, before the model speaks again
/// (github.com/google-gemini/gemini-cli/issues/5443).
void check_calls(std::vector<Member> const& contents, FindingList& findings) {
  std::size_t asked = 0;
  std::size_t given = 0;
  auto const settle = [&](std::string const& pointer) {
    if (asked != given) {
      findings.add("gemini.call.answered", pointer,
                   "Please ensure that the number of function response parts is equal to the number of function call "
                   "parts of the function call turn.");
    }
    asked = given = 0;
  };
  for (Member const& content : contents) {
    if (is_models(content)) {
      settle(content.pointer);
      has_part(content, "functionCall", asked);
    } else {
      has_part(content, "functionResponse", given);
    }
  }
  bool const ends_with_calls = !contents.empty() && is_models(contents.back());
  if (!ends_with_calls && !contents.empty()) settle(contents.back().pointer);
}

void check_turn(Member const& content, FindingList& findings) {
  if (!admit(unknown, content, content_names, findings)) return;
  Member const role = member_of(content, "role");
  // "function" is what earlier clients call an answer of one.
  constexpr std::array<std::string_view, 3> roles{"user", "model", "function"};
  bool const is_role = role.value == nullptr || *role.value == "" ||
                       (role.value->is_string() && std::find(roles.begin(), roles.end(),
                                                             role.value->get_ref<std::string const&>()) != roles.end());
  // github.com/router-for-me/CLIProxyAPI/issues/17
  if (!is_role) findings.add("gemini.content.role", role.pointer, "Please use a valid role: user, model.");
  std::vector<Member> const parts = elements_of(member_of(content, "parts"));
  // github.com/egoist/chatwise-releases/issues/250
  if (parts.empty())
    findings.add("gemini.content.parts", json_text::child(content.pointer, "parts"),
                 "contents.parts must not be empty.");
  for (Member const& part : parts) admit(unknown, part, part_names, findings);
}

void check_contents(Member const& body, FindingList& findings) {
  std::vector<Member> const contents = elements_of(member_of(body, "contents"));
  // github.com/langchain-ai/langchain-google/issues/1393
  if (contents.empty()) findings.add("gemini.field.required", "/contents", "contents is not specified");
  for (Member const& content : contents) check_turn(content, findings);
  check_calls(contents, findings);
}

/// The words of the reference and the length that they allow; earlier errors said 64 characters and no colons
/// (github.com/kaitranntt/ccs/issues/25).
bool is_function_name(Json const& value) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view others = "0123456789.:-";
  if (!value.is_string()) return false;
  std::string const& name = value.get_ref<std::string const&>();
  return !name.empty() && name.size() <= 128 && letters.find(name.front()) != std::string_view::npos &&
         std::all_of(name.begin(), name.end(), [&](char letter) {
           return letters.find(letter) != std::string_view::npos || others.find(letter) != std::string_view::npos;
         });
}

void check_function(Member const& function, FindingList& findings) {
  if (!admit(unknown, function, function_names, findings)) return;
  Member const name = member_of(function, "name");
  if (name.value == nullptr || !is_function_name(*name.value)) {
    findings.add(
        "gemini.function.name", name.value == nullptr ? json_text::child(function.pointer, "name") : name.pointer,
        "Invalid function name. It begins with a letter or \"_\" and has up to 128 letters, digits, \"_\", \".\", "
        "\":\" and \"-\".");
  }
  check_schema(member_of(function, "parameters"), findings);
}

void check_tools(Member const& body, FindingList& findings) {
  for (Member const& tool : elements_of(member_of(body, "tools"))) {
    if (!admit(unknown, tool, tool_names, findings)) continue;
    for (Member const& function : elements_of(member_of(tool, "functionDeclarations")))
      check_function(function, findings);
  }
}

/// The bounds of the reference.
void check_bounds(Member const& config, FindingList& findings) {
  Member const temperature = member_of(config, "temperature");
  bool const is_number = temperature.value != nullptr && temperature.value->is_number();
  if (is_number && (temperature.value->get<double>() < 0 || temperature.value->get<double>() > 2)) {
    findings.add("gemini.config.range", temperature.pointer, "temperature must be in the range [0.0, 2.0].");
  }
  Member const stops = member_of(config, "stopSequences");
  if (elements_of(stops).size() > 5) {
    findings.add("gemini.config.range", stops.pointer, "stopSequences may have up to 5 texts.");
  }
}

void check_config(Member const& body, FindingList& findings) {
  Member const config = member_of(body, "generationConfig");
  if (config.value == nullptr || !admit(unknown, config, config_names, findings)) return;
  check_bounds(config, findings);
  Member const schema = member_of(config, "responseSchema");
  check_schema(schema, findings);
  Member const json_schema = member_of(config, "responseJsonSchema");
  Member const type = member_of(config, "responseMimeType");
  bool const is_set_type = type.value != nullptr && (*type.value == "application/json" || *type.value == "text/x.enum");
  if ((schema.value == nullptr && json_schema.value == nullptr) || is_set_type) return;
  findings.add("gemini.config.schema", schema.value != nullptr ? schema.pointer : json_schema.pointer,
               "a schema of the answer needs \"responseMimeType\": \"application/json\" beside it");
}

/// Whether the members of the body can be looked at.
bool check_frame(Headers const& headers, Route const& route, Json const& body, FindingList& findings) {
  std::string const* const key = header_named(headers, "x-goog-api-key");
  bool const has_key = (key != nullptr && !key->empty()) || !query_value(route.query, "key").value_or("").empty() ||
                       request_headers::has_bearer_key(headers);
  if (!has_key) {
    findings.add("gemini.auth.present", "",
                 "Method doesn't allow unregistered callers (callers without established identity): send "
                 "\"x-goog-api-key: KEY\"");
  }
  if (!body.is_object()) findings.add("gemini.body.json", "", "the body must be a JSON object");
  return body.is_object();
}

}  // namespace

std::vector<Finding> check_content(Headers const& headers, Route const& route, Json const& body) {
  FindingList findings;
  if (!check_frame(headers, route, body, findings)) return findings.take();
  Member const whole{"", &body};
  admit(unknown, whole, request_names, findings);
  check_contents(whole, findings);
  Member const instruction = member_of(whole, "systemInstruction");
  if (instruction.value != nullptr) admit(unknown, instruction, content_names, findings);
  check_tools(whole, findings);
  check_config(whole, findings);
  return findings.take();
}

std::vector<Finding> check_embed(Headers const& headers, Route const& route, Json const& body) {
  FindingList findings;
  if (!check_frame(headers, route, body, findings)) return findings.take();
  Member const whole{"", &body};
  std::string const wanted = route.name.ends_with(":batchEmbedContents") ? "requests" : "content";
  if (elements_of(member_of(whole, wanted)).empty()) {
    findings.add("gemini.field.required", "/" + wanted, fmt::format("{} is not specified", wanted));
  }
  return findings.take();
}

}  // namespace mock_provider::gemini_check
