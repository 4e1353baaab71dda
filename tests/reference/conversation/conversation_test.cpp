// Conversations, what is stored of them and sent of what is stored, as far as no vector shows it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/conversation/conversation.hpp"
#include "prompty/conversation/messages.hpp"
#include "prompty/core/error.hpp"

namespace prompty::conversation::conversation_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

AssistantTurn read(char const* message) {
  return read_answer(Json{{"choices", Json::array({Json{{"message", Json::parse(message)}}})}});
}

TEST(Answers, HaveReasoningByEitherName) {
  EXPECT_EQ(read(R"({"content":"a","reasoning":"x","reasoning_content":"y"})").reasoning, "x");
  EXPECT_EQ(read(R"({"content":"a","reasoning":"","reasoning_content":"y"})").reasoning, "y");
}

TEST(Answers, KeepReasoningThatIsEmpty) {
  testing::Test::RecordProperty("clause", "M6-12");
  EXPECT_EQ(read(R"({"content":"a","reasoning_content":""})").reasoning, "");
  EXPECT_EQ(read(R"({"content":"a","reasoning":null,"reasoning_content":""})").reasoning, "");
  EXPECT_EQ(read(R"({"content":"a","reasoning_content":"0"})").reasoning, "0");
  EXPECT_EQ(read(R"({"content":"a","reasoning_content":null})").reasoning, std::nullopt);
  EXPECT_EQ(read(R"({"content":"a"})").reasoning, std::nullopt);
  for (char const* const thought : {"", "0"}) {
    AssistantTurn turn{.content = "", .tool_calls = {{.id = "c", .name = "f", .arguments = ""}}, .reasoning = thought};
    EXPECT_EQ(chat_messages({{.turn = turn}}).front().at("reasoning_content"), Json(thought));
    turn.reasoning.reset();
    EXPECT_FALSE(chat_messages({{.turn = turn}}).front().contains("reasoning_content"));
  }
}

TEST(Answers, AreReadAsFarAsTheyCanBe) {
  AssistantTurn const turn =
      read(R"({"content":7,"reasoning":{},"reasoning_details":"x","tool_calls":[7,{"id":8,"function":[]}]})");
  EXPECT_EQ(turn.content, "");
  EXPECT_EQ(turn.tool_calls.size(), 2U);
  EXPECT_TRUE(turn.reasoning_details.empty());
}

TEST(Answers, WithoutAMessageAreRefused) {
  for (char const* const text :
       {"7", "{}", R"({"choices":[]})", R"({"choices":[{}]})", R"({"choices":[{"message":7}]})"}) {
    EXPECT_THAT([&] { return read_answer(Json::parse(text)); },
                ThrowsMessage<ValueError>(HasSubstr("Unexpected response format")))
        << text;
  }
}

Json chunk(char const* delta) {
  return Json{{"choices", Json::array({Json{{"delta", Json::parse(delta)}}})}};
}

StreamAssembly assembled(std::vector<char const*> const& deltas) {
  StreamAssembly assembly;
  for (char const* const delta : deltas) static_cast<void>(assembly.add(chunk(delta)));
  return assembly;
}

TEST(StreamAssemblies, PassOverWhatIsNoChunk) {
  StreamAssembly assembly;
  EXPECT_THAT(assembly.add(Json(7)), IsEmpty());
  EXPECT_EQ(assembly.turn().content, "");
}

TEST(StreamAssemblies, TellWholeCallsWithoutAnIndexByTheirPlace) {
  StreamAssembly const assembly = assembled(
      {R"({"tool_calls":[{"function":{"name":"f","arguments":"1"}},{"function":{"name":"g","arguments":"2"}}]})"});
  EXPECT_EQ(assembly.turn().tool_calls.size(), 2U);
}

