#include "prompty/wire/openai/embedding.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

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
  return json_text::dump(openai::embedding_request(agent(), messages, Profile::as_written));
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
  EXPECT_EQ(json_text::dump(openai::embedding_request(PromptyAgent{.name = "foo"}, {}, Profile::as_written)),
            R"({"input":[]})");
}

TEST(EmbeddingRequest, WantsTextsThatSaySomethingWhenLive) {
  auto const live = [](std::vector<Message> const& messages) {
    return raised<ValueError>(
        [&] { static_cast<void>(openai::embedding_request(PromptyAgent{}, messages, Profile::live)); });
  };
  EXPECT_NE(live({}).find("no message has a text part"), std::string::npos);
  EXPECT_NE(
      live({{.role = "user", .content = {TextPart{.value = "a"}, TextPart{.value = ""}}}}).find("text 2 is empty"),
      std::string::npos);
  EXPECT_EQ(openai::embedding_request(PromptyAgent{}, {{.role = "user", .content = {TextPart{.value = " "}}}},
                                      Profile::live)["input"],
            Json(" "));
}

}  // namespace
}  // namespace prompty::wire_embedding_test
