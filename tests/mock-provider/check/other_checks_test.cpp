#include "mock-provider/check/other_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "mock-provider/check/rule_table.hpp"

namespace mock_provider::other_checks_test {
namespace {

Headers const sound_headers{{"authorization", "Bearer k"}, {"content-type", "application/json"}};

std::vector<Finding> findings_of(std::string const& api, Headers const& headers, Json const& body) {
  if (api == "embeddings") return request_check::check_embeddings(headers, body);
  if (api == "images") return request_check::check_images(headers, body);
  if (api == "input_tokens") return request_check::check_input_tokens(headers, body);
  return request_check::check_responses(headers, body);
}

/// A body that breaks one rule, and the nearest one that breaks none.
struct Case {
  char const* name;
  char const* rule;
  char const* broken;
  char const* pointer;
  char const* sound;

  [[nodiscard]] std::string api() const { return std::string(rule).substr(0, std::string(rule).find('.')); }
};

std::vector<Case> const& cases() {
  static std::vector<Case> const all = {
      {"EmbeddingWithoutInput", "embeddings.field.required", R"({"model":"m"})", "/input",
       R"({"model":"m","input":"a"})"},
      {"EmbeddingWithMessages", "embeddings.field.unknown", R"({"model":"m","input":"a","messages":[]})", "/messages",
       R"({"model":"m","input":"a","user":"u"})"},
      {"EmbeddingOfAnObject", "embeddings.field.type", R"({"model":"m","input":{}})", "/input",
       R"({"model":"m","input":["a"]})"},
      {"NoDimensions", "embeddings.field.range", R"({"model":"m","input":"a","dimensions":0})", "/dimensions",
       R"({"model":"m","input":"a","dimensions":1})"},
      {"OtherEncoding", "embeddings.field.value", R"({"model":"m","input":"a","encoding_format":"hex"})",
       "/encoding_format", R"({"model":"m","input":"a","encoding_format":"base64"})"},
      {"NothingToEmbed", "embeddings.input", R"({"model":"m","input":[]})", "/input", R"({"model":"m","input":[[1]]})"},
      {"EmptyTextToEmbed", "embeddings.input", R"({"model":"m","input":["a",""]})", "/input",
       R"({"model":"m","input":[1,2]})"},
      {"ImageWithoutPrompt", "images.field.required", R"({"model":"m"})", "/prompt", R"({"prompt":"a"})"},
      {"ImageWithSeed", "images.field.unknown", R"({"prompt":"a","seed":1})", "/seed",
       R"({"prompt":"a","size":"auto"})"},
      {"CountAsText", "images.field.type", R"({"prompt":"a","n":"1"})", "/n", R"({"prompt":"a","n":1})"},
      {"TooManyImages", "images.field.range", R"({"prompt":"a","n":11})", "/n", R"({"prompt":"a","n":10})"},
      {"OtherQuality", "images.field.value", R"({"prompt":"a","quality":"best"})", "/quality",
       R"({"prompt":"a","quality":"xhigh"})"},
      {"OtherComplexity", "images.field.value", R"({"prompt":"a","complexity":"max"})", "/complexity",
       R"({"prompt":"a","complexity":"high","safety_identifier":"u"})"},
      {"OneFrame", "images.field.range", R"({"prompt":"a","output_format":"gif","frame_count":1})", "/frame_count",
       R"({"prompt":"a","output_format":"gif","frame_count":2,"frame_duration_ms":100})"},
      {"FramesOfAPicture", "images.field.needs", R"({"prompt":"a","output_format":"png","frame_count":2})",
       "/frame_count", R"({"prompt":"a","output_format":"png","frame_count":null})"},
      {"AuthorOfAPicture", "images.field.needs", R"({"prompt":"a","svg":{"model":"m"}})", "/svg",
       R"({"prompt":"a","output_format":"svg","svg":{"model":"m"}})"},
      {"PartsOfNoStream", "images.field.needs", R"({"prompt":"a","partial_images":2})", "/partial_images",
       R"({"prompt":"a","partial_images":2,"stream":true})"},
      {"EmptyPrompt", "images.prompt", R"({"prompt":""})", "/prompt", R"({"prompt":" "})"},
      {"ResponsesWithoutInput", "responses.field.required", R"({"model":"m"})", "/input",
       R"({"model":"m","input":"a"})"},
      {"ResponsesWithoutModel", "responses.field.required", R"({"input":"a","previous_response_id":"r"})", "/model",
       R"({"prompt":{"id":"p"}})"},
      {"ResponsesWithoutAnything", "responses.field.required", R"({"model":"m","prompt":null})", "/input",
       R"({"model":"m","conversation":"c"})"},
      {"ProgramAsText", "responses.field.type", R"({"model":"m","input":"a","access_programs":"cyber"})",
       "/access_programs",
       R"({"model":"m","input":"a","access_programs":{"cyber":"standard"},"context_management":[{"type":"compaction"}],
           "image":{},"moderation":null,"prompt_cache_options":{},"prompt_cache_retention":"24h","multi_agent":null})"},
      {"UnknownTier", "responses.field.value", R"({"model":"m","input":"a","service_tier":"gold"})", "/service_tier",
       R"({"model":"m","input":"a","service_tier":"ultrafast"})"},
      {"ItemTwice", "responses.item.unique",
       R"({"model":"m","input":[{"type":"reasoning","id":"rs","summary":[]},{"type":"item_reference","id":"rs"}]})",
       "/input/1/id", R"({"model":"m","input":[{"type":"reasoning","id":"rs","summary":[]},{"id":"msg"}]})"},
      {"CallTwice", "responses.call.unique",
       R"({"model":"m","input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
           {"type":"function_call_output","call_id":"c","output":""},
           {"type":"custom_tool_call","call_id":"c","name":"f","input":""}]})",
       "/input/2/call_id",
       R"({"model":"m","input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
           {"type":"function_call_output","call_id":"c","output":""},
           {"type":"custom_tool_call","call_id":"d","name":"f","input":""},
           {"type":"custom_tool_call_output","call_id":"d","output":""}]})"},
      {"CustomCallWithoutOutput", "responses.call-output.complete",
       R"({"model":"m","input":[{"type":"custom_tool_call","call_id":"c","name":"f","input":""}]})", "/input/0",
       R"({"model":"m","input":[{"type":"custom_tool_call","call_id":"c","name":"f","input":""},
           {"type":"custom_tool_call_output","call_id":"c","output":[]}]})"},
      {"OutputOfNoCustomCall", "responses.call-output.known",
       R"({"model":"m","input":[{"type":"custom_tool_call_output","call_id":"c","output":""}]})", "/input/0/call_id",
       R"({"model":"m","previous_response_id":"r",
           "input":[{"type":"custom_tool_call_output","call_id":"c","output":""}]})"},
      {"ResponsesWithSeed", "responses.field.unknown", R"({"model":"m","input":"a","seed":1})", "/seed",
       R"({"model":"m","input":"a","store":false})"},
      {"InputAsNumber", "responses.field.type", R"({"model":"m","input":1})", "/input", R"({"model":"m","input":[]})"},
      {"TemperatureOfGpt5", "responses.model.parameter", R"({"model":"gpt-5","input":"a","temperature":1})",
       "/temperature", R"({"model":"gpt-5-chat-latest","input":"a","temperature":0})"},
      {"TooHot", "responses.field.range", R"({"model":"m","input":"a","temperature":2.5})", "/temperature",
       R"({"model":"m","input":"a","temperature":2})"},
      {"ToolAsRole", "responses.item.role", R"({"model":"m","input":[{"role":"tool","content":"a"}]})", "/input/0/role",
       R"({"model":"m","input":[{"role":"developer","content":"a"}]})"},
      {"ItemWithoutContent", "responses.item.content", R"({"model":"m","input":[{"role":"user"}]})", "/input/0/content",
       R"({"model":"m","input":[{"type":"message","role":"user","content":[]}]})"},
      {"PartOfChat", "responses.part.type",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"text","text":"a"}]}]})", "/input/0/content/0/type",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_text","text":"a"}]}]})"},
      {"CallWithoutName", "responses.call.shape",
       R"({"model":"m","input":[{"type":"function_call","call_id":"c","arguments":"{}"},
           {"type":"function_call_output","call_id":"c","output":""}]})",
       "/input/0/name",
       R"({"model":"m","input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
           {"type":"function_call_output","call_id":"c","output":""}]})"},
      {"CallWithoutOutput", "responses.call-output.complete",
       R"({"model":"m","input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]})", "/input/0",
       R"({"model":"m","previous_response_id":"r","input":[{"type":"function_call_output","call_id":"c","output":""}]})"},
      {"UnknownTruncation", "responses.field.value", R"({"model":"m","input":"a","truncation":"always"})",
       "/truncation", R"({"model":"m","input":"a","truncation":"auto"})"},
      {"StreamOptionsOfNoStream", "responses.field.needs", R"({"model":"m","input":"a","stream_options":{}})",
       "/stream_options", R"({"model":"m","input":"a","stream":true,"stream_options":{}})"},
      {"MetadataOfNumbers", "responses.metadata", R"({"model":"m","input":"a","metadata":{"a":1}})", "/metadata/a",
       R"({"model":"m","input":"a","metadata":{"a":"1"}})"},
      {"ImageUrlAsObject", "responses.part.shape",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_image","image_url":{"url":"u"}}]}]})",
       "/input/0/content/0",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_image","image_url":"http://e.test/u"}]}]})"},
      {"PathOfAnImage", "responses.part.address",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_image","image_url":"./x.jpg"}]}]})",
       "/input/0/content/0/image_url",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,"}]}]})"},
      {"FileOfNothing", "responses.part.shape",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_file","filename":"f"}]}]})",
       "/input/0/content/0",
       R"({"model":"m","input":[{"role":"user","content":[{"type":"input_file","file_url":"u"}]}]})"},
      {"RefusalWithoutText", "responses.part.shape",
       R"({"model":"m","input":[{"role":"assistant","content":[{"type":"refusal"}]}]})", "/input/0/content/0/refusal",
       R"({"model":"m","input":[{"role":"assistant","content":[{"type":"refusal","refusal":"no"}]}]})"},
      {"ChoiceOfNoTool", "responses.tool-choice",
       R"({"model":"m","input":"a","tool_choice":{"type":"function","name":"f"}})", "/tool_choice/name",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f"}],
           "tool_choice":{"type":"function","name":"f"}})"},
      {"ChoiceOfAnotherTool", "responses.tool-choice",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"g"}],
           "tool_choice":{"type":"function","name":"f"}})",
       "/tool_choice/name",
       R"({"model":"m","input":"a","tools":[{"type":"namespace","name":"n","tools":[{"type":"function","name":"f"}]}],
           "tool_choice":{"type":"function","name":"f"}})"},
      {"ChoiceWithoutAPrompt", "responses.tool-choice",
       R"({"model":"m","input":"a","prompt":null,"tool_choice":{"type":"function","name":"f"}})", "/tool_choice/name",
       R"({"prompt":{"id":"p"},"tool_choice":{"type":"function","name":"f"}})"},
      {"ChoiceOfAnything", "responses.tool-choice", R"({"model":"m","input":"a","tool_choice":"any"})", "/tool_choice",
       R"({"model":"m","input":"a","tool_choice":"none"})"},
      {"ToolOfUnknownType", "responses.tools.schema",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","parameters":{"type":"dict"}}]})",
       "/tools/0/parameters/type",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","parameters":null}]})"},
      {"ToolWithAnArrayOfWhat", "responses.tools.schema",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","parameters":{"type":"array"}}]})",
       "/tools/0/parameters",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","parameters":{"type":"array","items":{}}}]})"},
      {"FormatOfUnknownType", "responses.text.schema",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_schema","name":"n","schema":{"items":1}}}})",
       "/text/format/schema/items",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_schema","name":"n","schema":{"items":true}}}})"},
      {"OutputOfNothing", "responses.call-output.known",
       R"({"model":"m","input":[{"type":"function_call_output","call_id":"c","output":""}]})", "/input/0/call_id",
       R"({"model":"m","input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
           {"type":"function_call_output","call_id":"c","output":""}]})"},
      {"OutputBeforeAReference", "responses.call-output.known",
       R"({"model":"m","input":[{"type":"function_call_output","call_id":"c","output":""},
           {"type":"item_reference","id":"fc"}]})",
       "/input/0/call_id",
       R"({"model":"m","input":[{"type":"item_reference","id":"fc"},
           {"type":"function_call_output","call_id":"c","output":""},{"type":null,"id":"fc2"}]})"},
      {"ToolWithoutType", "responses.tools.shape", R"({"model":"m","input":"a","tools":[{"name":"f"}]})",
       "/tools/0/type", R"({"model":"m","input":"a","tools":[{"type":"web_search"}]})"},
      {"NestedTool", "responses.tools.name",
       R"({"model":"m","input":"a","tools":[{"type":"function","function":{"name":"f"}}]})", "/tools/0/name",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f"}]})"},
      {"OpenStrictTool", "responses.tools.strict",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","strict":true,"parameters":{"type":"object"}}]})",
       "/tools/0/parameters/additionalProperties",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","parameters":{"type":"object"}}]})"},
      {"OneOfInAStrictTool", "responses.tools.strict",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f","strict":true,
           "parameters":{"type":"object","additionalProperties":false,"allOf":[]}}]})",
       "/tools/0/parameters/allOf",
       R"({"model":"m","input":"a","tools":[{"type":"function","name":"f",
           "parameters":{"type":"object","additionalProperties":false,"allOf":[]}}]})"},
      {"OptionsThatAreNoObject", "responses.field.type", R"({"model":"m","input":"a","background_options":1})",
       "/background_options", R"({"model":"m","input":"a","background":true,"background_options":{}})"},
      {"JsonInInstructionsAlone", "responses.text.word",
       R"({"model":"m","input":"a","instructions":"As JSON.","text":{"format":{"type":"json_object"}}})", "/input",
       R"({"model":"m","input":[{"role":"user","content":"As JSON."}],"text":{"format":{"type":"json_object"}}})"},
      {"JsonThatNobodySpeaksOf", "responses.text.word",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_object"}}})", "/input",
       R"({"model":"m","input":"a","previous_response_id":"resp_1","text":{"format":{"type":"json_object"}}})"},
      {"NestedFormat", "responses.text.format",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_schema","json_schema":{}}}})", "/text/format",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_schema","name":"n","schema":{}}}})"},
      {"OpenStrictFormat", "responses.text.strict",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_schema","name":"n","strict":true,
           "schema":{"type":"object"}}}})",
       "/text/format/schema/additionalProperties",
       R"({"model":"m","input":"a","text":{"format":{"type":"json_schema","name":"n","strict":true,
           "schema":{"type":"object","additionalProperties":false}}}})"},
  };
  return all;
}

