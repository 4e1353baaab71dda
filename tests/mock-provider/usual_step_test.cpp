#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"

// A step "usual" answers as the mock does without a scenario, whatever the route, and a fault alone spoils that answer.
namespace mock_provider::usual_step_test {
namespace {

using testing::HasSubstr;

std::string const chat = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})";
std::string const initialize = R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})";

Request request_of(std::string method, std::string target, std::string body, Headers more = {}) {
  Headers headers{{"authorization", "Bearer k"}, {"x-api-key", "k"}, {"content-type", "application/json"}};
  for (auto const& header : more) {
    std::erase_if(headers, [&](auto const& own) { return own.first == header.first; });
    headers.push_back(header);
  }
  return {.method = std::move(method),
          .target = std::move(target),
          .headers = std::move(headers),
          .body = std::move(body),
          .received_at_us = 0};
}

Headers const anthropic_version{{"anthropic-version", "2023-06-01"}};
Headers const form_type{{"content-type", "multipart/form-data; boundary=b"}};
std::string const form =
    "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nm\r\n--b\r\nContent-Disposition: form-data; "
    "name=\"file\"; filename=\"f\"\r\n\r\n12345\r\n--b--\r\n";

struct Case {
  char const* name;
  std::string method;
  std::string path;
  std::string body;
  Headers headers = {};
  std::string holds;  ///< what the answer has in it
};

std::vector<Case> const& cases() {
  static std::vector<Case> const all{
      {"Models", "GET", "/v1/models", "", {}, R"("object":"list")"},
      {"ModelsOfAnthropic", "GET", "/v1/models", "", anthropic_version, R"("has_more":false)"},
      {"OneModel", "GET", "/v1/models/gpt-4o", "", {}, R"("id":"gpt-4o")"},
      {"Files", "GET", "/v1/files", "", {}, R"("data":[])"},
      {"Moderations", "POST", "/v1/moderations", R"({"input": "a"})", {}, R"("flagged":false)"},
      {"InputTokens",
       "POST",
       "/v1/responses/input_tokens",
       R"({"model": "m", "input": "abcdef"})",
       {},
       R"("input_tokens":2)"},
      {"CountTokens", "POST", "/v1/messages/count_tokens", chat, anthropic_version, R"("input_tokens":8)"},
      {"Transcriptions", "POST", "/v1/audio/transcriptions", form, form_type, "5 bytes of audio"},
      {"UnknownResponse", "GET", "/v1/responses/resp_1", "", {}, "no response with the id"},
      {"UnknownRoute", "GET", "/v1/engines", "", {}, "Invalid URL (GET /v1/engines)"},
      {"Mcp", "POST", "/mcp", initialize, {}, R"("serverInfo")"},
      {"Api", "GET", "/api/weather", "", {}, "Invalid URL (GET /api/weather)"},
  };
  return all;
}

class UsualSteps : public testing::TestWithParam<Case> {
 protected:
  /// What a step for that path answers.
  Answer played(Json const& respond) {
    Case const& tested = GetParam();
    provider.put_scenario("s", {{"steps", {{{"match", {{"path", tested.path}}}, {"respond", respond}}}}});
    return provider.respond(request_of(tested.method, "/s" + tested.path, tested.body, tested.headers));
  }

  Provider provider{CheckMode::report, JournalBounds{}};
};

TEST_P(UsualSteps, AnswerAsWithoutAScenario) {
  Answer const step = played({{"usual", true}, {"headers", {{"x-step", "1"}}}});
  EXPECT_THAT(step.body, HasSubstr(GetParam().holds));
  EXPECT_EQ(*header_named(step.headers, "x-step"), "1");
  EXPECT_EQ(provider.journal().all().back()->choice->step, 0U);
}

TEST_P(UsualSteps, AreSpoiledByAFaultAlone) {
  Answer const whole = played({{"usual", true}});
  Answer const cut = played({{"fault", {{"kind", "cut"}, {"afterBytes", 3}}}});
  EXPECT_EQ(cut.body, whole.body);
  EXPECT_EQ(cut.status, whole.status);
  EXPECT_EQ(cut.early_end, (EarlyEnd{.ending = Ending::close, .after_bytes = 3}));
}

TEST_P(UsualSteps, HaveOneForm) {
  Answer const answer = played({{"fault", {{"kind", "otherForm"}}}});
  EXPECT_EQ(answer.status, 501);
  EXPECT_THAT(answer.body, HasSubstr("otherForm"));
}

INSTANTIATE_TEST_SUITE_P(All, UsualSteps, testing::ValuesIn(cases()),
                         [](testing::TestParamInfo<Case> const& tested) { return std::string(tested.param.name); });

class UsualStep : public testing::Test {
 protected:
  void play(char const* steps) { provider.put_scenario("s", {{"steps", Json::parse(steps)}}); }
  Answer ask(std::string method, std::string target, std::string body = "", Headers headers = {}) {
    return provider.respond(request_of(std::move(method), std::move(target), std::move(body), std::move(headers)));
  }

  Provider provider{CheckMode::report, JournalBounds{}};
};

