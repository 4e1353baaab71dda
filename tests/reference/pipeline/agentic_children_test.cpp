#include <gmock/gmock.h>

#include <atomic>
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

// Prompts that call each other as tools of mode agentic share one budget of requests.
namespace prompty::agentic_children_test {
namespace {

/// Counts its requests, and calls the tool "next" in each answer; where `copes`, only until it reads a result, which it
/// then repeats.
class Model final : public Executor {
 public:
  Model(std::atomic<int>& asked, bool copes) : asked_(asked), copes_(copes) {}

  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    ++asked_;
    Message const& last = messages.back();
    if (copes_ && last.role == "tool") return Json(std::get<TextPart>(last.content.front()).value);
    return Json(nullptr);
  }

 private:
  std::atomic<int>& asked_;
  bool copes_;
};

class ModelProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    if (response.is_string()) return Text{.value = response.get<std::string>()};
    return std::vector<ToolCall>{{.id = "call_0", .name = "next", .arguments = "{}"}};
  }
};

class AgenticChildren : public testing::Test {
 protected:
  AgenticChildren() {
    for (bool const copes : {false, true}) {
      std::string const provider = copes ? "coping" : "endless";
      register_executor(provider, std::make_shared<Model>(asked, copes), *runtime);
      register_processor(provider, std::make_shared<ModelProcessor>(), *runtime);
    }
  }

  /// The path of a prompt whose tool runs `child`, without one a prompt whose tool nothing carries out.
  std::string write(std::string const& name, std::string const& provider, std::string const& child = "") const {
    std::string const tool =
        child.empty() ? "kind: function" : "kind: prompty, path: ./" + child + ".prompty, mode: agentic";
    return folder.write(name + ".prompty", "---\nmodel: {id: m, provider: " + provider + "}\ntools: [{name: next, " +
                                               tool + "}]\n---\nuser:\nGo on.\n");
  }

  prompty_tests::TemporaryFolder folder;
  std::unique_ptr<Runtime> runtime = make_runtime();
  std::atomic<int> asked{0};
};

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

}  // namespace
}  // namespace prompty::agentic_children_test
