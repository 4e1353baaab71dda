#include "prompty/registry/registry.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/registry/invokers.hpp"
#include "reference/support/raised.hpp"

namespace prompty::registry_test {
namespace {

TEST(Registry, KeepsAliveWhatWasHandedOut) {
  Registry<int> registry;
  registry.add("a", std::make_shared<int>(1));
  std::shared_ptr<int const> const held = registry.find("a");
  registry.clear();
  EXPECT_EQ(registry.find("a"), nullptr);
  EXPECT_EQ(*held, 1);
}

TEST(Registry, ForgetsWhatIsRemovedAndNothingElse) {
  Registry<int> registry;
  registry.add("a", std::make_shared<int>(1));
  registry.add("b", std::make_shared<int>(2));
  registry.remove("a");
  registry.remove("c");
  EXPECT_EQ(registry.find("a"), nullptr);
  EXPECT_EQ(*registry.find("b"), 2);
}

/// Uses the registry while it is being destroyed, as a component with components of its own may.
struct Nested {
  Registry<Nested>* registry;
  ~Nested() { static_cast<void>(registry->find("other")); }
};

TEST(Registry, MayBeUsedByADestructorOfItsValues) {
  Registry<Nested> registry;
  registry.add("a", std::make_shared<Nested>(Nested{&registry}));
  registry.add("a", std::make_shared<Nested>(Nested{&registry}));
  registry.remove("a");
  registry.add("a", std::make_shared<Nested>(Nested{&registry}));
  registry.clear();
  EXPECT_EQ(registry.find("a"), nullptr);
}

TEST(Registry, IsSafeWithManyThreads) {
  Registry<int> registry;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number) {
    threads.emplace_back([&registry, &wrong, number] {
      std::string const key = std::to_string(number % 4);
      for (int round = 0; round < 2000; ++round) {
        registry.add(key, std::make_shared<int>(number % 4));
        std::shared_ptr<int const> const found = registry.find(key);
        if (found != nullptr && *found != number % 4) ++wrong;
        if (round % 100 == 0) registry.clear();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

PromptyAgent agent_of(std::optional<std::string> provider) {
  PromptyAgent agent;
  agent.model = Model{.provider = std::move(provider)};
  return agent;
}

TEST(Invokers, SayThatTheAgentNamesNoProvider) {
  Invokers const invokers;
  std::string const message =
      raised<InvokerError>([&] { static_cast<void>(executor_for(agent_of(std::nullopt), invokers)); });
  EXPECT_NE(message.find("set model.provider"), std::string::npos) << message;
  EXPECT_NE(raised<InvokerError>([&] { static_cast<void>(processor_for(PromptyAgent{}, invokers)); }), "");
}

class MarkingParser final : public Parser {
 public:
  [[nodiscard]] std::vector<Message> parse(PromptyAgent const&, std::string const&) const override { return {}; }
  [[nodiscard]] std::string tag(std::string const& instructions, std::string const& nonce) const override {
    ++tagged;
    return instructions + nonce;
  }
  mutable std::atomic<int> tagged{0};
};

class RegistryTaggedTemplates : public testing::Test {
 protected:
  [[nodiscard]] std::shared_ptr<TaggedTemplate const> get(std::string const& text) const {
    return templates.get(text, parser, nonces);
  }

  TaggedTemplates templates;
  std::shared_ptr<MarkingParser const> parser = std::make_shared<MarkingParser>();
  NonceSource nonces = system_nonces();
};

TEST_F(RegistryTaggedTemplates, KeepTheNonceOfATemplate) {
  std::shared_ptr<TaggedTemplate const> const first = get("a");
  EXPECT_EQ(first->text, "a" + first->nonce);
  EXPECT_EQ(get("a"), first);
  EXPECT_NE(get("b")->nonce, first->nonce);
  EXPECT_EQ(parser->tagged, 2);
}

TEST_F(RegistryTaggedTemplates, AskAnotherParserAnew) {
  std::shared_ptr<TaggedTemplate const> const first = get("a");
  parser = std::make_shared<MarkingParser>();
  EXPECT_NE(get("a"), first);
  EXPECT_EQ(parser->tagged, 1);
}

TEST_F(RegistryTaggedTemplates, GoOnWhenTheyAreFull) {
  for (int number = 0; number < 2000; ++number)
    EXPECT_EQ(get(std::to_string(number))->text.find(std::to_string(number)), 0U);
  std::string const large(9U << 20U, 'x');
  EXPECT_NE(get(large), get(large));
}

TEST_F(RegistryTaggedTemplates, AreSharedByThreads) {
  std::vector<std::thread> threads;
  std::vector<std::shared_ptr<TaggedTemplate const>> found(8);
  for (std::size_t number = 0; number < found.size(); ++number) {
    threads.emplace_back([this, &found, number] { found[number] = get("same"); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::shared_ptr<TaggedTemplate const> const& one : found) EXPECT_EQ(one, get("same"));
}

}  // namespace
}  // namespace prompty::registry_test
