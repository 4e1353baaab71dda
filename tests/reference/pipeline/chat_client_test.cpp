#include "prompty/pipeline/chat_client.hpp"

#include <gmock/gmock.h>

#include "prompty/core/error.hpp"

namespace prompty::chat_client_test {
namespace {

using conversation::AssistantTurn;
using conversation::DeltaType;
using conversation::UserTurn;
using testing::HasSubstr;

/// Answers in one way and keeps the requests.
class CannedTransport final : public Transport {
 public:
  CannedTransport(int status, std::string content_type, std::string body)
      : answer_{.status = status, .headers = {{"Content-Type", std::move(content_type)}}, .body = std::move(body)} {}

  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override {
    requested_ = request;
    return answer_;
  }
  [[nodiscard]] HttpRequest const& requested() const { return requested_; }

 private:
  HttpResponse answer_;
  mutable HttpRequest requested_;
};

std::shared_ptr<CannedTransport const> events(std::string const& body) {
  return std::make_shared<CannedTransport const>(200, "text/event-stream", body);
}

std::vector<conversation::StoredMessage> const hi = {{.turn = UserTurn{.content = "Hi"}}};

std::string const half =
    "data: {\"choices\":[{\"delta\":{\"content\":\"A\",\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":"
    "{\"name\":\"f\",\"arguments\":\"{}\"}}]}}]}\n\n";

TEST(ChatClients, PassOnThePiecesOfAStream) {
  std::shared_ptr<CannedTransport const> const transport = events(half + "data: [DONE]\n\n");
  std::vector<conversation::Delta> deltas;
  conversation::ModelClient const client =
      chat_client({.endpoint = "http://a/v1", .model = "m", .answers = Answers::streamed}, {}, transport,
                  [&](conversation::Delta const& delta) { deltas.push_back(delta); });
  AssistantTurn const turn = client(hi);
  EXPECT_EQ(turn.tool_calls.size(), 1U);
  EXPECT_THAT(deltas, testing::ElementsAre(conversation::Delta{DeltaType::text, "A"},
                                           conversation::Delta{DeltaType::tool_call, "{}"}));
  EXPECT_EQ(transport->requested().body, R"({"model":"m","messages":[{"role":"user","content":"Hi"}],"stream":true})");
  EXPECT_EQ(find_header(transport->requested().headers, "authorization"), std::nullopt);
}

TEST(ChatClients, MarkTheTurnOfAStreamThatBreaksOff) {
  conversation::ModelClient const client =
      chat_client({.endpoint = "http://a/v1", .model = "m", .answers = Answers::streamed}, {}, events(half));
  AssistantTurn const expected{.content = "A", .is_error = true};
  EXPECT_EQ(client(hi), expected);
}

TEST(ChatClients, ThrowWhatStandsInPlaceOfAnAnswer) {
  for (Answers const answers : {Answers::whole, Answers::streamed}) {
    std::shared_ptr<CannedTransport const> const transport = std::make_shared<CannedTransport const>(
        400, "application/json", R"({"error":{"message":"reasoning is missing"}})");
    conversation::ModelClient const client =
        chat_client({.endpoint = "http://a/v1", .model = "m", .answers = answers}, {}, transport);
    EXPECT_THAT([&] { return client(hi); }, testing::ThrowsMessage<ExecuteError>(HasSubstr("reasoning is missing")));
  }
}

}  // namespace
}  // namespace prompty::chat_client_test
