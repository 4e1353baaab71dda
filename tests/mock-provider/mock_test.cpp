#include "mock-provider/mock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "mock-provider/support/chat.hpp"
#include "support/temporary_folder.hpp"

namespace mock_provider::mock_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

int port_of(Mock const& mock) {
  return std::stoi(mock.url().substr(mock.url().rfind(':') + 1));
}

httplib::Result ask(Mock const& mock, MockScenario const& scenario, std::string const& text = "hi") {
  return mock_provider_tests::post(port_of(mock), "/" + scenario.name() + "/v1/chat/completions",
                                   mock_provider_tests::sound_request(text));
}

TEST(HttpMock, PlaysScenariosInYamlAndJsonAndStepsAlone) {
  Mock mock;
  for (std::string const text :
       {"steps:\n  - respond: {text: Bonjour}\n", R"({"steps": [{"respond": {"text": "Bonjour"}}]})",
        "- respond: {text: Bonjour}\n", R"([{"respond": {"text": "Bonjour"}}])"}) {
    MockScenario const scenario = mock.play("greeting", text);
    EXPECT_THAT(ask(mock, scenario)->body, HasSubstr("Bonjour")) << text;
  }
}

TEST(HttpMock, TellsWhatItReceivedSinceTheScenarioIsPlayed) {
  Mock mock;
  std::string const steps = "- respond: {text: one}\n- respond: {text: two}\n";
  EXPECT_EQ(ask(mock, mock.play("s", steps))->status, 200);
  MockScenario const scenario = mock.play("s", steps);
  EXPECT_EQ(scenario.url(), mock.url() + "/s");
  EXPECT_EQ(scenario.openai_url(), mock.url() + "/s/v1");
  EXPECT_THAT(scenario.requests(), IsEmpty());
  httplib::Client client("127.0.0.1", port_of(mock));
  std::string const body = R"({"model": "gpt-4o", "messages": [], "fun": true})";
  EXPECT_EQ(
      client.Post("/s/v1/chat/completions?a=1", {{"Authorization", "Bearer k"}}, body, "application/json")->status,
      200);
  std::vector<MockRequest> const requests = scenario.requests();
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].path, "/v1/chat/completions");
  EXPECT_EQ(requests[0].query, "a=1");
  EXPECT_EQ(requests[0].body, body);
  EXPECT_EQ(requests[0].step, 1U);
  EXPECT_THAT(requests[0].headers, testing::Contains(testing::Pair("Authorization", "Bearer k")));
  EXPECT_THAT(requests[0].findings, testing::Contains(HasSubstr("chat.field.unknown at /fun: ")));
  EXPECT_THAT(scenario.unplayed(), ElementsAre(HasSubstr("step 2")));
}

TEST(HttpMock, AnswersWithoutAScenarioAndAsOneThatTakesRequestsWithoutAPrefix) {
  Mock mock;
  auto const text = [&] {
    return mock_provider_tests::post(port_of(mock), "/v1/chat/completions", mock_provider_tests::sound_request())->body;
  };
  EXPECT_THAT(text(), HasSubstr("The mock provider received 1 message"));
  MockScenario const scenario = mock.play("default", "- respond: {text: scripted}\n");
  EXPECT_EQ(scenario.url(), mock.url());
  EXPECT_THAT(text(), HasSubstr("scripted"));
  scenario.remove();
  EXPECT_THAT(text(), HasSubstr("The mock provider received 1 message"));
}

TEST(HttpMock, LetsHeldEventsOut) {
  Mock mock;
  MockScenario const scenario = mock.play("s", "- respond: {text: one two, hold: 0}\n");
  std::thread later([&] {
    while (scenario.requests().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    scenario.let_out(100);
  });
  Json request = mock_provider_tests::sound_request();
  request["stream"] = true;
  httplib::Result const answer = mock_provider_tests::post(port_of(mock), "/s/v1/chat/completions", request);
  later.join();
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->body, HasSubstr("[DONE]"));
}

TEST(HttpMock, PlaysAFileUnderTheNameThatItSays) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write("weather.yaml", "name: weather\nsteps:\n  - respond: {text: sunny}\n");
  Mock mock;
  MockScenario const scenario = mock.play_file(file);
  EXPECT_EQ(scenario.name(), "weather");
  EXPECT_THAT(ask(mock, scenario)->body, HasSubstr("sunny"));
}

TEST(HttpMock, RefusesAsConfigured) {
  Mock mock({.check = MockOptions::Check::enforce, .api_keys = {"sk-right"}});
  httplib::Client client("127.0.0.1", port_of(mock));
  auto const status = [&](char const* key, char const* body) {
    return client.Post("/v1/chat/completions", {{"Authorization", key}}, body, "application/json")->status;
  };
  EXPECT_EQ(status("Bearer sk-wrong", R"({"model": "m", "messages": [{"role": "user", "content": "a"}]})"), 401);
  EXPECT_EQ(status("Bearer sk-right", R"({"model": "m", "messages": [{"role": "user", "content": "a"}]})"), 200);
  EXPECT_EQ(status("Bearer sk-right", R"({"model": "m", "messages": []})"), 400);
  Mock const lenient({.check = MockOptions::Check::off});
  EXPECT_EQ(mock_provider_tests::post(port_of(lenient), "/v1/chat/completions", Json::object())->status, 200);
}

TEST(HttpMock, SaysWhatIsWrong) {
  Mock mock;
  auto const problem = [](auto const& attempt) {
    try {
      attempt();
    } catch (std::runtime_error const& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(problem([&] { mock.play("s", "steps: [{respond: {txt: a}}]"); }), HasSubstr("/steps/0/respond/txt"));
  EXPECT_THAT(problem([&] { mock.play("s", "{\"steps\": ["); }), HasSubstr("line 1"));
  EXPECT_THAT(problem([&] { mock.play("v1", "- respond: {text: a}"); }), HasSubstr("no name for a scenario"));
  EXPECT_THAT(problem([&] { mock.play_file("/nowhere.yaml"); }), HasSubstr("/nowhere.yaml"));
  EXPECT_THAT(problem([&] { Mock({.port = port_of(mock)}); }), HasSubstr(std::to_string(port_of(mock))));
}

TEST(HttpMock, CanBeReadAfterItHasStopped) {
  Mock mock;
  MockScenario const scenario = mock.play("s", "- respond: {text: one}\n");
  ASSERT_TRUE(ask(mock, scenario));
  mock.stop();
  EXPECT_FALSE(ask(mock, scenario));
  EXPECT_THAT(scenario.requests(), SizeIs(1));
}

}  // namespace
}  // namespace mock_provider::mock_test
