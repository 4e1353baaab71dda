#include "prompty/pipeline/prompty_tools.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <mutex>

#include "prompty/agent/dispatch.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/registries.hpp"
#include "prompty/trace/recorder.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::prompty_tools_test {
namespace {

using testing::HasSubstr;

/// Answers with the text of the first message.
class Echo final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    return Json(std::get<TextPart>(messages.at(0).content.at(0)).value);
  }
};

class EchoProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    if (!agent.outputs.empty()) return StructuredValue{.value = Json{{"said", response}}};
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

TEST_F(PromptyTools, RunTheChildWithTheArgumentsAsItsInputs) {
  write("prompts/child.prompty", "---\nuser:\nShorten {{text}}");

  EXPECT_EQ(call("child.prompty", Json{{"text", "this"}}), Json("Shorten this"));
}

TEST_F(PromptyTools, GiveStructuredResultsAsTheyAre) {
  write("prompts/child.prompty", "outputs:\n  said:\n    kind: string\n---\nuser:\nHi");

  EXPECT_EQ(call("child.prompty", Json::object()), (Json{{"said", "Hi"}}));
}

TEST_F(PromptyTools, LeaveItToTheChildWhatItsInputsAre) {
  write("prompts/child.prompty", "inputs:\n  text:\n    kind: string\n    required: true\n---\nuser:\n{{text}}");

  EXPECT_EQ(call("child.prompty", Json{{"text", "a"}, {"more", 1}}), Json("a"));
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(call("child.prompty", Json::object())); }),
              testing::StartsWith("Missing required input: text"));
}

TEST_F(PromptyTools, AreCarriedOutByDispatch) {
  write("prompts/child.prompty", "---\nuser:\nHi");
  Tool const tool{.name = "child", .details = PromptyTool{.path = "child.prompty"}};

  EXPECT_EQ(dispatch(tool, Json::object(), agent_, Json::object(), {}, *runtime_->tools, Profile::as_written).result,
            Json("Hi"));
}

TEST_F(PromptyTools, StayBelowTheFolderOfTheirPromptOrOfTheOutermost) {
  write("child.prompty", "---\nuser:\nHi");

  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(call("../child.prompty", Json::object())); }),
              HasSubstr("outside the folder"));
  agent_.origin->outermost_folder = folder_.path();
  EXPECT_EQ(call("../child.prompty", Json::object()), Json("Hi"));
}

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

}  // namespace
}  // namespace prompty::prompty_tools_test
