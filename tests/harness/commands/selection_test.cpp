#include "harness/commands/command.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::selection_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class Selections : public testing::Test {
 protected:
  std::vector<std::string> selected(Selection const& selection) const {
    std::vector<std::string> ids;
    for (Vector const* const vector : selected_vectors(selection, corpus_, registry_))
      ids.push_back(vector->id.substr(std::string("load/sample/").size()));
    return ids;
  }

  ClauseRegistry const registry_ = sample_registry();
  Corpus const corpus_ =
      sample_corpus({sample_vector({{"id", "body-a"}}), sample_vector({{"id", "body-b"}}),
                     sample_vector({{"id", "head"}, {"clauses", Json::array({"P1.1-02", "P1.1-03"})}})});
};

TEST_F(Selections, TakeEverythingByDefault) {
  EXPECT_THAT(selected({}), ElementsAre("body-a", "body-b", "head"));
}

TEST_F(Selections, TakeWhatSomeFilterMatches) {
  EXPECT_THAT(selected({.filters = {"load/sample/body-b"}, .clauses = {}}), ElementsAre("body-b"));
  EXPECT_THAT(selected({.filters = {"*/body-?"}, .clauses = {}}), ElementsAre("body-a", "body-b"));
  EXPECT_THAT(selected({.filters = {"load*"}, .clauses = {}}), ElementsAre("body-a", "body-b", "head"));
  EXPECT_THAT(selected({.filters = {"*head", "*-a"}, .clauses = {}}), ElementsAre("body-a", "head"));
}

TEST_F(Selections, MatchWholeIds) {
  EXPECT_THROW((void)selected({.filters = {"body"}, .clauses = {}}), InputError);
}

TEST_F(Selections, TakeWhatCitesSomeClause) {
  EXPECT_THAT(selected({.filters = {}, .clauses = {"P1.1-03"}}), ElementsAre("head"));
  EXPECT_THAT(selected({.filters = {}, .clauses = {"P1.1-03", "P1.1-01"}}), ElementsAre("body-a", "body-b", "head"));
}

TEST_F(Selections, TakeWhatFilterAndClauseHaveInCommon) {
  EXPECT_THAT(selected({.filters = {"*-a", "*head"}, .clauses = {"P1.1-01"}}), ElementsAre("body-a"));
}

TEST_F(Selections, RefuseFiltersThatMatchNothing) {
  EXPECT_THAT(
      [&] {
        (void)selected({.filters = {"*-a", "wire/*"}, .clauses = {}});
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("'wire/*'"), HasSubstr("list"))));
}

TEST_F(Selections, RefuseUnknownClauses) {
  EXPECT_THAT([&] { (void)selected({.filters = {}, .clauses = {"P9-99"}}); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("P9-99"), HasSubstr("list --clauses"))));
}

TEST_F(Selections, RefuseClausesWithoutVector) {
  EXPECT_THAT([&] { (void)selected({.filters = {}, .clauses = {"P1.2-01"}}); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("P1.2-01"), HasSubstr("explain"))));
}

TEST_F(Selections, RefuseToSelectNothing) {
  EXPECT_THAT([&] { (void)selected({.filters = {"*-a"}, .clauses = {"P1.1-02"}}); },
              ThrowsMessage<InputError>(HasSubstr("no vector is selected")));
}

}  // namespace
}  // namespace conformance::selection_test
