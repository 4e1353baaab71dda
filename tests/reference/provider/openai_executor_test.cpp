#include "prompty/provider/openai_executor.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/version.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "reference/support/raw_server.hpp"

namespace prompty::openai_executor_test {
namespace {

std::vector<Message> const hi = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};

PromptyAgent agent_with(Connection connection) {
  PromptyAgent agent;
  agent.model = Model{.id = "gpt-4o", .provider = "openai", .connection = std::move(connection)};
  return agent;
}

/// Answers every request below /v1 in one way and keeps what came.
class Provider {
 public:
  Provider(int status, std::string body) {
    local_.server.set_pre_routing_handler(
        [this, status, body](httplib::Request const& request, httplib::Response& response) {
          ++visits_;
          headers_ = request.headers;
          path_ = request.path;
          response.status = status;
          response.set_header("x-request-id", "req_7");
          response.set_content(body, "application/json");
          // Only the handler of the route sees the body; the answer to a POST must not come before it was read.
          return httplib::Server::HandlerResponse::Unhandled;
        });
    local_.server.Post(".*", [this, status, body](httplib::Request const& request, httplib::Response& response) {
      body_ = request.body;
      response.status = status;
      response.set_content(body, "application/json");
    });
    local_.start();
  }

  [[nodiscard]] std::string endpoint() const { return "http://" + local_.address() + "/v1"; }
  [[nodiscard]] int visits() const { return visits_; }
  [[nodiscard]] std::string header(char const* name) const {
    httplib::Headers::const_iterator const found = headers_.find(name);
    return found == headers_.end() ? "(none)" : found->second;
  }
  [[nodiscard]] std::string const& path() const { return path_; }
  [[nodiscard]] std::string const& body() const { return body_; }

 private:
  LocalServer<httplib::Server> local_;
  std::atomic<int> visits_{0};
  httplib::Headers headers_;
  std::string path_;
  std::string body_;
};

openai::OpenAiExecutor executor() {
  return openai::OpenAiExecutor(std::make_shared<HttpTransport>(HttpOptions{.read_timeout = std::chrono::seconds(5)}));
}

TEST(HttpOpenAiExecutor, PostsTheChatRequestAndReturnsTheResponse) {
  Provider const provider(200, R"({"id":"x","choices":[]})");
  Json const response =
      executor().execute(agent_with(KeyConnection{.endpoint = provider.endpoint(), .api_key = "K"}), hi);
  EXPECT_EQ(json_text::dump(response), R"({"id":"x","choices":[]})");
  EXPECT_EQ(provider.visits(), 1);
  EXPECT_EQ(provider.path(), "/v1/chat/completions");
  EXPECT_EQ(provider.body(), R"({"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]})");
  EXPECT_EQ(provider.header("Authorization"), "Bearer K");
  EXPECT_EQ(provider.header("Content-Type"), "application/json");
  EXPECT_EQ(provider.header("User-Agent"), "prompty/" + std::string(version()));
}

TEST(HttpOpenAiExecutor, SendsNoCredentialForAnAnonymousConnection) {
  Provider const provider(200, "{}");
  static_cast<void>(executor().execute(agent_with(AnonymousConnection{.endpoint = provider.endpoint() + "/"}), hi));
  EXPECT_EQ(provider.path(), "/v1/chat/completions");
  EXPECT_EQ(provider.header("Authorization"), "(none)");
}

TEST(HttpOpenAiExecutor, SendsNothingWithAnIncompleteConnection) {
  Provider const provider(200, "{}");
  EXPECT_NE(raised<ValueError>([&] {
              static_cast<void>(executor().execute(agent_with(KeyConnection{.endpoint = provider.endpoint()}), hi));
            }),
            "");
  EXPECT_EQ(provider.visits(), 0);
}

TEST(HttpOpenAiExecutor, ReportsARefusalInTheWordsOfTheProvider) {
  Provider const provider(429, R"({"error":{"message":"Rate limit reached","type":"requests"}})");
  try {
    static_cast<void>(executor().execute(agent_with(AnonymousConnection{.endpoint = provider.endpoint()}), hi));
    FAIL() << "no error came";
  } catch (ExecuteError const& error) {
    EXPECT_EQ(error.status(), 429);
    EXPECT_EQ(error.request_id(), "req_7");
    EXPECT_EQ(error.what(), provider.endpoint() +
                                "/chat/completions answered with status 429: Rate limit reached (request id req_7)");
  }
  EXPECT_EQ(provider.visits(), 1);
}

TEST(HttpOpenAiExecutor, TakesAnAnswerThatIsNotJsonForAnUnexpectedOne) {
  Provider const provider(200, "<html>");
  std::string const message = raised<ValueError>([&] {
    static_cast<void>(executor().execute(agent_with(AnonymousConnection{.endpoint = provider.endpoint()}), hi));
  });
  EXPECT_EQ(message.find("Unexpected response format"), 0U) << message;
}

TEST(HttpOpenAiExecutor, ReportsAnAnswerThatIsCutShortAsNoAnswer) {
  RawServer const server("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}", AfterBytes::close);
  EXPECT_NE(raised<ConnectionError>([&] {
              static_cast<void>(
                  executor().execute(agent_with(AnonymousConnection{.endpoint = "http://" + server.address()}), hi));
            }),
            "");
}

TEST(OpenAiExecutorRequest, OffersChildPromptsWhereToolsAreSent) {
  PromptyAgent agent = agent_with(AnonymousConnection{});
  EXPECT_TRUE(executor().offers_child_prompts(agent));
  EXPECT_TRUE(executor().offers_child_prompts(PromptyAgent{}));
  agent.model->api_type = "embedding";
  EXPECT_FALSE(executor().offers_child_prompts(agent));
}

TEST(OpenAiExecutorRequest, IsChosenByTheApiType) {
  PromptyAgent agent = agent_with(AnonymousConnection{});
  EXPECT_EQ(
      executor().build_request(agent, hi),
      (ProviderRequest{.method = "POST",
                       .path = "/chat/completions",
                       .body = Json::parse(R"({"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]})")}));
  agent.model->api_type = "embedding";
  EXPECT_EQ(
      executor().build_request(agent, hi),
      (ProviderRequest{.method = "POST", .path = "/embeddings", .body = Json{{"model", "gpt-4o"}, {"input", "Hi"}}}));
  agent.model->api_type = "image";
  EXPECT_EQ(executor().build_request(agent, hi),
            (ProviderRequest{
                .method = "POST", .path = "/images/generations", .body = Json{{"model", "gpt-4o"}, {"prompt", "Hi"}}}));
  agent.model->api_type = "responses";
  EXPECT_EQ(executor().build_request(agent, hi),
            (ProviderRequest{.method = "POST",
                             .path = "/responses",
                             .body = Json::parse(R"({"model":"gpt-4o","input":[{"role":"user","content":"Hi"}]})")}));
  agent.model->api_type = "sing";
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(executor().build_request(agent, hi));
            }).find("Unsupported API type: sing"),
            0U);
}

TEST(OpenAiExecutorRequest, FollowsTheProfile) {
  PromptyAgent agent = agent_with(AnonymousConnection{});
  agent.model->api_type = "responses";
  agent.model->options = ModelOptions{.temperature = 0.5};
  EXPECT_FALSE(executor().build_request(agent, hi).body.contains("temperature"));
  openai::OpenAiExecutor const live(std::make_shared<HttpTransport>(), Profile::live);
  EXPECT_EQ(live.build_request(agent, hi).body["temperature"], Json(0.5));
}

}  // namespace
}  // namespace prompty::openai_executor_test
