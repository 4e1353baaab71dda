#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/provider/openai_executor.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openai_stream_test {
namespace {

std::vector<Message> const hi = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};

PromptyAgent agent() {
  PromptyAgent agent;
  agent.model = Model{
      .id = "gpt-4o", .provider = "openai", .connection = KeyConnection{.endpoint = "http://a/v1", .api_key = "K"}};
  return agent;
}

/// Answers in one way and keeps what was asked.
class Answers final : public Transport {
 public:
  Answers(int status, std::string content_type, std::string body)
      : answer_{.status = status, .headers = {{"Content-Type", content_type}}, .body = std::move(body)} {}

  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override {
    asked_ = request;
    return answer_;
  }
  [[nodiscard]] HttpRequest const& asked() const { return asked_; }

 private:
  HttpResponse answer_;
  mutable HttpRequest asked_;
};

std::shared_ptr<Answers const> stream_of_text(std::string const& end) {
  return std::make_shared<Answers const>(200, "text/event-stream",
                                         "data: {\"choices\":[{\"delta\":{\"content\":\"A\"}}]}\n\n" + end);
}

TEST(OpenAiStreams, AreAskedForInTheRequest) {
  std::shared_ptr<Answers const> const answers = stream_of_text("data: [DONE]\n\n");
  std::shared_ptr<PromptyStream> const chunks = openai::OpenAiExecutor(answers).execute_stream(agent(), hi);
  EXPECT_EQ(answers->asked().url, "http://a/v1/chat/completions");
  EXPECT_EQ(answers->asked().body, R"({"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}],"stream":true})");
  EXPECT_EQ(find_header(answers->asked().headers, "accept"), "text/event-stream");
  EXPECT_EQ(find_header(answers->asked().headers, "authorization"), "Bearer K");
  EXPECT_EQ(json_text::dump(chunks->next().value()), R"({"choices":[{"delta":{"content":"A"}}]})");
  EXPECT_EQ(chunks->next(), std::nullopt);
}

TEST(OpenAiStreams, RaiseWhatTheProviderRefuses) {
  std::shared_ptr<Answers const> const answers =
      std::make_shared<Answers const>(429, "application/json", R"({"error":{"message":"slow down"}})");
  EXPECT_EQ(
      raised<ExecuteError>([&] { static_cast<void>(openai::OpenAiExecutor(answers).execute_stream(agent(), hi)); }),
      "http://a/v1/chat/completions answered with status 429: slow down");
}

TEST(OpenAiStreams, RefuseAnAnswerThatIsNoStream) {
  std::shared_ptr<Answers const> const answers = std::make_shared<Answers const>(200, "application/json", "{}");
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(openai::OpenAiExecutor(answers).execute_stream(agent(), hi)); }),
            "Unexpected response format: http://a/v1/chat/completions answered with application/json instead of "
            "text/event-stream");
}

TEST(OpenAiStreams, RunFromRequestToOutcome) {
  std::unique_ptr<Runtime> const runtime = make_runtime(stream_of_text("data: [DONE]\n\n"));
  ItemStream items = run_stream(agent(), hi, *runtime);
  EXPECT_EQ(items.next(), StreamItem(std::string("A")));
  EXPECT_EQ(whole_outcome(items), Outcome(Text{.value = "A"}));
}

TEST(OpenAiStreams, HaveNoOutcomeWhenTheyAreCutShort) {
  std::unique_ptr<Runtime> const runtime = make_runtime(stream_of_text(""));
  ItemStream items = run_stream(agent(), hi, *runtime);
  EXPECT_EQ(items.next(), StreamItem(std::string("A")));
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(whole_outcome(items)); }),
              "The answer from http://a/v1/chat/completions was cut short: it ended before [DONE]");
  }
}

/// A provider of a user's own, without streams.
class PlainExecutor final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const&) const override { return {}; }
};
class PlainProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const&) const override { return Text{}; }
};

TEST(ProvidersWithoutStreams, SaySo) {
  EXPECT_EQ(raised<NotImplementedError>([&] { static_cast<void>(PlainExecutor().execute_stream(agent(), hi)); }),
            "The executor for provider 'openai' offers no streams; ask for a complete answer instead");
  EXPECT_EQ(
      raised<NotImplementedError>([&] {
        static_cast<void>(PlainProcessor().process_stream(agent(), std::make_shared<PromptyStream>(stream_of({}))));
      }),
      "The processor for provider 'openai' reads no streams; ask for a complete answer instead");
}

}  // namespace
}  // namespace prompty::openai_stream_test