TEST(StreamAssemblies, KeepReasoningThatIsEmpty) {
  testing::Test::RecordProperty("clause", "M6-12");
  EXPECT_EQ(assembled({R"({"reasoning_content":""})", R"({"content":"a"})"}).turn().reasoning, "");
  EXPECT_EQ(assembled({R"({"reasoning":null})", R"({"reasoning":""})"}).turn().reasoning, "");
  EXPECT_EQ(assembled({R"({"reasoning":null})", R"({"content":"a"})"}).turn().reasoning, std::nullopt);
}

/// "NAME ARGUMENTS" of each call of a stream of these fragments, a chunk for each.
std::vector<std::string> calls_in(std::vector<std::string> const& fragments, Profile profile = Profile::live) {
  StreamAssembly assembly(profile);
  for (std::string const& one : fragments)
    static_cast<void>(assembly.add(chunk((R"({"tool_calls":[)" + one + "]}").c_str())));
  std::vector<std::string> calls;
  for (ToolCall const& call : assembly.turn().tool_calls) calls.push_back(call.name + " " + call.arguments);
  return calls;
}

TEST(StreamAssemblies, OpenACallForAnotherIdAndAName) {
  testing::Test::RecordProperty("clause", "P8.6-06");
  using testing::ElementsAre;
  std::string const f = R"({"id":"c1","function":{"name":"f","arguments":"1"}})";
  std::string const g = R"({"id":"c2","function":{"name":"g","arguments":"2"}})";
  EXPECT_THAT(calls_in({f, g}), ElementsAre("f 1", "g 2"));
  EXPECT_THAT(calls_in({f, g}, Profile::as_written), ElementsAre("f 12"));
  std::string const f0 = R"({"index":0,"id":"c1","function":{"name":"f","arguments":"1"}})";
  std::string const again0 = R"({"index":0,"id":"c2","function":{"name":"f","arguments":"2"}})";
  std::string const h1 = R"({"index":1,"id":"c3","function":{"name":"h","arguments":"3"}})";
  EXPECT_THAT(calls_in({f0, h1, again0}), ElementsAre("f 1", "f 2", "h 3"));
  // Without an index behind all calls so far; what follows without an id goes on with the last.
  EXPECT_THAT(calls_in({f + "," + g, R"({"id":"c3","function":{"name":"h","arguments":"3"}})",
                        R"({"function":{"arguments":"4"}})"}),
              ElementsAre("f 1", "g 2", "h 34"));
  // An id that is known goes on with its call; another id alone, or another name alone, opens nothing.
  EXPECT_THAT(calls_in({f0, again0, R"({"index":0,"id":"c1","function":{"name":"f","arguments":"5"}})"}),
              ElementsAre("f 15", "f 2"));
  EXPECT_THAT(calls_in({f0, R"({"index":0,"id":"x","function":{"arguments":"6"}})"}), ElementsAre("f 16"));
  EXPECT_THAT(calls_in({f0, R"({"index":0,"function":{"name":"g","arguments":"7"}})"}), ElementsAre("f 17"));
  EXPECT_THAT(calls_in({R"({"index":0,"function":{"name":"f","arguments":"1"}})", again0}), ElementsAre("f 12"));
}

TEST(StreamAssemblies, JoinThePiecesOfABlock) {
  StreamAssembly const assembly = assembled(
      {R"({"reasoning_details":[{"index":1,"type":"t","text":"a","signature":null}]})",
       R"({"reasoning_details":[{"index":0,"data":"x"},{"index":1,"text":"b","signature":"s"},{"text":"c"}]})",
       R"({"reasoning_details":[{"text":"d"},7,{"index":1,"type":"u","data":"y"}]})"});
  EXPECT_EQ(assembly.turn().reasoning_details,
            Json::parse(R"([{"index":1,"type":"t","text":"ab","signature":"s"},{"index":0,"data":"x"},)"
                        R"({"text":"c"},{"text":"d"},{"index":1,"type":"u","data":"y"}])"));
}

