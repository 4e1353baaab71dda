#include "prompty/agent/loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "prompty/core/outcome.hpp"
#include "reference/support/raised.hpp"

namespace prompty::loop_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;

/// A model that plays its answers one after the other, and tools that repeat their arguments.
class Loop : public testing::Test {
 protected:
  Loop() {
    steps.send = [this](std::vector<Message> const& messages, AnswerListener const&) {
      requested.push_back(messages);
      return ModelAnswer{.outcome = answers.at(requested.size() - 1)};
    };
    steps.run_tool = [](ToolCall const&, Json const& arguments) {
      return ToolOutput{.result = ToolResult(arguments.dump())};
    };
    steps.format = [](ModelAnswer const& answer, std::vector<ToolCall> const& calls,
                      std::vector<ToolResult> const& results) {
      std::vector<Message> messages = {tool_call_message(calls, answer.text)};
      for (Message& message : tool_result_messages(calls, results)) messages.push_back(std::move(message));
      return messages;
    };
    options.sleeper = [](std::chrono::milliseconds, Cancellation const&) {};
    options.on_event = [this](Event const& event) { events.emplace_back(type_of(event)); };
  }

  TurnResult run() { return run_loop({{.role = "user", .content = {TextPart{"go"}}}}, steps, options); }

  std::vector<Outcome> answers;
  std::vector<std::vector<Message>> requested;
  LoopSteps steps;
  TurnOptions options;
  std::vector<std::string> events;
};

std::vector<ToolCall> calls(int count) {
  std::vector<ToolCall> list;
  for (int index = 0; index < count; ++index) {
    list.push_back({.id = "call_0", .name = "f", .arguments = "{\"n\":" + std::to_string(index) + "}"});
  }
  return list;
}

std::string text_of(Message const& message) {
  return std::get<TextPart>(message.content.front()).value;
}

TEST_F(Loop, CompletesAThousandCallsOfOneAnswerInOrder) {
  answers = {calls(1000), Text{"done"}};
  std::atomic<int> ran{0};
  steps.run_tool = [&](ToolCall const&, Json const& arguments) {
    ++ran;
    return ToolOutput{.result = ToolResult(arguments["n"].dump())};
  };
  TurnResult const result = run();
  EXPECT_EQ(ran, 1000);
  ASSERT_EQ(result.messages.size(), 1003U);
  for (std::size_t place = 0; place < 1000; ++place) {
    ASSERT_EQ(text_of(result.messages[place + 2]), std::to_string(place));
  }
}

TEST_F(Loop, RunsCallsAtTheSameTimeByDefault) {
  answers = {calls(2), Text{"done"}};
  std::promise<void> second_began;
  std::shared_future<void> const began = second_began.get_future().share();
  steps.run_tool = [&](ToolCall const&, Json const& arguments) {
    if (arguments["n"] == 1) second_began.set_value();
    EXPECT_EQ(began.wait_for(std::chrono::seconds(20)), std::future_status::ready) << "the second call has to begin";
    return ToolOutput{.result = ToolResult("")};
  };
  EXPECT_EQ(run().iterations, 2);
}

TEST_F(Loop, CarriesOutTheCallsThatAMessageComesAmong) {
  RecordProperty("clause", "P13.5-05");
  answers = {calls(3), Text{"done"}};
  options.steering = std::make_shared<Steering>();
  options.tool_execution = conversation::ToolExecution::sequential;
  steps.run_tool = [&](ToolCall const&, Json const& arguments) {
    if (arguments["n"] == 0) options.steering->send("Stop that.");
    return ToolOutput{.result = ToolResult("ran")};
  };
  run();
  ASSERT_EQ(requested.size(), 2U);
  std::vector<std::string> texts;
  for (Message const& message : requested[1]) texts.push_back(text_of(message));
  EXPECT_THAT(texts, ElementsAre("go", "", "ran", "ran", "ran", "Stop that."));
}

TEST_F(Loop, KeepsWhatIsSentToItFromATurnInsideOfATool) {
  RecordProperty("clause", "P13.5-06");
  answers = {calls(1), Text{"done"}};
  options.steering = std::make_shared<Steering>();
  std::vector<Message> seen_inside;
  steps.run_tool = [&](ToolCall const&, Json const&) {
    options.steering->send("For the outer one.");
    LoopSteps inner = steps;
    inner.send = [&](std::vector<Message> const& messages, AnswerListener const&) {
      seen_inside = messages;
      return ModelAnswer{.outcome = Text{"inner"}};
    };
    return ToolOutput{.result = ToolResult(text(run_loop({user_message("inside")}, inner, {}).outcome))};
  };
  run();
  EXPECT_EQ(seen_inside, std::vector<Message>{user_message("inside")});
  EXPECT_EQ(requested[1].back(), user_message("For the outer one."));
}

