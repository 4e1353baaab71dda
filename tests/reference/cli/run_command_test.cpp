#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "prompty/core/json.hpp"
#include "reference/support/command.hpp"
#include "reference/support/local_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::run_command_test {
namespace {

using prompty_tests::Finished;
using prompty_tests::run_prompty;

/// Answers every request alike and keeps the last one's body.
class HttpRunCommand : public testing::Test {
 protected:
  HttpRunCommand() {
    local.server.Post(".*", [this](httplib::Request const& request, httplib::Response& response) {
      body = request.body;
      ++requests;
      response.set_content(answer, content_type);
    });
    local.start();
    endpoint = "http://" + local.address();
  }

  [[nodiscard]] Finished run(std::string const& model, std::vector<std::string> const& more) const {
    std::string const file = folder.write("a.prompty", "---\nmodel: {id: m, " + model + "}\n---\nuser:\nSay hello.\n");
    return run_prompty({"run", file, "--endpoint", endpoint}, more);
  }

  void answer_events(std::string events) {
    answer = std::move(events);
    content_type = "text/event-stream";
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
  std::string endpoint;
  std::string answer = R"({"choices":[{"message":{"content":"Hello!"}}]})";
  std::string content_type = "application/json";
  std::string body;
  int requests = 0;
};

TEST_F(HttpRunCommand, StreamsChatAnswers) {
  answer_events(
      "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"lo\"}}]}\n\ndata: [DONE]\n\n");
  Finished const plain = run("provider: openai", {"--stream"});
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_EQ(plain.out, "Hello\n");
  EXPECT_TRUE(Json::parse(body)["stream"]);
  EXPECT_EQ(run("provider: openai", {"--stream", "--json"}).out,
            "\"Hel\"\n\"lo\"\n{\"type\":\"text\",\"value\":\"Hello\"}\n");
}

TEST_F(HttpRunCommand, StreamsResponsesAndMessages) {
  answer_events(
      "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"Ahoy\"}\n\n"
      "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{}}\n\n");
  EXPECT_EQ(run("provider: openai, apiType: responses", {"--stream"}).out, "Ahoy\n");
  answer_events(
      "event: content_block_delta\n"
      "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hei\"}}\n\n"
      "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
  EXPECT_EQ(run("provider: anthropic", {"--stream"}).out, "Hei\n");
}

TEST_F(HttpRunCommand, FailsWhenAStreamIsCutShort) {
  answer_events("data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n");
  Finished const cut = run("provider: openai", {"--stream"});
  EXPECT_EQ(cut.code, 1);
  EXPECT_EQ(cut.out, "Hel\n");
  EXPECT_EQ(cut.err.find("prompty: ConnectionError: The answer from http://"), 0U) << cut.err;
}

TEST_F(HttpRunCommand, StreamsNoEmbeddings) {
  Finished const embedding = run("provider: openai, apiType: embedding", {"--stream"});
  EXPECT_EQ(embedding.code, 1);
  EXPECT_EQ(embedding.err.find("prompty: NotImplementedError: "), 0U) << embedding.err;
  EXPECT_EQ(requests, 0);
}

TEST_F(HttpRunCommand, ShowsTheRequestAndSendsNothing) {
  Finished const dry = run("provider: openai", {"--dry-run", "--api-key", "s3cret"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_EQ(dry.out.find("POST " + endpoint + "/chat/completions\n"), 0U) << dry.out;
  EXPECT_NE(dry.out.find("\nAuthorization: [REDACTED]\n"), std::string::npos);
  EXPECT_NE(dry.out.find("\n\n{\n  \"model\": \"m\","), std::string::npos);
  EXPECT_EQ(dry.out.find("s3cret"), std::string::npos);
  EXPECT_EQ(requests, 0);
}

TEST_F(HttpRunCommand, ShowsTheRequestForAStream) {
  Json const dry = Json::parse(run("provider: anthropic", {"--dry-run", "--stream", "--json"}).out);
  EXPECT_EQ(dry["url"], endpoint + "/v1/messages");
  EXPECT_TRUE(dry["body"]["stream"]);
  EXPECT_EQ(dry["headers"]["Accept"], "text/event-stream");
}

TEST_F(HttpRunCommand, ShowsTheRequestInTheProfile) {
  std::string const model = "provider: openai}\noutputs: {x: {kind: string}}\nmetadata: {of: test";
  Json::json_pointer const required("/body/response_format/json_schema/schema/required");
  EXPECT_FALSE(Json::parse(run(model, {"--dry-run", "--json", "--profile", "as-written"}).out).contains(required));
  EXPECT_TRUE(Json::parse(run(model, {"--dry-run", "--json"}).out).contains(required));
}

TEST_F(HttpRunCommand, WritesImagesIntoAFile) {
  answer = R"({"data":[{"b64_json":"cG5n"}]})";
  std::string const path = folder.path() + "/a.png";
  Finished const image = run("provider: openai, apiType: image", {"--out", path});
  EXPECT_EQ(image.code, 0) << image.err;
  EXPECT_EQ(image.out, "");
  std::ifstream file(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "png");
}

TEST_F(HttpRunCommand, PrintsEmbeddingsAndAddressesOfImages) {
  answer = R"({"data":[{"embedding":[0.5,-1]}]})";
  EXPECT_EQ(run("provider: openai, apiType: embedding", {}).out, "[0.5,-1.0]\n");
  answer = R"({"data":[{"url":"https://example.test/i.png"}]})";
  EXPECT_EQ(run("provider: openai, apiType: image", {}).out, "https://example.test/i.png\n");
}

TEST_F(HttpRunCommand, RefusesAFileForAStream) {
  Finished const both = run("provider: openai", {"--stream", "--out", folder.path() + "/a.txt"});
  EXPECT_EQ(both.code, 2);
  EXPECT_EQ(requests, 0);
}

}  // namespace
}  // namespace prompty::run_command_test
