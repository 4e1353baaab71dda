#include "mock-provider/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"

namespace mock_provider::server_test {
namespace {

using mock_provider_tests::get;
using mock_provider_tests::json_of;
using mock_provider_tests::post;
using mock_provider_tests::RawSocket;
using mock_provider_tests::sound_request;

Json scenario(char const* respond) {
  return {{"steps", Json::array({{{"respond", Json::parse(respond)}}})}};
}

class HttpServer : public testing::Test {
 protected:
  httplib::Result play(char const* respond) {
    server.put_scenario("s", scenario(respond));
    return post(server.port(), "/s/v1/chat/completions", sound_request());
  }

  Server server{ServerOptions{}};
};

TEST_F(HttpServer, AnswersAndWritesDownTheBytesOfTheRequest) {
  std::string const body = "{ \"model\":\"m\" , \"messages\":[{\"role\":\"user\",\"content\":\"\\u00fc\"}]}\n";
  httplib::Result const result = post(server.port(), "/v1/chat/completions?a=b%20c", body);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 200);
  EXPECT_EQ(result->get_header_value("Content-Type"), "application/json");
  EXPECT_FALSE(result->get_header_value("x-request-id").empty());
  std::vector<JournalEntry> const requests = server.requests("default");
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].body, body);
  EXPECT_EQ(requests[0].path, "/v1/chat/completions");
  EXPECT_EQ(requests[0].query, "a=b%20c");
  EXPECT_THAT(requests[0].headers, testing::Contains(testing::Pair("Authorization", "Bearer sk-test-0123456789")));
  EXPECT_THAT(requests[0].headers, testing::Not(testing::Contains(testing::Pair("REMOTE_ADDR", testing::_))));
  EXPECT_GT(requests[0].received_at_us, 1'600'000'000'000'000);
  EXPECT_THAT(requests[0].findings, testing::IsEmpty());
}

TEST_F(HttpServer, SendsEachErrorStatus) {
  for (int const status : {400, 401, 403, 404, 429, 500, 502, 503}) {
    server.put_scenario("s", {{"steps", {{{"respond", {{"error", {{"status", status}}}}}}}}});
    httplib::Result const result = post(server.port(), "/s/v1/chat/completions", sound_request());
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, status);
    EXPECT_TRUE(json_of(result->body).at("error").at("message").is_string());
    EXPECT_EQ(result->has_header("retry-after"), status == 429);
  }
}

TEST_F(HttpServer, GoesOnToSuccessAfterARateLimit) {
  server.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"error": {"status": 429, "retryAfterMs": 10}}},
                                                     {"respond": {"text": "at last"}}]})"));
  EXPECT_EQ(post(server.port(), "/s/v1/chat/completions", sound_request())->get_header_value("retry-after-ms"), "10");
  EXPECT_EQ(server.unplayed("s").size(), 1U);
  EXPECT_EQ(post(server.port(), "/s/v1/chat/completions", sound_request())->status, 200);
  EXPECT_THAT(server.unplayed("s"), testing::IsEmpty());
  EXPECT_THAT(server.unplayed(), testing::IsEmpty());
}

TEST_F(HttpServer, CutsTheConnectionAfterSoManyBytes) {
  EXPECT_FALSE(play(R"({"fault": {"kind": "cut", "afterBytes": 20}})"));
  for (std::size_t const bytes : {0U, 1U, 20U}) {
    server.put_scenario("s", {{"steps", {{{"respond", {{"fault", {{"kind", "cut"}, {"afterBytes", bytes}}}}}}}}});
    RawSocket const socket(server.port());
    std::string const body = json_text::dump(sound_request());
    socket.send("POST /s/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
    std::string const answer = socket.read_to_end();
    std::size_t const end_of_headers = answer.find("\r\n\r\n");
    ASSERT_NE(end_of_headers, std::string::npos);
    EXPECT_EQ(answer.size() - end_of_headers - 4, bytes);
    EXPECT_THAT(answer, testing::HasSubstr("Content-Length: "));
  }
}

TEST_F(HttpServer, SendsTruncatedJsonAsACompleteMessage) {
  httplib::Result const result = play(R"({"fault": {"kind": "truncatedJson"}})");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 200);
  EXPECT_TRUE(std::holds_alternative<json_text::Problem>(json_text::parse(result->body)));
}

TEST_F(HttpServer, SendsAnHtmlErrorPage) {
  httplib::Result const result = play(R"({"fault": {"kind": "html"}})");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 502);
  EXPECT_EQ(result->get_header_value("Content-Type"), "text/html; charset=UTF-8");
}

TEST_F(HttpServer, SendsAWrongContentType) {
  httplib::Result const result = play(R"({"fault": {"kind": "wrongContentType", "contentType": "text/csv"}})");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->get_header_value("Content-Type"), "text/csv");
  EXPECT_EQ(json_of(result->body).at("object"), "chat.completion");
}

