// What a turn offers and gives besides the loop itself: tools that are handed in, raw responses, typed results, the
// number of the turn.
#include <gmock/gmock.h>

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "prompty/prompty.hpp"
#include "reference/support/raised.hpp"

namespace turn_results_test {

using namespace std::string_literals;
using prompty::Json;
using prompty::Outcome;
using prompty::PromptyAgent;
using testing::ElementsAre;
using testing::IsEmpty;

struct City {
  std::string name;
  int people = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(City, name, people)

namespace {

/// Gives the same responses in turn, and keeps the agents that it was asked for.
class Model final : public prompty::Executor {
 public:
  explicit Model(std::vector<Json> responses) : responses_(std::move(responses)) {}

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<prompty::Message> const&) const override {
    agents.push_back(agent);
    return responses_.at(agents.size() - 1);
  }

  [[nodiscard]] std::shared_ptr<prompty::PromptyStream> execute_stream(
      PromptyAgent const& agent, std::vector<prompty::Message> const& messages) const override {
    return std::make_shared<prompty::PromptyStream>([chunk = std::optional<Json>(execute(agent, messages))]() mutable {
      return std::exchange(chunk, std::nullopt);
    });
  }

  mutable std::vector<PromptyAgent> agents;

 private:
  std::vector<Json> responses_;
};

/// `{"text"}` or `{"call"}`; anything else is an error.
class Reader final : public prompty::Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    if (response.contains("call")) {
      return std::vector<prompty::ToolCall>{{.id = "c", .name = response["call"], .arguments = R"({"n": 2})"}};
    }
    if (response.contains("json")) {
      return prompty::StructuredValue{.value = Json::parse(response["json"].get<std::string>()),
                                      .raw = response["json"]};
    }
    if (!response.contains("text")) throw prompty::ValueError("Unexpected response format");
    return prompty::Text{response["text"]};
  }

  [[nodiscard]] prompty::ItemStream process_stream(PromptyAgent const&,
                                                   std::shared_ptr<prompty::PromptyStream> chunks) const override {
    return prompty::ItemStream([chunks]() -> std::optional<prompty::StreamItem> {
      std::optional<Json> const chunk = chunks->next();
      if (!chunk) return std::nullopt;
      return (*chunk)["text"].get<std::string>();
    });
  }
};

class Turn : public testing::Test {
 protected:
  Turn() : runtime(prompty::make_runtime()) {
    agent.model = prompty::Model{.provider = "acme"};
    agent.instructions = "user:\nHi";
  }

  void answer(std::vector<Json> responses) {
    model = std::make_shared<Model>(std::move(responses));
    runtime->invokers.executors.add("acme", model);
    runtime->invokers.processors.add("acme", std::make_shared<Reader>());
  }

  [[nodiscard]] prompty::TurnResult run() const { return turn(agent, Json::object(), options, *runtime); }

  std::unique_ptr<prompty::Runtime> runtime;
  std::shared_ptr<Model> model;
  PromptyAgent agent;
  prompty::TurnOptions options;
};

class TurnWithToolsAtRunTime : public Turn {};

TEST_F(TurnWithToolsAtRunTime, OffersThemToTheModel) {
  RecordProperty("clause", "P9.8-01");
  answer({Json{{"call", "twice"}}, Json{{"text", "Four."}}});
  agent.tools = {{.name = "once", .details = prompty::FunctionTool{}}};
  Json const schema = Json::parse(R"({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})");
  options.tools["twice"] = {.call = [](Json const& arguments) { return arguments["n"].get<int>() * 2; },
                            .parameters = schema,
                            .description = "Twice as much"};
  options.tools["once"] = {.call = [](Json const&) { return 1; }};
  prompty::TurnResult const result = run();
  EXPECT_EQ(text(result.outcome), "Four.");
  EXPECT_EQ(text(result.messages.at(2)), "4");
  Json const offered = prompty::project_tools(model->agents.front(), *runtime);
  ASSERT_EQ(offered.size(), 2U) << offered;
  EXPECT_EQ(offered[0]["function"]["name"], "once");
  EXPECT_EQ(offered[1]["function"],
            (Json{{"name", "twice"}, {"description", "Twice as much"}, {"parameters", schema}}));
}

TEST_F(TurnWithToolsAtRunTime, ChecksTheArgumentsOfTheirCalls) {
  RecordProperty("clause", "P9.2-06");
  answer({Json{{"call", "twice"}}, Json{{"text", "Oh."}}});
  options.tools["twice"] = {
      .call = [](Json const&) -> Json { throw prompty::ValueError("must not be called"); },
      .parameters = Json::parse(R"({"type": "object", "properties": {"n": {"type": "string"}}})")};
  EXPECT_THAT(text(run().messages.at(2)), testing::AllOf(testing::StartsWith("Error:"), testing::HasSubstr("twice"),
                                                         testing::Not(testing::HasSubstr("must not be called"))));
}

TEST_F(TurnWithToolsAtRunTime, DoesNotOfferThemToInnerTurns) {
  answer({Json{{"text", "Hi"}}});
  options.tools["twice"] = {.call = [](Json const&) { return 1; }};
  options.enclosing_turns = 1;
  static_cast<void>(run());
  EXPECT_THAT(model->agents.front().tools, IsEmpty());
}

/// Writes a round of calls as one message.
class ModelWithFormat final : public prompty::Executor {
 public:
  explicit ModelWithFormat(std::shared_ptr<Model> model) : model_(std::move(model)) {}

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<prompty::Message> const& messages) const override {
    return model_->execute(agent, messages);
  }

  [[nodiscard]] std::vector<prompty::Message> format_tool_messages(PromptyAgent const&, Json const& response,
                                                                   std::vector<prompty::ToolCall> const& calls,
                                                                   std::vector<prompty::ToolResult> const& results,
                                                                   std::string const&) const override {
    return {prompty::user_message(response.dump() + " " + calls.at(0).name + " gave " + prompty::text(results.at(0)))};
  }

 private:
  std::shared_ptr<Model> model_;
};

