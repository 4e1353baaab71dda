#include "prompty/protocols/protocols.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/stream.hpp"
#include "reference/support/raised.hpp"

namespace prompty::protocols_test {
namespace {

/// Implements no more than it must.
class EchoExecutor final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const& messages) const override {
    if (messages.empty()) throw ValueError("no messages");
    return messages.front().role;
  }
};

class EchoProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const& response) const override {
    return Text{.value = response.get<std::string>()};
  }
};

TEST(ThreadsProtocols, AsyncTwinsGiveWhatTheSyncOnesGive) {
  EXPECT_EQ(EchoExecutor().execute_async({}, {Message{.role = "user"}}).get(), Json("user"));
  EXPECT_EQ(EchoProcessor().process_async({}, "Hi").get(), Outcome(Text{.value = "Hi"}));
}

TEST(ThreadsProtocols, AsyncTwinsDeliverErrors) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(EchoExecutor().execute_async({}, {}).get()); }), "no messages");
}

TEST(Protocols, AnExecutorNeedNotShowItsRequests) {
  PromptyAgent agent;
  agent.model = Model{.provider = "acme"};
  EXPECT_EQ(raised<NotImplementedError>([&] { static_cast<void>(EchoExecutor().build_request(agent, {})); }),
            "The executor for provider 'acme' does not show its requests");
}

TEST(Protocols, NeedNotHaveStreams) {
  PromptyAgent agent;
  agent.model = Model{.provider = "acme"};
  EXPECT_EQ(raised<NotImplementedError>([&] { static_cast<void>(EchoExecutor().execute_stream(agent, {})); }),
            "The executor for provider 'acme' offers no streams; ask for a complete answer instead");
  EXPECT_EQ(raised<NotImplementedError>([&] {
              static_cast<void>(EchoProcessor().process_stream(agent, std::make_shared<PromptyStream>(stream_of({}))));
            }),
            "The processor for provider 'acme' reads no streams; ask for a complete answer instead");
}

}  // namespace
}  // namespace prompty::protocols_test
