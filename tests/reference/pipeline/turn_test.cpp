#include "prompty/pipeline/turn.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/sanitizers.hpp"

namespace prompty::turn_test {
namespace {

std::string text_of(Message const& message) {
  return message.content.empty() ? "" : std::get<TextPart>(message.content.front()).value;
}

/// Calls the tool "echo" with what the user said, and then says what the tool gave.
class EchoingModel final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    Message const& last = messages.back();
    return Json{{last.role == "tool" ? "text" : "call", text_of(last)}};
  }
};

class EchoProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    if (response.contains("text")) return Text{.value = response["text"].get<std::string>()};
    Json const arguments{{"said", response["call"]}};
    return std::vector<ToolCall>{{.id = "call_0", .name = "echo", .arguments = arguments.dump()}};
  }
};

class ThreadsTurn : public testing::Test {
 protected:
  ThreadsTurn() : runtime(make_runtime()) {
    runtime->invokers.executors.add("acme", std::make_shared<EchoingModel>());
    runtime->invokers.processors.add("acme", std::make_shared<EchoProcessor>());
    agent.model = Model{.provider = "acme"};
    agent.instructions = "user:\n{{ word }}";
    agent.inputs = {{.name = "word", .kind = "string"}};
    agent.tools = {{.name = "echo", .details = FunctionTool{}}};
    runtime->tools->names.add("echo", std::make_shared<ToolHandler const>(ToolHandler{
                                          .call = [](Json const& arguments) { return arguments["said"]; }}));
  }

  std::unique_ptr<Runtime> runtime;
  PromptyAgent agent;
};