class OtherRules : public testing::TestWithParam<Case> {};

TEST_P(OtherRules, FireOnABrokenRequest) {
  std::vector<Finding> const findings = findings_of(GetParam().api(), sound_headers, Json::parse(GetParam().broken));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].rule, GetParam().rule);
  EXPECT_EQ(findings[0].pointer, GetParam().pointer);
}

TEST_P(OtherRules, KeepQuietOnItsSoundNeighbour) {
  EXPECT_THAT(findings_of(GetParam().api(), sound_headers, Json::parse(GetParam().sound)), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, OtherRules, testing::ValuesIn(cases()),
                         [](testing::TestParamInfo<Case> const& tested) { return std::string(tested.param.name); });

TEST(OtherRuleTable, HasACaseForEachRuleAndNoOther) {
  // These have no body; path_checks_test proves them.
  std::set<std::string> proven{"azure.api-version", "models.auth.present", "models.version"};
  for (Case const& one : cases()) proven.insert(one.rule);
  for (std::string const api : {"embeddings", "images", "responses"}) {
    // The three rules of header and body as a whole have a test of their own.
    proven.insert({api + ".auth.present", api + ".content-type", api + ".body.json"});
  }
  std::set<std::string> known;
  for (Rule const& rule : other_rules()) known.emplace(rule.id);
  EXPECT_EQ(proven, known);
  EXPECT_EQ(rule_named("images.prompt")->code, "invalid_value");
}

TEST(CountedInput, IsHeldAgainstTheRulesOfResponses) {
  auto const rules = [](char const* body) {
    std::vector<std::string> found;
    for (Finding const& finding : findings_of("input_tokens", sound_headers, Json::parse(body))) {
      found.push_back(finding.rule + " " + finding.pointer);
    }
    return found;
  };
  EXPECT_THAT(rules("{}"), testing::IsEmpty());
  EXPECT_THAT(rules(R"({"model":null,"input":null,"text":null,"tools":null,"tool_choice":null,"personality":"friendly",
                        "previous_response_id":"r"})"),
              testing::IsEmpty());
  EXPECT_THAT(
      rules(R"({"model":1,"input":"a","max_output_tokens":20})"),
      testing::UnorderedElementsAre("responses.field.type /model", "responses.field.unknown /max_output_tokens"));
  EXPECT_THAT(rules(R"({"input":[{"role":"tool","content":"a"}],"tools":[{"name":"f"}],"truncation":"always"})"),
              testing::UnorderedElementsAre("responses.item.role /input/0/role", "responses.tools.shape /tools/0/type",
                                            "responses.field.value /truncation"));
  EXPECT_THAT(findings_of("input_tokens", {}, Json::object()).front().rule, "responses.auth.present");
}

TEST(OtherRequestFrames, WantAKeyAContentTypeAndAnObject) {
  for (std::string const api : {"embeddings", "images", "responses"}) {
    std::vector<std::string> rules;
    for (Finding const& finding : findings_of(api, {}, Json::array())) rules.push_back(finding.rule);
    EXPECT_THAT(rules, testing::ElementsAre(api + ".auth.present", api + ".content-type", api + ".body.json"));
  }
}

}  // namespace
}  // namespace mock_provider::other_checks_test
