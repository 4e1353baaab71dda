#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/parse/prompty_parser.hpp"
#include "prompty/pipeline/prepare.hpp"

namespace prompty::prepare_doubles_test {
namespace {

/// Puts the input `x` in the place of `$x`.
class DollarRenderer final : public Renderer {
 public:
  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override {
    std::string text = agent.instructions;
    std::size_t const at = text.find("$x");
    return at == std::string::npos ? text : text.replace(at, 2, inputs.value("x", std::string()));
  }
};

/// One message with all of the text.
class WholeParser final : public Parser {
 public:
  [[nodiscard]] std::vector<Message> parse(PromptyAgent const&, std::string const& rendered) const override {
    return {{.role = "tool", .content = {TextPart{.value = rendered}}}};
  }
};

class PrepareWithDoubles : public testing::Test {
 protected:
  PrepareWithDoubles() {
    runtime.invokers.renderers.add("k1", std::make_shared<DollarRenderer>());
    runtime.invokers.parsers.add("p1", std::make_shared<WholeParser>());
    runtime.invokers.parsers.add("prompty", make_prompty_parser());
    agent.prompt_template.format.kind = "k1";
  }

  Runtime runtime;
  PromptyAgent agent{.instructions = "user:\n$x"};
};

TEST_F(PrepareWithDoubles, AsksTheRendererAndTheParserOfTheAgent) {
  agent.prompt_template.parser.kind = "p1";
  std::vector<Message> const prepared = prepare(agent, Json{{"x", "user:\nHi"}}, runtime);
  EXPECT_EQ(prepared, (std::vector<Message>{{.role = "tool", .content = {TextPart{.value = "user:\nuser:\nHi"}}}}));
}

TEST_F(PrepareWithDoubles, TagsTheTemplateOfAnyRenderer) {
  EXPECT_EQ(prepare(agent, Json{{"x", "system:\nHi"}}, runtime),
            (std::vector<Message>{{.role = "user", .content = {TextPart{.value = "system:\nHi"}}}}));
}

TEST_F(PrepareWithDoubles, SplicesAlsoForAnotherParser) {
  agent.prompt_template.parser.kind = "p1";
  agent.inputs = {{.name = "x", .kind = "thread"}};
  std::vector<Message> const prepared =
      prepare(agent, Json{{"x", Json::array({Json{{"role", "assistant"}, {"content", "A"}}})}}, runtime);
  ASSERT_EQ(prepared.size(), 2U);
  EXPECT_EQ(prepared.at(1).role, "assistant");
}

}  // namespace
}  // namespace prompty::prepare_doubles_test
