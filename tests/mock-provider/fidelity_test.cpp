#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/http/caller_check.hpp"
#include "mock-provider/provider.hpp"
#include "mock-provider/providers/answer_limits.hpp"
#include "mock-provider/support/frames.hpp"

// What the mock answers by itself, without a scenario, beyond a plain text.
namespace mock_provider::fidelity_test {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

class UsualAnswers : public testing::Test {
 protected:
  Answer ask(std::string method, std::string target, std::string body = "") {
    return provider.respond({.method = std::move(method),
                             .target = std::move(target),
                             .headers = {{"authorization", "Bearer k"}, {"x-api-key", "k"}},
                             .body = std::move(body),
                             .received_at_us = 0});
  }
  Json post(std::string const& target, std::string const& body) { return Json::parse(ask("POST", target, body).body); }
  Json get(std::string const& target) { return Json::parse(ask("GET", target).body); }

  Provider provider{CheckMode::report, JournalBounds{}};
};

/// "The mock provider received 1 message; the last says: \"hi\"" without a limit.
std::string chat_with(std::string const& members) {
  return R"({"model": "m", "messages": [{"role": "user", "content": "hi"}])" + members + "}";
}

TEST_F(UsualAnswers, EndWhereTheTokensDo) {
  Json const chat = post("/v1/chat/completions", chat_with(R"(, "max_completion_tokens": 2)")).at("choices")[0];
  EXPECT_EQ(chat.at("message").at("content"), "The mock");
  EXPECT_EQ(chat.at("finish_reason"), "length");
  Json const older = post("/v1/chat/completions", chat_with(R"(, "max_tokens": 2)")).at("choices")[0];
  EXPECT_EQ(older, chat);
  Json const enough = post("/v1/chat/completions", chat_with(R"(, "max_tokens": 1000)")).at("choices")[0];
  EXPECT_EQ(enough.at("finish_reason"), "stop");
  Json const message = post("/v1/messages", chat_with(R"(, "max_tokens": 2)"));
  EXPECT_EQ(message.at("content")[0].at("text"), "The mock");
  EXPECT_EQ(message.at("stop_reason"), "max_tokens");
  Json const response = post("/v1/responses", R"({"model": "m", "input": "hi", "max_output_tokens": 2})");
  EXPECT_EQ(response.at("status"), "incomplete");
  EXPECT_EQ(response.at("incomplete_details").at("reason"), "max_output_tokens");
  EXPECT_EQ(response.at("output")[0].at("content")[0].at("text"), "The mock");
  // What is counted keeps to the limit, too.
  EXPECT_EQ(message.at("usage").at("output_tokens"), 2);
  EXPECT_EQ(response.at("usage").at("output_tokens"), 2);
}

TEST_F(UsualAnswers, EndBeforeAStopSequence) {
  Json const chat = post("/v1/chat/completions", chat_with(R"(, "stop": ["none", " received"])")).at("choices")[0];
  EXPECT_EQ(chat.at("message").at("content"), "The mock provider");
  EXPECT_EQ(chat.at("finish_reason"), "stop");
  Json const message = post("/v1/messages", chat_with(R"(, "max_tokens": 99, "stop_sequences": ["message", "mock"])"));
  EXPECT_EQ(message.at("content")[0].at("text"), "The ");
  EXPECT_EQ(message.at("stop_reason"), "stop_sequence");
  EXPECT_EQ(message.at("stop_sequence"), "mock");
}

TEST(AnswerLimits, CutNoCharacterAndNoCall) {
  Json const one = {{"max_tokens", 1}};
  EXPECT_EQ(answer_limits::applied({.text = "abcü"}, one).text, "abc");
  EXPECT_EQ(answer_limits::applied({.text = "abcd"}, one), (Completion{.text = "abcd"}));
  Completion const call{.tool_calls = {{.id = std::nullopt, .name = "f", .arguments = "{\"a\": 12345}"}}};
  EXPECT_EQ(answer_limits::applied(call, one), call);
  Json const both = {{"max_tokens", 1}, {"stop", "f"}};
  EXPECT_EQ(answer_limits::applied({.text = "abcdef"}, both), (Completion{.text = "abcd", .finish_reason = "length"}));
}

class BoundsOfRequests : public UsualAnswers {
 protected:
  void play(char const* respond) {
    provider.put_scenario("default",
                          {{"steps", Json::array({Json{{"respond", Json::parse(respond)}, {"repeat", "always"}}})}});
  }
  /// The text and the finish reason of a chat request with these members.
  std::pair<std::string, std::string> chat(std::string const& members) {
    Json const choice = post("/v1/chat/completions", chat_with(members)).at("choices")[0];
    return {choice.at("message").at("content"), choice.at("finish_reason")};
  }
};

TEST_F(BoundsOfRequests, HoldForWhatAStepSays) {
  play(R"({"text": "a longer text"})");
  EXPECT_EQ(chat(R"(, "max_tokens": 2)"), std::pair("a longer"s, "length"s));
  EXPECT_EQ(chat(R"(, "stop": " text")"), std::pair("a longer"s, "stop"s));
  EXPECT_EQ(chat(R"(, "max_tokens": 4)"), std::pair("a longer text"s, "stop"s));
  EXPECT_THAT(ask("POST", "/v1/chat/completions", chat_with(R"(, "max_tokens": 2, "stream": true)")).events->frames,
              testing::Contains(HasSubstr(R"("finish_reason":"length")")));
  Json const none = post("/v1/messages", chat_with(R"(, "max_tokens": 0)"));
  EXPECT_EQ(none.at("content")[0].at("text"), "");
  EXPECT_EQ(none.at("stop_reason"), "max_tokens");
  Json const response = post("/v1/responses", R"({"model": "m", "input": "hi", "max_output_tokens": 2})");
  EXPECT_EQ(response.at("status"), "incomplete");
}

TEST_F(BoundsOfRequests, DoNotHoldForAStepThatSaysHowItEnds) {
  play(R"({"text": "a longer text", "verbatim": true})");
  EXPECT_EQ(chat(R"(, "max_tokens": 2, "stop": "l")"), std::pair("a longer text"s, "stop"s));
  play(R"({"text": "a longer text", "finishReason": "content_filter"})");
  EXPECT_EQ(chat(R"(, "max_tokens": 2)"), std::pair("a longer text"s, "content_filter"s));
  play(R"({"text": "a longer text", "verbatim": false})");
  EXPECT_EQ(chat(R"(, "max_tokens": 2)"), std::pair("a longer"s, "length"s));
}

TEST_F(UsualAnswers, HaveTheProbabilitiesOfTheirTokens) {
  std::string const request = chat_with(R"(, "logprobs": true, "top_logprobs": 2, "max_tokens": 2)");
  Json const tokens = post("/v1/chat/completions", request).at("choices")[0].at("logprobs").at("content");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[1].at("token"), " mock");
  EXPECT_EQ(tokens[1].at("bytes"), Json::parse("[32, 109, 111, 99, 107]"));
  EXPECT_LT(tokens[1].at("logprob"), 0);
  ASSERT_EQ(tokens[1].at("top_logprobs").size(), 2U);
  EXPECT_EQ(tokens[1].at("top_logprobs")[0].at("token"), " mock");
  EXPECT_LT(tokens[1].at("top_logprobs")[1].at("logprob"), tokens[1].at("logprob"));
  Answer const stream =
      ask("POST", "/v1/chat/completions", chat_with(R"(, "logprobs": true, "max_tokens": 2, "stream": true)"));
  std::vector<std::string> streamed;
  for (Json const& chunk : mock_provider_tests::data_of(stream.events->frames)) {
    Json const& logprobs = chunk.at("choices")[0].at("logprobs");
    if (!logprobs.is_null()) streamed.push_back(logprobs.at("content")[0].at("token"));
  }
  EXPECT_THAT(streamed, ElementsAre("The", " mock"));
  EXPECT_EQ(post("/v1/chat/completions", chat_with("")).at("choices")[0].at("logprobs"), nullptr);
}

