#include <gmock/gmock.h>

#include <limits>

#include "prompty/core/host.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/trace/otlp.hpp"
#include "prompty/trace/tracer.hpp"

namespace prompty::otlp_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

RecordedSpan failed_call() {
  std::chrono::system_clock::time_point const begin(std::chrono::milliseconds(1500));
  RecordedSpan span{.start = {.name = "execute",
                              .kind = SpanKind::client,
                              .trace = "0af7651916cd43dd8448eb211c80319c",
                              .id = "b7ad6b7169203331",
                              .parent = "00f067aa0ba902b7",
                              .time = begin}};
  span.attributes = Json::parse(R"({"text": "a", "yes": true, "count": 7, "ratio": 0.5, "list": ["x", 1], "none": null,
                                    "object": {"k": "v"}, "result": {"secretly": "long"}})");
  span.end = SpanEnd{.time = begin,
                     .duration = std::chrono::milliseconds(20),
                     .failure = SpanFailure{.kind = "ExecuteError", .message = "no"}};
  return span;
}

TEST(OtlpJson, WritesASpanAsTheProtocolWantsIt) {
  testing::Test::RecordProperty("clause", "P3.5-04");
  Json const request = spans_to_otlp({failed_call()}, "my service", TraceContent::left_out);
  Json const expected = Json::parse(R"({"resourceSpans": [{
    "resource": {"attributes": [
      {"key": "service.name", "value": {"stringValue": "my service"}},
      {"key": "telemetry.sdk.name", "value": {"stringValue": "prompty"}},
      {"key": "telemetry.sdk.language", "value": {"stringValue": "cpp"}},
      {"key": "telemetry.sdk.version", "value": {"stringValue": "VERSION"}}]},
    "scopeSpans": [{"scope": {"name": "prompty", "version": "VERSION"}, "spans": [{
      "traceId": "0af7651916cd43dd8448eb211c80319c",
      "spanId": "b7ad6b7169203331",
      "parentSpanId": "00f067aa0ba902b7",
      "name": "execute",
      "kind": 3,
      "startTimeUnixNano": "1500000000",
      "endTimeUnixNano": "1520000000",
      "attributes": [
        {"key": "text", "value": {"stringValue": "a"}},
        {"key": "yes", "value": {"boolValue": true}},
        {"key": "count", "value": {"intValue": "7"}},
        {"key": "ratio", "value": {"doubleValue": 0.5}},
        {"key": "list", "value": {"arrayValue": {"values": [{"stringValue": "x"}, {"intValue": "1"}]}}},
        {"key": "object", "value": {"kvlistValue": {"values": [{"key": "k", "value": {"stringValue": "v"}}]}}},
        {"key": "error.type", "value": {"stringValue": "ExecuteError"}}],
      "status": {"code": 2, "message": "no"}}]}]}]})");
  std::string text = json_text::dump(expected);
  for (std::size_t at = text.find("VERSION"); at != std::string::npos; at = text.find("VERSION"))
    text.replace(at, 7, version());
  EXPECT_EQ(json_text::dump(request), text);
}

Json first_span(Json const& request) {
  return request["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
}

TEST(OtlpJson, SendsContentAsTextWhereItIsWanted) {
  RecordedSpan span = failed_call();
  span.attributes = Json::parse(R"({"inputs": {"a": 1}, "result": "plain"})");
  Json const attributes = first_span(spans_to_otlp({span}, "s", TraceContent::included))["attributes"];
  EXPECT_EQ(attributes[0], Json::parse(R"({"key": "inputs", "value": {"stringValue": "{\"a\":1}"}})"));
  EXPECT_EQ(attributes[1], Json::parse(R"({"key": "result", "value": {"stringValue": "plain"}})"));
}

/// The attributes of the first span of an export, by their keys.
std::map<std::string, Json> exported(RecordedSpan const& span, TraceContent content = TraceContent::left_out) {
  std::map<std::string, Json> named;
  Json const attributes = first_span(spans_to_otlp({span}, "s", content))["attributes"];
  for (Json const& attribute : attributes) named[attribute["key"]] = attribute["value"].begin().value();
  return named;
}

TEST(OtlpJson, CallsOptionsAsTheConventionsDo) {
  RecordedSpan span = failed_call();
  span.end->failure = std::nullopt;
  for (char const* const name : {"max_completion_tokens", "max_output_tokens", "max_tokens"}) {
    span.attributes = Json{{std::string("gen_ai.request.") + name, 40}};
    EXPECT_EQ(exported(span), (std::map<std::string, Json>{{"gen_ai.request.max_tokens", "40"}})) << name;
  }
  Json const one = Json::parse(R"({"values":[{"stringValue":"END"}]})");
  for (Json const& stop : {Json("END"), Json::array({"END"})}) {
    span.attributes = Json{{"gen_ai.request.stop", stop}};
    EXPECT_EQ(exported(span), (std::map<std::string, Json>{{"gen_ai.request.stop_sequences", one}}));
  }
  span.attributes = Json::parse(R"({"gen_ai.request.n":2,"gen_ai.request.dimensions":8,"gen_ai.request.user":"u",
                                    "gen_ai.request.temperature":1})");
  EXPECT_EQ(exported(span), (std::map<std::string, Json>{{"gen_ai.request.choice.count", "2"},
                                                         {"gen_ai.embeddings.dimension.count", "8"},
                                                         {"gen_ai.request.user", "u"},
                                                         {"gen_ai.request.temperature", "1"}}));
}

