#include "harness/judge/deviations/habit.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace conformance::habit_mistakes_test {
namespace {

Deviation const& mistake_named(std::string const& id) {
  std::vector<Deviation> const& all = habits_everywhere();
  return *std::find_if(all.begin(), all.end(), [&](Deviation const& mistake) { return mistake.id == id; });
}

Reply answer_of(std::string const& id, Reply const& reply) {
  return mistake_named(id).answer("process", Json::object(), [&](std::string const&, Json const&) { return reply; });
}

TEST(HabitMistakes, AreOneForEachHabitAndOfNoClause) {
  EXPECT_EQ(habits_everywhere().size(), all_habits().size());
  for (Deviation const& mistake : habits_everywhere()) EXPECT_EQ(mistake.clause, "") << mistake.id;
}

TEST(HabitMistakes, StrikeEverywhereInAnAnswer) {
  Reply reply;
  reply.status = Reply::Status::result;
  reply.value = {{"a", " x "}, {"b", {" y", {{"c", "z "}}}}};
  reply.items = {" item"};
  Reply const struck = answer_of("trimmed", reply);
  EXPECT_EQ(struck.value, Json({{"a", "x"}, {"b", {"y", {{"c", "z"}}}}}));
  EXPECT_THAT(struck.items, testing::ElementsAre("item"));
}

TEST(HabitMistakes, LeaveErrorsAlone) {
  Reply reply;
  reply.status = Reply::Status::error;
  reply.value = {{"message", " no "}};
  EXPECT_EQ(answer_of("trimmed", reply).value, reply.value);
}

}  // namespace
}  // namespace conformance::habit_mistakes_test
