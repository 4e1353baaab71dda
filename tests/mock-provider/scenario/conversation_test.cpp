#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/scenario/conversation.hpp"

namespace mock_provider::conversation_test {
namespace {

Conversation read(char const* target, char const* body) {
  return conversation::of(Json::parse(body), route_of(target));
}

Conversation const in_the_middle{.model = "m",
                                 .last_user_message = "And in Rome?",
                                 .system_message = "Be brief.\nBe kind.",
                                 .results = {{"get_weather", "72"}, {"", "lost"}},
                                 .offered_tools = {"get_weather", "get_time"},
                                 .turn = 3};

TEST(Conversation, IsReadFromChatCompletions) {
  EXPECT_EQ(read("/v1/chat/completions", R"({"model": "m", "messages": [
      {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Weather?"},
      {"role": "assistant", "content": "Where?"}, {"role": "developer", "content": "Be kind."},
      {"role": "user", "content": [{"type": "text", "text": "And in "}, {"type": "image_url"},
                                   {"type": "text", "text": "Rome?"}]},
      {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "get_weather"}}]},
      {"role": "tool", "tool_call_id": "1", "content": "72"}, {"role": "tool", "tool_call_id": "9", "content": "lost"}],
    "tools": [{"type": "function", "function": {"name": "get_weather"}}, {"function": {"name": "get_time"}}]})"),
            in_the_middle);
}

TEST(Conversation, IsReadFromMessages) {
  EXPECT_EQ(read("/v1/messages", R"({"model": "m", "system": [{"type": "text", "text": "Be brief.\nBe kind."}],
    "messages": [
      {"role": "user", "content": "Weather?"}, {"role": "assistant", "content": "Where?"},
      {"role": "user", "content": [{"type": "text", "text": "And in Rome?"}]},
      {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "get_weather", "input": {}}]},
      {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "72"}]},
                                   {"type": "tool_result", "tool_use_id": "9", "content": "lost"}]}],
    "tools": [{"name": "get_weather"}, {"name": "get_time"}]})"),
            in_the_middle);
}

TEST(Conversation, IsReadFromResponses) {
  EXPECT_EQ(read("/v1/responses", R"({"model": "m", "instructions": "Be brief.", "input": [
      {"role": "user", "content": "Weather?"}, {"role": "assistant", "content": [{"type": "output_text", "text": "Where?"}]},
      {"role": "developer", "content": "Be kind."},
      {"role": "user", "content": [{"type": "input_text", "text": "And in Rome?"}]},
      {"type": "reasoning"}, {"type": "function_call", "call_id": "1", "name": "get_weather", "arguments": "{}"},
      {"type": "function_call_output", "call_id": "1", "output": "72"},
      {"type": "function_call_output", "call_id": "9", "output": "lost"}],
    "tools": [{"type": "function", "name": "get_weather"}, {"type": "function", "name": "get_time"}]})"),
            in_the_middle);
  EXPECT_EQ(read("/v1/responses", R"({"input": "Hello"})").last_user_message, "Hello");
}

TEST(Conversation, KnowsCustomTools) {
  Conversation const in_chat = read("/v1/chat/completions", R"({"messages": [
      {"role": "assistant", "tool_calls": [{"id": "1", "type": "custom", "custom": {"name": "run", "input": "a"}}]},
      {"role": "tool", "tool_call_id": "1", "content": "done"}],
    "tools": [{"type": "custom", "custom": {"name": "run"}}]})");
  Conversation const in_responses = read("/v1/responses", R"({"input": [
      {"type": "custom_tool_call", "call_id": "1", "name": "run", "input": "a"},
      {"type": "custom_tool_call_output", "call_id": "1", "output": "done"}],
    "tools": [{"type": "custom", "name": "run"}]})");
  for (Conversation const& conversation : {in_chat, in_responses}) {
    EXPECT_EQ(conversation.results, (std::vector<Conversation::Result>{{"run", "done"}}));
    EXPECT_EQ(conversation.offered_tools, std::vector<std::string>{"run"});
    EXPECT_EQ(conversation.turn, 2U);
  }
}

TEST(Conversation, HasTheInputOfOtherModels) {
  EXPECT_EQ(read("/v1/embeddings", R"({"input": ["a", "b"]})").last_user_message, "b");
  EXPECT_EQ(read("/v1/embeddings", R"({"input": "a"})").last_user_message, "a");
  EXPECT_EQ(read("/v1/images/generations", R"({"prompt": "a cat"})").last_user_message, "a cat");
}