TEST(OtlpJson, CallsOperationsAndProvidersAsTheConventionsDo) {
  RecordedSpan span = failed_call();
  std::vector<std::pair<char const*, char const*>> const operations = {{"turn", "invoke_agent"},
                                                                       {"image_generation", "generate_content"},
                                                                       {"chat", "chat"},
                                                                       {"embeddings", "embeddings"},
                                                                       {"execute_tool", "execute_tool"}};
  for (auto const& [ours, theirs] : operations) {
    span.attributes = Json{{"gen_ai.operation.name", ours}};
    EXPECT_EQ(exported(span)["gen_ai.operation.name"], Json(theirs));
  }
  for (char const* const provider : {"azure", "foundry"}) {
    span.attributes = Json{{"gen_ai.provider.name", provider}};
    EXPECT_EQ(exported(span)["gen_ai.provider.name"], Json("azure.ai.openai"));
  }
}

TEST(OtlpJson, CountsCachedTokensOfAnthropicAmongThoseOfTheInput) {
  RecordedSpan span = failed_call();
  span.attributes = Json::parse(R"({"gen_ai.provider.name":"anthropic","gen_ai.usage.input_tokens":5,
    "gen_ai.usage.cache_read.input_tokens":100,"gen_ai.usage.cache_creation.input_tokens":20})");
  EXPECT_EQ(exported(span)["gen_ai.usage.input_tokens"], Json("125"));
  span.attributes["gen_ai.provider.name"] = "openai";
  EXPECT_EQ(exported(span)["gen_ai.usage.input_tokens"], Json("5"));
  EXPECT_EQ(exported(span)["gen_ai.usage.cache_read.input_tokens"], Json("100"));
}

/// What the attribute `name` says of messages, with the content of an event of that name.
Json told(std::string const& name, char const* content) {
  RecordedSpan span = failed_call();
  span.attributes = Json::parse(R"({"gen_ai.response.finish_reasons":["tool_calls","length"]})");
  span.events = {{.name = name, .attributes = Json{{"content", Json::parse(content)}}, .time = {}}};
  EXPECT_FALSE(exported(span).contains(name));
  EXPECT_FALSE(first_span(spans_to_otlp({span}, "s", TraceContent::included)).contains("events"));
  return Json::parse(exported(span, TraceContent::included)[name].get<std::string>());
}