TEST_F(UsualAnswers, HaveVectorsOfTheSizeOfTheModel) {
  auto const size = [&](std::string const& members) {
    return post("/v1/embeddings", R"({"input": "a")" + members + "}").at("data")[0].at("embedding").size();
  };
  EXPECT_EQ(size(R"(, "model": "text-embedding-3-small")"), 1536U);
  EXPECT_EQ(size(R"(, "model": "text-embedding-3-large")"), 3072U);
  EXPECT_EQ(size(R"(, "model": "text-embedding-ada-002")"), 1536U);
  EXPECT_EQ(size(R"(, "model": "text-embedding-3-large", "dimensions": 5)"), 5U);
  EXPECT_EQ(size(R"(, "model": "another")"), 16U);
}

TEST_F(UsualAnswers, HaveLimitsOfRates) {
  Headers const chat = ask("POST", "/v1/chat/completions", chat_with("")).headers;
  EXPECT_EQ(*header_named(chat, "x-ratelimit-remaining-requests"), "9999");
  EXPECT_EQ(header_named(chat, "anthropic-ratelimit-requests-limit"), nullptr);
  Headers const message = ask("POST", "/v1/messages", chat_with(R"(, "max_tokens": 9)")).headers;
  EXPECT_EQ(*header_named(message, "anthropic-ratelimit-requests-remaining"), "3999");
  for (std::string const of : {"requests", "tokens", "input-tokens", "output-tokens"}) {
    std::string const name = "anthropic-ratelimit-" + of;
    std::string const* const reset = header_named(message, name + "-reset");
    ASSERT_NE(reset, nullptr) << of;
    EXPECT_THAT(*reset, MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")) << "RFC 3339";
    for (std::string const what : {"-limit", "-remaining"})
      EXPECT_NE(header_named(message, name + what), nullptr) << name + what;
  }
  EXPECT_EQ(header_named(ask("GET", "/v1/models").headers, "x-ratelimit-limit-requests"), nullptr);
  EXPECT_EQ(header_named(ask("POST", "/v1/chat/completions", "[").headers, "x-ratelimit-limit-requests"), nullptr);
}

TEST_F(UsualAnswers, CountTokens) {
  Json const message = post("/v1/messages/count_tokens", chat_with(R"(, "system": "be brief")"));
  // [{"role":"user","content":"hi"}] has 32 bytes, "be brief" with its quotes 10.
  EXPECT_EQ(message, Json::parse(R"({"input_tokens": 11})"));
  Json const response = post("/v1/responses/input_tokens", R"({"model": "m", "input": "abcdef"})");
  EXPECT_EQ(response, Json::parse(R"({"object": "response.input_tokens", "input_tokens": 2})"));
  std::string const with_tools =
      chat_with(R"(, "system": "s", "max_tokens": 9, "tools": [{"name": "f", "input_schema": {}}])");
  EXPECT_EQ(post("/v1/messages", with_tools).at("usage").at("input_tokens"),
            post("/v1/messages/count_tokens", with_tools).at("input_tokens"));
  std::string const with_text = R"({"model": "m", "input": "a", "instructions": "b", "text": {"verbosity": "low"}})";
  EXPECT_EQ(post("/v1/responses", with_text).at("usage").at("input_tokens"),
            post("/v1/responses/input_tokens", with_text).at("input_tokens"));
  EXPECT_EQ(ask("POST", "/v1/messages/count_tokens", R"({"model": "m"})").status, 400);
  EXPECT_EQ(ask("GET", "/v1/messages/count_tokens").status, 405);
  EXPECT_EQ(ask("POST", "/v1/responses/input_tokens", "[").status, 400);
}

TEST_F(UsualAnswers, ChangeNothingByAMethodThatAPathDoesNotTake) {
  std::string const conversation =
      post("/v1/conversations", R"({"items": [{"role": "user", "content": "a"}]})").at("id");
  std::string const store = post("/v1/vector_stores", "{}").at("id");
  std::string const items = "/v1/conversations/" + conversation + "/items";
  for (auto const& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"DELETE", "/v1/conversations"},
                                                        {"PUT", "/v1/conversations/" + conversation},
                                                        {"DELETE", items},
                                                        {"DELETE", "/v1/vector_stores"},
                                                        {"PUT", "/v1/vector_stores/" + store},
                                                        {"DELETE", "/v1/batches"},
                                                        {"DELETE", "/v1/messages/batches"},
                                                        {"GET", "/v1/responses/compact"}}) {
    EXPECT_EQ(ask(method, path).status, 405) << method << " " << path;
  }
  EXPECT_EQ(get(items).at("data").size(), 1U);
  EXPECT_EQ(ask("HEAD", items + "/" + get(items).at("first_id").get<std::string>()).status, 200);
}

