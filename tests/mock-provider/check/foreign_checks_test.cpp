#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "mock-provider/check/gemini_check.hpp"
#include "mock-provider/check/ollama_check.hpp"
#include "mock-provider/check/rule_table.hpp"
#include "mock-provider/provider.hpp"

// The rules of ollama and of Gemini, whose requests are not OpenAI's.
namespace mock_provider::foreign_checks_test {
namespace {

Headers const keys{{"x-goog-api-key", "k"}};

/// A path, a body for it that breaks one rule, and the nearest one that breaks none.
struct Case {
  char const* name;
  char const* path;
  char const* rule;
  char const* broken;
  char const* pointer;
  char const* sound;
};

constexpr char const* chat = "/api/chat";
constexpr char const* embed = "/api/embed";
constexpr char const* content = "/v1beta/models/g:generateContent";
constexpr char const* vector = "/v1beta/models/g:embedContent";
constexpr char const* vectors = "/v1beta/models/g:batchEmbedContents";

std::vector<Finding> findings_of(std::string const& path, Json const& body, Headers const& headers = keys) {
  if (path == chat) return ollama_check::check_chat(body);
  if (path == embed) return ollama_check::check_embed(body);
  Route const route = route_of(path);
  return route.kind == Route::Kind::gemini ? gemini_check::check_content(headers, route, body)
                                           : gemini_check::check_embed(headers, route, body);
}

std::vector<Case> const& cases() {
  static std::vector<Case> const all = {
      {"List", chat, "ollama.body.json", "[]", "", R"({"model":"m"})"},
      {"NoModel", chat, "ollama.field.required", R"({"model":"","messages":[]})", "/model", R"({"Model":"m"})"},
      {"NoModelToEmbed", embed, "ollama.field.required", R"({"input":"a"})", "/model", R"({"model":"m"})"},
      {"StreamAsText", chat, "ollama.field.type", R"({"model":"m","stream":"false"})", "/stream",
       R"({"model":"m","stream":null,"max_tokens":"unknown"})"},
      {"DimensionsAsText", embed, "ollama.field.type", R"({"model":"m","dimensions":"8"})", "/dimensions",
       R"({"model":"m","dimensions":8})"},
      {"TooManyLogprobs", chat, "ollama.field.range", R"({"model":"m","top_logprobs":21})", "/top_logprobs",
       R"({"model":"m","top_logprobs":20})"},
      {"TimeWithoutUnit", chat, "ollama.keep-alive", R"({"model":"m","keep_alive":"5"})", "/keep_alive",
       R"({"model":"m","keep_alive":"-1.5h2m"})"},
      {"TimeAsBoolean", embed, "ollama.keep-alive", R"({"model":"m","keep_alive":true})", "/keep_alive",
       R"({"model":"m","keep_alive":-1})"},
      {"EffortThatIsNone", chat, "ollama.think", R"({"model":"m","think":"minimal"})", "/think",
       R"({"model":"m","think":"max"})"},
      {"EffortAsNumber", chat, "ollama.think", R"({"model":"m","think":1})", "/think", R"({"model":"m","think":true})"},
      {"FormatOfOpenAi", chat, "ollama.format", R"({"model":"m","format":"json_object"})", "/format",
       R"({"model":"m","format":"json"})"},
      {"FormatAsList", chat, "ollama.format", R"({"model":"m","format":[]})", "/format",
       R"({"model":"m","format":{"type":"object"}})"},
      {"OptionAsText", chat, "ollama.options", R"({"model":"m","options":{"temperature":"0"}})", "/options/temperature",
       R"({"model":"m","options":{"temperature":0,"num_ctx":8.5,"unknown":"0"}})"},
      {"StopAsText", chat, "ollama.options", R"({"model":"m","options":{"stop":"a"}})", "/options/stop",
       R"({"model":"m","options":{"stop":["a"]}})"},
      {"StopOfNumbers", embed, "ollama.options", R"({"model":"m","options":{"stop":[1]}})", "/options/stop",
       R"({"model":"m","options":{"stop":[]}})"},
      {"PartsOfOpenAi", chat, "ollama.message.type",
       R"({"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"a"}]}]})", "/messages/0/content",
       R"({"model":"m","messages":[{"role":"anybody","content":"a","name":1}]})"},
      {"MessageAsText", chat, "ollama.message.type", R"({"model":"m","messages":["a"]})", "/messages/0",
       R"({"model":"m","messages":[{"role":"assistant","content":null,"thinking":"a"}]})"},
      {"ImageAsAddress", chat, "ollama.message.images",
       R"({"model":"m","messages":[{"role":"user","images":["data:image/png;base64,AAAA"]}]})", "/messages/0/images/0",
       R"({"model":"m","messages":[{"role":"user","images":["AA\nAA"]}]})"},
      {"ArgumentsAsText", chat, "ollama.call.arguments",
       R"({"model":"m","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}]})",
       "/messages/0/tool_calls/0/function/arguments",
       R"({"model":"m","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{}}}]}]})"},
      {"ToolAsText", chat, "ollama.tools", R"({"model":"m","tools":["f"]})", "/tools/0",
       R"({"model":"m","tools":[{"type":"function","function":{"name":"f"}}]})"},
      {"NameAsNumber", chat, "ollama.tools", R"({"model":"m","tools":[{"function":{"name":1}}]})",
       "/tools/0/function/name", R"({"model":"m","tools":[{"function":{"name":"f","parameters":{}}}]})"},
      {"PropertyAsBoolean", chat, "ollama.tools",
       R"({"model":"m","tools":[{"function":{"name":"f","parameters":{"properties":{"a":true}}}}]})",
       "/tools/0/function/parameters",
       R"({"model":"m","tools":[{"function":{"name":"f","parameters":{"type":"object","properties":{"a":{}}}}}]})"},
      {"NumbersToEmbed", embed, "ollama.input", R"({"model":"m","input":[1]})", "/input",
       R"({"model":"m","input":["a"]})"},
      {"GeminiList", content, "gemini.body.json", "[]", "", R"({"contents":{"parts":{"text":"a"}}})"},
      {"NoContents", content, "gemini.field.required", R"({"contents":[]})", "/contents",
       R"({"contents":[{"parts":[{"text":"a"}]}]})"},
      {"NoContent", vector, "gemini.field.required", R"({"content":null})", "/content",
       R"({"content":{"parts":[{"text":"a"}]}})"},
      {"NoRequests", vectors, "gemini.field.required", R"({"requests":[]})", "/requests",
       R"({"requests":[{"content":{"parts":[{"text":"a"}]}}]})"},
      {"MessagesOfOpenAi", content, "gemini.field.unknown", R"({"contents":[{"parts":[{"text":"a"}]}],"max_tokens":1})",
       "/max_tokens", R"({"contents":[{"parts":[{"text":"a"}]}],"generation_config":{"max_output_tokens":1}})"},
      {"RoleOfAPart", content, "gemini.field.unknown", R"({"contents":[{"parts":[{"text":"a","role":"user"}]}]})",
       "/contents/0/parts/0/role", R"({"contents":[{"parts":[{"text":"a","thought_signature":"s"}]}]})"},
      {"PenaltyOutsideOfTheConfiguration", content, "gemini.field.unknown",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"max_tokens":1}})", "/generationConfig/max_tokens",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":1}})"},
      {"InstructionAsText", content, "gemini.field.type",
       R"({"contents":[{"parts":[{"text":"a"}]}],"systemInstruction":"a"})", "/systemInstruction",
       R"({"contents":[{"parts":[{"text":"a"}]}],"system_instruction":{"parts":{"text":"a"}}})"},
      {"AssistantAsRole", content, "gemini.content.role",
       R"({"contents":[{"role":"assistant","parts":[{"text":"a"}]}]})", "/contents/0/role",
       R"({"contents":[{"role":"model","parts":[{"text":"a"}]}]})"},
      {"NoParts", content, "gemini.content.parts", R"({"contents":[{"role":"user","parts":[]}]})", "/contents/0/parts",
       R"({"contents":[{"role":"user","parts":[{"text":""}]}]})"},
      {"CallWithoutAnswer", content, "gemini.call.answered",
       R"({"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}}]},
                       {"role":"user","parts":[{"text":"a"}]}]})",
       "/contents/1",
       R"({"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}}]},
                       {"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]})"},
      {"OneAnswerToTwoCalls", content, "gemini.call.answered",
       R"({"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}},{"functionCall":{"name":"g"}}]},
                       {"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]},
                       {"role":"model","parts":[{"text":"a"}]}]})",
       "/contents/2",
       R"({"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}},{"functionCall":{"name":"g"}}]},
                       {"role":"function","parts":[{"functionResponse":{"name":"f","response":{}}}]},
                       {"role":"function","parts":[{"function_response":{"name":"g","response":{}}}]},
                       {"role":"model","parts":[{"text":"a"}]}]})"},
      {"NameWithABlank", content, "gemini.function.name",
       R"({"contents":[{"parts":[{"text":"a"}]}],"tools":[{"functionDeclarations":[{"name":"get weather"}]}]})",
       "/tools/0/functionDeclarations/0/name",
       R"({"contents":[{"parts":[{"text":"a"}]}],"tools":{"function_declarations":[{"name":"_a.b:c-d"}]}})"},
      {"SchemaOfOpenAi", content, "gemini.schema.unknown",
       R"({"contents":[{"parts":[{"text":"a"}]}],"tools":[{"functionDeclarations":[
           {"name":"f","parameters":{"type":"OBJECT","properties":{"a":{"type":"OBJECT","additionalProperties":false}}}}]}]})",
       "/tools/0/functionDeclarations/0/parameters/properties/a/additionalProperties",
       R"({"contents":[{"parts":[{"text":"a"}]}],"tools":[{"functionDeclarations":[
           {"name":"f","parametersJsonSchema":{"type":"object","additionalProperties":false}}]}]})"},
      {"TooWarm", content, "gemini.config.range",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"temperature":2.5}})",
       "/generationConfig/temperature",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"temperature":2}})"},
      {"SixStops", content, "gemini.config.range",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"stopSequences":["a","b","c","d","e","f"]}})",
       "/generationConfig/stopSequences",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"stopSequences":["a","b","c","d","e"]}})"},
      {"SchemaOfText", content, "gemini.config.schema",
       R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"responseSchema":{"type":"STRING"}}})",
       "/generationConfig/responseSchema",
       R"({"contents":[{"parts":[{"text":"a"}]}],
           "generationConfig":{"responseSchema":{"type":"STRING"},"response_mime_type":"text/x.enum"}})"},
  };
  return all;
}

