#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/trace/back_ends.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::traced_pipeline_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Answers with one text; looks at the spans that are open while the request is out.
class WatchingExecutor final : public Executor {
 public:
  explicit WatchingExecutor(Recorder const& recorder) : recorder_(recorder) {}

  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const&) const override {
    std::vector<RecordedSpan> const spans = recorder_.spans();
    was_open = !spans.empty() && spans.back().start.name == "execute" && !spans.back().end.has_value();
    return Json{{"id", "r"}, {"usage", Json{{"input_tokens", 2}}}};
  }
  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const&,
                                                              std::vector<Message> const&) const override {
    return std::make_shared<PromptyStream>(stream_of({"a", "b", "c"}));
  }
  [[nodiscard]] Json whole_response(PromptyAgent const&, std::vector<Json> const& chunks) const override {
    if (!can_join) throw ValueError("chunks of another kind");
    std::string text;
    for (Json const& chunk : chunks) text += chunk.get<std::string>();
    return Json{{"choices", Json::array({{{"message", {{"role", "assistant"}, {"content", text}}}}})}};
  }
  mutable bool was_open = false;
  bool can_join = true;

 private:
  Recorder const& recorder_;
};

class TextProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const&) const override { return Text{.value = "t"}; }
  [[nodiscard]] ItemStream process_stream(PromptyAgent const&, std::shared_ptr<PromptyStream> chunks) const override {
    return ItemStream([chunks]() -> std::optional<StreamItem> {
      std::optional<Json> const chunk = chunks->next();
      if (!chunk) return std::nullopt;
      return chunk->get<std::string>();
    });
  }
};

class TracedPipeline : public testing::Test {
 protected:
  TracedPipeline() {
    runtime->invokers.executors.add("acme", executor);
    runtime->invokers.processors.add("acme", std::make_shared<TextProcessor>());
    runtime->tracer.add("recorder", recorder.back_end());
    agent.model = Model{.id = "m", .provider = "acme"};
  }

  /// "name<parent" of each span, with a `!` behind those that failed and a `?` behind those that are open.
  std::vector<std::string> tree() const {
    std::vector<std::string> lines;
    std::vector<RecordedSpan> const spans = recorder.spans();
    Json const shown = spans_to_json(spans);
    for (std::size_t place = 0; place < spans.size(); ++place) {
      std::string line = spans[place].start.name;
      if (shown[place].contains("parent")) line += "<" + shown[place]["parent"].get<std::string>();
      if (shown[place].contains("error")) line += "!";
      if (!spans[place].end) line += "?";
      lines.push_back(line);
    }
    return lines;
  }

  Recorder recorder;
  std::shared_ptr<WatchingExecutor> executor = std::make_shared<WatchingExecutor>(recorder);
  std::unique_ptr<Runtime> runtime = make_runtime();
  PromptyAgent agent;
  std::vector<Message> messages = {{.role = "user"}};
};

TEST_F(TracedPipeline, HasTheCallOpenWhileTheRequestIsOut) {
  static_cast<void>(run(agent, messages, *runtime));
  EXPECT_TRUE(executor->was_open);
  ASSERT_THAT(recorder.spans(), SizeIs(3));
  EXPECT_EQ(recorder.spans()[1].start.kind, SpanKind::client);
  EXPECT_EQ(recorder.spans()[0].start.kind, SpanKind::internal);
}

TEST_F(TracedPipeline, GoesBelowTheParentThatIsGiven) {
  Span root = runtime->tracer.start("job");
  static_cast<void>(execute_async(agent, messages, *runtime, root.as_parent()).get());
  static_cast<void>(process_async(agent, Json::object(), *runtime, root.as_parent()).get());
  EXPECT_THAT(tree(), ElementsAre("job?", "execute<job", "process<job"));
}

TEST_F(TracedPipeline, ShowsEveryStageOfAnInvocation) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("p.prompty", "---\nmodel: {provider: acme}\n---\nsystem:\nHi {{name}}.");
  static_cast<void>(invoke(path, Json{{"name", "Jo"}}, *runtime));
  EXPECT_THAT(tree(), ElementsAre("invoke", "load<invoke", "prepare<invoke", "render<prepare", "parse<prepare",
                                  "run<invoke", "execute<run", "process<run"));
  std::vector<RecordedSpan> const spans = recorder.spans();
  EXPECT_EQ(spans[3].attributes["result"].get<std::string>(), "system[nonce=]:\nHi Jo.");
  EXPECT_EQ(spans[2].attributes["result"][0]["content"][0]["value"], Json("Hi Jo."));
}

