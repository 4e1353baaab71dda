#include "prompty/pipeline/offered_tools.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/kind_handlers.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/pipeline/turn.hpp"
#include "prompty/trace/back_ends.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::child_prompts_test {
namespace {

using testing::HasSubstr;

Environment nothing() {
  return [](std::string const&) -> std::optional<std::string> { return std::nullopt; };
}

class ChildPrompts : public testing::Test {
 protected:
  [[nodiscard]] PromptyAgent with_tool(std::optional<std::string> path) const {
    PromptyAgent agent{.origin = Origin{.file = folder.path() + "/prompts/parent.prompty"}};
    agent.tools = {{.name = "t", .details = PromptyTool{.path = std::move(path)}}};
    return agent;
  }

  prompty_tests::TemporaryFolder folder;
};

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

/// Answers with the text of the first message.
class Echo final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    return Json(std::get<TextPart>(messages.at(0).content.at(0)).value);
  }
};

class EchoProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    return Text{.value = response.get<std::string>()};
  }
};

class PromptyTools : public testing::Test {
 protected:
  PromptyTools() {
    register_executor("echo", std::make_shared<Echo>(), *runtime_);
    register_processor("echo", std::make_shared<EchoProcessor>(), *runtime_);
    agent_.origin = Origin{.file = folder_.path() + "/prompts/parent.prompty"};
  }

  void write(std::string const& path, std::string const& rest) {
    static_cast<void>(folder_.write(path, "---\nmodel:\n  id: m\n  provider: echo\n" + rest));
  }

  [[nodiscard]] Json call(std::string const& path, Json const& arguments, CallSetting const& setting = {},
                          std::optional<PromptyMode> mode = std::nullopt) const {
    return call_child_prompt({.name = "child", .details = PromptyTool{.path = path, .mode = mode}}, arguments, agent_,
                             setting, *runtime_);
  }

  prompty_tests::TemporaryFolder folder_;
  std::unique_ptr<Runtime> runtime_ = make_runtime();
  PromptyAgent agent_;
};

TEST_F(PromptyTools, DoNotRunAPromptInsideItself) {
  write("prompts/child.prompty", "---\nuser:\nHi");
  std::string const child = folder_.path() + "/prompts/../prompts/child.prompty";

  EXPECT_THAT(
      raised<ValueError>([&] { static_cast<void>(call("child.prompty", Json::object(), {.prompts = {child}})); }),
      HasSubstr("is already running further out"));
  agent_.origin->file = child;
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(call("child.prompty", Json::object())); }),
              HasSubstr("is already running further out"));
}

TEST_F(PromptyTools, DoNotRunTooManyPromptsInsideEachOther) {
  write("prompts/child.prompty", "---\nuser:\nHi");
  std::vector<std::string> prompts;
  for (int depth = 0; depth < most_nested_prompts; ++depth) {
    prompts.push_back(folder_.path() + "/prompts/" + std::to_string(depth) + ".prompty");
  }

  EXPECT_THAT(
      raised<ValueError>([&] { static_cast<void>(call("child.prompty", Json::object(), {.prompts = prompts})); }),
      HasSubstr("10 prompts are running inside each other already"));
  prompts.pop_back();
  EXPECT_EQ(call("child.prompty", Json::object(), {.prompts = prompts}), Json("Hi"));
}

TEST_F(PromptyTools, RecordTheChildBelowTheSpanOfTheCall) {
  write("prompts/child.prompty", "---\nuser:\nHi");
  Recorder recorder;
  runtime_->tracer.add("recorder", recorder.back_end());
  {
    Span const outer = runtime_->tracer.start("call");
    static_cast<void>(call("child.prompty", Json::object(), {.span = outer.as_parent()}));
  }

  Json const spans = spans_to_json(recorder.spans());
  EXPECT_EQ(spans.at(1).at("name"), Json("invoke"));
  EXPECT_EQ(spans.at(1).at("parent"), Json("call"));
}

TEST_F(PromptyTools, AreNeededForACallOfTheirKind) {
  EXPECT_THAT(raised<ValueError>(
                  [&] { static_cast<void>(call_child_prompt({.name = "f"}, Json::object(), agent_, {}, *runtime_)); }),
              HasSubstr("only tools of kind 'prompty'"));
}

/// What a model does after a call.
enum class Habit { calls_again, repeats_the_result };

/// Counts its requests, and calls the tool "next" so many times in each answer.
class Model final : public Executor {
 public:
  Model(std::atomic<int>& requested, Habit habit, int calls) : requested_(requested), habit_(habit), calls_(calls) {}

  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    ++requested_;
    Message const& last = messages.back();
    bool const repeats = habit_ == Habit::repeats_the_result && last.role == "tool";
    return repeats ? Json(std::get<TextPart>(last.content.front()).value) : Json(calls_);
  }

 private:
  std::atomic<int>& requested_;
  Habit habit_;
  int calls_;
};

class ModelProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    if (response.is_string()) return Text{.value = response.get<std::string>()};
    return std::vector<ToolCall>(response.get<std::size_t>(), {.id = "call_0", .name = "next", .arguments = "{}"});
  }
};

class Children : public testing::Test {
 protected:
  Children() {
    add("endless", Habit::calls_again, 1);
    add("coping", Habit::repeats_the_result, 1);
    add("spreading", Habit::calls_again, 20);
  }

