#include "prompty/pipeline/child_prompts.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::child_prompts_test {
namespace {

Environment nothing() {
  return [](std::string const&) -> std::optional<std::string> { return std::nullopt; };
}

class ChildPrompts : public testing::Test {
 protected:
  [[nodiscard]] PromptyAgent with_tool(std::optional<std::string> path,
                                       std::optional<std::string> description = std::nullopt) const {
    PromptyAgent agent{.origin = Origin{.file = folder.path() + "/prompts/parent.prompty"}};
    agent.tools = {
        {.name = "t", .description = std::move(description), .details = PromptyTool{.path = std::move(path)}}};
    return agent;
  }

  prompty_tests::TemporaryFolder folder;
};

TEST_F(ChildPrompts, OfferTheirInputsUnderTheNameOfTheTool) {
  static_cast<void>(
      folder.write("prompts/parts/child.prompty", "---\nname: child\ndescription: D\ninputs:\n  words: 20\n---\nHi"));
  PromptyAgent const agent = with_child_prompts(with_tool("./parts/child.prompty"), nothing());
  EXPECT_EQ(agent.tools[0].offered,
            (std::vector<ToolDefinition>{
                {.name = "t",
                 .description = "D",
                 .parameters = Json::parse(R"({"type":"object","properties":{"words":{"type":"integer"}}})")}}));
}

TEST_F(ChildPrompts, AreDescribedByTheirToolFirst) {
  static_cast<void>(folder.write("prompts/child.prompty", "---\ndescription: D\n---\nHi"));
  EXPECT_EQ(with_child_prompts(with_tool("child.prompty", "T"), nothing()).tools[0].offered->at(0).description, "T");
  EXPECT_EQ(with_child_prompts(with_tool("child.prompty", ""), nothing()).tools[0].offered->at(0).description, "D");
}

TEST_F(ChildPrompts, AreLoadedInTheEnvironmentGiven) {
  static_cast<void>(folder.write("prompts/child.prompty", "---\ndescription: ${env:WHAT}\n---\nHi"));
  Environment const environment = [](std::string const& name) { return std::optional<std::string>(name + "!"); };
  EXPECT_EQ(with_child_prompts(with_tool("child.prompty"), environment).tools[0].offered->at(0).description, "WHAT!");
}

TEST_F(ChildPrompts, StayInTheFolderOfTheirParent) {
  static_cast<void>(folder.write("child.prompty", "Hi"));
  std::string const message =
      raised<ValueError>([&] { static_cast<void>(with_child_prompts(with_tool("../child.prompty"), nothing())); });
  EXPECT_EQ(message.find("Tool 't': ../child.prompty is outside the folder of the prompt"), 0U) << message;
}

TEST_F(ChildPrompts, OfAChildMayLieBesideTheOutermostPrompt) {
  static_cast<void>(folder.write("grandchild.prompty", "---\ndescription: G\n---\nHi"));
  PromptyAgent child = with_tool("../grandchild.prompty");
  child.origin->outermost_folder = folder.path();
  EXPECT_EQ(with_child_prompts(child, nothing()).tools[0].offered->at(0).description, "G");
}

TEST_F(ChildPrompts, HaveToBeThere) {
  EXPECT_NE(
      raised<FileNotFoundError>([&] { static_cast<void>(with_child_prompts(with_tool("lost.prompty"), nothing())); }),
      "");
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(with_child_prompts(with_tool(std::nullopt), nothing()));
            }).find("Tool 't': a tool of kind 'prompty' needs the path"),
            0U);
}

TEST_F(ChildPrompts, AreNotLookedForWhenWhatTheyOfferIsKnown) {
  PromptyAgent agent = with_tool("lost.prompty");
  agent.tools[0].offered = std::vector<ToolDefinition>{{.name = "known"}};
  EXPECT_EQ(with_child_prompts(agent, nothing()), agent);
}

}  // namespace
}  // namespace prompty::child_prompts_test
