#include <gmock/gmock.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/registries.hpp"
#include "prompty/pipeline/turn.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

// Prompts that run as tools of a turn, in either mode, share its budget of requests.
namespace prompty::children_test {
namespace {

/// What a model does after a call.
enum class Habit { calls_again, repeats_the_result };

/// Counts its requests, and calls the tool "next" so many times in each answer.
class Model final : public Executor {
 public:
  Model(std::atomic<int>& asked, Habit habit, int calls) : asked_(asked), habit_(habit), calls_(calls) {}

  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    ++asked_;
    Message const& last = messages.back();
    bool const repeats = habit_ == Habit::repeats_the_result && last.role == "tool";
    return repeats ? Json(std::get<TextPart>(last.content.front()).value) : Json(calls_);
  }

 private:
  std::atomic<int>& asked_;
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
    register_executor(provider, std::make_shared<Model>(asked, habit, calls), *runtime);
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
  std::atomic<int> asked{0};
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
  EXPECT_EQ(asked, 10);
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
  EXPECT_EQ(asked, 5);
}

TEST_F(AgenticChildren, OfAnotherTurnHaveABudgetOfTheirOwn) {
  static_cast<void>(write("child", "coping"));
  std::string const outer = write("outer", "coping", "child");
  TurnOptions const options{.max_iterations = 4};
  for (int turns = 1; turns <= 3; ++turns) {
    EXPECT_NO_THROW(static_cast<void>(turn(outer, Json::object(), options, *runtime)));
    EXPECT_EQ(asked, 4 * turns);
  }
}

// They sent two hundred requests besides the ten of the turn.
TEST_F(SingleChildren, CountAmongTheRequestsOfTheTurn) {
  static_cast<void>(write("child", "endless"));
  std::string const outer = write("outer", "spreading", "child", "single");
  EXPECT_THAT(raised<RuntimeError>([&] { static_cast<void>(turn(outer, Json::object(), {}, *runtime)); }),
              testing::StartsWith("Agent loop exceeded 10 iterations, counted together"));
  EXPECT_EQ(asked, 10);
}

TEST_F(SingleChildren, CountInTheTurnOfAnAgenticChildAsWell) {
  static_cast<void>(write("grandchild", "endless"));
  static_cast<void>(write("child", "spreading", "grandchild", "single"));
  std::string const outer = write("outer", "spreading", "child");
  raised<RuntimeError>([&] { static_cast<void>(turn(outer, Json::object(), {.max_iterations = 30}, *runtime)); });
  EXPECT_EQ(asked, 30);
}

TEST_F(SingleChildren, LeaveTheTurnTheRequestToCopeWithTheirError) {
  static_cast<void>(write("child", "endless"));
  std::string const outer = write("outer", "coping", "child", "single");
  TurnResult const refused = turn(outer, Json::object(), {.max_iterations = 2}, *runtime);
  EXPECT_THAT(std::get<Text>(refused.outcome).value, testing::HasSubstr("Agent loop exceeded 2 iterations, counted"));
  EXPECT_EQ(asked, 2);
  TurnResult const answered = turn(outer, Json::object(), {.max_iterations = 3}, *runtime);
  EXPECT_THAT(std::get<Text>(answered.outcome).value, testing::HasSubstr("call_0"));
  EXPECT_EQ(asked, 5);
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
}  // namespace prompty::children_test
