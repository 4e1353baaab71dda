#include "prompty/trace/gen_ai.hpp"

#include <gmock/gmock.h>

namespace prompty::gen_ai_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

PromptyAgent agent_of(std::string const& api_type) {
  PromptyAgent agent;
  agent.model = Model{.id = "m", .provider = "acme", .api_type = api_type};
  return agent;
}

Json operation_of(std::string const& api_type) {
  return gen_ai::of_agent(agent_of(api_type)).front().second;
}

TEST(GenAi, NamesOperationProviderAndModel) {
  EXPECT_THAT(gen_ai::of_agent(agent_of("chat")),
              ElementsAre(Pair("gen_ai.operation.name", "chat"), Pair("gen_ai.provider.name", "acme"),
                          Pair("gen_ai.request.model", "m")));
  EXPECT_THAT(gen_ai::of_agent(PromptyAgent{}), ElementsAre(Pair("gen_ai.operation.name", "chat")));
}

TEST(GenAi, NamesTheOperationOfEachApiType) {
  EXPECT_EQ(operation_of("embedding"), Json("embeddings"));
  EXPECT_EQ(operation_of("image"), Json("image_generation"));
  EXPECT_EQ(operation_of("responses"), Json("chat"));
  EXPECT_EQ(operation_of("speech"), Json("speech"));
}

TEST(GenAi, TakesEveryOptionOfARequest) {
  Json const body = Json::parse(R"({"model": "m", "messages": [], "temperature": 0, "stop": ["E"], "tools": [{}],
                                    "response_format": {}, "user": null})");
  EXPECT_THAT(gen_ai::of_request(body),
              ElementsAre(Pair("gen_ai.request.temperature", 0), Pair("gen_ai.request.stop", Json::array({"E"})),
                          Pair("gen_ai.request.user", Json(nullptr))));
  EXPECT_THAT(gen_ai::of_request(Json::array()), IsEmpty());
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

TEST(GenAi, GathersTheChunksOfChat) {
  gen_ai::StreamedResponse response;
  for (char const* const chunk :
       {R"({"id": "c", "choices": [{"delta": {}, "finish_reason": null}]})",
        R"({"id": "c", "choices": [{"delta": {}, "finish_reason": "stop"}], "usage": null})",
        R"({"id": "c", "choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 2}})", "7"}) {
    response.take(Json::parse(chunk));
  }
  EXPECT_EQ(response.gathered(), Json::parse(R"({"id": "c", "choices": [{"finish_reason": "stop"}],
                                                 "usage": {"prompt_tokens": 1, "completion_tokens": 2}})"));
}

TEST(GenAi, GathersTheEventsOfAnthropic) {
  gen_ai::StreamedResponse response;
  for (char const* const event :
       {R"({"type": "message_start", "message": {"id": "msg", "usage": {"input_tokens": 9, "output_tokens": 1}}})",
        R"({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 6}})"}) {
    response.take(Json::parse(event));
  }
  EXPECT_THAT(gen_ai::of_response(response.gathered()),
              ElementsAre(Pair("gen_ai.usage.input_tokens", 9), Pair("gen_ai.usage.output_tokens", 6),
                          Pair("gen_ai.response.finish_reasons", Json::array({"end_turn"})),
                          Pair("gen_ai.response.id", "msg")));
}

TEST(GenAi, GathersTheEventsOfResponses) {
  gen_ai::StreamedResponse response;
  response.take(Json::parse(R"({"type": "response.created", "response": {"id": "resp", "usage": null}})"));
  response.take(
      Json::parse(R"({"type": "response.completed", "response": {"id": "resp", "usage": {"input_tokens": 2}}})"));
  EXPECT_EQ(response.gathered(), Json::parse(R"({"id": "resp", "usage": {"input_tokens": 2}})"));
}

}  // namespace
}  // namespace prompty::gen_ai_test