TEST_F(ThreadsTurn, OfOneAgentDoNotMixUpTheirResults) {
  constexpr int turns = prompty_tests::has_thread_sanitizer ? 10'000 : 1'000;
  std::atomic<int> next{0};
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int count = 0; count < 8; ++count) {
    threads.emplace_back([&] {
      for (int number = next.fetch_add(1); number < turns; number = next.fetch_add(1)) {
        std::string const word = "w" + std::to_string(number);
        TurnResult const result = turn(agent, Json{{"word", word}}, {}, *runtime);
        bool const is_right = result.outcome == Outcome(Text{.value = word}) && result.iterations == 2 &&
                              result.messages.size() == 4 && text_of(result.messages.front()) == word;
        if (is_right) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, turns);
}

TEST_F(ThreadsTurn, AsyncGivesTheSame) {
  EXPECT_EQ(turn_async(agent, Json{{"word", "x"}}, {}, *runtime).get(), turn(agent, Json{{"word", "x"}}, {}, *runtime));
}

TEST_F(ThreadsTurn, GoesOnWithAConversation) {
  TurnResult const first = turn(agent, Json{{"word", "one"}}, {}, *runtime);
  std::vector<Message> conversation = first.messages;
  conversation.push_back({.role = "user", .content = {TextPart{"two"}}});
  TurnResult const second = turn_from(agent, conversation, Json::object(), {}, *runtime);
  EXPECT_EQ(second.outcome, Outcome(Text{.value = "two"}));
  EXPECT_EQ(second.messages.size(), first.messages.size() + 4);
}

TEST_F(ThreadsTurn, PrefersItsOwnToolsToThoseOfTheRegistry) {
  TurnOptions options;
  options.tools["echo"] = {.call = [](Json const& arguments) { return "own " + arguments["said"].get<std::string>(); }};
  EXPECT_EQ(turn(agent, Json{{"word", "x"}}, options, *runtime).outcome, Outcome(Text{.value = "own x"}));
}

TEST_F(ThreadsTurn, ShowsBindingsTheDefaultsOfInputs) {
  RecordProperty("clause", "P12.1-01");
  runtime->profile.set(Profile::live);
  agent.inputs.push_back({.name = "town", .kind = "string", .default_value = Json("Rome")});
  agent.tools.front().bindings = Json{{"said", Json{{"input", "town"}}}};
  EXPECT_EQ(turn(agent, Json{{"word", "x"}}, {}, *runtime).outcome, Outcome(Text{.value = "Rome"}));
  std::vector<Message> const conversation = {{.role = "user", .content = {TextPart{"y"}}}};
  EXPECT_EQ(turn_from(agent, conversation, Json::object(), {}, *runtime).outcome, Outcome(Text{.value = "Rome"}));
}

TEST_F(ThreadsTurn, ShowsHandlersOfKindsTheDefaultsOfInputs) {
  RecordProperty("clause", "P11.2-18");
  agent.inputs.push_back({.name = "town", .kind = "string", .default_value = Json("Rome")});
  runtime->tools->names.clear();
  runtime->tools->kinds.add("function", std::make_shared<KindHandler const>(
                                            [](Tool const&, Json const&, PromptyAgent const&, Json const& inputs,
                                               CallSetting const&) { return Json(inputs.dump()); }));
  EXPECT_EQ(turn(agent, Json{{"word", "x"}}, {}, *runtime).outcome,
            Outcome(Text{.value = R"({"word":"x","town":"Rome"})"}));
}

TEST_F(ThreadsTurn, AsksOnceWhatToolsOffer) {
  std::atomic<int> requested{0};
  agent.tools = {{.name = "server", .details = McpTool{}}};
  runtime->tools->discoveries.add("mcp", std::make_shared<ToolDiscovery const>([&](Tool const&, PromptyAgent const&) {
                                    ++requested;
                                    return std::vector<ToolDefinition>{{.name = "echo"}};
                                  }));
  EXPECT_EQ(turn(agent, Json{{"word", "y"}}, {}, *runtime).outcome, Outcome(Text{.value = "y"}));
  EXPECT_EQ(requested, 1);
}

/// The texts of the status events of a turn whose server offers these functions.
std::vector<std::string> told_of(DiscoveredTools const& offered, PromptyAgent agent, Runtime& runtime) {
  agent.tools = {{.name = "server", .details = McpTool{}}};
  runtime.tools->discoveries.add(
      "mcp", std::make_shared<ToolDiscovery const>([&](Tool const&, PromptyAgent const&) { return offered; }));
  std::vector<std::string> told;
  TurnOptions options;
  options.on_event = [&](Event const& event) {
    if (StatusEvent const* const status = std::get_if<StatusEvent>(&event)) told.push_back(status->message);
  };
  static_cast<void>(turn(agent, Json{{"word", "y"}}, options, runtime));
  return told;
}

TEST_F(ThreadsTurn, TellsWhatIsNotOffered) {
  std::vector<ToolDefinition> const echo{{.name = "echo"}};
  EXPECT_THAT(told_of({echo, {"b is not offered: c"}}, agent, *runtime),
              testing::ElementsAre("Warning: tool 'server': b is not offered: c"));
  EXPECT_THAT(told_of({echo, std::vector<std::string>(9, "w")}, agent, *runtime), testing::SizeIs(6));
}

TEST_F(ThreadsTurn, TellsHowToChooseAmongManyFunctions) {
  std::vector<ToolDefinition> many{{.name = "echo"}};
  while (many.size() < 128) many.push_back({.name = "f" + std::to_string(many.size())});
  EXPECT_THAT(told_of({many}, agent, *runtime), testing::IsEmpty());
  many.push_back({.name = "last"});
  EXPECT_THAT(told_of({many}, agent, *runtime),
              testing::ElementsAre(testing::AllOf(testing::HasSubstr("129 functions"),
                                                  testing::HasSubstr("allowedTools"), testing::HasSubstr("'server'"))));
}

/// An agent whose tool "echo" is a server's and wants somebody to agree.
class ApprovedTurn : public ThreadsTurn {
 protected:
  ApprovedTurn() {
    agent.tools = {{.name = "server", .details = McpTool{.approval_mode = Json("always")}}};
    runtime->tools->discoveries.add("mcp", std::make_shared<ToolDiscovery const>([](Tool const&, PromptyAgent const&) {
                                      return std::vector<ToolDefinition>{{.name = "echo"}};
                                    }));
  }
};

TEST_F(ApprovedTurn, DeniesCallsWithoutATerminal) {
  TurnResult const result = turn(agent, Json{{"word", "x"}}, {}, *runtime);
  EXPECT_NE(text_of(result.messages.at(2)).find("no approval gate"), std::string::npos);
}

TEST_F(ApprovedTurn, LeavesTheDecisionToTheHost) {
  TurnOptions options;
  options.gate = [](std::vector<ToolCall> const& calls) { return std::vector<conversation::Denial>(calls.size()); };
  EXPECT_EQ(turn(agent, Json{{"word", "x"}}, options, *runtime).outcome, Outcome(Text{.value = "x"}));
}

/// The messages of the error events of a turn that fails.
template <class Expected>
std::vector<std::string> told_errors(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime) {
  std::vector<std::string> reported;
  TurnOptions options;
  options.on_event = [&](Event const& event) {
    ErrorEvent const* const error = std::get_if<ErrorEvent>(&event);
    reported.push_back(error == nullptr ? std::string(type_of(event)) : error->message);
  };
  std::string const message = raised<Expected>([&] { static_cast<void>(turn(agent, inputs, options, runtime)); });
  EXPECT_EQ(reported, std::vector<std::string>{message});
  return reported;
}

TEST_F(ThreadsTurn, TellsOfFailuresBeforeItsLoop) {
  RecordProperty("clause", "P13.1-08");
  agent.inputs.front().required = true;
  EXPECT_EQ(told_errors<ValueError>(agent, Json::object(), *runtime).size(), 1U);
  Json const inputs{{"word", "x"}};
  agent.tools = {{.name = "server", .details = McpTool{}}};
  runtime->tools->discoveries.add(
      "mcp", std::make_shared<ToolDiscovery const>([](Tool const&, PromptyAgent const&) -> std::vector<ToolDefinition> {
        throw ConnectionError("no server");
      }));
  EXPECT_EQ(told_errors<ConnectionError>(agent, inputs, *runtime).size(), 1U);
  agent.model->provider = "unregistered";
  EXPECT_EQ(told_errors<InvokerError>(agent, inputs, *runtime).size(), 1U);
}

Tool mcp_tool(std::string name, Json approval_mode, std::vector<std::string> allowed = {}) {
  return {.name = std::move(name),
          .details = McpTool{.approval_mode = std::move(approval_mode), .allowed_tools = std::move(allowed)}};
}

std::vector<ToolCall> calls_of(std::vector<std::string> const& names) {
  std::vector<ToolCall> calls;
  for (std::string const& name : names) calls.push_back({.id = "c", .name = name, .arguments = "{}"});
  return calls;
}

/// The names of the calls that need consent.
std::vector<std::string> asked_about(PromptyAgent const& agent, std::vector<std::string> const& names) {
  std::vector<std::string> requested;
  conversation::Gate const gate = approval_gate(agent, [&](ToolCall const& call) {
    requested.push_back(call.name);
    return conversation::Denial();
  });
  EXPECT_THAT(gate(calls_of(names)), testing::Each(conversation::Denial())) << "consent was given";
  return requested;
}

TEST(ApprovalGate, AsksAboutCallsThatNeedApproval) {
  PromptyAgent agent;
  agent.tools = {mcp_tool("files", Json{{"always", {"write"}}, {"never", {"read"}}}),
                 {.name = "now", .details = FunctionTool{}}};
  agent.tools[0].offered = {{.name = "read"}, {.name = "write"}, {.name = "now_and_then"}};
  EXPECT_THAT(asked_about(agent, {"read", "write", "now", "now_and_then", "none"}),
              testing::ElementsAre("write", "now_and_then"));
}

TEST(ApprovalGate, AsksAboutWhatAServerMayOffer) {
  PromptyAgent agent;
  agent.tools = {
      mcp_tool("files", "always", {"write"}), mcp_tool("open", "never"), {.name = "now", .details = FunctionTool{}}};
  EXPECT_THAT(asked_about(agent, {"read", "write", "now"}), testing::ElementsAre("write"));
}

TEST(ApprovalGate, PassesDenialsOn) {
  PromptyAgent agent;
  agent.tools = {mcp_tool("files", "always")};
  conversation::Gate const gate = approval_gate(agent, [](ToolCall const& call) { return "not " + call.name; });
  EXPECT_THAT(gate(calls_of({"a", "b"})), testing::ElementsAre("not a", "not b"));
}

TEST(ApprovalGate, DeniesWithoutATerminal) {
  PromptyAgent agent;
  agent.tools = {mcp_tool("files", "always"), {.name = "now", .details = FunctionTool{}}};
  std::vector<conversation::Denial> const answers = approval_gate(agent)(calls_of({"write", "now"}));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_THAT(answers[0].value_or(""), testing::HasSubstr("no approval gate"));
  EXPECT_EQ(answers[1], conversation::Denial());
}

/// A provider that wants the results of its calls as one message of its own role.
class OwnFormat final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    bool const has_results = messages.back().role == "results";
    return Json{{has_results ? "text" : "call", text_of(messages.back())}};
  }

  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const&, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<ToolResult> const& results,
                                                          std::string const&) const override {
    std::string text = response["call"].get<std::string>() + ":";
    for (std::size_t place = 0; place < results.size(); ++place) {
      text += calls[place].name + "=" + prompty::text(results[place]) + ";";
    }
    return {{.role = "results", .content = {TextPart{text}}}};
  }
};

