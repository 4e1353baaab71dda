#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/journal/journal_page.hpp"
#include "mock-provider/provider.hpp"

namespace mock_provider::journal_page_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char const* sound = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})";

class JournalPage : public testing::Test {
 protected:
  Answer ask(std::string target, std::string body = "", Headers headers = {}) {
    return provider.respond({.method = body.empty() ? "GET" : "POST",
                             .target = std::move(target),
                             .headers = std::move(headers),
                             .body = std::move(body),
                             .received_at_us = 1'735'693'509'250'000});
  }

  std::string page(std::string const& query = "") { return ask("/_mock/" + query).body; }

  Provider provider{CheckMode::report, JournalBounds{}};
};

TEST_F(JournalPage, NeedsNothingFromElsewhere) {
  Answer const answer = ask("/_mock/");
  EXPECT_EQ(answer.content_type, "text/html; charset=utf-8");
  ASSERT_NE(header_named(answer.headers, "content-security-policy"), nullptr);
  EXPECT_THAT(*header_named(answer.headers, "content-security-policy"), HasSubstr("default-src 'none'"));
  for (char const* const outside : {"http:", "https:", "<script", "<link", "<img", "@import"}) {
    EXPECT_THAT(answer.body, Not(HasSubstr(outside)));
  }
  EXPECT_THAT(answer.body, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_EQ(ask("/_mock").body, answer.body);
}

TEST_F(JournalPage, ShowsARequestWithItsFindings) {
  static_cast<void>(ask("/s/v1/models?limit=1"));
  static_cast<void>(ask("/v1/chat/completions", sound, {{"Authorization", "Bearer sk-0123456789abcd"}}));
  std::string const html = page();
  EXPECT_THAT(html, HasSubstr("2 requests, 1 with findings"));
  EXPECT_THAT(html, HasSubstr("01:05:09.250"));
  EXPECT_THAT(html, HasSubstr("/v1/models?limit=1"));
  EXPECT_THAT(html, HasSubstr("<code>chat.content-type</code>"));
  EXPECT_THAT(html, HasSubstr("Bearer ****abcd"));
  EXPECT_THAT(html, Not(HasSubstr("0123456789")));
  EXPECT_LT(html.find("#2</span>"), html.find("#1</span>"));
}

TEST_F(JournalPage, LetsNoMarkupThrough) {
  std::string const evil = "<script>alert('x')</script>";
  provider.put_scenario("s", Json::parse(R"({"steps": []})"));
  static_cast<void>(ask("/" + evil + "?" + evil, evil, {{evil, evil}}));
  static_cast<void>(ask("/v1/chat/completions", Json{{evil, evil}}.dump()));
  std::string const html = page("?scenario=" + evil);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(page(), Not(HasSubstr("<script")));
  EXPECT_THAT(page(), HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html, HasSubstr("<option selected>&lt;script&gt;"));
}

TEST_F(JournalPage, FiltersByScenarioAndFindings) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}, "repeat": 2}]})"));
  static_cast<void>(ask("/s/v1/chat/completions", sound));
  Headers const good{{"authorization", "Bearer k"}, {"content-type", "application/json"}};
  static_cast<void>(ask("/v1/embeddings", R"({"model": "m", "input": "a"})", good));
  EXPECT_THAT(page("?scenario=s"), Not(HasSubstr("/v1/embeddings")));
  EXPECT_THAT(page("?scenario=s"), HasSubstr("<option selected>s</option>"));
  EXPECT_THAT(page("?findings=only"), Not(HasSubstr("/v1/embeddings")));
  EXPECT_THAT(page("?findings=only"), HasSubstr("/v1/chat/completions"));
  EXPECT_THAT(page(), HasSubstr("step 1 of 1: played 1 of 2"));
  EXPECT_THAT(page("?scenario=nobody"), HasSubstr("No request yet that fits."));
}