TEST_F(UsualAnswers, SpeakInTheFormatsThatTheyName) {
  auto const spoken = [&](std::string const& more) {
    return ask("POST", "/v1/audio/speech", R"({"model": "m", "input": "a", "voice": "v")" + more + "}");
  };
  EXPECT_EQ(spoken("").content_type, "audio/mpeg");
  EXPECT_EQ(spoken(R"(, "response_format": "wav")").content_type, "audio/wav");
  for (char const* const other : {R"("ogg")", "3", "[]"})
    EXPECT_EQ(spoken(std::string(R"(, "response_format": )") + other).status, 400) << other;
}

TEST_F(UsualAnswers, ModerateNothingAway) {
  Json const one = post("/v1/moderations", R"({"input": "a"})");
  ASSERT_EQ(one.at("results").size(), 1U);
  EXPECT_EQ(one.at("model"), "omni-moderation-latest");
  EXPECT_EQ(one.at("results")[0].at("flagged"), false);
  EXPECT_EQ(one.at("results")[0].at("categories").size(), 13U);
  EXPECT_EQ(post("/v1/moderations", R"({"input": ["a", "b"]})").at("results").size(), 2U);
  EXPECT_EQ(post("/v1/moderations", R"({"input": [{"type": "text", "text": "a"}]})").at("results").size(), 1U);
  EXPECT_EQ(ask("POST", "/v1/moderations", "{}").status, 400);
}

