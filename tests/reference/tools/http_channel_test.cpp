#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"

namespace prompty::http_channel_test {
namespace {

constexpr char const* result = R"({"jsonrpc":"2.0","id":5,"result":{"ok":true}})";

struct Canned {
  int status = 200;
  std::string type = "application/json";
  std::string body = result;
  std::string session = "";
};

class HttpMcpChannel : public testing::Test {
 protected:
  HttpMcpChannel() {
    local.server.Post("/mcp", [this](httplib::Request const& request, httplib::Response& response) {
      std::unique_lock<std::mutex> const lock(mutex);
      requests.push_back(request);
      Canned const now = canned.at(std::min(requests.size(), canned.size()) - 1);
      response.status = now.status;
      if (!now.session.empty()) response.set_header("Mcp-Session-Id", now.session);
      response.set_content(now.body, now.type);
    });
    local.server.Get("/mcp", [this](httplib::Request const& request, httplib::Response& response) {
      std::unique_lock<std::mutex> const lock(mutex);
      requests.push_back(request);
      response.set_content(resumed.at(resumptions++), "text/event-stream");
    });
    local.server.Delete("/mcp", [this](httplib::Request const& request, httplib::Response& response) {
      std::unique_lock<std::mutex> const lock(mutex);
      requests.push_back(request);
      response.status = 405;
    });
    local.start();
  }

  void open(BearerSource bearer = nullptr, std::size_t most_bytes = 10'000) {
    HttpServer const server{.endpoint = "http://" + local.address() + "/mcp", .headers = {{"X-Tenant", "t"}}};
    channel = http_channel("s", server, std::move(bearer), std::make_shared<HttpTransport>(), most_bytes);
  }

  json_rpc::Response send_request(std::string const& method = "tools/list") {
    if (channel == nullptr) open();
    return channel->send_request(json_rpc::request(5, method, Json::object()), limits);
  }

  template <class Expected>
  std::string refusal() {
    return raised<Expected>([this] { static_cast<void>(send_request()); });
  }

  std::string header(std::size_t request, char const* name) { return requests.at(request).get_header_value(name); }

  std::vector<Canned> canned = {{}};
  std::vector<std::string> resumed;
  std::size_t resumptions = 0;
  std::mutex mutex;
  std::vector<httplib::Request> requests;
  LocalServer<httplib::Server> local;
  RequestLimits limits{.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30)};
  std::unique_ptr<McpChannel> channel;
};

json_rpc::Response const ok{.id = 5, .outcome = Json{{"ok", true}}};

TEST_F(HttpMcpChannel, PostsAMessageAndReadsJson) {
  EXPECT_EQ(send_request(), ok);
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].body, R"({"jsonrpc":"2.0","id":5,"method":"tools/list","params":{}})");
  EXPECT_EQ(header(0, "Accept"), "application/json, text/event-stream");
  EXPECT_EQ(header(0, "Content-Type"), "application/json");
  EXPECT_EQ(header(0, "X-Tenant"), "t");
  EXPECT_FALSE(requests[0].has_header("Authorization"));
  EXPECT_FALSE(requests[0].has_header("Mcp-Session-Id"));
  EXPECT_FALSE(requests[0].has_header("MCP-Protocol-Version"));
}

TEST_F(HttpMcpChannel, FindsTheAnswerInABatch) {
  canned = {{.body = std::string("[{\"jsonrpc\":\"2.0\",\"method\":\"n\"},") + result + "]"}};
  EXPECT_EQ(send_request(), ok);
}

TEST_F(HttpMcpChannel, ReadsStreamsOfEvents) {
  canned = {{.type = "text/event-stream",
             .body = std::string("id: 1\ndata:\n\ndata: no json\n\n"
                                 "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n"
                                 "data: {\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}\n\nevent: message\ndata: ") +
                     result + "\n\n"}};
  EXPECT_EQ(send_request(), ok);
  canned = {{.type = "text/event-stream; charset=utf-8", .body = "data: [\n\n"}};
  EXPECT_EQ(refusal<ConnectionError>(), "The MCP server 's' ended its answer to tools/list before the result came");
}