TEST_F(Loop, SurvivesListenersThatThrow) {
  RecordProperty("clause", "P13.1-09");
  answers = {Text{"done"}};
  int reported = 0;
  options.on_event = [](Event const&) { throw std::runtime_error("listener"); };
  options.on_callback_failure = [&](std::exception_ptr const&) { ++reported; };
  EXPECT_EQ(run().outcome, Outcome(Text{"done"}));
  EXPECT_EQ(reported, 2);
}

TEST_F(Loop, ShowsTheGateAllCallsBeforeTheFirstRuns) {
  answers = {calls(2), Text{"done"}};
  bool has_run = false;
  steps.run_tool = [&](ToolCall const&, Json const&) {
    has_run = true;
    return ToolOutput{.result = ToolResult("ran")};
  };
  options.gate = [&](std::vector<ToolCall> const& shown) {
    EXPECT_EQ(shown.size(), 2U);
    EXPECT_FALSE(has_run);
    return std::vector<conversation::Denial>{std::nullopt, "not that"};
  };
  TurnResult const result = run();
  EXPECT_EQ(text_of(result.messages[2]), "ran");
  EXPECT_EQ(text_of(result.messages[3]), "The call of 'f' was denied: not that");
}

TEST_F(Loop, WaitsAsConfiguredBeforeEachAttempt) {
  RecordProperty("clause", "P9.4-08");
  std::vector<std::int64_t> waits;
  options.sleeper = [&](std::chrono::milliseconds wait, Cancellation const&) { waits.push_back(wait.count()); };
  steps.randomness = [] { return std::string("8000000000000000"); };
  int attempts = 0;
  steps.send = [&](std::vector<Message> const&, AnswerListener const&) -> ModelAnswer {
    if (++attempts < 3) throw ExecuteError("busy", 503, "");
    return {.outcome = Text{"done"}};
  };
  EXPECT_EQ(run().iterations, 1);
  EXPECT_THAT(waits, ElementsAre(2500, 4500));
  EXPECT_THAT(events, ElementsAre("status", "status", "messages_updated", "done"));
}

TEST_F(Loop, WarnsWhenItRepairsArguments) {
  RecordProperty("clause", "P9.3-09");
  std::vector<std::string> warnings;
  options.on_event = [&](Event const& event) {
    if (StatusEvent const* const status = std::get_if<StatusEvent>(&event)) warnings.push_back(status->message);
  };
  auto const call = [](std::string arguments) { return ToolCall{.id = "c", .name = "f", .arguments = arguments}; };
  answers = {std::vector<ToolCall>{call("```json\n{\"n\":1}\n```"), call("I take {\"n\":2}."), call("{\"n\":3,}"),
                                   call("{\"n\":4}"), call(""), call("no")},
             Text{"done"}};
  TurnResult const result = run();
  EXPECT_EQ(text_of(result.messages[2]), "{\"n\":1}");
  EXPECT_THAT(warnings,
              ElementsAre(EndsWith("call of 'f' were not JSON as the model wrote them; they were read without "
                                   "the code fence around them"),
                          EndsWith("without the text around the first object"),
                          EndsWith("without commas before closing brackets")));
}

TEST_F(Loop, StopsWaitingWhenItIsCancelled) {
  RecordProperty("clause", "P9.4-09");
  options.sleeper = system_sleeper();
  std::promise<void> waits;
  options.on_event = [&](Event const& event) {
    if (type_of(event) == "status") waits.set_value();
  };
  int attempts = 0;
  steps.send = [&](std::vector<Message> const&, AnswerListener const&) -> ModelAnswer {
    ++attempts;
    ExecuteError busy("busy", 503, "");
    busy.set_retry_after(std::chrono::seconds(60));
    throw busy;
  };
  std::future<void> const cancelled = std::async(std::launch::async, [&] {
    waits.get_future().wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    options.cancellation.request();
  });
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_THROW(static_cast<void>(run()), CancelledError);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(attempts, 1);
}

TEST_F(Loop, LeavesWhatIsSaidTooLateToTheNextTurn) {
  answers = {Text{"done"}};
  options.steering = std::make_shared<Steering>();
  options.on_event = [&](Event const& event) {
    if (type_of(event) == "done") options.steering->send("one more thing");
  };
  static_cast<void>(run());
  EXPECT_THAT(options.steering->drain(), ElementsAre("one more thing"));
  EXPECT_TRUE(options.steering->drain().empty());
}

TEST_F(Loop, CarriesTheConversationInItsErrors) {
  answers = {calls(1)};
  options.max_iterations = 1;
  try {
    static_cast<void>(run());
    FAIL() << "the limit has to be an error";
  } catch (RuntimeError const& error) {
    EXPECT_STREQ(error.what(), "Agent loop exceeded 1 iterations");
    EXPECT_EQ(error.clause(), "P9.1-03");
    ASSERT_NE(error.conversation(), nullptr);
    EXPECT_EQ(error.conversation()->size(), 3U);
  }
  EXPECT_EQ(events.back(), "error");
}

