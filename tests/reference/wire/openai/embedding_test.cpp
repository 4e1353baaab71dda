#include "prompty/wire/openai/embedding.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_embedding_test {
namespace {

PromptyAgent agent() {
  PromptyAgent agent{.name = "foo"};
  agent.model =
      Model{.id = "m", .options = ModelOptions{.temperature = 0.5, .additional_properties = Json{{"dimensions", 2}}}};
  agent.tools = {{.name = "t", .details = FunctionTool{}}};
  agent.outputs = {{.name = "a"}};
  return agent;
}

std::string request(std::vector<Message> const& messages) {
  return json_text::dump(openai::embedding_request(agent(), messages));
}

TEST(EmbeddingRequest, SendsASingleTextAsAStringAndNothingElse) {
  EXPECT_EQ(request({{.role = "user", .content = {TextPart{.value = "a"}, ImagePart{.value = "u"}}}}),
            R"({"model":"m","input":"a"})");
}

TEST(EmbeddingRequest, CollectsTheTextsOfAllMessagesInOrder) {
  EXPECT_EQ(request({{.role = "system", .content = {TextPart{.value = "a"}}},
                     {.role = "user", .content = {TextPart{.value = ""}, TextPart{.value = "c"}}}}),
            R"({"model":"m","input":["a","","c"]})");
}

TEST(EmbeddingRequest, SendsTheEmptyArrayWithoutAnyText) {
  EXPECT_EQ(request({{.role = "user", .content = {ImagePart{.value = "u"}}}}), R"({"model":"m","input":[]})");
}

TEST(EmbeddingRequest, InventsNoModelName) {
  EXPECT_EQ(json_text::dump(openai::embedding_request(PromptyAgent{.name = "foo"}, {})), R"({"input":[]})");
}

}  // namespace
}  // namespace prompty::wire_embedding_test