TEST_F(HttpMcpChannel, AskForTheRestOfAnAnswerThatTheServerPutOff) {
  canned = {{.type = "text/event-stream", .body = "retry: 1\nid: e7\ndata:\n\n"}};
  resumed = {"id: e8\nretry: 1\ndata:\n\n", "", std::string("data: ") + result + "\n\n"};
  EXPECT_EQ(send_request(), ok);
  ASSERT_EQ(requests.size(), 4U);
  EXPECT_EQ(requests[1].method, "GET");
  EXPECT_EQ(header(1, "Accept"), "text/event-stream");
  EXPECT_EQ(header(1, "Last-Event-ID"), "e7");
  EXPECT_EQ(header(2, "Last-Event-ID"), "e8");
  EXPECT_EQ(header(3, "Last-Event-ID"), "e8");
}

TEST_F(HttpMcpChannel, AnswersWhatTheServerAsksInAStream) {
  canned = {
      {.type = "text/event-stream",
       .body = std::string("data: {\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}\n\ndata: ") + result + "\n\n"},
      {.status = 202, .body = ""}};
  EXPECT_EQ(send_request(), ok);
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[1].body, R"({"jsonrpc":"2.0","id":"q","result":{}})");
}

TEST_F(HttpMcpChannel, NamesSessionAndVersionOnceThereAreAny) {
  canned = {{.session = "abc"}, {}};
  static_cast<void>(send_request("initialize"));
  channel->use_version("2025-06-18");
  channel->send_notification(json_rpc::notification("n", nullptr), limits);
  static_cast<void>(send_request());
  for (std::size_t const request : {1U, 2U}) {
    EXPECT_EQ(header(request, "Mcp-Session-Id"), "abc");
    EXPECT_EQ(header(request, "MCP-Protocol-Version"), "2025-06-18");
  }
  static_cast<void>(send_request("initialize"));
  EXPECT_FALSE(requests.at(3).has_header("Mcp-Session-Id"));
}

TEST_F(HttpMcpChannel, EndsItsSession) {
  canned = {{.session = "abc"}};
  static_cast<void>(send_request("initialize"));
  channel.reset();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[1].method, "DELETE");
  EXPECT_EQ(header(1, "Mcp-Session-Id"), "abc");
}

TEST_F(HttpMcpChannel, EndsNothingWithoutASession) {
  static_cast<void>(send_request("initialize"));
  channel.reset();
  EXPECT_EQ(requests.size(), 1U);
}

TEST_F(HttpMcpChannel, NoticesThatTheSessionIsGone) {
  canned = {{.session = "abc"}, {.status = 404}};
  static_cast<void>(send_request("initialize"));
  EXPECT_THROW(static_cast<void>(send_request()), SessionLost);
  EXPECT_THROW(channel->send_notification(json_rpc::notification("n", nullptr), limits), SessionLost);
}

TEST_F(HttpMcpChannel, SendsTheTokenAsItIsAtEachRequest) {
  int count = 0;
  open([&count] { return std::to_string(++count); });
  static_cast<void>(send_request());
  static_cast<void>(send_request());
  EXPECT_EQ(header(0, "Authorization"), "Bearer 1");
  EXPECT_EQ(header(1, "Authorization"), "Bearer 2");
}

TEST_F(HttpMcpChannel, SaysWhatTheServerSaysOfAnErrorStatus) {
  canned = {{.status = 404, .body = "no page"}};
  EXPECT_EQ(refusal<ExecuteError>(), "The MCP server 's' answered tools/list with status 404: no page");
  canned = {{.status = 401, .body = R"({"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"who are you"}})"}};
  EXPECT_EQ(refusal<ExecuteError>(), "The MCP server 's' answered tools/list with status 401: who are you");
  canned = {{.status = 302, .body = ""}};
  EXPECT_EQ(refusal<ExecuteError>(), "The MCP server 's' answered tools/list with status 302");
}