TEST_F(HttpServer, WaitsBeforeItAnswers) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  ASSERT_TRUE(play(R"({"text": "x", "delayMs": 120})"));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(120));
}

TEST_F(HttpServer, SendsHeadersOfTheScenario) {
  httplib::Result const result =
      play(R"({"text": "x", "headers": {"X-Request-Id": "mine", "x-should-retry": "true"}})");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->get_header_value("x-request-id"), "mine");
  EXPECT_EQ(result->get_header_value_count("x-request-id"), 1U);
  EXPECT_EQ(result->get_header_value("x-should-retry"), "true");
}

TEST_F(HttpServer, TellsTheDifferenceWhenNoStepMatches) {
  server.put_scenario(
      "s", Json::parse(R"({"steps": [{"match": {"body": {"$subset": {"model": "x"}}}, "respond": {"text": ""}}]})"));
  httplib::Result const result = post(server.port(), "/s/v1/chat/completions", sound_request());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 404);
  EXPECT_EQ(json_of(result->body).at("error").at("param"), "model");
}

TEST_F(HttpServer, KeepsAConnectionForManyRequests) {
  httplib::Client client("127.0.0.1", server.port());
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);
  std::string const body = json_text::dump(sound_request());
  for (int request = 0; request < 50; ++request) {
    ASSERT_EQ(
        client.Post("/v1/chat/completions", mock_provider_tests::sound_headers(), body, "application/json")->status,
        200);
  }
  EXPECT_EQ(server.requests("default").size(), 50U);
}

TEST_F(HttpServer, TakesScenariosOverHttp) {
  httplib::Client client("127.0.0.1", server.port());
  ASSERT_EQ(client.Put("/_mock/scenarios/t", json_text::dump(scenario(R"({"text": "t"})")), "application/json")->status,
            200);
  EXPECT_EQ(post(server.port(), "/t/chat/completions", sound_request())->status, 200);
  EXPECT_EQ(json_of(get(server.port(), "/_mock/requests?scenario=t")->body).size(), 1U);
  EXPECT_EQ(client.Delete("/_mock/scenarios/t")->status, 200);
  EXPECT_EQ(post(server.port(), "/t/chat/completions", sound_request())->status, 404);
}

TEST_F(HttpServer, RefusesMultipartBodies) {
  httplib::Client client("127.0.0.1", server.port());
  httplib::MultipartFormDataItems const items{{"a", "b", "", ""}};
  EXPECT_EQ(client.Post("/v1/chat/completions", items)->status, 415);
}

TEST(HttpServerBounds, RefuseBodiesThatAreTooLarge) {
  ServerOptions options;
  options.max_request_bytes = 1000;
  Server const server(options);
  std::string const body(1001, ' ');
  httplib::Result const result = post(server.port(), "/v1/chat/completions", body);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 413);
  EXPECT_EQ(json_of(result->body).at("error").at("type"), "invalid_request_error");
  RawSocket const chunked(server.port());
  chunked.send("POST /v1/chat/completions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + body +
               "\r\n0\r\n\r\n");
  EXPECT_THAT(chunked.read_to_end(), testing::StartsWith("HTTP/1.1 413"));
  EXPECT_EQ(server.requests("default").size(), 0U);
}

TEST(HttpServerBounds, RefuseBodiesInTheShapeOfTheProvider) {
  ServerOptions options;
  options.max_request_bytes = 1000;
  options.admitted.origins = {"https://app.example"};
  Server const server(options);
  httplib::Client client("127.0.0.1", server.port());
  httplib::Result const message =
      client.Post("/s/v1/messages", {{"Origin", "https://app.example"}}, std::string(1001, ' '), "application/json");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->status, 413);
  Json const body = json_of(message->body);
  EXPECT_EQ(body.at("type"), "error");
  EXPECT_EQ(body.at("error").at("type"), "request_too_large");
  EXPECT_EQ(body.at("request_id"), message->get_header_value("request-id"));
  EXPECT_FALSE(message->has_header("x-request-id"));
  EXPECT_EQ(message->get_header_value("access-control-allow-origin"), "https://app.example");
  httplib::Result const chat =
      client.Post("/v1/chat/completions", {{"Content-Encoding", "br"}}, std::string(10, ' '), "application/json");
  ASSERT_TRUE(chat);
  EXPECT_EQ(chat->status, 415);
  EXPECT_TRUE(json_of(chat->body).at("error").contains("param")) << "OpenAI's shape";
  EXPECT_FALSE(chat->get_header_value("x-request-id").empty());
  EXPECT_FALSE(chat->has_header("access-control-allow-origin"));
}

