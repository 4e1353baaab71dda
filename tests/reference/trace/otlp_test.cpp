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

TEST(OtlpJson, HasEventsButThoseOfMessagesOnlyWhereContentIsWanted) {
  testing::Test::RecordProperty("clause", "P3.1-19");
  RecordedSpan span = failed_call();
  std::chrono::system_clock::time_point const time(std::chrono::milliseconds(1510));
  span.events = {
      {.name = "gen_ai.input.messages", .attributes = Json::parse(R"({"content": [{"role": "user"}]})"), .time = time},
      {.name = "retried", .attributes = Json{{"attempt", 2}}, .time = time}};
  EXPECT_EQ(first_span(spans_to_otlp({span}, "s", TraceContent::left_out))["events"], Json::parse(R"([
      {"timeUnixNano": "1510000000", "name": "retried", "attributes": [{"key": "attempt", "value": {"intValue": "2"}}]}
      ])"));
  Json const all = first_span(spans_to_otlp({span}, "s", TraceContent::included))["events"];
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0]["attributes"],
            Json::parse(R"([{"key": "content", "value": {"stringValue": "[{\"role\":\"user\"}]"}}])"));
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