TEST_F(HttpMcpChannel, RepeatsOnlyTheBeginningOfWhatTheServerSays) {
  std::string euros;
  while (euros.size() < 600) euros += "\u20AC";
  canned = {{.status = 500, .body = "x" + euros}};
  std::string const shown = refusal<ExecuteError>();
  EXPECT_THAT(shown, testing::EndsWith(": x" + euros.substr(0, 297))) << "cut between two characters";
  open(nullptr, 1'000'000);
  canned = {{.status = 500, .body = R"({"error":{"message":")" + std::string(100'000, 'm') + R"("}})"}};
  EXPECT_LT(refusal<ExecuteError>().size(), 5000U);
}

TEST_F(HttpMcpChannel, AnswersNoThousandsOfRequestsOfTheServer) {
  std::string batch;
  for (int ping = 0; ping < 2000; ++ping) batch += R"({"jsonrpc":"2.0","id":1,"method":"ping"},)";
  canned = {{.type = "text/event-stream", .body = "data: [" + batch + result + "]\n\n"}, {.status = 202, .body = ""}};
  open(nullptr, 1'000'000);
  EXPECT_EQ(refusal<ConnectionError>(),
            "The MCP server 's' made more than 1000 requests of its own instead of answering tools/list");
  EXPECT_EQ(requests.size(), 1001U);
}

// Behind a NUL byte could stand anything.
TEST_F(HttpMcpChannel, RefusesWhatStandsBehindANulByte) {
  std::string const hidden = std::string(result) + '\0' + " garbage";
  canned = {{.body = hidden}};
  EXPECT_THAT(refusal<ValueError>(), testing::EndsWith("the body is not JSON"));
  canned = {{.type = "text/event-stream", .body = "data: " + hidden + "\n\n"}};
  EXPECT_THAT(refusal<ConnectionError>(), testing::HasSubstr("before the result came"));
}

TEST_F(HttpMcpChannel, RefusesAnswersThatAreNone) {
  canned = {{.body = "<html>"}};
  EXPECT_THAT(refusal<ValueError>(), testing::EndsWith("the body is not JSON"));
  for (char const* const body : {"null", "{}", "[[]]", R"({"jsonrpc":"2.0","id":6,"result":{}})"}) {
    canned = {{.body = body}};
    EXPECT_THAT(refusal<ConnectionError>(), testing::HasSubstr("before the result came")) << body;
  }
}

TEST_F(HttpMcpChannel, BoundsWhatItTakes) {
  open(nullptr, 20);
  EXPECT_THAT(refusal<ConnectionError>(), testing::HasSubstr("a message of more than 20 bytes"));
  canned = {{.type = "text/event-stream", .body = "data: " + std::string(100, 'x') + "\n\n"}};
  EXPECT_THAT(refusal<ConnectionError>(), testing::HasSubstr("a message of more than 20 bytes"));
}

TEST(HttpMcpChannels, GiveUpAStreamThatGoesOn) {
  LocalServer<httplib::Server> local;
  local.server.Post("/mcp", [](httplib::Request const&, httplib::Response& response) {
    response.set_chunked_content_provider(
        "text/event-stream", [](std::size_t, httplib::DataSink& sink) { return sink.write(": still there\n", 14); });
  });
  local.start();
  std::unique_ptr<McpChannel> const channel = http_channel("s", {.endpoint = "http://" + local.address() + "/mcp"},
                                                           nullptr, std::make_shared<HttpTransport>(), 1000);
  RequestLimits const soon{.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100)};
  raised<ConnectionError>([&] { static_cast<void>(channel->send_request(json_rpc::request(1, "m", {}), soon)); });
}

}  // namespace
}  // namespace prompty::http_channel_test
