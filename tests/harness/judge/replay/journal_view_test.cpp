#include "harness/judge/replay/scenario.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "mock-provider/journal/plain_request.hpp"

namespace conformance::journal_view_test {
namespace {

using testing::HasSubstr;
using testing::Not;

mock_provider::JournalEntry chat_entry() {
  mock_provider::JournalEntry entry;
  entry.method = "POST";
  entry.path = "/v1/chat/completions";
  entry.headers = {{"Authorization", "Bearer secret-7f3a"}, {"Content-Type", "application/json"}};
  entry.body = R"({"model":"m"})";
  entry.status = 200;
  return entry;
}

TEST(JournalEntriesAsRequests, HaveTheShapeOfABuiltRequest) {
  EXPECT_EQ(mock_provider::plain_request(chat_entry()),
            Json({{"method", "POST"},
                  {"path", "/chat/completions"},
                  {"headers", {{"authorization", "Bearer secret-7f3a"}, {"content-type", "application/json"}}},
                  {"body", {{"model", "m"}}}}));
}

TEST(JournalEntriesAsRequests, KeepBodiesThatAreNoJson) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.body = "model=m";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body"), "model=m");
}

TEST(JournalEntriesAsRequests, KeepBodiesThatAreNestedTooDeeply) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.body = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_TRUE(mock_provider::plain_request(entry).at("body").is_string());
  EXPECT_EQ(judge_requests(Json::parse(R"([{"body":1}])"), {entry}).differences.size(), 1U);
}

TEST(JournalEntriesAsRequests, AreComparedByTheMembersThatAreNamed) {
  mock_provider::JournalEntry const entry = chat_entry();
  Json const body = mock_provider::plain_request(entry).at("body");
  EXPECT_EQ(judge_requests(Json::array({{{"body", body}}}), {entry}).status, Status::pass);
  EXPECT_EQ(judge_requests(Json::array({{{"body", body}}}), {entry, entry}).status, Status::fail);
  EXPECT_EQ(judge_requests(Json::array({{{"body", body}, {"method", "PUT"}}}), {entry}).status, Status::fail);
}

TEST(JournalEntriesAsRequests, TakeOnlyTheVersionPrefixOff) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.path = "/v1beta/chat/completions";
  EXPECT_EQ(mock_provider::plain_request(entry).at("path"), "/v1beta/chat/completions");
  entry.path = "/chat/completions";
  EXPECT_EQ(mock_provider::plain_request(entry).at("path"), "/chat/completions");
}

TEST(JournalEntriesAsRequests, LeaveOutWhatAnSdkAddsToHaveVectorsInBase64) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.path = "/v1/embeddings";
  entry.body = R"({"model":"m","encoding_format":"base64"})";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body"), Json({{"model", "m"}}));
  entry.path = "/openai/deployments/m/embeddings";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body"), Json({{"model", "m"}}));
  entry.body = R"({"model":"m","encoding_format":"float"})";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body").size(), 2U);
  entry = chat_entry();
  entry.body = R"({"model":"m","encoding_format":"base64"})";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body").size(), 2U);
}

TEST(JournalEntriesAsRequests, LeaveOutThatAFunctionIsNotStrict) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.body = R"({"tools":[{"function":{"name":"a","strict":false}},{"function":{"name":"b","strict":true}},7]})";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body"),
            Json::parse(R"({"tools":[{"function":{"name":"a"}},{"function":{"name":"b","strict":true}},7]})"));
}

TEST(JournalEntriesAsRequests, HaveTheOnlyTextOfAMessageAsAText) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.path = "/v1/responses";
  entry.body = R"({"input":[
    {"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]},
    {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Ho","annotations":[]}]},
    {"type":"message","role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_text","text":"b"}]},
    {"role":"user","content":[{"type":"input_text","text":"as its runtime wrote it"}]},
    {"type":"message","role":"user","content":[{"type":"input_text","text":"c","detail":"low"}]},
    {"type":"function_call","call_id":"c"}]})";
  EXPECT_EQ(mock_provider::plain_request(entry).at("body").at("input"), Json::parse(R"([
    {"role":"user","content":"Hi"},
    {"role":"assistant","content":"Ho"},
    {"role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_text","text":"b"}]},
    {"role":"user","content":[{"type":"input_text","text":"as its runtime wrote it"}]},
    {"role":"user","content":[{"type":"input_text","text":"c","detail":"low"}]},
    {"type":"function_call","call_id":"c"}])"));
}

