#include "prompty/pipeline/run.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "prompty/core/error.hpp"
#include "prompty/load/load.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "reference/support/raised.hpp"

namespace prompty::run_test {
namespace {

/// Counts its calls and answers with the role of the first message.
class CountingExecutor final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    ++calls;
    return Json{{"role", messages.at(0).role}};
  }
  mutable std::atomic<int> calls{0};
};

class RoleProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    if (response["role"] == Json("bad")) throw ValueError("bad role");
    return Text{.value = "processed " + response["role"].get<std::string>()};
  }
};

class ThreadsRun : public testing::Test {
 protected:
  ThreadsRun() {
    runtime.invokers.executors.add("acme", executor);
    runtime.invokers.processors.add("acme", std::make_shared<RoleProcessor>());
    agent.model = Model{.provider = "acme"};
  }

  std::shared_ptr<CountingExecutor> executor = std::make_shared<CountingExecutor>();
  Runtime runtime;
  PromptyAgent agent;
  std::vector<Message> messages = {{.role = "user"}};
};

TEST_F(ThreadsRun, AsyncTwinsGiveTheSame) {
  EXPECT_EQ(run_async(agent, messages, runtime).get(), run(agent, messages, runtime));
  EXPECT_EQ(execute_async(agent, messages, runtime).get(), execute(agent, messages, runtime));
  EXPECT_EQ(process_async(agent, Json{{"role", "x"}}, runtime).get(), process(agent, Json{{"role", "x"}}, runtime));
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(process_async(agent, Json{{"role", "bad"}}, runtime).get());
            }),
            "bad role");
}

TEST_F(ThreadsRun, SendsNothingWithoutAProcessorOfTheAnswer) {
  runtime.invokers.processors.clear();
  EXPECT_EQ(raised<InvokerError>([&] { static_cast<void>(run(agent, messages, runtime)); }),
            "No processor registered for key: acme");
  EXPECT_EQ(executor->calls, 0);
}

TEST_F(ThreadsRun, LoadsNoChildPromptForAnExecutorThatOffersNone) {
  agent.tools = {{.name = "c", .details = PromptyTool{.path = "nowhere.prompty"}}};
  EXPECT_EQ(run(agent, messages, runtime), Outcome(Text{.value = "processed user"}));
}

TEST_F(ThreadsRun, InvokesAnAgentThatIsLoaded) {
  agent = load_text("---\nname: hi\nmodel: {provider: acme}\ninputs: {word: Hi}\n---\nassistant:\n{{ word }}");
  runtime.invokers.renderers.add("jinja2", get_renderer("jinja2"));
  runtime.invokers.parsers.add("prompty", get_parser("prompty"));
  EXPECT_EQ(text(invoke(agent, {}, runtime)), "processed assistant");
  EXPECT_EQ(executor->calls, 1);
}

TEST(Inputs, MayBeLeftOut) {
  PromptyAgent const agent = load_text("---\nname: hi\ninputs: {word: Hi}\n---\nuser:\n{{ word }}");
  EXPECT_EQ(render(agent).text, "user:\nHi");
  EXPECT_EQ(prepare(agent), prepare(agent, Json{{"word", "Hi"}}));
  EXPECT_EQ(text(prepare(agent).at(0)), "Hi");
}

TEST(LoadText, TakesAFileThatIsNowhere) {
  EXPECT_EQ(load_text("---\nname: hi\n---\nHi").name, "hi");
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(load_text("---\nname: [\n---\nHi")); }).find("prompt.prompty"),
            std::string::npos);
}

TEST(ProjectTools, GivesTheDefinitionsOfAFunctionTool) {
  PromptyAgent agent;
  EXPECT_EQ(project_tools(agent), Json(nullptr));
  agent.tools = {{.name = "t", .details = FunctionTool{.parameters = {{.name = "a"}}, .strict = true}}};
  std::unique_ptr<Runtime> const as_written = make_runtime(HttpOptions{}, Profile::as_written);
  EXPECT_FALSE(project_tools(agent, *as_written)[0]["function"]["parameters"].contains("required"));
  EXPECT_TRUE(project_tools(agent)[0]["function"]["parameters"].contains("required"));
}

/// Puts the profile of the process back.
class ProfileOfTheProcess {
 public:
  ~ProfileOfTheProcess() { global_runtime().profile.set(default_profile); }
};

PromptyAgent agent_of(char const* provider) {
  PromptyAgent agent;
  agent.model = Model{.id = "m", .provider = provider, .options = ModelOptions{.temperature = 0.5}};
  agent.tools = {{.name = "t", .details = FunctionTool{.parameters = {{.name = "a"}}, .strict = true}}};
  return agent;
}

TEST(Profiles, OfTheLibraryAreWhatProvidersAccept) {
  // The letter gives strict tools no list of required parameters, which OpenAI refuses, and leaves the options of the
  // Responses API out (P7.4.1-15).
  std::vector<Message> const hi = {user_message("Hi")};
  std::unique_ptr<Runtime> const made = make_runtime();
  for (Runtime const* const runtime : {made.get(), &global_runtime()}) {
    EXPECT_EQ(runtime->profile.get(), Profile::live);
    EXPECT_TRUE(build_request(agent_of("openai"), hi, *runtime)
                    .body["tools"][0]["function"]["parameters"]
                    .contains("required"));
    PromptyAgent responses = agent_of("openai");
    responses.model->api_type = "responses";
    EXPECT_EQ(build_request(responses, hi, *runtime).body["temperature"], Json(0.5));
  }
}

TEST(Profiles, OfTheProcessAreChangedForAllThatFollowThem) {
  ProfileOfTheProcess const restored;
  std::vector<Message> const hi = {user_message("Hi")};
  PromptyAgent responses = agent_of("openai");
  responses.model->api_type = "responses";
  Json const answer = Json::parse(
      R"({"content":[{"type":"text","text":"one "},{"type":"text","text":"two"}],"stop_reason":"end_turn"})");
  PromptyAgent anthropic;
  anthropic.model = Model{.provider = "anthropic"};
  EXPECT_EQ(text(process(anthropic, answer)), "one two");
  global_runtime().profile.set(Profile::as_written);
  EXPECT_FALSE(build_request(responses, hi).body.contains("temperature"));
  EXPECT_FALSE(project_tools(responses)[0]["function"]["parameters"].contains("required"));
  // A-110: the letter takes the first block of text.
  EXPECT_EQ(text(process(anthropic, answer)), "one ");
}

TEST(Runtimes, HaveTheBuiltInProvider) {
  EXPECT_NE(global_runtime().invokers.executors.find("openai"), nullptr);
  EXPECT_NE(make_runtime()->invokers.processors.find("openai"), nullptr);
  EXPECT_EQ(&global_runtime(), &global_runtime());
}

}  // namespace
}  // namespace prompty::run_test