TEST_F(TurnWithToolsAtRunTime, LeavesTheMessagesOfCallsToTheExecutor) {
  RecordProperty("clause", "P9.5-06");
  answer({Json{{"call", "twice"}}, Json{{"text", "Four."}}});
  runtime->invokers.executors.add("acme", std::make_shared<ModelWithFormat>(model));
  options.tools["twice"] = {.call = [](Json const&) { return 4; }};
  prompty::TurnResult const result = run();
  ASSERT_EQ(result.messages.size(), 3U);
  EXPECT_EQ(text(result.messages[1]), R"({"call":"twice"} twice gave 4)");
}

class TurnWithoutTools : public Turn {};

TEST_F(TurnWithoutTools, IsOneRequestWhateverItsAnswerCalls) {
  RecordProperty("clause", "P9.8-03");
  answer({Json{{"call", "anything"}}});
  prompty::TurnResult const result = run();
  EXPECT_EQ(result.iterations, 1);
  ASSERT_EQ(tool_calls(result.outcome).size(), 1U);
  EXPECT_EQ(tool_calls(result.outcome)[0].name, "anything");
  EXPECT_EQ(result.messages.size(), 1U);
}

class RawTurn : public Turn {};

TEST_F(RawTurn, GivesTheResponseThatNothingCanProcess) {
  RecordProperty("clause", "P9.8-02");
  answer({Json{{"odd", 1}}});
  EXPECT_THAT(raised<prompty::ValueError>([&] { static_cast<void>(run()); }), testing::HasSubstr("Unexpected"));
  answer({Json{{"odd", 1}}});
  options.raw = true;
  EXPECT_EQ(raw_response(run().outcome), (Json{{"odd", 1}}));
}

TEST_F(RawTurn, GivesTheLastOfALoop) {
  RecordProperty("clause", "P9.8-02");
  answer({Json{{"call", "twice"}}, Json{{"text", "Four."}, {"id", 7}}});
  options.tools["twice"] = {.call = [](Json const&) { return 4; }};
  options.raw = true;
  prompty::TurnResult const result = run();
  EXPECT_EQ(raw_response(result.outcome), (Json{{"text", "Four."}, {"id", 7}}));
  EXPECT_EQ(result.messages.size(), 3U);
}

TEST_F(RawTurn, GivesTheChunksOfAStream) {
  answer({Json{{"text", "Hi"}, {"id", 7}}});
  options.raw = true;
  options.delivery = prompty::Delivery::streamed;
  EXPECT_EQ(raw_response(run().outcome), Json::parse(R"([{"text": "Hi", "id": 7}])"));
}

TEST_F(RawTurn, IsStillGuarded) {
  answer({Json{{"text", "secret"}}});
  options.raw = true;
  options.guardrails.output = [](prompty::Message const& message) -> prompty::GuardrailDenial {
    return text(message) == "secret" ? std::optional("no"s) : std::nullopt;
  };
  EXPECT_THAT(raised<prompty::GuardrailError>([&] { static_cast<void>(run()); }), testing::HasSubstr("no"));
}

class TypedResult : public Turn {};

TEST_F(TypedResult, IsTheAnswerAsATypeOfTheProgram) {
  RecordProperty("clause", "P8.8-05");
  std::vector<Json> const answers(1, Json{{"json", R"({"people": 3, "name": "Oslo"})"}});
  answer(answers);
  EXPECT_EQ(prompty::turn<City>(agent, Json::object(), options, *runtime).name, "Oslo");
  answer(answers);
  EXPECT_EQ(prompty::invoke<City>(agent, Json::object(), *runtime).people, 3);
  answer(answers);
  EXPECT_EQ(prompty::run<City>(agent, {prompty::user_message("Hi")}, *runtime).people, 3);
  answer(answers);
  EXPECT_EQ(prompty::turn_async<City>(agent, Json::object(), options, *runtime).get().people, 3);
}

TEST_F(TypedResult, LeavesTheUntypedOneAsItIs) {
  RecordProperty("clause", "P8.8-06");
  answer({Json{{"json", R"({"people": 3, "name": "Oslo"})"}}});
  EXPECT_EQ(structured(prompty::invoke(agent, Json::object(), *runtime)), (Json{{"people", 3}, {"name", "Oslo"}}));
}

TEST_F(TypedResult, SaysWhatDoesNotFit) {
  RecordProperty("clause", "P8.8-07");
  answer({Json{{"json", R"({"people": "many", "name": "Oslo"})"}}});
  EXPECT_EQ(
      raised<prompty::ValueError>([&] { static_cast<void>(prompty::invoke<City>(agent, Json::object(), *runtime)); }),
      R"(/people must be of type number, not the string "many")");
}

class NoSink final : public prompty::SpanSink {
 public:
  void emit(std::string const&, Json const&) override {}
  void end(prompty::SpanEnd const&) override {}
};

class SpansOfATurn : public Turn {};

TEST_F(SpansOfATurn, NameItsNumberAndNoRun) {
  RecordProperty("clause", "P9.7-08");
  std::vector<std::string> names;
  runtime->tracer.add("names", [&names](prompty::SpanStart const& start) {
    names.push_back(start.name);
    return std::make_unique<NoSink>();
  });
  answer({Json{{"text", "Hi"}}});
  options.number = 3;
  static_cast<void>(run());
  EXPECT_THAT(names, ElementsAre("turn 3", "prepare", "render", "parse", "execute", "process"));
}

}  // namespace
}  // namespace turn_results_test