TEST_F(UsualStep, KeepsAndDeletesFilesAsWithoutAScenario) {
  play(R"([{"match": {"path": {"$type": "string"}}, "respond": {"usual": true}, "repeat": "always"}])");
  std::string const upload =
      "--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--b\r\nContent-Disposition: form-data; "
      "name=\"file\"; filename=\"f\"\r\n\r\n12345\r\n--b--\r\n";
  Json const file = Json::parse(ask("POST", "/s/v1/files", upload, form_type).body);
  EXPECT_EQ(file.at("bytes"), 5);
  std::string const one = "/s/v1/files/" + file.at("id").get<std::string>();
  EXPECT_EQ(ask("GET", one + "/content").body, "12345");
  EXPECT_EQ(Json::parse(ask("DELETE", one).body).at("deleted"), true);
  EXPECT_EQ(ask("GET", one).status, 404);
}

TEST_F(UsualStep, HasRateLimitsAndTheHeadersOfTheStep) {
  play(R"([{"respond": {"usual": true, "headers": {"X-RateLimit-Remaining-Requests": "1"}}},
           {"respond": {"usual": true}}, {"respond": {"fault": {"kind": "html", "status": 200}}}])");
  Answer const own = ask("POST", "/s/v1/chat/completions", chat);
  EXPECT_EQ(*header_named(own.headers, "x-ratelimit-remaining-requests"), "1");
  EXPECT_EQ(*header_named(own.headers, "x-ratelimit-limit-requests"), "10000");
  Answer const message = ask("POST", "/s/v1/messages", chat);
  EXPECT_EQ(*header_named(message.headers, "anthropic-ratelimit-requests-remaining"), "3999");
  Answer const page = ask("POST", "/s/v1/chat/completions", chat);
  EXPECT_EQ(header_named(page.headers, "x-ratelimit-limit-requests"), nullptr) << "a proxy knows no limits";
}

TEST_F(UsualStep, RefusesToGoOnFromAResponseThatIsNotThere) {
  play(R"([{"respond": {"usual": true}, "repeat": "always"}])");
  Answer const lost = ask("POST", "/s/v1/responses", R"({"model": "m", "input": "x", "previous_response_id": "no"})");
  EXPECT_EQ(lost.status, 400);
  EXPECT_THAT(lost.body, HasSubstr("previous_response_not_found"));
  Json const first = Json::parse(ask("POST", "/s/v1/responses", R"({"model": "m", "input": "x"})").body);
  Json const next{{"model", "m"}, {"input", "y"}, {"previous_response_id", first.at("id")}};
  EXPECT_EQ(ask("POST", "/s/v1/responses", next.dump()).status, 200);
}

TEST_F(UsualStep, SharesItsHeadersWithStepsThatSayWhatComes) {
  play(R"([{"respond": {"text": "a"}}, {"respond": {"body": {}}}, {"respond": {"body": {}, "status": 400}},
           {"respond": {"raw": {"text": "a"}}}, {"respond": {"error": {"status": 500}}}])");
  auto const limit = [&] {
    return header_named(ask("POST", "/s/v1/chat/completions", chat).headers, "x-ratelimit-limit-requests") != nullptr;
  };
  EXPECT_TRUE(limit()) << "text";
  EXPECT_TRUE(limit()) << "body";
  EXPECT_FALSE(limit()) << "body of an error";
  EXPECT_FALSE(limit()) << "raw";
  EXPECT_FALSE(limit()) << "error";
  play(R"([{"match": {"path": "/v1/files"}, "respond": {"body": {}}}])");
  Answer const of_no_model = ask("GET", "/s/v1/files");
  EXPECT_EQ(of_no_model.body, "{}");
  EXPECT_EQ(header_named(of_no_model.headers, "x-ratelimit-limit-requests"), nullptr);
}

TEST_F(UsualStep, SharesItsRefusalWithAShortForm) {
  std::string const lost = R"({"model": "m", "input": "x", "previous_response_id": "no"})";
  play(R"([{"respond": {"text": "a"}}, {"respond": {"text": "a", "verbatim": true}}, {"respond": {"body": {}}}])");
  Answer const refused = ask("POST", "/s/v1/responses", lost);
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("previous_response_not_found"));
  EXPECT_EQ(ask("POST", "/s/v1/responses", lost).status, 200) << "verbatim";
  EXPECT_EQ(ask("POST", "/s/v1/responses", lost).status, 200) << "body";
}

TEST(UnknownResponses, AreRefusedAfterTheRequestIsChecked) {
  Request const request{.method = "POST",
                        .target = "/v1/responses",
                        .headers = {{"content-type", "application/json"}},
                        .body = R"({"model": "m", "input": "x", "previous_response_id": "no"})",
                        .received_at_us = 0};
  Provider strict{CheckMode::enforce, JournalBounds{}};
  EXPECT_EQ(strict.respond(request).status, 401);
  Provider lenient{CheckMode::report, JournalBounds{}};
  EXPECT_EQ(lenient.respond(request).status, 400);
  EXPECT_EQ(lenient.journal().all().back()->findings.at(0).rule, "responses.auth.present");
}

}  // namespace
}  // namespace mock_provider::usual_step_test
