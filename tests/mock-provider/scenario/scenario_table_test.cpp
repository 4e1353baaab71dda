#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "mock-provider/scenario/player.hpp"

namespace mock_provider::scenario_table_test {
namespace {

TEST(ScenarioTable, ListsByName) {
  ScenarioTable table;
  for (std::string const name : {"b", "c", "a"}) table.put(name, {});
  std::vector<std::string> names;
  for (auto const& [name, player] : table.all()) names.push_back(name);
  EXPECT_THAT(names, testing::ElementsAre("a", "b", "c"));
  EXPECT_TRUE(table.remove("b"));
  EXPECT_FALSE(table.remove("b"));
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table.find("b"), nullptr);
}

TEST(ScenarioTable, LeavesAReplacedPlayerToItsHolder) {
  ScenarioTable table;
  table.put("a", {});
  std::shared_ptr<Player> const held = table.find("a");
  table.put("a", {});
  EXPECT_NE(table.find("a"), held);
  EXPECT_EQ(held->turns(), 0U);
}

TEST(ThreadsScenarioTable, HoldsThousandsPutAndRemovedAtOnce) {
  ScenarioTable table;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&table, thread] {
      for (int index = 0; index < 500; ++index) {
        std::string const name = std::to_string(thread) + "-" + std::to_string(index);
        table.put(name, {});
        if (index % 2 == 0) table.remove(name);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(table.size(), 2000U);
}

}  // namespace
}  // namespace mock_provider::scenario_table_test