TEST_F(UsualAnswers, CompleteAPrompt) {
  Json const whole = post("/v1/completions", R"({"model": "m", "prompt": ["a", "One, two"], "max_tokens": 60})");
  EXPECT_EQ(whole.at("object"), "text_completion");
  Json const& choice = whole.at("choices").at(0);
  EXPECT_EQ(choice.at("text"), "The mock provider received a prompt; it says: \"One, two\"");
  EXPECT_EQ(choice.at("finish_reason"), "stop");
  EXPECT_EQ(whole.at("usage").at("prompt_tokens"), 3);
  Json const cut = post("/v1/completions", R"({"model": "m", "prompt": "a", "max_tokens": 2})").at("choices").at(0);
  EXPECT_EQ(cut.at("text"), "The mock");
  EXPECT_EQ(cut.at("finish_reason"), "length");
}

TEST_F(UsualAnswers, SayWhatTheMockDoesNotServe) {
  EXPECT_THAT(ask("POST", "/v1/videos", "{}").body,
              HasSubstr("Invalid URL (POST /v1/videos). The mock does not serve videos: the page "
                        "mock-provider/README.md, under Routes,"));
  EXPECT_THAT(ask("GET", "/v1/threads/t/runs").body, HasSubstr("does not serve threads"));
  EXPECT_THAT(ask("GET", "/v1/threadsafe").body, Not(HasSubstr("does not serve")));
}

TEST_F(UsualAnswers, KeepResponses) {
  Json const first = post("/v1/responses", R"({"model": "m", "input": "hi"})");
  std::string const id = first.at("id").get<std::string>();
  EXPECT_EQ(get("/v1/responses/" + id), first);
  Json const items = get("/v1/responses/" + id + "/input_items");
  ASSERT_EQ(items.at("data").size(), 1U);
  EXPECT_EQ(items.at("data")[0].at("content"), Json::parse(R"([{"type": "input_text", "text": "hi"}])"));
  EXPECT_EQ(items.at("has_more"), false);
  EXPECT_EQ(items.at("first_id"), items.at("data")[0].at("id"));
  Json const next = post("/v1/responses", R"({"model": "m", "input": "on", "previous_response_id": ")" + id + "\"}");
  EXPECT_EQ(next.at("previous_response_id"), id);
  EXPECT_EQ(Json::parse(ask("DELETE", "/v1/responses/" + id).body).at("deleted"), true);
  EXPECT_EQ(ask("GET", "/v1/responses/" + id).status, 404);
  EXPECT_THAT(ask("POST", "/v1/responses/other", "{}").body, HasSubstr("Invalid URL (POST /v1/responses/other)"));
  EXPECT_THAT(ask("GET", "/v1/responses/" + id + "/other").body, HasSubstr("Invalid URL (GET"));
  Answer const lost =
      ask("POST", "/v1/responses", R"({"model": "m", "input": "on", "previous_response_id": ")" + id + "\"}");
  EXPECT_EQ(lost.status, 400);
  EXPECT_THAT(lost.body, HasSubstr("previous_response_not_found"));
}

