#include "harness/judge/report/result_texts.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/report_sample.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::result_texts_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::ThrowsMessage;

class ResultTexts : public testing::Test {
 protected:
  VectorResult result(Status status) const { return sample_result(vector_, status, registry_); }

  std::string text_of(VectorResult const& one) const { return result_text(one, registry_, info_); }

  std::string topic(std::vector<VectorResult> const& results) const {
    std::vector<VectorResult const*> pointers;
    for (VectorResult const& one : results) pointers.push_back(&one);
    return topic_text("load/sample", pointers, registry_, info_);
  }

  void write(std::string const& folder, std::vector<VectorResult> const& results, ResultsOf of) const {
    Summary const summary = summarize(results, corpus_, registry_, info_.deciding);
    write_results(folder, {.results = results, .summary = summary, .registry = registry_, .info = info_, .mutants = {}},
                  of);
  }

  ScratchFolder const scratch_;
  ClauseRegistry const registry_ = sample_registry();
  RunInfo const info_ = sample_info();
  Corpus const corpus_ = sample_corpus({sample_vector(Json::object()), sample_vector({{"id", "other"}})});
  Vector const& vector_ = corpus_.vectors[0];
};

TEST_F(ResultTexts, BeginWithWhatBecameOfTheVector) {
  EXPECT_EQ(text_of(result(Status::pass)), "pass load/sample/plain [direct]\n");
  EXPECT_EQ(text_of(result(Status::unsupported)),
            "unsupported load/sample/plain: the operation split is not declared\n");
  EXPECT_EQ(text_of(result(Status::known_failure)), "known-failure load/sample/plain: the answer differs\n");
  EXPECT_THAT(text_of(result(Status::fail)),
              AllOf(StartsWith("fail load/sample/plain [direct]\n"), HasSubstr("first at    /a\n")));
  EXPECT_THAT(text_of(result(Status::error)), StartsWith("error load/sample/plain [direct]\n"));
}

TEST_F(ResultTexts, SayFirstThatAFailureDoesNotDecide) {
  VectorResult undeciding = result(Status::fail);
  undeciding.gating = false;
  EXPECT_THAT(text_of(undeciding), StartsWith("does not count: fail load/sample/plain [direct]\n"));
}

TEST_F(ResultTexts, OfATopicPassWhenNothingFailed) {
  EXPECT_EQ(topic({result(Status::pass), result(Status::known_failure), result(Status::unsupported)}),
            "pass load/sample: 2 vectors played\n");
}

TEST_F(ResultTexts, OfATopicShowEachFailure) {
  EXPECT_THAT(topic({result(Status::pass), result(Status::fail), result(Status::crash)}),
              AllOf(StartsWith("fail load/sample: 2 of 3 vectors failed\n"), HasSubstr("\nfail load/sample/plain ["),
                    HasSubstr("\ncrash load/sample/plain [")));
  EXPECT_THAT(topic({result(Status::pass), result(Status::error)}), StartsWith("fail load/sample: 1 of 2"));
  EXPECT_THAT(topic({result(Status::unexpected_pass)}), StartsWith("fail load/sample: 1 of 1"));
}

TEST_F(ResultTexts, OfATopicDoNotCountWhenOnlyWhatDoesNotDecideWasJudged) {
  VectorResult undeciding = result(Status::fail);
  undeciding.gating = false;
  EXPECT_THAT(topic({undeciding, result(Status::unsupported)}),
              AllOf(StartsWith("does not count load/sample: 1 vectors played, 1 failed"), HasSubstr("first at")));
  EXPECT_THAT(topic({undeciding, result(Status::pass)}),
              StartsWith("pass load/sample: 2 vectors played, 1 failed, which does not decide\n"));
  EXPECT_THAT(topic({undeciding, result(Status::fail)}),
              StartsWith("fail load/sample: 1 of 2 vectors failed, 1 failed, which does not decide\n"));
}

TEST_F(ResultTexts, OfATopicWithoutAnythingPlayedSaySo) {
  EXPECT_EQ(topic({result(Status::unsupported)}),
            "unsupported load/sample: its 1 vectors need what was not declared\n");
}

TEST_F(ResultTexts, AreFilesForTopicsAndVectors) {
  std::string const folder = scratch_.path() + "/results";
  clear_results(folder);
  std::vector<VectorResult> const results = {result(Status::pass),
                                             sample_result(corpus_.vectors[1], Status::fail, registry_)};
  write(folder, results, ResultsOf::topics);
  EXPECT_THAT(read_file(folder + "/load/sample.txt"), StartsWith("fail load/sample: 1 of 2 vectors failed\n"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/load/sample"));
  write(folder, results, ResultsOf::vectors);
  EXPECT_THAT(read_file(folder + "/load/sample.txt"), StartsWith("fail load/sample: 1 of 2 vectors failed\n"));
  EXPECT_EQ(read_file(folder + "/load/sample/plain.txt"), "pass load/sample/plain [direct]\n");
  EXPECT_THAT(read_file(folder + "/load/sample/other.txt"), StartsWith("fail load/sample/other [direct]\n"));
  EXPECT_THAT(read_file(folder + "/verdict.txt"), StartsWith("not conformant: 1 of 2"));
}

TEST_F(ResultTexts, OfAnEarlierRunAreRemovedAndNothingElseIs) {
  std::string const folder = scratch_.path() + "/results";
  write(folder, {result(Status::pass)}, ResultsOf::topics);
  clear_results(folder);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  write_file(folder + "/mine.txt", "mine");
  EXPECT_THAT([&] { clear_results(folder); },
              ThrowsMessage<InputError>(AllOf(HasSubstr(folder), HasSubstr("a folder of its own"))));
  EXPECT_EQ(read_file(folder + "/mine.txt"), "mine");
  EXPECT_THAT([&] { clear_results(folder + "/mine.txt"); }, ThrowsMessage<InputError>(HasSubstr("is no folder")));
}

// What is judged runs as the same user and may write there meanwhile.
TEST_F(ResultTexts, ReplaceWhatWasPutInTheirPlace) {
  std::string const folder = scratch_.path() + "/results";
  clear_results(folder);
  std::filesystem::create_directories(scratch_.path() + "/elsewhere");
  std::filesystem::remove(folder);
  std::filesystem::create_directory_symlink(scratch_.path() + "/elsewhere", folder);
  write(folder, {result(Status::fail)}, ResultsOf::vectors);
  EXPECT_TRUE(std::filesystem::is_empty(scratch_.path() + "/elsewhere"));
  EXPECT_THAT(read_file(folder + "/load/sample/plain.txt"), Not(StartsWith("pass")));
}

}  // namespace
}  // namespace conformance::result_texts_test