TEST(StreamAssemblies, KeepOfABrokenStreamWhatWasSaid) {
  StreamAssembly const assembly =
      assembled({R"({"content":"half","tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]})"});
  AssistantTurn const expected{.content = "half", .is_error = true};
  EXPECT_EQ(assembly.broken_turn(), expected);
}

AssistantTurn thinking_turn() {
  return {.content = "a",
          .reasoning = "r",
          .reasoning_details = Json::array({Json{{"index", 2}, {"data", nullptr}}, Json{{"index", 1}}}),
          .finish_reason = "stop",
          .is_error = true};
}

AssistantTurn calling_turn() {
  AssistantTurn turn = thinking_turn();
  turn.tool_calls = {{.id = "c", .name = "f", .arguments = "{oops"}};
  return turn;
}

TEST(ChatMessages, HaveTheMembersOfTheWireInItsOrder) {
  std::vector<StoredMessage> const stored = {
      {.turn = SystemTurn{.content = "s"}, .own_members = {{"x", 1}}},
      {.turn = UserTurn{.content = Json::array({Json{{"type", "file"}, {"y", 2}}})}},
      {.turn = calling_turn()},
      {.turn = ToolTurn{.tool_call_id = "c", .content = "", .tool_name = "f", .is_error = true}}};
  EXPECT_EQ(chat_messages(request_messages(stored)).dump(),
            R"([{"role":"system","content":"s"},{"role":"user","content":[{"type":"file","y":2}]},)"
            R"({"role":"assistant","content":"a","reasoning_details":[{"index":2,"data":null},{"index":1}],)"
            R"("tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{oops"}}]},)"
            R"({"role":"tool","tool_call_id":"c","content":""}])");
}

std::vector<StoredMessage> stored(char const* text) {
  return stored_message_codec::read(Json::parse(text), "messages");
}

TEST(StoredMessages, AreRefusedWithTheirPlace) {
  EXPECT_THAT([] { return stored("7"); }, ThrowsMessage<ValueError>(HasSubstr("messages must be a list")));
  EXPECT_THAT([] { return stored("[7]"); }, ThrowsMessage<ValueError>(HasSubstr("messages[0] must be a mapping")));
  EXPECT_THAT([] { return stored(R"([{"role":"user","content":7}])"); },
              ThrowsMessage<ValueError>(HasSubstr("messages[0].content")));
  EXPECT_THAT([] { return stored(R"([{"role":"assistant","tool_calls":[{}]}])"); },
              ThrowsMessage<ValueError>(HasSubstr("messages[0].tool_calls[0].function is missing")));
  EXPECT_THAT([] { return stored(R"([{"role":"tool","content":"a","isError":"no"}])"); },
              ThrowsMessage<ValueError>(HasSubstr("messages[0].isError")));
  EXPECT_THAT([] { return stored(R"([{"role":"system","content":"a"},{"role":"developer","content":"b"}])"); },
              ThrowsMessage<ValueError>(AllOf(HasSubstr("messages[1].role"), HasSubstr("developer"))));
}

AssistantTurn says(std::string text) {
  return {.content = std::move(text)};
}

AssistantTurn calls(std::vector<ToolCall> tool_calls) {
  return {.content = "", .tool_calls = std::move(tool_calls)};
}

/// A model that answers with these turns.
struct Script {
  std::vector<AssistantTurn> turns;
  std::size_t requested = 0;

  ModelClient client() {
    return [this](std::vector<StoredMessage> const&) { return turns.at(requested++); };
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
  EXPECT_THAT([&] { return converse("s", "go", memory, script.client(), {.tools = {echo_tool()}, .max_turns = 3}); },
              ThrowsMessage<RuntimeError>("Agent loop exceeded 3 iterations"));
  EXPECT_EQ(roles(memory.load("s")), "uatatat");
}

}  // namespace
}  // namespace prompty::conversation::conversation_test
