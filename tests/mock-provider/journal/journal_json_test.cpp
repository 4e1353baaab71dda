#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/journal/journal_json.hpp"

namespace mock_provider::journal_json_test {
namespace {

std::string written(JournalEntry const& entry) {
  std::string text;
  journal_json::append(text, entry, Secrets::masked);
  return text;
}

JournalEntry with_body(std::string body) {
  JournalEntry entry;
  entry.body_form = body_form_of(body);
  entry.body = std::move(body);
  return entry;
}

TEST(JournalJson, HasEveryMemberOfAnEntry) {
  JournalEntry const entry{.sequence = 7,
                           .scenario = "s",
                           .method = "POST",
                           .path = "/v1/\"x\"",
                           .query = "key=0123456789abcdef",
                           .headers = {{"X", "a\nb\x01"}, {"api-key", "0123456789abcdef"}},
                           .body = "{\"a\":\n [1.50, \"\\u00fc\"]}",
                           .received_at_us = 42,
                           .status = 200,
                           .findings = {{"r", "/p", "m"}},
                           .aborted_after_bytes = 3,
                           .answer = {.content_type = "a/b",
                                      .headers = {{"x-request-id", "req_1"}},
                                      .body = "data: 1\n\ndata: 2",
                                      .bytes = 99,
                                      .form = SentAnswer::Form::stream},
                           .choice = Choice{.step = 1, .passed_over = {{0, 0, "why"}}, .omitted = 2, .sequence = "t"},
                           .refused = "no",
                           .body_form = BodyForm::json};
  EXPECT_EQ(Json::parse(written(entry)), Json::parse(R"({
    "sequence": 7, "scenario": "s", "method": "POST", "path": "/v1/\"x\"", "query": "key=****cdef",
    "headers": [["X", "a\nb\u0001"], ["api-key", "****cdef"]], "receivedAtUs": 42, "status": 200,
    "requestId": "req_1", "refused": "no",
    "choice": {"step": 2, "sequence": "t", "passedOver": [{"from": 1, "to": 1, "reason": "why"}], "omitted": 2},
    "findings": [{"rule": "r", "pointer": "/p", "message": "m"}], "abortedAfterBytes": 3,
    "body": "{\"a\":\n [1.50, \"\\u00fc\"]}", "json": {"a": [1.5, "ü"]},
    "answer": {"contentType": "a/b", "headers": [["x-request-id", "req_1"]], "bytes": 99,
               "events": ["data: 1", "data: 2"], "kept": 16}})"));
  EXPECT_THAT(written(entry), testing::Not(testing::HasSubstr("\n"))) << "an entry of JSON Lines is one line";
}

TEST(JournalJson, ShowsAnyBytesAsSoundJson) {
  for (std::string const& body :
       {std::string("\xFF"), std::string("\xEF\xBB\xBF{\"a\": 1}"), std::string("{}\0x", 4), std::string("\0", 1),
        std::string("1e999"), std::string(300, '['), std::string("\xED\xA0\x80"), std::string("\u2028\x7F")}) {
    EXPECT_TRUE(Json::accept(written(with_body(body)))) << body;
  }
  EXPECT_EQ(Json::parse(written(with_body("\xEF\xBB\xBF{\"a\": 1}"))).at("json"), Json({{"a", 1}}));
  EXPECT_EQ(Json::parse(written(with_body("\xFF"))).at("bodyBase64"), "/w==");
  JournalEntry cut = with_body("");
  cut.answer.body = "\xC3";
  EXPECT_EQ(Json::parse(written(cut)).at("answer").at("body"), "\uFFFD");
}

TEST(JournalJson, TellsBytesFromTextFromJson) {
  EXPECT_EQ(body_form_of("\xFF"), BodyForm::bytes);
  for (std::string_view const text : {"", "{", "{} x", "\xEF\xBB\xBF\xEF\xBB\xBF{}"})
    EXPECT_EQ(body_form_of(text), BodyForm::text) << text;
  for (std::string_view const json : {"{}", " [1]\n", "\xEF\xBB\xBF{}"})
    EXPECT_EQ(body_form_of(json), BodyForm::json) << json;
}

TEST(JournalJson, TakesEventsApart) {
  EXPECT_THAT(events_of("a\n\nb\nc\r\n\r\nd"), testing::ElementsAre("a", "b\nc", "d"));
  EXPECT_THAT(events_of(""), testing::IsEmpty());
}

}  // namespace
}  // namespace mock_provider::journal_json_test
