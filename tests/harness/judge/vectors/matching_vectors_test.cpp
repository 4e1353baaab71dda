#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "mock-provider/matching/expectation.hpp"
#include "support/places.hpp"

namespace conformance::matching_vectors_test {
namespace {

using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::Not;

struct MatchingCase {
  std::string id;
  std::string why;
  Json expectation;
  Json answer;
  std::string pointer;
};

void PrintTo(MatchingCase const& matching_case, std::ostream* stream) {
  *stream << matching_case.id << ": " << matching_case.why << "\n  expectation " << matching_case.expectation
          << "\n  answer " << matching_case.answer;
}

Json file_content(std::string const& name) {
  std::string const path = prompty_tests::repository() + "/vectors/matching/" + name;
  return parse_json_file(read_file(path), path);
}

std::vector<MatchingCase> cases_of(std::string const& name) {
  std::vector<MatchingCase> cases;
  Json const file = file_content(name);
  for (Json const& entry : file.at("cases")) {
    cases.push_back({.id = entry.at("id"),
                     .why = entry.at("why"),
                     .expectation = entry.at("expectation"),
                     .answer = entry.value("answer", Json()),
                     .pointer = entry.value("pointer", "")});
  }
  return cases;
}

std::string test_name(testing::TestParamInfo<MatchingCase> const& info) {
  std::string name = info.param.id;
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

class ExpectationsThatMatch : public testing::TestWithParam<MatchingCase> {};

TEST_P(ExpectationsThatMatch, Match) {
  EXPECT_THAT(problems_of_expectation(GetParam().expectation), IsEmpty());
  std::optional<Difference> const found = first_difference(GetParam().expectation, GetParam().answer);
  EXPECT_FALSE(found.has_value()) << found->pointer << ": " << found->message;
}

INSTANTIATE_TEST_SUITE_P(ValidPass, ExpectationsThatMatch, testing::ValuesIn(cases_of("valid-pass.json")), test_name);

class ExpectationsThatDoNotMatch : public testing::TestWithParam<MatchingCase> {};

TEST_P(ExpectationsThatDoNotMatch, NameTheFirstDifference) {
  EXPECT_THAT(problems_of_expectation(GetParam().expectation), IsEmpty());
  std::optional<Difference> const found = first_difference(GetParam().expectation, GetParam().answer);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->pointer, GetParam().pointer);
  EXPECT_NE(found->message, "");
}

INSTANTIATE_TEST_SUITE_P(ValidFail, ExpectationsThatDoNotMatch, testing::ValuesIn(cases_of("valid-fail.json")),
                         test_name);

class MistakenExpectations : public testing::TestWithParam<MatchingCase> {};

TEST_P(MistakenExpectations, HaveProblemsAndMatchNothing) {
  EXPECT_THAT(problems_of_expectation(GetParam().expectation), Not(IsEmpty()));
  for (Json const& answer : {Json(), Json("a"), Json(1), Json::array(), Json::object(), GetParam().expectation})
    EXPECT_TRUE(first_difference(GetParam().expectation, answer).has_value()) << answer;
}

INSTANTIATE_TEST_SUITE_P(Invalid, MistakenExpectations, testing::ValuesIn(cases_of("invalid.json")), test_name);

TEST(MatchingVectors, HaveUniqueIdsAndOnlyKnownMembers) {
  std::set<std::string> ids;
  for (std::string const name : {"valid-pass.json", "valid-fail.json", "invalid.json"}) {
    Json const file = file_content(name);
    EXPECT_EQ(file.at("schemaVersion"), 1) << name;
    EXPECT_GT(file.at("cases").size(), 20U) << name;
    for (Json const& entry : file.at("cases")) {
      EXPECT_TRUE(ids.insert(entry.at("id")).second) << entry.at("id");
      std::vector<std::string> members;
      for (auto const& member : entry.items()) members.push_back(member.key());
      EXPECT_THAT(members, IsSubsetOf({"id", "why", "expectation", "answer", "pointer"}));
    }
  }
}

TEST(MatchingVectors, OfFailuresSayWhereTheyFail) {
  Json const file = file_content("valid-fail.json");
  for (Json const& entry : file.at("cases")) EXPECT_TRUE(entry.contains("pointer")) << entry;
}

}  // namespace
}  // namespace conformance::matching_vectors_test
