#include <gmock/gmock.h>

#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>

#include "prompty/trace/gen_ai.hpp"
#include "prompty/trace/sinks.hpp"
#include "prompty/trace/span.hpp"

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

TEST(Redaction, OfManyMembersTakesLinearTime) {
  Json many = Json::object();
  Json::object_t::Container& members = many.get_ref<Json::object_t&>();
  for (int index = 0; index < 200'000; ++index) members.emplace_back("k" + std::to_string(index), 1);
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(redacted("inputs", many).size(), 200'000U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
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

TEST(Usage, SumsEveryNumberUnderItsName) {
  Usage usage;
  usage.add(Json::parse(R"({"input_tokens": 3, "cached_tokens": 2, "cost": 0.5, "tier": "x", "details": {"a": 1}})"));
  usage.add(Json::parse(R"({"cached_tokens": 5, "cost": 1, "input_tokens": null})"));
  EXPECT_EQ(usage.as_json(), Json::parse(R"({"input_tokens": 3, "cached_tokens": 7, "cost": 1.5})"));
  Usage large;
  large.add(Json{{"n", std::numeric_limits<std::uint64_t>::max()}});
  EXPECT_EQ(large.as_json(), (Json{{"n", std::numeric_limits<std::int64_t>::max()}}));
  Usage negative;
  negative.add(Json{{"n", std::numeric_limits<std::int64_t>::min()}});
  negative.add(Json{{"n", -1}});
  EXPECT_EQ(negative.as_json(), (Json{{"n", std::numeric_limits<std::int64_t>::min()}}));
}

TEST(GenAi, NamesTheOperationOfAnApiTypeOfSomebodyElse) {
  PromptyAgent agent;
  agent.model = Model{.id = "m", .provider = "acme", .api_type = "speech"};
  EXPECT_EQ(gen_ai::of_agent(agent).front().second, Json("speech"));
}

TEST(GenAi, TakesWhatAnAnswerTells) {
  Json const response =
      Json::parse(R"({"id": "r", "model": "m-1", "usage": {"prompt_tokens": 3, "completion_tokens": 4},
      "choices": [{"finish_reason": "stop"}, {"finish_reason": null}, {"finish_reason": "length"}]})");
  EXPECT_THAT(gen_ai::of_response(response),
              ElementsAre(Pair("gen_ai.usage.input_tokens", 3), Pair("gen_ai.usage.output_tokens", 4),
                          Pair("gen_ai.response.finish_reasons", Json::array({"stop", "length"})),
                          Pair("gen_ai.response.id", "r"), Pair("gen_ai.response.model", "m-1")));
  EXPECT_THAT(gen_ai::of_response(Json::parse(R"({"usage": null, "choices": [], "id": 7})")), IsEmpty());
  EXPECT_THAT(gen_ai::of_response(Json("no object")), IsEmpty());
  Json const cached = Json::parse(R"({"usage": {"prompt_tokens_details": {"cached_tokens": 4},
                                                "completion_tokens_details": {"reasoning_tokens": 0}}})");
  EXPECT_THAT(gen_ai::of_response(cached), ElementsAre(Pair("gen_ai.usage.cache_read.input_tokens", 4),
                                                       Pair("gen_ai.usage.reasoning.output_tokens", 0)));
  Json const written =
      Json::parse(R"({"usage": {"cache_read_input_tokens": 5, "cache_creation_input_tokens": 6, "input_tokens": 1}})");
  EXPECT_THAT(gen_ai::of_response(written),
              ElementsAre(Pair("gen_ai.usage.input_tokens", 1), Pair("gen_ai.usage.cache_read.input_tokens", 5),
                          Pair("gen_ai.usage.cache_creation.input_tokens", 6)));
}

TEST(GenAi, GathersTheEventsOfResponses) {
  gen_ai::StreamedResponse response;
  response.take(
      Json::parse(R"({"type": "response.created", "response": {"id": "resp", "model": "m", "usage": null}})"));
  response.take(
      Json::parse(R"({"type": "response.completed", "response": {"id": "resp", "usage": {"input_tokens": 2}}})"));
  EXPECT_EQ(response.gathered(), Json::parse(R"({"id": "resp", "model": "m", "usage": {"input_tokens": 2}})"));
}

std::vector<std::string> texts_of(std::vector<gen_ai::MessageEvent> const& events) {
  std::vector<std::string> texts;
  for (gen_ai::MessageEvent const& event : events)
    texts.push_back(std::string(event.name) + " " + event.content.dump());
  return texts;
}

TEST(GenAi, MakesEventsOfARequest) {
  testing::Test::RecordProperty("clause", "P3.1-19");
  Json const messages = Json::parse(R"([{"role": "system", "content": "Be."}, {"role": "user", "content": "Go."}])");
  EXPECT_THAT(texts_of(gen_ai::events_of_request(messages, Json::parse(R"({"tools": [{"n": 1}]})"))),
              ElementsAre("gen_ai.input.messages " + messages.dump(), R"(gen_ai.system_instructions ["Be."])",
                          R"(gen_ai.tool.definitions [{"n":1}])"));
  EXPECT_THAT(texts_of(gen_ai::events_of_request(Json::array(), nullptr)), ElementsAre("gen_ai.input.messages []"));
}

TEST(GenAi, MakesAnEventOfAnAnswer) {
  testing::Test::RecordProperty("clause", "P3.1-19");
  auto const texts = [](char const* response) { return texts_of(gen_ai::events_of_response(Json::parse(response))); };
  EXPECT_THAT(texts(R"({"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]})"),
              ElementsAre(R"(gen_ai.output.messages [{"content":"a"},{"content":"b"}])"));
  EXPECT_THAT(texts(R"({"output": [{"type": "message"}]})"),
              ElementsAre(R"(gen_ai.output.messages [{"type":"message"}])"));
  EXPECT_THAT(texts(R"({"role": "assistant", "content": [{"type": "text"}]})"),
              ElementsAre(R"(gen_ai.output.messages [{"role":"assistant","content":[{"type":"text"}]}])"));
  EXPECT_THAT(texts(R"({"data": [{"embedding": [1]}]})"), IsEmpty());
}

}  // namespace
}  // namespace prompty::attributes_test
