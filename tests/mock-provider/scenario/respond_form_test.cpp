#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::respond_form_test {
namespace {

Response decoded(char const* text) {
  return respond_form::decode(Json::parse(text), "/r");
}

template <typename Content>
Content content_of(char const* text) {
  Response const response = decoded(text);
  if (Content const* const content = std::get_if<Content>(&response.content)) return *content;
  ADD_FAILURE() << "is of another form: " << text;
  return {};
}

TEST(RespondForm, ReadsTheShortForm) {
  Completion const expected{.text = "hi",
                            .refusal = std::nullopt,
                            .reasoning = "hm",
                            .tool_calls = {{.id = "c1", .name = "f", .arguments = "{not json"},
                                           {.id = std::nullopt, .name = "g", .arguments = R"({"a":[1]})"}},
                            .finish_reason = "length",
                            .usage = Usage{.prompt_tokens = 3, .completion_tokens = 4}};
  EXPECT_EQ(content_of<Completion>(R"({"text": "hi", "reasoning": "hm", "finishReason": "length",
                                       "usage": {"promptTokens": 3, "completionTokens": 4},
                                       "toolCalls": [{"id": "c1", "name": "f", "arguments": "{not json"},
                                                     {"name": "g", "arguments": {"a": [1]}}]})"),
            expected);
}

TEST(RespondForm, TurnsJsonIntoText) {
  EXPECT_EQ(content_of<Completion>(R"({"json": {"b": 1, "a": null}})").text, R"({"b":1,"a":null})");
  EXPECT_EQ(content_of<Completion>(R"({"json": "x"})").text, R"("x")");
}

TEST(RespondForm, ReadsTheBytesOfAnAnswer) {
  EXPECT_EQ(content_of<RawAnswer>(R"({"raw": {"text": "{ }"}})"),
            (RawAnswer{.content_type = "application/json", .body = "{ }"}));
  EXPECT_EQ(content_of<RawAnswer>(R"({"raw": {"status": 201, "contentType": "audio/mpeg", "base64": "/wE="}})"),
            (RawAnswer{.status = 201, .content_type = "audio/mpeg", .body = "\xFF\x01"}));
  EXPECT_EQ(content_of<RawAnswer>(R"({"raw": {"contentType": "a/b", "events": ["data: 1\n\n"]}})"),
            (RawAnswer{.content_type = "a/b", .body = "", .events = {"data: 1\n\n"}}));
  for (char const* const bad :
       {R"({"raw": {}})", R"({"raw": {"text": "", "events": []}})", R"({"raw": {"base64": "/wE"}})",
        R"({"raw": {"events": [1]}})", R"({"raw": {"text": "", "contentType": "a\r\nb"}})",
        R"({"raw": {"text": ""}, "letters": "escaped"})", R"({"raw": {"text": ""}, "status": 200})"}) {
    EXPECT_THROW(static_cast<void>(decoded(bad)), ScenarioError) << bad;
  }
}

TEST(RespondForm, ReadsAWholeBodyWithAnyStatus) {
  EXPECT_EQ(content_of<WholeBody>(R"({"body": [1], "status": 418})"),
            (WholeBody{.body = Json::array({1}), .status = 418}));
  EXPECT_EQ(content_of<WholeBody>(R"({"body": null})"), (WholeBody{.body = nullptr, .status = 200}));
}

TEST(RespondForm, ReadsTheChunksOfAStream) {
  EXPECT_EQ(content_of<EventStream>(R"({"chunks": [{"a": 1}, null]})"),
            (EventStream{.chunks = {Json::parse(R"({"a": 1})"), nullptr}}));
  EXPECT_THROW(static_cast<void>(decoded(R"({"chunks": {}})")), ScenarioError);
  EXPECT_THROW(static_cast<void>(decoded(R"({"chunks": [], "text": "a"})")), ScenarioError);
  EXPECT_THROW(static_cast<void>(decoded(R"({"chunks": [], "status": 200})")), ScenarioError);
}