TEST(TurnOfAnyProvider, SendsWhatItsExecutorMakesOfResults) {
  RecordProperty("clause", "P9.5-06");
  std::unique_ptr<Runtime> const runtime = make_runtime();
  runtime->invokers.executors.add("acme", std::make_shared<OwnFormat>());
  runtime->invokers.processors.add("acme", std::make_shared<EchoProcessor>());
  PromptyAgent agent;
  agent.model = Model{.provider = "acme"};
  agent.instructions = "user:\nGo.";
  agent.tools = {{.name = "echo", .details = FunctionTool{}}};
  register_tool("echo", {.call = [](Json const&) { return Json("heard"); }}, *runtime);
  TurnResult const result = turn(agent, Json::object(), {}, *runtime);
  EXPECT_EQ(result.outcome, Outcome(Text{"Go.:echo=heard;"}));
  ASSERT_EQ(result.messages.size(), 3U);
  EXPECT_EQ(result.messages[1].role, "results");
}

bool needs(char const* mode, std::string_view function = "f") {
  return needs_approval(McpTool{.approval_mode = Json::parse(mode)}, function);
}

TEST(Approval, IsNotNeededWhenTheToolSaysNothing) {
  EXPECT_FALSE(needs_approval(McpTool{}, "f"));
  EXPECT_FALSE(needs("null"));
}

