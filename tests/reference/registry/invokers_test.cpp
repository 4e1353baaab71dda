#include "prompty/registry/invokers.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::invokers_test {
namespace {

class NullExecutor final : public Executor {
 public:
  [[nodiscard]] Json execute(PromptyAgent const&, std::vector<Message> const&) const override { return nullptr; }
};

class NullProcessor final : public Processor {
 public:
  [[nodiscard]] Outcome process(PromptyAgent const&, Json const&) const override { return Text{}; }
};

PromptyAgent agent_of(std::optional<std::string> provider) {
  PromptyAgent agent;
  agent.model = Model{.provider = std::move(provider)};
  return agent;
}

TEST(Invokers, FindComponentsByTheProviderOfTheAgent) {
  Invokers invokers;
  std::shared_ptr<Executor const> const executor = std::make_shared<NullExecutor>();
  std::shared_ptr<Processor const> const processor = std::make_shared<NullProcessor>();
  invokers.executors.add("k1", executor);
  invokers.processors.add("k1", processor);
  EXPECT_EQ(executor_for(agent_of("k1"), invokers), executor);
  EXPECT_EQ(processor_for(agent_of("k1"), invokers), processor);
}

TEST(Invokers, KeepComponentTypesApart) {
  Invokers invokers;
  invokers.executors.add("k1", std::make_shared<NullExecutor>());
  EXPECT_EQ(raised<InvokerError>([&] { static_cast<void>(get_processor(invokers, "k1")); }),
            "No processor registered for key: k1");
  EXPECT_EQ(raised<InvokerError>([&] { static_cast<void>(get_executor(invokers, "k2")); }),
            "No executor registered for key: k2");
}

TEST(Invokers, SayThatTheAgentNamesNoProvider) {
  Invokers const invokers;
  std::string const message =
      raised<InvokerError>([&] { static_cast<void>(executor_for(agent_of(std::nullopt), invokers)); });
  EXPECT_NE(message.find("set model.provider"), std::string::npos) << message;
  EXPECT_NE(raised<InvokerError>([&] { static_cast<void>(processor_for(PromptyAgent{}, invokers)); }), "");
}

}  // namespace
}  // namespace prompty::invokers_test