TEST_F(TracedPipeline, EndsTheSpansOfAStreamWithIt) {
  ItemStream items = run_stream(agent, messages, *runtime);
  static_cast<void>(items.next());
  EXPECT_THAT(tree(), ElementsAre("run?", "execute<run?", "PromptyStream<execute?", "process<run?"));
  static_cast<void>(whole_outcome(items));
  EXPECT_THAT(tree(), ElementsAre("run", "execute<run", "PromptyStream<execute", "process<run"));
  EXPECT_EQ(recorder.spans()[2].attributes["result"], Json::array({"a", "b", "c"}));
  EXPECT_EQ(recorder.spans()[0].attributes["result"], Json::array({"a", "b", "c"}));
  Json const inputs = recorder.spans()[3].attributes["inputs"];
  EXPECT_TRUE(inputs.contains("agent"));
  EXPECT_FALSE(inputs.contains("response"));
}

TEST_F(TracedPipeline, EndsTheSpansOfAStreamThatIsLetGoOf) {
  {
    ItemStream items = run_stream(agent, messages, *runtime);
    static_cast<void>(items.next());
  }
  EXPECT_THAT(tree(), ElementsAre("run!", "execute<run!", "PromptyStream<execute!", "process<run!"));
  EXPECT_EQ(recorder.spans()[2].attributes["result"], Json::array({"a"}));
  EXPECT_EQ(recorder.spans()[2].end.value().failure.value().kind, "CancelledError");
}

TEST_F(TracedPipeline, HasEventsOfMessagesOnRequest) {
  RecordProperty("clause", "P3.1-19");
  messages = {{.role = "system", .content = {TextPart{"Be brief."}}}, {.role = "user", .content = {TextPart{"Hi."}}}};
  static_cast<void>(execute(agent, messages, *runtime));
  EXPECT_THAT(recorder.spans()[0].events, IsEmpty()) << "nobody wanted them";
  runtime->tracer.show({.message_events = true});
  static_cast<void>(execute(agent, messages, *runtime));
  std::vector<SpanEvent> const events = recorder.spans()[1].events;
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_EQ(events[0].name, "gen_ai.input.messages");
  EXPECT_EQ(events[0].attributes["content"][1]["content"][0]["value"], Json("Hi."));
  EXPECT_EQ(events[1].name, "gen_ai.system_instructions");
}

TEST_F(TracedPipeline, HasAnEventOfAStreamedAnswerAtItsEnd) {
  RecordProperty("clause", "P3.1-19");
  runtime->tracer.show({.message_events = true});
  ItemStream items = run_stream(PromptyAgent(agent), messages, *runtime);
  static_cast<void>(items.next());
  EXPECT_THAT(recorder.spans()[1].events, SizeIs(1)) << "only the request is known";
  static_cast<void>(whole_outcome(items));
  std::vector<SpanEvent> const events = recorder.spans()[1].events;
  ASSERT_THAT(events, SizeIs(2));
  EXPECT_EQ(events[1].name, "gen_ai.output.messages");
  EXPECT_EQ(events[1].attributes["content"], Json::parse(R"([{"role":"assistant","content":"abc"}])"));
}

TEST_F(TracedPipeline, HasAnEventOfAsMuchOfAStreamAsCame) {
  runtime->tracer.show({.message_events = true});
  static_cast<void>(run_stream(agent, messages, *runtime).next());
  EXPECT_EQ(recorder.spans()[1].events.back().attributes["content"][0]["content"], Json("a"));
}

TEST_F(TracedPipeline, LosesNoStreamWhoseChunksCannotBeJoined) {
  executor->can_join = false;
  runtime->tracer.show({.message_events = true});
  ItemStream items = run_stream(agent, messages, *runtime);
  EXPECT_EQ(whole_outcome(items), Outcome(Text{.value = "abc"}));
  EXPECT_THAT(recorder.spans()[1].events, SizeIs(1));
  EXPECT_THAT(tree(), ElementsAre("run", "execute<run", "PromptyStream<execute", "process<run"));
}

TEST_F(TracedPipeline, LoadsAFileInASpan) {
  RecordProperty("clause", "P3.1-18");
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("p.prompty", "---\nname: greeter\nmodel: ${env:M}\n---\nHi.");
  runtime->environment = fixed_environment({{"M", "m-1"}});
  Span const root = runtime->tracer.start("job");
  EXPECT_EQ(load_prompt(path, *runtime, root.as_parent()).model.value().id, "m-1");
  EXPECT_THAT(tree(), ElementsAre("job?", "load<job"));
  EXPECT_EQ(recorder.spans()[1].attributes["inputs"], (Json{{"path", path}}));
  EXPECT_EQ(recorder.spans()[1].attributes["result"]["name"], Json("greeter"));
}

TEST_F(TracedPipeline, GivesTheSameWithABackEndThatThrows) {
  runtime->tracer.add("broken", [](SpanStart const&) -> std::unique_ptr<SpanSink> { throw std::runtime_error("no"); });
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "t"}));
  EXPECT_THAT(tree(), SizeIs(3));
}

}  // namespace
}  // namespace prompty::traced_pipeline_test