TEST_F(UsualAnswers, AreGoneOnceDeletedHoweverOftenTheyWereGiven) {
  std::string const request = R"({"model": "m", "input": "hi"})";
  std::string const id = post("/v1/responses", request).at("id").get<std::string>();
  ASSERT_EQ(post("/v1/responses", request).at("id"), id);
  post("/v1/responses", R"({"model": "m", "input": "other"})");
  EXPECT_EQ(ask("DELETE", "/v1/responses/" + id).status, 200);
  EXPECT_EQ(ask("GET", "/v1/responses/" + id).status, 404);
  EXPECT_EQ(ask("DELETE", "/v1/responses/" + id).status, 404);
  std::string const next = R"({"model": "m", "input": "on", "previous_response_id": ")" + id + "\"}";
  EXPECT_EQ(ask("POST", "/v1/responses", next).status, 400);
}

/// Plays one step for requests of the second turn with a result of the tool f, else calls f.
constexpr char const* a_scenario_of_two_turns = R"({"steps": [
    {"match": {"turn": 1}, "respond": {"toolCalls": [{"name": "f", "arguments": {}}]}, "repeat": "always"},
    {"match": {"turn": 2, "resultOfTool": "f", "lastUserMessage": "hi"}, "respond": {"text": "done"}}]})";

TEST_F(UsualAnswers, KeepTheirInputWhateverTheJournalForgets) {
  Provider forgetful{CheckMode::report, JournalBounds{.entries = 1}};
  auto const answer = [&](std::string method, std::string target, std::string body) {
    Request const request{.method = std::move(method),
                          .target = std::move(target),
                          .headers = {{"authorization", "Bearer k"}},
                          .body = std::move(body),
                          .received_at_us = 0};
    return Json::parse(forgetful.respond(request).body);
  };
  forgetful.put_scenario("two", Json::parse(a_scenario_of_two_turns));
  Json const first = answer("POST", "/two/v1/responses", R"({"model": "m", "input": "hi"})");
  answer("DELETE", "/_mock/requests", "");
  std::string const items = "/two/v1/responses/" + first.at("id").get<std::string>() + "/input_items";
  EXPECT_EQ(answer("GET", items, "").at("data")[0].at("content")[0].at("text"), "hi");
  Json const result{
      {"type", "function_call_output"}, {"call_id", first.at("output")[0].at("call_id")}, {"output", "x"}};
  Json const next{{"model", "m"}, {"previous_response_id", first.at("id")}, {"input", Json::array({result})}};
  Json const second = answer("POST", "/two/v1/responses", next.dump());
  EXPECT_EQ(second.at("output")[0].at("content")[0].at("text"), "done");
}

TEST_F(UsualAnswers, KeepResponsesThatWereSentInPieces) {
  provider.put_scenario("s", Json::parse(R"({"steps": [
      {"respond": {"fault": {"kind": "drip", "bytes": 7, "everyMs": 0}}, "repeat": 2},
      {"respond": {"text": "ü", "fault": {"kind": "split"}}},
      {"respond": {"text": "a", "fault": {"kind": "split", "inside": "lineEnd"}}}]})"));
  auto const is_kept = [&](Json const& response) {
    return get("/s/v1/responses/" + response.at("id").get<std::string>()) == response;
  };
  auto const whole = [&](std::string const& members) {
    Answer const answer = ask("POST", "/s/v1/responses", R"({"model": "m", "input": "hi")" + members + "}");
    std::string bytes;
    for (std::string const& piece : answer.events->frames) bytes += piece;
    return bytes;
  };
  EXPECT_TRUE(is_kept(Json::parse(whole(""))));
  auto const last_of = [](std::string const& stream) {
    std::string const event = stream.substr(stream.rfind("data: ") + 6);
    return Json::parse(event).at("response");
  };
  for (int times = 0; times < 3; ++times) EXPECT_TRUE(is_kept(last_of(whole(R"(, "stream": true)"))));
}

