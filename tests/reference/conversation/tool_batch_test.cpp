#include "prompty/conversation/tool_batch.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <stdexcept>

#include "prompty/core/error.hpp"

namespace prompty::conversation::tool_batch_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ToolCall call(std::string name, std::string arguments = "{}", std::string id = "i") {
  return {.id = std::move(id), .name = std::move(name), .arguments = std::move(arguments)};
}

CallableTool tool(std::string name, std::function<std::string(Invocation const&)> execute) {
  return {.name = std::move(name), .execute = std::move(execute)};
}

std::vector<std::string> contents(std::vector<StoredMessage> const& messages) {
  std::vector<std::string> texts;
  for (StoredMessage const& message : messages) texts.push_back(std::get<ToolTurn>(message.turn).content);
  return texts;
}

TEST(ToolBatches, TurnWhateverIsThrownIntoAResult) {
  CallableTool const boom =
      tool("boom", [](Invocation const&) -> std::string { throw std::runtime_error("disk full"); });
  CallableTool const odd = tool("odd", [](Invocation const&) -> std::string { throw 7; });
  EXPECT_THAT(contents(answer_calls({call("boom"), call("odd")}, {boom, odd})),
              ElementsAre("Error: Tool 'boom' failed: disk full", HasSubstr("Error: Tool 'odd' failed")));
}

TEST(ToolBatches, AskTheGateBeforeAnythingRuns) {
  std::atomic<int> started = 0;
  CallableTool const work = tool("work", [&](Invocation const&) {
    ++started;
    return "done";
  });
  int requested = 0;
  Gate const gate = [&](std::vector<ToolCall> const& calls) {
    ++requested;
    EXPECT_EQ(started, 0);
    EXPECT_EQ(calls.size(), 3U);
    return std::vector<Denial>{std::nullopt, "not now"};
  };
  EXPECT_THAT(contents(answer_calls({call("work"), call("work", "{bad"), call("work")}, {work}, {.gate = gate})),
              ElementsAre("done", HasSubstr("not now"), HasSubstr("gave no decision")));
  EXPECT_EQ(requested, 1);
  EXPECT_EQ(started, 1);
}

TEST(ToolBatches, PassOnWhatTheGateThrows) {
  Gate const gate = [](std::vector<ToolCall> const&) -> std::vector<Denial> { throw CancelledError("stop"); };
  EXPECT_THROW(static_cast<void>(answer_calls({call("f")}, {}, {.gate = gate})), CancelledError);
}

TEST(ThreadsOfToolBatches, RunCallsAtTheSameTime) {
  // Neither call could end if they did not meet.
  std::latch meeting(2);
  CallableTool const meet = tool("meet", [&](Invocation const& invocation) {
    meeting.arrive_and_wait();
    return std::to_string(invocation.position);
  });
  EXPECT_THAT(contents(answer_calls({call("meet"), call("meet")}, {meet})), ElementsAre("0", "1"));
}

TEST(ThreadsOfToolBatches, KeepSequentialCallsApart) {
  std::atomic<int> inside = 0;
  std::vector<std::size_t> order;
  auto const alone = [&](Invocation const& invocation) {
    EXPECT_EQ(++inside, 1);
    order.push_back(invocation.position);
    --inside;
    return std::string("ok");
  };
  CallableTool marked = tool("marked", alone);
  marked.execution = ToolExecution::sequential;
  static_cast<void>(answer_calls({call("free"), call("marked"), call("free")}, {marked, tool("free", alone)}));
  static_cast<void>(
      answer_calls({call("free"), call("free")}, {tool("free", alone)}, {.execution = ToolExecution::sequential}));
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 0, 1));
}

TEST(ThreadsOfToolBatches, KeepAThousandResultsInOrder) {
  CallableTool const echo = tool("echo", [](Invocation const& invocation) { return invocation.call.arguments; });
  std::vector<ToolCall> calls;
  for (int number = 0; number < 1000; ++number) calls.push_back(call("echo", std::to_string(number), "call_0"));
  std::vector<std::string> const results = contents(answer_calls(calls, {echo}));
  ASSERT_EQ(results.size(), calls.size());
  for (std::size_t place = 0; place < results.size(); ++place) EXPECT_EQ(results[place], calls[place].arguments);
}

}  // namespace
}  // namespace prompty::conversation::tool_batch_test