TEST(JournalEntriesInReports, HideCredentials) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.headers.emplace_back("X-Api-Key", "another-secret-9c1d");
  entry.headers.emplace_back("api-key", "abc");
  HttpExchange const exchange = exchanges_of({entry}).at(0);
  EXPECT_EQ(exchange.method, "POST");
  EXPECT_EQ(exchange.path, "/chat/completions");
  EXPECT_EQ(exchange.body, entry.body);
  EXPECT_EQ(exchange.status, 200);
  EXPECT_EQ(exchange.headers.at("content-type"), "application/json");
  EXPECT_THAT(exchange.headers.dump(), Not(HasSubstr("secret")));
  EXPECT_THAT(exchange.headers.dump(), Not(HasSubstr("abc")));
}

std::string misplaced(mock_provider::JournalEntry const& entry) {
  return misplaced_credential(entry, "secret-7f3a");
}

TEST(Credentials, MayStandInTheAuthorizationHeaderAlone) {
  EXPECT_EQ(misplaced(chat_entry()), "");
  mock_provider::JournalEntry lower = chat_entry();
  lower.headers[0].first = "authorization";
  EXPECT_EQ(misplaced(lower), "");
}

TEST(Credentials, AreFoundWhereTheyMustNotStand) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.query = "key=secret-7f3a";
  EXPECT_THAT(misplaced(entry), HasSubstr("URL"));
  entry = chat_entry();
  entry.path = "/v1/secret-7f3a/chat";
  EXPECT_THAT(misplaced(entry), HasSubstr("URL"));
  entry = chat_entry();
  entry.body = R"({"user":"secret-7f3a"})";
  EXPECT_THAT(misplaced(entry), HasSubstr("body"));
  entry = chat_entry();
  entry.headers.emplace_back("X-Debug", "k=secret-7f3a");
  EXPECT_THAT(misplaced(entry), HasSubstr("X-Debug"));
}

TEST(Credentials, HaveToBeThereInTheRightForm) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.headers.erase(entry.headers.begin());
  EXPECT_THAT(misplaced(entry), HasSubstr("no Authorization header"));
  entry = chat_entry();
  entry.headers[0].second = "secret-7f3a";
  EXPECT_THAT(misplaced(entry), HasSubstr("Bearer"));
  entry.headers[0].second = "Bearer secret-7f3a2";
  EXPECT_THAT(misplaced(entry), HasSubstr("Bearer"));
}

TEST(Credentials, StandInAHeaderOfTheirOwnForAnthropic) {
  auto const misplaced_key = [](std::string const& name, std::string const& value) {
    mock_provider::JournalEntry entry = chat_entry();
    entry.headers[0] = {name, value};
    return misplaced_credential(entry, "secret-7f3a", KeyHeader::x_api_key);
  };
  EXPECT_EQ(misplaced_key("X-Api-Key", "secret-7f3a"), "");
  EXPECT_EQ(misplaced_key("authorization", "Bearer secret-7f3a"), "");
  EXPECT_THAT(misplaced_key("x-api-key", "Bearer secret-7f3a"), HasSubstr("alone"));
  EXPECT_THAT(misplaced_key("authorization", "secret-7f3a"), HasSubstr("Bearer"));
  EXPECT_EQ(misplaced_key("api-key", "secret-7f3a"), "");
  EXPECT_THAT(misplaced_key("api-key", "Bearer secret-7f3a"), HasSubstr("alone"));
  EXPECT_THAT(misplaced_key("x-other", "nothing"), HasSubstr("no x-api-key header"));
}

TEST(JournalEntriesInReports, KeepTheVersionInPathsOfAnthropic) {
  mock_provider::JournalEntry entry = chat_entry();
  entry.path = "/v1/messages";
  EXPECT_EQ(mock_provider::plain_request(entry).at("path"), "/v1/messages");
}

}  // namespace
}  // namespace conformance::journal_view_test
