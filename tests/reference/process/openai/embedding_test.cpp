#include "prompty/process/openai/embedding.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::process_embedding_test {
namespace {

Outcome of(char const* data) {
  return processing::process_embedding(Json{{"data", Json::parse(data)}});
}

std::string problem(char const* response) {
  return raised<ValueError>([&] { static_cast<void>(processing::process_embedding(Json::parse(response))); });
}

TEST(EmbeddingProcessing, GivesASingleVectorAsItself) {
  EXPECT_EQ(of(R"([{"embedding":[0.5,-1]}])"), Outcome(Embedding{.values = {0.5, -1}}));
}

TEST(EmbeddingProcessing, GivesSeveralVectorsInTheOrderOfTheData) {
  EXPECT_EQ(of(R"([{"index":1,"embedding":[0.5]},{"index":0,"embedding":[0.25]}])"),
            Outcome(std::vector<Embedding>{{.values = {0.5}}, {.values = {0.25}}}));
}

TEST(EmbeddingProcessing, RefusesAnswersWithoutVectors) {
  EXPECT_EQ(problem(R"({"data":[]})"), "Empty embedding response");
  EXPECT_EQ(problem("{}"), "Unexpected response format: /data must be a list, not nothing");
  EXPECT_EQ(problem(R"({"data":[{"embedding":[1]},{"embedding":"AACA"}]})"),
            "Unexpected response format: /data/1/embedding must be a list of numbers, not the string \"AACA\"");
  EXPECT_EQ(problem(R"({"data":[{"embedding":["1"]}]})"),
            "Unexpected response format: /data/0/embedding must be a list of numbers, not a list of 1");
}

}  // namespace
}  // namespace prompty::process_embedding_test
