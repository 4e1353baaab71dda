#include "harness/judge/jq/jq.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace conformance::jq_values_test {
namespace {

Json there_and_back(Json const& value) {
  JqValues values{&value};
  jv const carried = values.to_jq(value);
  return values.from_jq(carried);
}

class JqValuesKept : public testing::TestWithParam<char const*> {};

TEST_P(JqValuesKept, ComeBackAsTheyWere) {
  Json const value = Json::parse(GetParam());
  EXPECT_EQ(there_and_back(value).dump(), value.dump());
}

INSTANTIATE_TEST_SUITE_P(Values, JqValuesKept,
                         testing::Values("null", "true", "false", "0", "-1", "1.5", "1.0", "-0.0", "[1, 1.0, 2]",
                                         "9007199254740993", "[9007199254740992, 9007199254740993, 9007199254740994]",
                                         "-9223372036854775808", "18446744073709551615", "1e300", "1e21", "0.1",
                                         R"("")", R"("a\u0000b")", R"("\ud83d\ude00")", "[]", "{}",
                                         R"({"b": 1, "a": {"z": [], "y": null}, "c": "d"})"));

TEST(JqPrograms, RunInSeveralThreads) {
  JqPrograms const programs("[.[] | . * 2]");
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int number = 0; number < 8; ++number) {
    threads.emplace_back([&, number] {
      for (int round = 0; round < 20; ++round) {
        Json const value = {number, round};
        Json const doubled = programs.with_one([&](JqProgram& program) {
          JqValues values{&value};
          return values.from_jq(program.run(values.to_jq(value)));
        });
        if (doubled != Json{2 * number, 2 * round}) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(JqPrograms, RefuseWhatIsNoJq) {
  EXPECT_THROW(JqPrograms("[.[] |"), JqSyntaxError);
}

TEST(JqValues, CarryTextsThatAreNoUtf8) {
  Json const value = {{"key", std::string("a\xFF\xFE")}, {std::string("k\xC3"), std::string("\xFF")}};
  Json const back = there_and_back(value);
  EXPECT_EQ(back, value);
}

TEST(JqValues, GiveBackTheNumberThatAFilterMoved) {
  Json const value = {9007199254740993, 1};
  JqValues values{&value};
  jv const list = values.to_jq(value);
  jv const moved = jv_array_get(list, 0);
  EXPECT_EQ(values.from_jq(moved), Json(9007199254740993));
}

TEST(JqValues, ThatAFilterMakesAreWrittenAsIntegers) {
  Json const seen = {1.5};
  JqValues const values{&seen};
  EXPECT_EQ(values.from_jq(jv_number(3)).dump(), "3");
  EXPECT_EQ(values.from_jq(jv_number(2.5)).dump(), "2.5");
}

TEST(JqValues, OfZeroStayZeroInBothForms) {
  Json const value = {0, 0.0};
  JqValues values{&value};
  jv const list = values.to_jq(value);
  EXPECT_TRUE(jv_equal(jv_array_get(jv_copy(list), 0), jv_number(0)));
  EXPECT_TRUE(jv_equal(jv_array_get(jv_copy(list), 1), jv_number(0)));
  EXPECT_EQ(values.from_jq(list).dump(), "[0,0.0]");
}

TEST(JqValues, EqualTheLiteralsOfFilters) {
  Json const value = {{"temperature", 0.0}};
  JqValues values{&value};
  jv const zero = jv_object_get(values.to_jq(value), jv_string("temperature"));
  EXPECT_TRUE(jv_equal(zero, jv_number(0)));
}

}  // namespace
}  // namespace conformance::jq_values_test