TEST(HttpServerBounds, TakeBodiesUpToTheLimit) {
  ServerOptions options;
  options.max_request_bytes = 1000;
  Server const server(options);
  std::string body = json_text::dump(sound_request());
  body.resize(1000, ' ');
  EXPECT_EQ(post(server.port(), "/v1/chat/completions", body)->status, 200);
}

TEST(HttpServerBounds, RefuseHeadsThatAreTooLarge) {
  ServerOptions options;
  options.max_header_bytes = 300;
  Server const server(options);
  RawSocket const socket(server.port());
  socket.send("GET /_mock/health HTTP/1.1\r\nx: " + std::string(300, 'a') + "\r\n\r\n");
  EXPECT_THAT(socket.read_to_end(), testing::StartsWith("HTTP/1.1 431"));
  EXPECT_TRUE(get(server.port(), "/_mock/health"));
}

TEST(HttpServerBounds, CloseSilentConnections) {
  ServerOptions options;
  options.idle = std::chrono::milliseconds(30);
  Server const server(options);
  RawSocket const silent(server.port());
  EXPECT_TRUE(silent.receives_items_within(std::chrono::seconds(5)));
  EXPECT_EQ(silent.read_to_end(), "");
}

TEST(HttpServerBounds, LetConnectionsWaitThatAreTooMany) {
  ServerOptions options;
  options.max_connections = 1;
  Server const server(options);
  std::string const request = "GET /v1/models HTTP/1.1\r\n\r\n";
  RawSocket const first(server.port());
  first.send(request);
  EXPECT_TRUE(first.receives_items_within(std::chrono::seconds(5)));
  RawSocket const second(server.port());
  second.send(request);
  EXPECT_FALSE(second.receives_items_within(std::chrono::milliseconds(50)));
  first.finish_sending();
  EXPECT_TRUE(second.receives_items_within(std::chrono::seconds(5)));
}