TEST_F(UsualAnswers, AreNoStreamsInTheJournalWhenTheyAreSentInPieces) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"body": {"a": "ü"},
      "fault": {"kind": "drip", "everyMs": 0}}}, {"respond": {"body": {"a": "ü"}, "fault": {"kind": "split"}}}]})"));
  for (int times = 0; times < 2; ++times) {
    ask("POST", "/s/v1/chat/completions", chat_with(""));
    SentAnswer const& sent = provider.journal().all().back()->answer;
    EXPECT_EQ(sent.form, SentAnswer::Form::whole);
    EXPECT_EQ(sent.body, R"({"a":"ü"})");
    EXPECT_EQ(sent.bytes, 10U);
  }
  EXPECT_THAT(ask("GET", "/_mock/metrics").body,
              HasSubstr(R"(mock_requests_total{route="chat_completions",status="200",stream="false"} 2)"));
}

TEST_F(UsualAnswers, KeepResponsesOfStreamsButNoneThatAreNotToBeStored) {
  Answer const stream = ask("POST", "/v1/responses", R"({"model": "m", "input": "hi", "stream": true})");
  Json const whole = mock_provider_tests::data_of(stream.events->frames).back().at("response");
  EXPECT_EQ(get("/v1/responses/" + whole.at("id").get<std::string>()), whole);
  Json const unstored = post("/v1/responses", R"({"model": "m", "input": "no", "store": false})");
  EXPECT_EQ(ask("GET", "/v1/responses/" + unstored.at("id").get<std::string>()).status, 404);
  ask("POST", "/_mock/reset");
  EXPECT_EQ(ask("GET", "/v1/responses/" + whole.at("id").get<std::string>()).status, 404);
}

TEST_F(UsualAnswers, AreFoundByWhatTheProviderHasKept) {
  provider.put_scenario("two", Json::parse(a_scenario_of_two_turns));
  Json const first = post("/two/v1/responses", R"({"model": "m", "input": "hi"})");
  Json const next{
      {"model", "m"},
      {"previous_response_id", first.at("id")},
      {"input",
       {{{"type", "function_call_output"}, {"call_id", first.at("output")[0].at("call_id")}, {"output", "x"}}}}};
  EXPECT_EQ(post("/two/v1/responses", next.dump()).at("output")[0].at("content")[0].at("text"), "done");
  EXPECT_EQ(ask("POST", "/two/v1/responses", R"({"model": "m", "input": "x", "previous_response_id": "no"})").status,
            400);
}

TEST_F(UsualAnswers, EndWhereAResponseGoesOnFromItself) {
  provider.put_scenario("loop", Json::parse(R"({"steps": [{"match": {"turn": 1}, "repeat": "always",
      "respond": {"body": {"id": "resp_1", "output": []}}}]})"));
  for (int times = 0; times < 3; ++times) {
    EXPECT_EQ(ask("POST", "/loop/v1/responses", R"({"input": "x", "previous_response_id": "resp_1"})").status, 200);
  }
}

TEST_F(UsualAnswers, AreRetrievedAsStreams) {
  Answer const sent = ask("POST", "/v1/responses", R"({"model": "m", "input": "hi", "stream": true})");
  std::vector<std::string> const& frames = sent.events->frames;
  std::string const id = mock_provider_tests::data_of(frames).back().at("response").at("id");
  EXPECT_EQ(ask("GET", "/v1/responses/" + id + "?stream=true").events->frames, frames);
  std::vector<std::string> const rest(frames.begin() + 3, frames.end());
  EXPECT_EQ(ask("GET", "/v1/responses/" + id + "?stream=true&starting_after=2").events->frames, rest);
  EXPECT_THAT(ask("GET", "/v1/responses/" + id + "?stream=true&starting_after=999").events->frames, ElementsAre());
  EXPECT_EQ(ask("GET", "/v1/responses/" + id + "?stream=false").events, std::nullopt);
}

TEST_F(UsualAnswers, AreNoStreamsOfWhatAScenarioHasInAnotherShape) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"body": {"id": "resp_1"}}}]})"));
  post("/s/v1/responses", R"({"model": "m", "input": "hi"})");
  EXPECT_EQ(get("/s/v1/responses/resp_1"), (Json{{"id", "resp_1"}}));
  EXPECT_EQ(ask("GET", "/s/v1/responses/resp_1?stream=true").status, 400);
}