TEST(Approval, IsNeededAlwaysOrNever) {
  EXPECT_TRUE(needs(R"("always")"));
  EXPECT_FALSE(needs(R"("never")"));
  EXPECT_TRUE(needs(R"({"kind":"always"})"));
  EXPECT_FALSE(needs(R"({"kind":"never"})"));
}

TEST(Approval, IsNeededByTheListThatNamesTheFunction) {
  char const* const lists =
      R"({"kind":"specify","alwaysRequireApprovalTools":["f"],"neverRequireApprovalTools":["g","f"]})";
  EXPECT_TRUE(needs(lists, "f"));
  EXPECT_FALSE(needs(lists, "g"));
  EXPECT_TRUE(needs(lists, "h"));
  EXPECT_FALSE(needs(R"({"never":{"tool_names":["f"]}})", "f"));
  EXPECT_TRUE(needs(R"({"never":{"tool_names":["f"]}})", "g"));
  EXPECT_TRUE(needs(R"({"kind":"never","always":["f"]})", "f"));
  EXPECT_FALSE(needs(R"({"kind":"never","always":["f"]})", "g"));
}

TEST(Approval, IsNeededForAnUnknownMode) {
  for (char const* const mode : {R"("Never")", R"("")", "0", "false", "[]", "{}", R"({"kind":"sometimes"})",
                                 R"({"never":"f"})", R"({"kind":1,"never":7})"}) {
    EXPECT_TRUE(needs(mode)) << mode;
  }
}

}  // namespace
}  // namespace prompty::turn_test