class ForeignRules : public testing::TestWithParam<Case> {};

TEST_P(ForeignRules, FireOnABrokenRequest) {
  std::vector<Finding> const findings = findings_of(GetParam().path, Json::parse(GetParam().broken));
  ASSERT_EQ(findings.size(), 1U) << (findings.empty() ? "" : findings.back().message);
  EXPECT_EQ(findings[0].rule, GetParam().rule);
  EXPECT_EQ(findings[0].pointer, GetParam().pointer);
}

TEST_P(ForeignRules, KeepQuietOnTheSoundNeighbour) {
  for (Finding const& finding : findings_of(GetParam().path, Json::parse(GetParam().sound))) {
    ADD_FAILURE() << finding.rule << " at " << finding.pointer << ": " << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ForeignRules, testing::ValuesIn(cases()),
                         [](testing::TestParamInfo<Case> const& tested) { return std::string(tested.param.name); });

TEST(ForeignRuleTables, HaveACaseForEachRuleAndNoOther) {
  std::set<std::string> proven{"gemini.auth.present"};
  for (Case const& one : cases()) proven.insert(one.rule);
  std::set<std::string> known;
  for (Rule const& rule : ollama_rules()) known.emplace(rule.id);
  for (Rule const& rule : gemini_rules()) known.emplace(rule.id);
  EXPECT_EQ(proven, known);
}

TEST(GeminiKeys, StandInAHeaderOrInTheQuery) {
  Json const body = Json::parse(R"({"contents": [{"parts": [{"text": "a"}]}]})");
  EXPECT_EQ(findings_of(content, body, {}).front().rule, "gemini.auth.present");
  EXPECT_EQ(findings_of(std::string(content) + "?key=", body, {}).size(), 1U);
  EXPECT_THAT(findings_of(std::string(content) + "?key=k", body, {}), testing::IsEmpty());
  EXPECT_THAT(findings_of(content, body, {{"authorization", "Bearer k"}}), testing::IsEmpty());
}

/// The refusal of a body, whose members are no object.
Answer refusal(std::string const& path) {
  Provider provider{CheckMode::enforce, JournalBounds{}};
  return provider.respond({.method = "POST", .target = path, .headers = {}, .body = "{}", .received_at_us = 0});
}

TEST(ForeignRefusals, AreWordedAsTheProvidersWordThem) {
  Answer const of_ollama = refusal(chat);
  EXPECT_EQ(of_ollama.status, 400);
  Json const words{{"error", "model is required (rule ollama.field.required)"}};
  EXPECT_EQ(Json::parse(of_ollama.body), words);
  Answer const of_gemini = refusal(content);
  EXPECT_EQ(of_gemini.status, 403);
  EXPECT_EQ(Json::parse(of_gemini.body).at("error").at("status"), "PERMISSION_DENIED");
  EXPECT_EQ(Json::parse(refusal(std::string(content) + "?key=k").body).at("error").at("status"), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace mock_provider::foreign_checks_test