TEST(Conversation, TakesTheDeploymentForTheModel) {
  char const* const path = "/openai/deployments/mine/chat/completions";
  EXPECT_EQ(read(path, "{}").model, "mine");
  EXPECT_EQ(read(path, R"({"model": "m"})").model, "m");
}

TEST(Conversation, ForgetsResultsOnceTheModelHasSpoken) {
  Conversation const later = read("/v1/chat/completions", R"({"messages": [
    {"role": "tool", "tool_call_id": "1", "content": "72"}, {"role": "assistant", "content": "It is 72."},
    {"role": "assistant", "content": "Anything else?"}, {"role": "user", "content": [{"type": "image_url"}]}]})");
  EXPECT_THAT(later.results, testing::IsEmpty());
  EXPECT_EQ(later.turn, 2U);
  EXPECT_EQ(later.last_user_message, std::nullopt);
}

TEST(Conversation, HasNoUserMessageOfBeforeWhenTheLastHasNoText) {
  std::string const before = R"({"role": "user", "content": "rain?"}, {"role": "assistant", "content": "no"}, )";
  auto const last = [&](char const* path, std::string const& list, std::string const& content) {
    return read(path, ("{\"" + list + "\": [" + before + R"({"role": "user", "content": )" + content + "}]}").c_str())
        .last_user_message;
  };
  std::string const image = R"([{"type": "image_url", "image_url": {"url": "u"}}])";
  EXPECT_EQ(last("/v1/chat/completions", "messages", image), std::nullopt);
  EXPECT_EQ(last("/v1/responses", "input", R"([{"type": "input_image", "image_url": "u"}])"), std::nullopt);
  EXPECT_EQ(last("/v1/messages", "messages", R"([{"type": "image"}, {"type": "tool_result"}])"), std::nullopt);
  // A message of results alone is what the tools say.
  EXPECT_EQ(last("/v1/messages", "messages", R"([{"type": "tool_result", "tool_use_id": "1"}])"), "rain?");
}

TEST(Conversation, HasFunctionsAsTheyWereBeforeTools) {
  Conversation const conversation = read("/v1/chat/completions", R"({"functions": [{"name": "f"}], "messages": [
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": null, "function_call": {"name": "f", "arguments": "{}"}},
    {"role": "function", "name": "f", "content": "72"}]})");
  EXPECT_EQ(conversation.results, (std::vector<Conversation::Result>{{"f", "72"}}));
  EXPECT_EQ(conversation.offered_tools, std::vector<std::string>{"f"});
  EXPECT_EQ(conversation.turn, 2U);
}

TEST(Conversation, HasCallsOfToolsThatTheProviderDescribes) {
  Conversation const conversation = read("/v1/responses", R"({
    "tools": [{"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "find"}]}, {"type": "shell"}],
    "input": [{"role": "user", "content": "hi"},
              {"type": "local_shell_call", "id": "1", "call_id": "1", "action": {}, "status": "completed"},
              {"type": "local_shell_call_output", "call_id": "1", "output": "72"}]})");
  EXPECT_EQ(conversation.results, (std::vector<Conversation::Result>{{"", "72"}}));
  EXPECT_EQ(conversation.offered_tools, (std::vector<std::string>{"crm", "find"}));
  EXPECT_EQ(conversation.turn, 2U);
}

TEST(Conversation, GoesOnFromWhatTheProviderHasKept) {
  Json const earlier = Json::parse(R"([
    {"role": "user", "content": "Rain?"},
    {"type": "function_call", "call_id": "1", "name": "get_weather", "arguments": "{}"}])");
  Json const body = Json::parse(R"({"input": [{"type": "function_call_output", "call_id": "1", "output": "72"}]})");
  Conversation const conversation = conversation::of(body, route_of("/v1/responses"), &earlier);
  EXPECT_EQ(conversation.results, (std::vector<Conversation::Result>{{"get_weather", "72"}}));
  EXPECT_EQ(conversation.last_user_message, "Rain?");
  EXPECT_EQ(conversation.turn, 2U);
}

TEST(Conversation, TakesAnyJson) {
  for (char const* const body :
       {"null", "[]", "1", R"({"messages": 1, "tools": {}, "input": [1], "system": 2})",
        R"({"messages": [1, {"role": 2}, {"role": "tool"}, {"role": "assistant", "content": [3],
                                     "tool_calls": [4, {"function": 5}]}], "tools": [6, {"function": {}}]})"}) {
    for (char const* const path : {"/v1/chat/completions", "/v1/messages", "/v1/responses", "/v1/embeddings"}) {
      EXPECT_EQ(read(path, body).model, std::nullopt);
    }
  }
}

}  // namespace
}  // namespace mock_provider::conversation_test