TEST(HttpServerBounds, LetRequestsAboutTheMockItselfPassThoseThatWait) {
  ServerOptions options;
  options.max_connections = 1;
  Server const server(options);
  RawSocket const first(server.port());
  first.send("GET /v1/models HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(first.receives_items_within(std::chrono::seconds(5)));
  RawSocket const second(server.port());
  second.send("GET /v1/models HTTP/1.1\r\n\r\n");
  RawSocket const silent(server.port());
  for (int request = 0; request < 20; ++request) {
    RawSocket const admin(server.port());
    admin.send("GET /_mock/he");
    admin.send("alth HTTP/1.1\r\n\r\n");
    std::string const answer = admin.read_to_end();
    EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(answer, testing::HasSubstr("Connection: close"));
  }
  EXPECT_FALSE(second.receives_items_within(std::chrono::milliseconds(50)));
  first.finish_sending();
  EXPECT_TRUE(second.receives_items_within(std::chrono::seconds(5)));
}

/// Sends this, and then one byte after the other as long as the server listens; whether it stopped in time.
bool is_closed_on_drops(RawSocket const& socket, std::string const& begin) {
  socket.send(begin);
  constexpr int most_drops = 200;
  for (int drop = 0; drop < most_drops; ++drop) {
    if (socket.receives_items_within(std::chrono::milliseconds(20))) return true;
    socket.send("x");
  }
  return false;
}

TEST(HttpServerBounds, CloseConnectionsThatDripARequest) {
  ServerOptions options;
  options.deadline = std::chrono::milliseconds(300);
  Server const server(options);
  for (std::string const begin : {"GET /", "GET / HTTP/1.1\r\nx: ", "POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n",
                                  "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n"}) {
    RawSocket const socket(server.port());
    EXPECT_TRUE(is_closed_on_drops(socket, begin)) << begin;
    std::string const answer = socket.read_to_end();
    EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 408")) << begin;
    EXPECT_THAT(answer, testing::HasSubstr("--deadline-ms")) << begin;
  }
}

TEST(HttpServerBounds, CloseConnectionsThatDoNotReadTheirAnswer) {
  ServerOptions options;
  options.deadline = std::chrono::milliseconds(200);
  Server server(options);
  server.put_scenario("s", scenario(R"({"fault": {"kind": "hugeBody", "bytes": 50000000}})"));
  std::string const body = json_text::dump(sound_request());
  RawSocket const socket(server.port());
  socket.send("POST /s/chat/completions HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
              body);
  std::chrono::steady_clock::time_point const end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  auto const is_given_up = [&server] {
    std::vector<JournalEntry> const requests = server.requests("s");
    return !requests.empty() && requests[0].aborted_after_bytes.has_value();
  };
  while (!is_given_up() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(is_given_up());
}

TEST(HttpServerBounds, DropTheOldestBytes) {
  ServerOptions options;
  options.journal_bytes = 3500;
  Server const server(options);
  for (char const letter : {'1', '2'}) {
    ASSERT_TRUE(post(server.port(), "/v1/chat/completions", sound_request(std::string(600, letter))));
  }
  EXPECT_EQ(server.requests("default").size(), 1U);
  EXPECT_EQ(server.dropped_requests(), 1U);
}

TEST(HttpServerBounds, DropTheOldestRequests) {
  ServerOptions options;
  options.journal_capacity = 2;
  Server const server(options);
  for (std::string const text : {"1", "2", "3"}) {
    ASSERT_TRUE(post(server.port(), "/v1/chat/completions", sound_request(text)));
  }
  EXPECT_EQ(server.requests("default").size(), 2U);
  EXPECT_EQ(server.dropped_requests(), 1U);
}

TEST(HttpServerStart, TellsWhenThePortIsInUse) {
  Server const first{ServerOptions{}};
  ServerOptions options;
  options.port = first.port();
  try {
    Server const second(options);
    FAIL() << "two servers share a port";
  } catch (StartError const& error) {
    EXPECT_EQ(error.what(), "port " + std::to_string(first.port()) +
                                " on 127.0.0.1 is in use: choose another, or 0 for any free one");
  }
}

TEST(HttpServerStart, RefusesAnInvalidHost) {
  ServerOptions options;
  options.host = "256.256.256.256";
  EXPECT_THROW(Server{options}, StartError);
}

TEST(HttpServerStop, EndsIdleConnectionsAndDelaysAtOnce) {
  Server server{ServerOptions{}};
  server.put_scenario("s", scenario(R"({"text": "x", "delayMs": 60000})"));
  RawSocket const idle(server.port());
  idle.send("GET /_mock/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::string const body = json_text::dump(sound_request());
  RawSocket const delayed(server.port());
  delayed.send("POST /s/chat/completions HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
               body);
  // The request is in the journal before its delay begins.
  while (server.requests("s").empty()) std::this_thread::yield();
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  server.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, mock_provider_tests::at_once);
  EXPECT_FALSE(get(server.port(), "/_mock/health"));
  EXPECT_EQ(server.requests("s").size(), 1U);
  server.stop();
}

TEST(HttpServerStop, FreesThePort) {
  ServerOptions options;
  {
    Server const server(options);
    options.port = server.port();
    ASSERT_TRUE(get(server.port(), "/_mock/health"));
  }
  Server const again(options);
  EXPECT_EQ(again.base_url(), "http://127.0.0.1:" + std::to_string(options.port));
  EXPECT_TRUE(get(again.port(), "/_mock/health"));
}

TEST(HttpServerJournal, HasTheRequestsThatWereRefused) {
  ServerOptions narrow;
  narrow.max_request_bytes = 100;
  narrow.max_header_bytes = 2'000;
  Server const server(narrow);
  httplib::Client client("127.0.0.1", server.port());
  EXPECT_EQ(client.Post("/s/v1/chat/completions", std::string(101, 'x'), "application/json")->status, 413);
  EXPECT_EQ(client.Get("/v1/models", {{"Host", "evil.test"}})->status, 403);
  EXPECT_EQ(client.Get("/v1/models", {{"X-Long", std::string(3'000, 'x')}})->status, 431);
  EXPECT_EQ(client.Get("/v1/models")->status, 200);
  Json const all = mock_provider_tests::json_of(client.Get("/_mock/requests")->body);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].at("status"), 413);
  EXPECT_EQ(all[0].at("scenario"), "s");
  EXPECT_EQ(all[0].at("path"), "/v1/chat/completions");
  EXPECT_THAT(all[0].at("refused").get<std::string>(), testing::HasSubstr("larger than 100 bytes"));
  EXPECT_THAT(all[1].at("refused").get<std::string>(), testing::HasSubstr("evil.test"));
  EXPECT_EQ(all[2].at("status"), 431);
  EXPECT_FALSE(all[3].contains("refused"));
  EXPECT_THAT(server.requests("s"), testing::IsEmpty()) << "those of a client under test alone";
  EXPECT_EQ(mock_provider_tests::json_of(client.Get("/_mock/requests?status=403")->body).size(), 1U);
}

TEST(HttpServerJournal, KeepsTheLastTwoHundredOfTheRefused) {
  Server const server{ServerOptions{}};
  httplib::Client client("127.0.0.1", server.port());
  client.set_keep_alive(true);
  client.Get("/v1/models");
  for (int request = 0; request < 201; ++request) client.Get("/v1/models", {{"Origin", "https://evil.test"}});
  Json const all = mock_provider_tests::json_of(client.Get("/_mock/requests")->body);
  EXPECT_EQ(all.size(), 201U);
  EXPECT_EQ(all[0].at("status"), 200);
  EXPECT_EQ(all[1].at("sequence"), 3);
  EXPECT_EQ(server.dropped_requests(), 0U);
}

}  // namespace
}  // namespace mock_provider::server_test