  void add(std::string const& provider, Habit habit, int calls) {
    register_executor(provider, std::make_shared<Model>(requested, habit, calls), *runtime);
    register_processor(provider, std::make_shared<ModelProcessor>(), *runtime);
  }

  /// The path of a prompt whose tool runs `child`, without one a prompt whose tool nothing carries out.
  std::string write(std::string const& name, std::string const& provider, std::string const& child = "",
                    std::string const& mode = "agentic") const {
    std::string const tool =
        child.empty() ? "kind: function" : "kind: prompty, path: ./" + child + ".prompty, mode: " + mode;
    return folder.write(name + ".prompty", "---\nmodel: {id: m, provider: " + provider + "}\ntools: [{name: next, " +
                                               tool + "}]\n---\nuser:\nGo on.\n");
  }

  prompty_tests::TemporaryFolder folder;
  std::unique_ptr<Runtime> runtime = make_runtime();
  std::atomic<int> requested{0};
};

using AgenticChildren = Children;
using SingleChildren = Children;

// With ten requests each they sent 11,110.
TEST_F(AgenticChildren, TogetherSendNoMoreRequestsThanTheOutermostMay) {
  for (int depth = 1; depth < 9; ++depth) {
    static_cast<void>(write("p" + std::to_string(depth), "endless", "p" + std::to_string(depth + 1)));
  }
  static_cast<void>(write("p9", "endless"));
  std::string const outermost = write("p0", "endless", "p1");
  EXPECT_THAT(raised<RuntimeError>([&] { static_cast<void>(turn(outermost, Json::object(), {}, *runtime)); }),
              testing::StartsWith("Agent loop exceeded 10 iterations"));
  EXPECT_EQ(requested, 10);
}

TEST_F(AgenticChildren, LeaveTheTurnAroundThemTheRequestToCopeWithTheirError) {
  static_cast<void>(write("child", "endless"));
  std::string const outer = write("outer", "coping", "child");
  TurnResult const result = turn(outer, Json::object(), {.max_iterations = 5}, *runtime);
  EXPECT_THAT(
      std::get<Text>(result.outcome).value,
      testing::HasSubstr("Agent loop exceeded 5 iterations, counted together with those of the prompts that its "
                         "tools run; allow more with max_iterations"));
  EXPECT_EQ(result.iterations, 2);
  EXPECT_EQ(requested, 5);
}

TEST_F(AgenticChildren, OfAnotherTurnHaveABudgetOfTheirOwn) {
  static_cast<void>(write("child", "coping"));
  std::string const outer = write("outer", "coping", "child");
  TurnOptions const options{.max_iterations = 4};
  for (int turns = 1; turns <= 3; ++turns) {
    EXPECT_NO_THROW(static_cast<void>(turn(outer, Json::object(), options, *runtime)));
    EXPECT_EQ(requested, 4 * turns);
  }
}

// They sent two hundred requests besides the ten of the turn.
TEST_F(SingleChildren, CountAmongTheRequestsOfTheTurn) {
  static_cast<void>(write("child", "endless"));
  std::string const outer = write("outer", "spreading", "child", "single");
  EXPECT_THAT(raised<RuntimeError>([&] { static_cast<void>(turn(outer, Json::object(), {}, *runtime)); }),
              testing::StartsWith("Agent loop exceeded 10 iterations, counted together"));
  EXPECT_EQ(requested, 10);
}

TEST_F(SingleChildren, CountInTheTurnOfAnAgenticChildAsWell) {
  static_cast<void>(write("grandchild", "endless"));
  static_cast<void>(write("child", "spreading", "grandchild", "single"));
  std::string const outer = write("outer", "spreading", "child");
  raised<RuntimeError>([&] { static_cast<void>(turn(outer, Json::object(), {.max_iterations = 30}, *runtime)); });
  EXPECT_EQ(requested, 30);
}

TEST_F(SingleChildren, LeaveTheTurnTheRequestToCopeWithTheirError) {
  static_cast<void>(write("child", "endless"));
  std::string const outer = write("outer", "coping", "child", "single");
  TurnResult const refused = turn(outer, Json::object(), {.max_iterations = 2}, *runtime);
  EXPECT_THAT(std::get<Text>(refused.outcome).value, testing::HasSubstr("Agent loop exceeded 2 iterations, counted"));
  EXPECT_EQ(requested, 2);
  TurnResult const answered = turn(outer, Json::object(), {.max_iterations = 3}, *runtime);
  EXPECT_THAT(std::get<Text>(answered.outcome).value, testing::HasSubstr("call_0"));
  EXPECT_EQ(requested, 5);
}

TEST_F(SingleChildren, CountWhatTheySendAlone) {
  static_cast<void>(folder.write("child.prompty",
                                 "---\nmodel: {id: m, provider: endless}\ninputs: {a: {kind: string, required: true}}\n"
                                 "---\nuser:\n{{ a }}\n"));
  std::string const outer = write("outer", "coping", "child", "single");
  TurnResult const result = turn(outer, Json::object(), {.max_iterations = 2}, *runtime);
  EXPECT_THAT(std::get<Text>(result.outcome).value, testing::HasSubstr("Missing required input: a"));
}

}  // namespace
}  // namespace prompty::child_prompts_test