TEST_F(JournalPage, ShowsTheBeginningOfALongBodyAndBytesThatAreNoText) {
  std::string const body = std::string(16'383, 'a') + "ü" + std::string(100, 'b');
  static_cast<void>(ask("/v1/chat/completions", body));
  EXPECT_THAT(page(), HasSubstr("a</pre>"));
  EXPECT_THAT(page(), HasSubstr("The rest is in"));
  static_cast<void>(ask("/v1/chat/completions", "\xFF\xFE"));
  EXPECT_THAT(page(), HasSubstr("\uFFFD\uFFFD</pre>"));
}

TEST_F(JournalPage, ShowsTheLastTwoHundred) {
  for (int count = 0; count < 201; ++count) static_cast<void>(ask("/v1/models"));
  std::string const html = page();
  EXPECT_THAT(html, HasSubstr("#201</span>"));
  EXPECT_THAT(html, Not(HasSubstr("#1</span>")));
  EXPECT_THAT(html, HasSubstr("201 requests"));
  EXPECT_THAT(html, HasSubstr("href=\"/_mock/?before=2\""));
  EXPECT_THAT(page("?before=2"), HasSubstr("#1</span>"));
  EXPECT_THAT(page("?before=2"), Not(HasSubstr("Older requests")));
}

TEST_F(JournalPage, ShowsAsManyAsItsReaderWants) {
  for (int count = 0; count < 5; ++count) static_cast<void>(ask("/v1/models"));
  std::string const html = page("?limit=2&status=200");
  EXPECT_THAT(html, testing::AllOf(HasSubstr("#5</span>"), HasSubstr("#4</span>"), Not(HasSubstr("#3</span>"))));
  EXPECT_THAT(html, HasSubstr("href=\"/_mock/?before=4&amp;limit=2&amp;status=200\""));
  EXPECT_THAT(page("?before=4&limit=2"), testing::AllOf(HasSubstr("#3</span>"), Not(HasSubstr("#1</span>"))));
}

TEST_F(JournalPage, RefusesWhatOnlyListsHave) {
  for (char const* const query : {"?after=1", "?format=jsonl", "?limit=201", "?limit=0"}) {
    EXPECT_EQ(ask(std::string("/_mock/") + query).status, 400) << query;
    EXPECT_THAT(page(query), HasSubstr("role=\"alert\"")) << query;
  }
  EXPECT_THAT(
      page("?after=1"),
      HasSubstr("There is no parameter &quot;after&quot; here; known are: scenario, path, status, since, findings, "
                "limit, before."));
}

TEST_F(JournalPage, FiltersByPathStatusAndTime) {
  static_cast<void>(ask("/v1/models"));
  static_cast<void>(ask("/v1/nothing"));
  EXPECT_THAT(page("?status=4xx"), HasSubstr("1 request,"));
  EXPECT_THAT(page("?status=4xx"), Not(HasSubstr("/v1/models</span>")));
  EXPECT_THAT(page("?path=/v1/m*&status=&since="), HasSubstr("1 request,"));
  EXPECT_THAT(page("?since=2025-01-01T01:05:09Z"), HasSubstr("2 requests,"));
  EXPECT_THAT(page("?since=2025-01-01T01:05:10Z&status=200"),
              testing::AllOf(HasSubstr("0 requests,"), HasSubstr("&amp;status=200&amp;since=2025-01-01T01:05:10Z")));
  Answer const wrong = ask("/_mock/?status=many");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(wrong.body, HasSubstr("must be a status such as 404"));
}

TEST_F(JournalPage, SaysWhyTheScenarioAnsweredSo) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"match": {"model": "x"}, "respond": {"text": "no"}},
                                                         {"respond": {"text": "<b>"}}]})"));
  static_cast<void>(ask("/s/v1/chat/completions", sound));
  std::string const html = page();
  EXPECT_THAT(html, HasSubstr("Scenario s: step 2 took it"));
  EXPECT_THAT(html, HasSubstr("step 1: model is &quot;m&quot;, not one that equals &quot;x&quot;"));
  EXPECT_THAT(html, HasSubstr("&quot;content&quot;: &quot;&lt;b&gt;&quot;"));
}

}  // namespace
}  // namespace mock_provider::journal_page_test
