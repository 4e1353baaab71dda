#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/openai/embeddings.hpp"

namespace mock_provider::embeddings_body_test {
namespace {

Json answer_to(char const* request) {
  return embeddings_body::body(Completion{}, Json::parse(request), 0);
}

TEST(EmbeddingsBody, HasAVectorOfUnitLengthForEachInput) {
  Json const answer = answer_to(R"({"model": "m", "input": ["a", "b", "a"]})");
  EXPECT_EQ(answer.at("object"), "list");
  EXPECT_EQ(answer.at("model"), "m");
  ASSERT_EQ(answer.at("data").size(), 3U);
  for (std::size_t index = 0; index < 3; ++index) {
    Json const& item = answer.at("data")[index];
    EXPECT_EQ(item.at("index"), index);
    double squares = 0;
    for (Json const& number : item.at("embedding")) squares += std::pow(number.get<double>(), 2);
    EXPECT_NEAR(squares, 1, 1e-5);
  }
  EXPECT_EQ(answer.at("data")[0].at("embedding"), answer.at("data")[2].at("embedding"));
  EXPECT_NE(answer.at("data")[0].at("embedding"), answer.at("data")[1].at("embedding"));
}

TEST(EmbeddingsBody, TakesOneTextAndOneListOfTokensForOneInput) {
  EXPECT_EQ(answer_to(R"({"input": "a"})").at("data").size(), 1U);
  EXPECT_EQ(answer_to(R"({"input": [1, 2]})").at("data").size(), 1U);
  EXPECT_EQ(answer_to(R"({"input": [[1, 2], [3]]})").at("data").size(), 2U);
}

TEST(EmbeddingsBody, HasAnIdForMistralsModelsAlone) {
  EXPECT_TRUE(
      answer_to(R"({"model": "mistral-embed", "input": "a"})").at("id").get<std::string>().starts_with("embd-"));
  EXPECT_TRUE(answer_to(R"({"model": "codestral-embed", "input": "a"})").contains("id"));
  EXPECT_FALSE(answer_to(R"({"model": "mistralai/mistral-embed", "input": "a"})").contains("id"));
  EXPECT_FALSE(answer_to(R"({"model": "text-embedding-3-small", "input": "a"})").contains("id"));
}

TEST(EmbeddingsBody, HasAsManyNumbersAsRequested) {
  EXPECT_EQ(answer_to(R"({"input": "a"})").at("data")[0].at("embedding").size(), 16U);
  EXPECT_EQ(answer_to(R"({"input": "a", "dimensions": 3})").at("data")[0].at("embedding").size(), 3U);
}

TEST(EmbeddingsBody, WritesFourBytesANumberInBase64) {
  Json const answer = answer_to(R"({"input": "a", "dimensions": 3, "encoding_format": "base64"})");
  EXPECT_EQ(answer.at("data")[0].at("embedding").get<std::string>().size(), 16U);
}

TEST(EmbeddingsBody, HasTheGivenVectorsFromTheFrontAgain) {
  Completion const said{.usage = Usage{.prompt_tokens = 5}, .embedding = Embedding{.vectors = {{1, 0}, {0, 0.5}}}};
  Json const answer = embeddings_body::body(said, Json::parse(R"({"input": ["a", "b", "c"], "dimensions": 7})"), 0);
  EXPECT_EQ(answer.at("data")[1].at("embedding"), Json::parse("[0.0, 0.5]"));
  EXPECT_EQ(answer.at("data")[2].at("embedding"), Json::parse("[1.0, 0.0]"));
  EXPECT_EQ(answer.at("usage").at("total_tokens"), 5);
  Json const encoded = embeddings_body::body(said, Json::parse(R"({"input": "a", "encoding_format": "base64"})"), 0);
  EXPECT_EQ(encoded.at("data")[0].at("embedding"), "AACAPwAAAAA=");
}

TEST(EmbeddingsBody, TakesAnyJson) {
  for (char const* const request : {"null", "[]", "{}", R"({"input": {}, "dimensions": "x", "model": 1})"}) {
    EXPECT_TRUE(answer_to(request).at("data").is_array()) << request;
  }
}

TEST(WholeAnswersOfEmbeddings, HaveTheirNumbersInBase64OnRequest) {
  Json const whole = Json::parse(R"({"data": [{"embedding": [1, -0.5]}, {"embedding": []}], "model": "m"})");
  // 1 is 3f800000 and -0.5 is bf000000, the lowest byte first.
  EXPECT_EQ(embeddings_body::in_requested_form(whole, Json::parse(R"({"encoding_format": "base64"})")),
            Json::parse(R"({"data": [{"embedding": "AACAPwAAAL8="}, {"embedding": ""}], "model": "m"})"));
  for (char const* request : {R"({"encoding_format": "float"})", "{}", "7"})
    EXPECT_EQ(embeddings_body::in_requested_form(whole, Json::parse(request)), whole);
}

TEST(WholeAnswersOfEmbeddings, StayWhereTheyHoldNoNumbers) {
  Json const request = Json::parse(R"({"encoding_format": "base64"})");
  for (char const* text :
       {R"({"data": [{"embedding": [1, null]}]})", R"({"data": [{"embedding": [1e300]}]})",
        R"({"data": [{"embedding": "AAAA"}, 7, {}]})", R"({"data": null})", R"({"error": 1})", "[]"}) {
    Json const whole = Json::parse(text);
    EXPECT_EQ(embeddings_body::in_requested_form(whole, request), whole) << text;
  }
}

std::string request_of(std::size_t inputs, std::string const& members) {
  Json const list(inputs, Json("a"));
  return "{" + members + R"(, "input": )" + json_text::dump(list) + "}";
}

TEST(EmbeddingsBudget, IsAsManyInputsAsTheProviderTakes) {
  EXPECT_EQ(answer_to(request_of(2048, R"("dimensions": 1)").c_str()).at("data").size(), 2048U);
  try {
    static_cast<void>(answer_to(request_of(2049, R"("dimensions": 1)").c_str()));
    FAIL() << "took more inputs than the provider";
  } catch (AnswerTooLarge const& problem) {
    EXPECT_EQ(problem.code(), "array_above_max_length");
    EXPECT_EQ(problem.param(), "input");
    EXPECT_NE(std::string(problem.what()).find("2049 inputs, and a request may have 2048"), std::string::npos);
  }
}

TEST(EmbeddingsBudget, IsAsManyNumbersAsThereIsRoomFor) {
  EXPECT_THROW(answer_to(request_of(2048, R"("dimensions": 4096)").c_str()), AnswerTooLarge);
  Completion said;
  said.embedding = Embedding{.vectors = {{1}, std::vector<double>(1'000'000, 0.5)}};
  EXPECT_THROW((void)embeddings_body::body(said, Json::parse(request_of(2, R"("model": "m")")), 0), AnswerTooLarge);
}

}  // namespace
}  // namespace mock_provider::embeddings_body_test