TEST_F(Loop, ExceedsALimitOfNothingAtOnce) {
  options.max_iterations = 0;
  try {
    static_cast<void>(run());
    FAIL() << "the limit has to be an error";
  } catch (RuntimeError const& error) {
    EXPECT_STREQ(error.what(),
                 "Agent loop exceeded 0 iterations before its first request; max_iterations has to be 1 or more");
    EXPECT_EQ(error.clause(), "P9.1-07");
  }
  EXPECT_THAT(requested, IsEmpty());
}

TEST_F(Loop, TellsWhatAGateOrAGuardrailThrows) {
  answers = {calls(1)};
  options.gate = [](std::vector<ToolCall> const&) -> std::vector<conversation::Denial> {
    throw std::runtime_error("the gate failed");
  };
  EXPECT_EQ(raised<std::runtime_error>([this] { static_cast<void>(run()); }), "the gate failed");
  EXPECT_THAT(events, ElementsAre("error"));
  events.clear();
  options.guardrails.input = [](std::vector<Message> const&) -> GuardrailDenial { throw 7; };
  EXPECT_THROW(static_cast<void>(run()), int);
  EXPECT_THAT(events, ElementsAre("error"));
}

TEST_F(Loop, DropsAnAnswerThatComesAfterItWasCancelled) {
  steps.send = [this](std::vector<Message> const&, AnswerListener const&) {
    options.cancellation.request();
    return ModelAnswer{.outcome = Text{"late"}};
  };
  try {
    static_cast<void>(run());
    FAIL() << "a cancelled turn has no outcome";
  } catch (CancelledError const& error) {
    EXPECT_EQ(error.conversation()->size(), 1U);
  }
  EXPECT_THAT(events, ElementsAre("cancelled"));
}

TEST_F(Loop, EndsWithAnAnswerWithoutAnyCalls) {
  answers = {std::vector<ToolCall>{}};
  TurnResult const result = run();
  EXPECT_EQ(result.iterations, 1);
  EXPECT_EQ(result.messages.size(), 1U);
}

/// Says something and calls, then answers, in pieces.
class StreamedTurn : public Loop {
 protected:
  StreamedTurn() {
    steps.send = [this](std::vector<Message> const&, AnswerListener const& sink) {
      bool const is_first = ++sent == 1;
      for (char const* const piece : is_first ? std::array{"Let me", " see."} : std::array{"Ni", "ne."}) {
        sink.text(piece);
        shown_while_it_came = shown;
      }
      return ModelAnswer{.outcome = is_first ? Outcome(calls(1)) : Outcome(Text{"Nine."})};
    };
    options.delivery = Delivery::streamed;
    options.on_event = [this](Event const& event) {
      if (TokenEvent const* const token = std::get_if<TokenEvent>(&event)) shown.push_back(token->text);
    };
  }

  int sent = 0;
  std::vector<std::string> shown;
  std::vector<std::string> shown_while_it_came;
};

TEST_F(StreamedTurn, ShowsTextAsItComesAlsoInFrontOfCalls) {
  EXPECT_EQ(run().outcome, Outcome(Text{"Nine."}));
  EXPECT_THAT(shown, ElementsAre("Let me", " see.", "Ni", "ne."));
  EXPECT_EQ(shown_while_it_came, shown);
}

TEST_F(StreamedTurn, HoldsBackWhatMayStandInFrontOfCalls) {
  RecordProperty("clause", "P9.6-05");
  options.text_before_calls = TextBeforeCalls::held_back;
  EXPECT_EQ(run().outcome, Outcome(Text{"Nine."}));
  EXPECT_THAT(shown, ElementsAre("Ni", "ne."));
  EXPECT_THAT(shown_while_it_came, IsEmpty());
}

TEST_F(StreamedTurn, HoldsNothingBackWhereNoCallsCanFollow) {
  options.text_before_calls = TextBeforeCalls::held_back;
  steps.offers_tools = false;
  static_cast<void>(run());
  EXPECT_THAT(shown, ElementsAre("Let me", " see."));
  EXPECT_EQ(shown_while_it_came, shown);
}

TEST(ThreadsSteering, LosesAndDoublesNothing) {
  RecordProperty("clause", "P13.5-04");
  constexpr int senders = 4;
  constexpr int messages = 500;
  Steering steering;
  std::atomic<int> sending{senders};
  std::vector<std::thread> threads;
  for (int sender = 0; sender < senders; ++sender) {
    threads.emplace_back([&, sender] {
      for (int number = 0; number < messages; ++number) {
        steering.send(std::to_string(sender) + " " + std::to_string(number));
      }
      --sending;
    });
  }
  std::vector<std::string> taken;
  for (bool is_last = false; !is_last;) {
    is_last = sending == 0;
    for (std::string& text : steering.drain()) taken.push_back(std::move(text));
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken.size(), static_cast<std::size_t>(senders) * messages);
  std::vector<int> next(senders, 0);
  for (std::string const& text : taken) {
    int const sender = text.front() - '0';
    EXPECT_EQ(text, std::to_string(sender) + " " + std::to_string(next[sender]++)) << "in the order of its sender";
  }
}

}  // namespace
}  // namespace prompty::loop_test
