#include "harness/judge/report/mutation_score.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::mutation_score_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class MutationScores : public testing::Test {
 protected:
  std::string path() const { return scratch_.path() + "/mutants.json"; }

  ScratchFolder const scratch_;
  MutationScore const score_{.corpus_digest = "sha256:1",
                             .mutants = 9,
                             .dead = 7,
                             .unproven_citations = 1,
                             .useless_vectors = 2,
                             .together = {{.at_once = 5, .rounds = 2, .recall = 98.5, .precision = 97.1},
                                          {.at_once = 5, .rounds = 2, .recall = 60, .precision = 50, .unknown = true}},
                             .trivial = {{.subject = "echo", .clauses_held = 2}}};
};

TEST_F(MutationScores, AreReadAsTheyWereWritten) {
  write_file(path(), mutation_score_to_json(score_).dump());
  EXPECT_EQ(read_mutation_score(path(), "sha256:1"), score_);
}

TEST_F(MutationScores, OfOtherVectorsAreRefused) {
  write_file(path(), mutation_score_to_json(score_).dump());
  EXPECT_THAT([&] { (void)read_mutation_score(path(), "sha256:2"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("other vectors"), HasSubstr("mutants --json"))));
}

TEST_F(MutationScores, ThatAreNoneAreRefused) {
  write_file(path(), "{}");
  EXPECT_THAT([&] { (void)read_mutation_score(path(), "sha256:1"); },
              ThrowsMessage<InputError>(HasSubstr("mutants.json is not what")));
}

}  // namespace
}  // namespace conformance::mutation_score_test