TEST_F(UsualAnswers, ListInputItemsInPages) {
  Json const first = post("/v1/responses", R"({"model": "m", "input": [{"role": "user", "content": "1"},
      {"role": "assistant", "content": "2"}, {"role": "user", "content": "3"}]})");
  std::string const items = "/v1/responses/" + first.at("id").get<std::string>() + "/input_items?";
  auto const texts = [](Json const& page) {
    std::string all;
    for (Json const& item : page.at("data")) all += item.at("content")[0].at("text").get<std::string>();
    return all;
  };
  EXPECT_EQ(texts(get(items)), "321");
  Json const page = get(items + "order=asc&limit=2");
  EXPECT_EQ(texts(page), "12");
  EXPECT_EQ(page.at("has_more"), true);
  EXPECT_EQ(texts(get(items + "order=asc&limit=2&after=" + page.at("last_id").get<std::string>())), "3");
}

TEST_F(UsualAnswers, KeepTheNewestThousandResponses) {
  std::string const first = post("/v1/responses", R"({"model": "m", "input": "0"})").at("id").get<std::string>();
  for (int number = 1; number < 1'000; ++number) {
    ask("POST", "/v1/responses", R"({"model": "m", "input": ")" + std::to_string(number) + "\"}");
  }
  EXPECT_EQ(ask("GET", "/v1/responses/" + first).status, 200);
  ask("POST", "/v1/responses", R"({"model": "m", "input": "1000"})");
  EXPECT_EQ(ask("GET", "/v1/responses/" + first).status, 404);
}

/// A form with these fields, each "NAME=TEXT", and a file of that name.
std::string form(std::vector<std::string> const& fields, std::string const& file) {
  std::string body;
  for (std::string const& field : fields) {
    std::size_t const equals = field.find('=');
    body += "--b\r\nContent-Disposition: form-data; name=\"" + field.substr(0, equals) + "\"\r\n\r\n" +
            field.substr(equals + 1) + "\r\n";
  }
  return body + "--b\r\nContent-Disposition: form-data; name=\"" + file +
         "\"; filename=\"f\"\r\nContent-Type: x/y\r\n\r\n12345\r\n--b--\r\n";
}

class UsualAnswersToForms : public UsualAnswers {
 protected:
  Answer send(std::string target, std::string body) {
    return provider.respond({.method = "POST",
                             .target = std::move(target),
                             .headers = {{"Content-Type", "multipart/form-data; boundary=b"}},
                             .body = std::move(body),
                             .received_at_us = 0});
  }
};

TEST_F(UsualAnswersToForms, SayHowMuchAudioCame) {
  std::string const said = "The mock provider received 5 bytes of audio.";
  EXPECT_EQ(Json::parse(send("/v1/audio/transcriptions", form({"model=whisper-1"}, "file")).body).at("text"), said);
  EXPECT_EQ(send("/v1/audio/translations", form({"model=m", "response_format=text"}, "file")).body, said + "\n");
  Answer const stream = send("/v1/audio/transcriptions", form({"model=m", "stream=true"}, "file"));
  EXPECT_EQ(mock_provider_tests::data_of(stream.events->frames).back().at("text"), said);
  EXPECT_EQ(Json::parse(send("/v1/audio/transcriptions", form({}, "file")).body).at("error").at("param"), "model");
  EXPECT_EQ(Json::parse(send("/v1/audio/transcriptions", form({"model=m"}, "a")).body).at("error").at("param"), "file");
  EXPECT_EQ(send("/v1/audio/transcriptions", "no form").status, 400);
  EXPECT_EQ(ask("POST", "/v1/audio/transcriptions", "{}").status, 415);
}

TEST_F(UsualAnswersToForms, AreImagesOfOnePixel) {
  Answer const answer = send("/v1/images/edits", form({"prompt=p", "n=2"}, "image[]"));
  EXPECT_EQ(Json::parse(answer.body).at("data").size(), 2U);
  EXPECT_EQ(send("/v1/images/variations", form({}, "image")).status, 200);
  EXPECT_EQ(send("/v1/images/edits", form({}, "image")).status, 400);
  EXPECT_EQ(send("/v1/images/edits", form({"prompt=p"}, "mask")).status, 400);
}

