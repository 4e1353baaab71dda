#include "harness/proof/habits/habit_matrix.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::habit_matrix_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Answers of the fake reference are what it is given.
class HttpHabits : public testing::Test {
 protected:
  /// A third element has the clauses of the vector.
  HabitMatrix measure(std::vector<Json> const& given_and_expected, std::vector<Habit> const& habits,
                      TriedUntil until = TriedUntil::noticed_in_each_section) {
    FakeSubject echo({"split"}, [](std::string const&, Json const& params) {
      return result_reply({{"body", params.at("body")}});
    });
    std::vector<Json> vectors;
    for (Json const& pair : given_and_expected)
      vectors.push_back(sample_vector({{"id", "v" + std::to_string(vectors.size())},
                                       {"clauses", pair.size() > 2 ? pair[2] : Json::array({"P1.1-01"})},
                                       {"given", {{"body", pair[0]}}},
                                       {"expect", {{"value", pair[1]}}}}));
    Corpus const corpus{.vectors = sample_vectors(vectors)};
    DeviationJudge const judge(registry_, Profile::as_written, echo, mock_);
    return measure_habits(corpus.vectors, habits, ProtocolWords(corpus), judge, until);
  }

  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
  std::vector<Habit> const small_{{.name = "small", .breaks = "Texts become small.", .change = [](Json const& value) {
                                     return value == "A" ? Json("a") : value;
                                   }}};
};

TEST_F(HttpHabits, AreNoticedByAVectorThatComparesThePlace) {
  HabitMatrix const matrix = measure({{"A", {{"$subset", Json::object()}}}, {"A", {{"body", "A"}}}}, small_);
  ASSERT_EQ(matrix.size(), 1U);
  auto const& [where, fate] = *matrix.begin();
  EXPECT_EQ(where.operation, "split");
  EXPECT_EQ(where.place, "/value/?");
  EXPECT_TRUE(fate.is_noticed());
  ASSERT_THAT(fate.sections, ElementsAre(Pair("1.1", testing::_)));
  EXPECT_EQ(fate.sections.at("1.1").noticed_by, "load/sample/v1");
}

TEST_F(HttpHabits, AreJudgedByEachSection) {
  Json const anything = {{"$subset", Json::object()}};
  HabitMatrix const matrix = measure({{"A", {{"body", "A"}}, Json::array({"P1.1-01"})},
                                      {"A", anything, Json::array({"P3-01"})},
                                      {"A", anything, Json::array({"P1.1-02", "P1.2-01"})},
                                      {"A", {{"body", "A"}}, Json::array({"P1.1-02", "P1.2-01"})}},
                                     small_);
  ASSERT_EQ(matrix.size(), 1U);
  HabitFate const& fate = matrix.begin()->second;
  EXPECT_EQ(fate.sections.at("1.1").noticed_by, "load/sample/v0");
  EXPECT_FALSE(fate.sections.at("3").is_noticed()) << "it was a vector of another section that failed";
  EXPECT_EQ(fate.sections.at("3").struck, "load/sample/v1");
  EXPECT_EQ(fate.sections.at("1.2").noticed_by, "load/sample/v3") << "it is judged until each section notices";
}

TEST_F(HttpHabits, MayBeJudgedUntilOneVectorNotices) {
  std::vector<Json> const pairs{{"A", {{"body", "A"}}, Json::array({"P1.1-01"})},
                                {"A", {{"body", "A"}}, Json::array({"P1.2-01"})}};
  HabitFate const fate = measure(pairs, small_, TriedUntil::noticed_once).begin()->second;
  EXPECT_TRUE(fate.is_noticed());
  EXPECT_EQ(fate.sections.at("1.2").struck, "load/sample/v1");
  EXPECT_FALSE(fate.sections.at("1.2").is_noticed()) << "one of another section has";
}

TEST_F(HttpHabits, ArePastNoticingWhereNothingIsCompared) {
  HabitMatrix const matrix = measure({{"A", {{"$subset", Json::object()}}}}, small_);
  ASSERT_EQ(matrix.size(), 1U);
  EXPECT_FALSE(matrix.begin()->second.is_noticed());
  EXPECT_EQ(matrix.begin()->second.sections.at("1.1").struck, "load/sample/v0");
}

TEST_F(HttpHabits, StrikeElementsOfListsTogether) {
  HabitMatrix const matrix = measure({{{"A", "b", "A"}, {{"body", {"A", "b", "A"}}}}}, small_);
  ASSERT_EQ(matrix.size(), 1U);
  EXPECT_EQ(matrix.begin()->first.place, "/value/?/*");
  EXPECT_TRUE(matrix.begin()->second.is_noticed());
}

TEST_F(HttpHabits, AreNoneWhereTheyChangeNothing) {
  EXPECT_TRUE(measure({{"b", {{"body", "b"}}}}, small_).empty());
}

/// Asks the mock provider for what it is given, and answers nothing of it.
Reply ask(Json const& params) {
  std::string const url = params.at("endpoint");
  std::size_t const path_start = url.find('/', std::string("http://").size());
  httplib::Client client(url.substr(0, path_start));
  Json const body = {{"model", "m"}, {"messages", Json::array({{{"role", "user"}, {"content", params.at("text")}}})}};
  client.Post((url.substr(path_start) + "/v1/chat/completions").c_str(), {{"Authorization", "Bearer k"}}, body.dump(),
              "application/json");
  return result_reply("done");
}

TEST_F(HttpHabits, StrikeTheRequestsThatAreExpected) {
  FakeSubject asking({"run"}, [](std::string const&, Json const& params) { return ask(params); });
  auto const vector = [](std::string const& id, Json const& request) {
    return sample_vector({{"id", id},
                          {"operation", "run"},
                          {"given", {{"endpoint", "${MOCK}"}, {"text", "A"}}},
                          {"provider", Json::array({{{"respond", {{"text", "yes"}}}}})},
                          {"expect", {{"value", "done"}, {"requests", Json::array({request})}}}});
  };
  auto const measured = [&](Json const& request) {
    Corpus const corpus{.vectors = sample_vectors({vector("one", request)})};
    DeviationJudge const judge(registry_, Profile::as_written, asking, mock_);
    return measure_habits(corpus.vectors, small_, ProtocolWords(corpus), judge, TriedUntil::noticed_in_each_section);
  };
  Json const message = {{"role", "user"}, {"content", "A"}};
  HabitMatrix const compared = measured({{"body", {{"model", "m"}, {"messages", Json::array({message})}}}});
  ASSERT_EQ(compared.size(), 1U);
  EXPECT_EQ(compared.begin()->first.operation, "run");
  EXPECT_EQ(compared.begin()->first.place, "/requests/chat/?/*/?");
  EXPECT_TRUE(compared.begin()->second.is_noticed());
  HabitMatrix const open = measured({{"body", {{"$subset", {{"model", "m"}}}}}});
  ASSERT_EQ(open.size(), 1U);
  EXPECT_FALSE(open.begin()->second.is_noticed());
}

TEST(SectionsOfClauses, AreTheirIdsWithoutTheNumber) {
  EXPECT_EQ(section_of_clause("P7.1.2-03"), "7.1.2");
  EXPECT_EQ(section_of_clause("M3.2-01"), "M3.2");
}

}  // namespace
}  // namespace conformance::habit_matrix_test
