#include "prompty/registry/registry.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace prompty::registry_test {
namespace {

TEST(Registry, FindsWhatWasAddedLast) {
  Registry<int> registry;
  EXPECT_EQ(registry.find("a"), nullptr);
  registry.add("a", std::make_shared<int>(1));
  registry.add("a", std::make_shared<int>(2));
  EXPECT_EQ(*registry.find("a"), 2);
  EXPECT_EQ(registry.find("A"), nullptr);
}

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

}  // namespace
}  // namespace prompty::registry_test
