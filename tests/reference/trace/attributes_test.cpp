#include <gmock/gmock.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "prompty/trace/gen_ai.hpp"
#include "prompty/trace/span.hpp"
#include "prompty/trace/trace_value.hpp"

namespace prompty::attributes_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

Json hidden(char const* text) {
  return redacted("inputs", Json::parse(text));
}

TEST(Redaction, ReplacesWhatSecretWordsName) {
  EXPECT_EQ(hidden(R"({"x-api-key": "a", "OAuth": 1, "Set-Cookie": ["b"], "n": "c"})"),
            Json::parse(R"({"x-api-key": "[REDACTED]", "OAuth": "[REDACTED]", "Set-Cookie": "[REDACTED]", "n": "c"})"));
}

TEST(Redaction, GoesIntoListsAndObjects) {
  EXPECT_EQ(hidden(R"([{"a": [{"secret": "s", "key": "k"}]}])"),
            Json::parse(R"([{"a": [{"secret": "[REDACTED]", "key": "k"}]}])"));
}

TEST(Redaction, LooksAtTheKeyOfTheValueItself) {
  EXPECT_EQ(redacted("gen_ai.request.token", "t"), Json("[REDACTED]"));
  EXPECT_EQ(redacted("gen_ai.usage.input_tokens", 7), Json(7));
}

TEST(Redaction, KeepsNullAndCounters) {
  char const* const counters =
      R"({"password": null, "max_tokens": 5, "prompt_tokens_details": {"cached_tokens": 1, "x": 2.5}, "tokens": {}})";
  EXPECT_EQ(hidden(counters), Json::parse(counters));
  EXPECT_EQ(hidden(R"({"tokens": {"a": 1, "b": "text"}, "token": 5, "some_tokens": [1, 2]})"),
            Json::parse(R"({"tokens": "[REDACTED]", "token": "[REDACTED]", "some_tokens": "[REDACTED]"})"));
}

TEST(Redaction, ReplacesObjectsWithMoreThanNumbers) {
  EXPECT_EQ(hidden(R"({"tokens": {"a": {"b": 1}}, "api_tokens": {"a": 1, "b": null}, "more_tokens": {"a": true}})"),
            Json::parse(R"({"tokens": "[REDACTED]", "api_tokens": "[REDACTED]", "more_tokens": "[REDACTED]"})"));
}

TEST(TraceValues, ArePlainJson) {
  EXPECT_EQ(trace_value(std::chrono::system_clock::time_point(std::chrono::milliseconds(1500))),
            Json("1970-01-01T00:00:01.500Z"));
  EXPECT_EQ(trace_value(std::filesystem::path("a/b.prompty")), Json("a/b.prompty"));
  EXPECT_EQ(trace_value(std::numeric_limits<double>::quiet_NaN()), Json("NaN"));
  EXPECT_EQ(redacted("x", Json::array({-std::numeric_limits<double>::infinity(), 0.5})),
            Json::parse(R"(["-Infinity", 0.5])"));
}

TEST(Usage, StopsAtTheLargestNumber) {
  Usage usage;
  Json const most{{"input_tokens", std::numeric_limits<std::int64_t>::max()}};
  usage.add(most);
  usage.add(Json{{"input_tokens", 1}});
  EXPECT_EQ(usage.as_json(), most);
}

TEST(GenAi, NamesTheOperationOfAnApiTypeOfSomebodyElse) {
  PromptyAgent agent;
  agent.model = Model{.id = "m", .provider = "acme", .api_type = "speech"};
  EXPECT_EQ(gen_ai::of_agent(agent).front().second, Json("speech"));
}

TEST(GenAi, TakesWhatAnAnswerTells) {
  Json const response = Json::parse(R"({"id": "r", "usage": {"prompt_tokens": 3, "completion_tokens": 4},
      "choices": [{"finish_reason": "stop"}, {"finish_reason": null}, {"finish_reason": "length"}]})");
  EXPECT_THAT(gen_ai::of_response(response),
              ElementsAre(Pair("gen_ai.usage.input_tokens", 3), Pair("gen_ai.usage.output_tokens", 4),
                          Pair("gen_ai.response.finish_reasons", Json::array({"stop", "length"})),
                          Pair("gen_ai.response.id", "r")));
  EXPECT_THAT(gen_ai::of_response(Json::parse(R"({"usage": null, "choices": [], "id": 7})")), IsEmpty());
  EXPECT_THAT(gen_ai::of_response(Json("no object")), IsEmpty());
}

TEST(GenAi, GathersTheEventsOfResponses) {
  gen_ai::StreamedResponse response;
  response.take(Json::parse(R"({"type": "response.created", "response": {"id": "resp", "usage": null}})"));
  response.take(
      Json::parse(R"({"type": "response.completed", "response": {"id": "resp", "usage": {"input_tokens": 2}}})"));
  EXPECT_EQ(response.gathered(), Json::parse(R"({"id": "resp", "usage": {"input_tokens": 2}})"));
}

}  // namespace
}  // namespace prompty::attributes_test
