#include "prompty/conversation/conversation.hpp"

#include <gmock/gmock.h>

#include <random>

#include "prompty/conversation/request_messages.hpp"
#include "prompty/conversation/stored_message_codec.hpp"
#include "prompty/core/error.hpp"

namespace prompty::conversation::conversation_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

AssistantTurn says(std::string text) {
  return {.content = std::move(text)};
}

AssistantTurn calls(std::vector<ToolCall> tool_calls) {
  return {.content = "", .tool_calls = std::move(tool_calls)};
}

/// A model that answers with these turns and keeps what it was handed.
struct Script {
  std::vector<AssistantTurn> turns;
  std::vector<std::vector<StoredMessage>> handed = {};

  ModelClient client() {
    return [this](std::vector<StoredMessage> const& messages) {
      handed.push_back(messages);
      return turns.at(handed.size() - 1);
    };
  }
};

CallableTool echo_tool() {
  return {.name = "echo", .execute = [](Invocation const& invocation) { return invocation.call.arguments; }};
}

std::string roles(std::vector<StoredMessage> const& messages) {
  std::string letters;
  for (Json const& message : stored_message_codec::write(messages))
    letters += message["role"].get<std::string>().front();
  return letters;
}

TEST(Conversations, GoOnUntilTheModelCallsNothing) {
  Script script{.turns = {calls({{.id = "a", .name = "echo", .arguments = "1"}}), says("done")}};
  InProcessMemory memory;
  EXPECT_EQ(converse("s", "go", memory, script.client(), {.system = "be", .tools = {echo_tool()}}), says("done"));
  EXPECT_EQ(roles(memory.load("s")), "uata");
  ASSERT_EQ(script.handed.size(), 2U);
  EXPECT_EQ(roles(script.handed.front()), "su");
  EXPECT_EQ(roles(script.handed.back()), "suat");
  EXPECT_TRUE(memory.load("other").empty());
}

TEST(Conversations, StoreEachMessageBeforeTheNextStep) {
  InProcessMemory memory;
  ModelClient const failing = [&](std::vector<StoredMessage> const&) -> AssistantTurn {
    EXPECT_EQ(roles(memory.load("s")), "u");
    throw ConnectionError("down");
  };
  EXPECT_THROW(static_cast<void>(converse("s", "go", memory, failing)), ConnectionError);
  EXPECT_EQ(roles(memory.load("s")), "u");
}

TEST(Conversations, EndWithATurnThatBrokeOff) {
  AssistantTurn broken = says("half");
  broken.is_error = true;
  Script script{.turns = {broken}};
  InProcessMemory memory;
  EXPECT_EQ(converse("s", "go", memory, script.client()), broken);
  EXPECT_EQ(roles(memory.load("s")), "ua");
}

TEST(Conversations, AnswerCallsThatAnEarlierRunLeftOpen) {
  std::vector<ToolCall> const open = {{.id = "a", .name = "echo", .arguments = "1"},
                                      {.id = "b", .name = "echo", .arguments = "2"}};
  InProcessMemory memory;
  memory.append("s", {.turn = UserTurn{.content = "go"}});
  memory.append("s", {.turn = calls(open)});
  memory.append("s", {.turn = ToolTurn{.tool_call_id = "a", .content = "1"}});
  Script script{.turns = {says("on")}};
  static_cast<void>(converse("s", "and?", memory, script.client()));
  EXPECT_EQ(roles(memory.load("s")), "uattua");
  ToolTurn const added = std::get<ToolTurn>(memory.load("s")[3].turn);
  EXPECT_EQ(added.tool_call_id, "b");
  EXPECT_THAT(added.content, HasSubstr("interrupted"));
}

TEST(Conversations, DoNotGoOnForever) {
  std::vector<AssistantTurn> const turns(3, calls({{.id = "a", .name = "echo", .arguments = "1"}}));
  Script script{.turns = turns};
  InProcessMemory memory;
  EXPECT_THAT([&] { return converse("s", "go", memory, script.client(), {.tools = {echo_tool()}, .most_turns = 3}); },
              ThrowsMessage<RuntimeError>("Agent loop exceeded 3 iterations"));
  EXPECT_EQ(roles(memory.load("s")), "uatatat");
}

TEST(Conversations, AddPromptsTurnsAndResultsInTheirOrder) {
  std::mt19937 random(20);
  InProcessMemory memory;
  std::vector<StoredMessage> before;
  for (int run = 0; run < 200; ++run) {
    Script script;
    std::string expected = "u";
    for (std::size_t turns = random() % 3; turns > 0; --turns) {
      std::vector<ToolCall> batch;
      for (std::size_t count = 1 + random() % 4; count > 0; --count) {
        batch.push_back({.id = random() % 2 == 0 ? "call_0" : std::to_string(random()),
                         .name = "echo",
                         .arguments = std::to_string(random())});
      }
      expected += "a" + std::string(batch.size(), 't');
      script.turns.push_back(calls(batch));
    }
    script.turns.push_back(says("end"));
    static_cast<void>(converse("s", "go", memory, script.client(), {.tools = {echo_tool()}}));
    std::vector<StoredMessage> const after = memory.load("s");
    ASSERT_GE(after.size(), before.size());
    std::vector<StoredMessage> const added(after.begin() + static_cast<std::ptrdiff_t>(before.size()), after.end());
    EXPECT_EQ(roles(added), expected + "a");
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
    before = after;
  }
  for (std::size_t place = 0; place < before.size(); ++place) {
    AssistantTurn const* const turn = std::get_if<AssistantTurn>(&before[place].turn);
    if (turn == nullptr) continue;
    for (std::size_t call = 0; call < turn->tool_calls.size(); ++call) {
      ToolTurn const& result = std::get<ToolTurn>(before[place + 1 + call].turn);
      EXPECT_EQ(result.tool_call_id, turn->tool_calls[call].id);
      EXPECT_EQ(result.content, turn->tool_calls[call].arguments);
    }
  }
}

}  // namespace
}  // namespace prompty::conversation::conversation_test