TEST_F(UsualAnswersToForms, AreStreamsOfImagesThatWereEdited) {
  Answer const answer = send("/v1/images/edits", form({"prompt=p", "stream=true", "partial_images=1"}, "image"));
  ASSERT_TRUE(answer.events);
  std::vector<Json> const events = mock_provider_tests::data_of(answer.events->frames);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].at("type"), "image_edit.partial_image");
  EXPECT_EQ(events[1].at("type"), "image_edit.completed");
  EXPECT_EQ(events[1].at("size"), "1024x1024");
}

TEST_F(UsualAnswersToForms, HaveSegmentsWhereTheirFormatHasThem) {
  for (std::string const format : {"verbose_json", "diarized_json"}) {
    Json const heard =
        Json::parse(send("/v1/audio/transcriptions", form({"model=m", "response_format=" + format}, "file")).body);
    EXPECT_EQ(heard.at("task"), "transcribe");
    EXPECT_EQ(heard.at("segments")[0].at("text"), heard.at("text"));
    EXPECT_EQ(heard.at("segments")[0].contains("speaker"), format == "diarized_json");
  }
}

TEST_F(UsualAnswersToForms, CanBeScripted) {
  provider.put_scenario("default", Json::parse(R"({"steps": [{
      "match": {"path": "/v1/audio/transcriptions", "body": {"$subset": {"file": {"$subset": {"bytes": 5}}}}},
      "respond": {"body": {"text": "scripted"}}}]})"));
  EXPECT_THAT(send("/v1/audio/transcriptions", form({"model=m"}, "file")).body, HasSubstr("scripted"));
}

TEST_F(UsualAnswersToForms, AreNoneOnOtherRoutes) {
  EXPECT_EQ(send("/v1/chat/completions", form({"model=m"}, "file")).status, 415);
}

TEST(ApiKeys, LetInWhoHasOne) {
  Provider provider(CheckMode::report, JournalBounds{}, nullptr, {"key-one", "key-two"});
  auto const status = [&](std::string const& target, Headers headers) {
    return provider
        .respond({.method = "POST",
                  .target = target,
                  .headers = std::move(headers),
                  .body = chat_with(""),
                  .received_at_us = 0})
        .status;
  };
  EXPECT_EQ(status("/v1/chat/completions", {{"Authorization", "Bearer key-two"}}), 200);
  EXPECT_EQ(status("/v1/chat/completions", {{"authorization", "bearer key-two"}}), 200);
  EXPECT_EQ(status("/v1/chat/completions", {{"authorization", "Bearer"}}), 401);
  EXPECT_EQ(status("/v1/chat/completions", {{"api-key", "key-one"}}), 200);
  EXPECT_EQ(status("/v1/messages", {{"x-api-key", "key-one"}}), 200);
  EXPECT_EQ(status("/v1/chat/completions", {{"Authorization", "Bearer key"}}), 401);
  EXPECT_EQ(status("/v1/messages", {}), 401);
  provider.put_scenario("open", Json::parse(R"({"admits": "anyone", "steps": [{"respond": {"text": "a"}}]})"));
  EXPECT_EQ(status("/open/v1/chat/completions", {}), 200);
}

TEST(CrossOrigin, IsForPagesThatAreAdmittedByName) {
  AdmittedCallers const admitted{.hosts = {}, .origins = {"https://app.example"}};
  EXPECT_EQ(cross_origin::reader({{"Origin", "https://app.example"}}, admitted), "https://app.example");
  EXPECT_EQ(cross_origin::reader({{"Origin", "http://localhost:3000"}}, admitted), std::nullopt);
  EXPECT_EQ(cross_origin::reader({{"Origin", "http://localhost:3000"}}, {}), std::nullopt);
  EXPECT_EQ(cross_origin::reader({{"Origin", "http://localhost:3000"}}, {.hosts = {}, .origins = {"*"}}),
            "http://localhost:3000");
  EXPECT_EQ(cross_origin::reader({}, admitted), std::nullopt);
}

}  // namespace
}  // namespace mock_provider::fidelity_test