TEST(RespondForm, ReadsAnError) {
  ProviderError const expected{.status = 429,
                               .type = "tokens",
                               .code = "",
                               .param = "p",
                               .message = "m",
                               .retry_after = std::chrono::milliseconds(1500)};
  EXPECT_EQ(content_of<ProviderError>(R"({"error": {"status": 429, "type": "tokens", "code": "", "param": "p",
                                          "message": "m", "retryAfterMs": 1500}})"),
            expected);
  EXPECT_EQ(content_of<ProviderError>(R"({"error": {"status": 500}})").retry_after, std::nullopt);
}

TEST(RespondForm, ReadsAFaultAloneOrBesideAnyForm) {
  Response const alone = decoded(R"({"fault": {"kind": "cut", "afterBytes": 9}})");
  EXPECT_EQ(alone.fault, Fault(CutBody{.after = {.count = 9}}));
  EXPECT_TRUE(std::holds_alternative<UsualAnswer>(alone.content));
  EXPECT_EQ(decoded(R"({"text": "a", "fault": {"kind": "split"}})").fault, Fault(SplitWrites{}));
  EXPECT_EQ(content_of<ProviderError>(R"({"error": {"status": 500}, "fault": {"kind": "cut"}})").status, 500);
}

TEST(RespondForm, ReadsHeadersAndDelayWithAnyForm) {
  Response const response = decoded(R"({"text": "", "headers": {"X-A": "1"}, "delayMs": 20})");
  EXPECT_THAT(response.headers, testing::ElementsAre(testing::Pair("X-A", "1")));
  EXPECT_EQ(response.delay, std::chrono::milliseconds(20));
}

TEST(RespondForm, ReadsAContentTypeWhereNothingElseGivesOne) {
  for (char const* const respond : {R"({"text": "", "headers": {"content-type": "a/b"}, "fault": {"kind": "drip"}})",
                                    R"({"raw": {"text": ""}, "headers": {"content-type": "a/b"}})"}) {
    EXPECT_EQ(decoded(respond).headers.size(), 1U) << respond;
  }
}

struct Mistake {
  char const* name;
  char const* text;
  char const* pointer;
  char const* reason;
};

class RespondMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(RespondMistakes, AreReportedWithTheirPlace) {
  try {
    static_cast<void>(decoded(GetParam().text));
    FAIL() << "was accepted";
  } catch (ScenarioError const& error) {
    EXPECT_EQ(error.pointer(), GetParam().pointer);
    EXPECT_THAT(error.reason(), testing::HasSubstr(GetParam().reason));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RespondMistakes,
    testing::Values(
        Mistake{"Nothing", "{}", "/r", "exactly one of"},
        Mistake{"TwoForms", R"({"body": 1, "text": ""})", "/r", "exactly one of"},
        Mistake{"ErrorAndBody", R"({"error": {"status": 500}, "body": 1})", "/r", "exactly one of"},
        Mistake{"TextAndJson", R"({"text": "", "json": 1})", "/r", "more than one of text, json and refusal"},
        Mistake{"StatusWithText", R"({"text": "", "status": 200})", "/r/status", "goes with body only"},
        Mistake{"VerbatimWithBody", R"({"body": 1, "verbatim": true})", "/r/verbatim", "short form only"},
        Mistake{"VerbatimThatIsNoBoolean", R"({"text": "", "verbatim": 1})", "/r/verbatim", "must be a boolean"},
        Mistake{"UsageWithBody", R"({"body": 1, "usage": {}})", "/r/usage", "short form only"},
        Mistake{"FinishReasonWithError", R"({"error": {"status": 500}, "finishReason": "x"})", "/r/finishReason",
                "short form only"},
        Mistake{"StatusTooLow", R"({"body": 1, "status": 100})", "/r/status", "from 200 to 599"},
        Mistake{"NoToolCalls", R"({"toolCalls": []})", "/r/toolCalls", "non-empty array"},
        Mistake{"ToolCallOfTwoKinds", R"({"toolCalls": [{"name": "f", "arguments": {}, "input": "a"}]})",
                "/r/toolCalls/0", "leave one out"},
        Mistake{"ToolCallWithInputThatIsNoText", R"({"toolCalls": [{"name": "f", "input": {}}]})",
                "/r/toolCalls/0/input", "string"},
        Mistake{"ToolCallWithoutArguments", R"({"toolCalls": [{"name": "f"}]})", "/r/toolCalls/0",
                "\"arguments\" is missing"},
        Mistake{"ErrorWithoutStatus", R"({"error": {}})", "/r/error", "\"status\" is missing"},
        Mistake{"ErrorThatIsNone", R"({"error": {"status": 200}})", "/r/error/status", "from 400 to 599"},
        Mistake{"HeaderNoText", R"({"text": "", "headers": {"a": 1}})", "/r/headers/a", "must be a string"},
        Mistake{"HeaderNameWithBlank", R"({"text": "", "headers": {"a b": ""}})", "/r/headers/a b", "no header name"},
        Mistake{"HeaderWithLineBreak", R"({"text": "", "headers": {"a": "1\r\nb: 2"}})", "/r/headers/a", "line breaks"},
        Mistake{"FramingHeader", R"({"text": "", "headers": {"Content-Length": "1"}})", "/r/headers/Content-Length",
                "set by the server"},
        Mistake{"HeaderTwice", R"({"text": "", "headers": {"X-A": "1", "x-a": "2"}})", "/r/headers/x-a", "keep one"},
        Mistake{"TypeBesideAWrongType",
                R"({"text": "", "headers": {"Content-Type": "a/b"}, "fault": {"kind": "wrongContentType"}})",
                "/r/headers/Content-Type", "undo the content type of the fault"},
        Mistake{"TypeBesideAPageOfHtml", R"({"headers": {"content-type": "a/b"}, "fault": {"kind": "html"}})",
                "/r/headers/content-type", "undo the content type of the fault"},
        Mistake{"TypeBesideThatOfRaw",
                R"({"raw": {"text": "", "contentType": "a/b"}, "headers": {"content-type": "c/d"}})",
                "/r/headers/content-type", "keep one"},
        Mistake{"UsualThatIsNone", R"({"usual": false})", "/r/usual", "must be true"},
        Mistake{"UsualAndText", R"({"usual": true, "text": ""})", "/r", "exactly one of"},
        Mistake{"TypeOfTwoLines", R"({"chunks": [{}, {"type": "a\nb"}]})", "/r/chunks/1/type", "line breaks"},
        Mistake{"HoldOfAnErrorsBody", R"({"body": 1, "status": 400, "hold": 1})", "/r/hold",
                "about the events of a stream"},
        Mistake{"HoldOfRawText", R"({"raw": {"text": "x"}, "hold": 1})", "/r/hold", "about the events of a stream"},
        Mistake{"EventsOfRawText", R"({"raw": {"text": "x"}, "fault": {"kind": "cut", "afterFrames": 1}})",
                "/r/fault/afterFrames", "use afterBytes"},
        Mistake{"PaceOfAnError", R"({"error": {"status": 500}, "chunkDelayMs": 1})", "/r/chunkDelayMs",
                "about the events of a stream"},
        Mistake{"PiecesOfChunks", R"({"chunks": [], "chunkBy": "words"})", "/r/chunkBy", "cut already"},
        Mistake{"MalformedEventInAnErrorsBody", R"({"body": 1, "status": 500, "fault": {"kind": "malformedEvent"}})",
                "/r/fault/kind", "goes into a stream"},
        Mistake{"ErrorEventInAnError", R"({"error": {"status": 500}, "fault": {"kind": "errorEvent"}})",
                "/r/fault/kind", "goes into a stream"},
        Mistake{"EventsOfAnErrorsBody", R"({"body": 1, "status": 400, "fault": {"kind": "cut", "afterFrames": 1}})",
                "/r/fault/afterFrames", "use afterBytes"},
        Mistake{"DelayTooLong", R"({"text": "", "delayMs": 600001})", "/r/delayMs", "from 0 to 600000"}),
    [](testing::TestParamInfo<Mistake> const& tested) { return tested.param.name; });

}  // namespace
}  // namespace mock_provider::respond_form_test