TEST(OtlpJson, SaysPromptsInPartsAsTheConventionsHaveThem) {
  EXPECT_EQ(told("gen_ai.input.messages", R"([
      {"role":"user","content":[{"kind":"text","value":"See"},{"kind":"image","value":"https://e/i.png"},
                                {"kind":"audio","value":"UklG","mediaType":"audio/wav"}]},
      {"role":"assistant","content":[{"kind":"text","value":""}],"metadata":{"reasoning_content":"Hm",
        "tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]}},
      {"role":"tool","content":[{"kind":"text","value":"9"}],"metadata":{"tool_call_id":"c"}}])"),
            Json::parse(R"([
      {"role":"user","parts":[{"type":"text","content":"See"},{"type":"uri","modality":"image","uri":"https://e/i.png"},
                              {"type":"blob","modality":"audio","content":"UklG","mime_type":"audio/wav"}]},
      {"role":"assistant","parts":[{"type":"reasoning","content":"Hm"},{"type":"text","content":""},
                                   {"type":"tool_call","id":"c","name":"f","arguments":{"a":1}}]},
      {"role":"tool","parts":[{"type":"tool_call_response","id":"c","response":"9"}]}])"));
  EXPECT_EQ(told("gen_ai.system_instructions", R"([[{"kind":"text","value":"Be kind"}]])"),
            Json::parse(R"([{"type":"text","content":"Be kind"}])"));
}

TEST(OtlpJson, SaysAnswersOfEachProviderInTheSameParts) {
  EXPECT_EQ(told("gen_ai.output.messages", R"([{"role":"assistant","content":null,"reasoning":"So",
      "tool_calls":[{"id":"c","function":{"name":"f","arguments":"{"}}]},{"role":"assistant","content":"b"}])"),
            Json::parse(R"([{"role":"assistant","parts":[{"type":"reasoning","content":"So"},
      {"type":"tool_call","id":"c","name":"f","arguments":"{"}],"finish_reason":"tool_call"},
      {"role":"assistant","parts":[{"type":"text","content":"b"}],"finish_reason":"length"}])"));
  EXPECT_EQ(
      told("gen_ai.output.messages", R"([{"type":"reasoning","summary":[{"type":"summary_text","text":"So"}]},
      {"type":"message","role":"assistant","content":[{"type":"output_text","text":"b"}]},
      {"type":"function_call","call_id":"c","name":"f","arguments":"{}"}])"),
      Json::parse(R"([{"role":"assistant","parts":[{"type":"reasoning","content":"So"},{"type":"text","content":"b"},
      {"type":"tool_call","id":"c","name":"f","arguments":{}}],"finish_reason":"tool_call"}])"));
  EXPECT_EQ(
      told("gen_ai.output.messages", R"([{"role":"assistant","content":[{"type":"thinking","thinking":"So"},
      {"type":"text","text":"b"},{"type":"tool_use","id":"c","name":"f","input":{"a":1}}]}])"),
      Json::parse(R"([{"role":"assistant","parts":[{"type":"reasoning","content":"So"},{"type":"text","content":"b"},
      {"type":"tool_call","id":"c","name":"f","arguments":{"a":1}}],"finish_reason":"tool_call"}])"));
}

TEST(OtlpJson, HasEventsButNoneOfMessages) {
  testing::Test::RecordProperty("clause", "P3.1-19");
  RecordedSpan span = failed_call();
  std::chrono::system_clock::time_point const time(std::chrono::milliseconds(1510));
  span.events = {
      {.name = "gen_ai.input.messages", .attributes = Json::parse(R"({"content": [{"role": "user"}]})"), .time = time},
      {.name = "retried", .attributes = Json{{"attempt", 2}}, .time = time}};
  EXPECT_EQ(first_span(spans_to_otlp({span}, "s", TraceContent::left_out))["events"], Json::parse(R"([
      {"timeUnixNano": "1510000000", "name": "retried", "attributes": [{"key": "attempt", "value": {"intValue": "2"}}]}
      ])"));
  EXPECT_THAT(first_span(spans_to_otlp({span}, "s", TraceContent::included))["events"], SizeIs(1));
}

TEST(OtlpJson, LeavesOutWhatASpanDoesNotHave) {
  RecordedSpan span = failed_call();
  span.start.parent = std::nullopt;
  span.start.kind = SpanKind::internal;
  span.attributes = Json{{"large", std::numeric_limits<std::uint64_t>::max()}};
  span.end->failure = std::nullopt;
  Json const shown = first_span(spans_to_otlp({span}, "s", TraceContent::left_out));
  EXPECT_FALSE(shown.contains("parentSpanId"));
  EXPECT_EQ(shown["kind"], Json(1));
  EXPECT_EQ(shown["status"], Json::object());
  EXPECT_TRUE(shown["attributes"][0]["value"].contains("doubleValue"));
}

TEST(OtlpBackEnd, SendsATraceWhenItsRootEnds) {
  std::vector<std::string> sent;
  Tracer tracer;
  tracer.add("otlp",
             otlp_back_end("s", TraceContent::left_out, [&](std::string const& json) { sent.push_back(json); }));
  Span root = tracer.start("root");
  Span child = tracer.start("child", SpanKind::client, root.as_parent());
  Span const straggler = tracer.start("straggler", SpanKind::internal, root.as_parent());
  child.event("gone", Json::object());
  child.end();
  EXPECT_THAT(sent, IsEmpty());
  root.end();
  ASSERT_THAT(sent, SizeIs(1));
  Json const spans = json_text::parse(sent[0]).value()["resourceSpans"][0]["scopeSpans"][0]["spans"];
  ASSERT_THAT(spans, SizeIs(2));
  EXPECT_EQ(spans[0]["name"], Json("child"));
  EXPECT_EQ(spans[0]["events"][0]["name"], Json("gone"));
  EXPECT_EQ(spans[0]["parentSpanId"], spans[1]["spanId"]);
  EXPECT_EQ(spans[0]["traceId"], spans[1]["traceId"]);
}

}  // namespace
}  // namespace prompty::otlp_test
