#include "harness/proof/sharpness/kill_matrix.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::recorded_fates_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Mutant mutant(std::string const& id) {
  return {.id = id, .clause = "C-1", .breaks = "", .answer = {}};
}

class RecordedFates : public testing::Test {
 protected:
  void write(std::string const& text) const { write_file(path(), text); }
  [[nodiscard]] std::string path() const { return scratch_.path() + "/fates.jsonl"; }
  [[nodiscard]] Kills read(std::string const& digest = "sha256:1") const { return read_fates(path(), digest); }

  KillMatrix const matrix_ = kill_matrix(
      {mutant("loud"), mutant("quiet")}, {{.id = "v", .clauses = {"C-1"}}, {.id = "w", .clauses = {"C-2"}}},
      [](Mutant const& requested, std::string const& vector) {
        return requested.id == "loud" && vector == "w" ? ShownPlaces{{"load", "/kind", true}, {"load", "/tools", false}}
                                                       : ShownPlaces{};
      });

 private:
  ScratchFolder const scratch_;
};

TEST_F(RecordedFates, MakeTheSameMatrixAgain) {
  write(fates_text(matrix_, "sha256:1"));
  EXPECT_EQ(kill_matrix({mutant("loud"), mutant("quiet")},
                        {{.id = "v", .clauses = {"C-1"}}, {.id = "w", .clauses = {"C-2"}}}, read()),
            matrix_);
}

TEST_F(RecordedFates, OfOtherVectorsAreRefused) {
  write(fates_text(matrix_, "sha256:1"));
  EXPECT_THAT([&] { (void)read("sha256:2"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("other vectors"), HasSubstr("mutants --fates"))));
}

TEST_F(RecordedFates, DoNotSpeakForMutantsThatTheyDoNotName) {
  write(fates_text(matrix_, "sha256:1"));
  Kills const kills = read();
  EXPECT_THAT([&] { (void)kills(mutant("new"), "v"); }, ThrowsMessage<InputError>(HasSubstr("the mutant new")));
}

TEST_F(RecordedFates, HaveToBeWhatMutantsWrote) {
  for (std::string const text : {"", "{}", "no JSON", "{\"corpusDigest\": \"sha256:1\"}\n{\"killers\": []}\n",
                                 "{\"corpusDigest\": \"sha256:1\"}\n{\"mutant\": \"loud\", \"killers\": [\"w\"]}\n"}) {
    write(text);
    EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("is not what"))) << text;
  }
}

}  // namespace
}  // namespace conformance::recorded_fates_test
