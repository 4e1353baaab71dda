#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string_view>

#include "reference/support/read_answer.hpp"
#include "support/random_text.hpp"

namespace prompty::mutated_answers_test {
namespace {

using prompty_tests::read_by_run;
using prompty_tests::ReadAnswer;
using prompty_tests::sample_answers;
using prompty_tests::SampleAnswer;

constexpr std::size_t mutations = 100'000;

constexpr std::array<std::string_view, 22> fragments = {"\r\n",
                                                        "\n\n",
                                                        "\r",
                                                        "data: ",
                                                        "event: error\n",
                                                        "data: [DONE]\n\n",
                                                        ":",
                                                        "\xFF",
                                                        "\xE2\x82",
                                                        "\xEF\xBB\xBF",
                                                        "null",
                                                        "-1",
                                                        "1e999",
                                                        "[[[[",
                                                        "{}",
                                                        "\"\"",
                                                        "\\ud800",
                                                        "\"type\":",
                                                        "\"error\":{},",
                                                        "18446744073709551616",
                                                        "message_stop",
                                                        "response.failed"};

std::vector<std::size_t> cuts_in(std::string const& bytes, prompty_tests::Random& random) {
  std::set<std::size_t> cuts;
  for (std::size_t count = random() % 8; count > 0; --count) cuts.insert(random() % (bytes.size() + 1));
  return {cuts.begin(), cuts.end()};
}

bool is_error_of_answers(std::string const& kind) {
  return kind == "ValueError" || kind == "ExecuteError" || kind == "ConnectionError";
}

TEST(MutatedAnswers, AreReadOrRefusedWithTheRightKindOfError) {
  prompty_tests::Random random(4);
  std::size_t read = 0;
  for (std::size_t round = 0; round < mutations; ++round) {
    SampleAnswer answer = sample_answers()[round % sample_answers().size()];
    answer.body = prompty_tests::mutated(std::move(answer.body), random, fragments);
    ReadAnswer const found = read_by_run(answer, cuts_in(answer.body, random));
    bool const is_whole = found.error_kind.empty();
    read += is_whole ? 1 : 0;
    ASSERT_EQ(is_whole, !found.outcome.empty()) << answer.body;
    ASSERT_TRUE(is_whole || is_error_of_answers(found.error_kind)) << found.error_kind << " for " << answer.body;
  }
  // Both happen often, or the mutations are too harsh or too mild to show anything.
  EXPECT_GT(read, mutations / 20);
  EXPECT_LT(read, mutations - mutations / 20);
}

TEST(MutatedAnswers, MeanTheSameHoweverTheyAreCut) {
  prompty_tests::Random random(5);
  for (std::size_t round = 0; round < mutations / 20; ++round) {
    SampleAnswer answer = sample_answers()[round % sample_answers().size()];
    if (!answer.is_stream) continue;
    answer.body = prompty_tests::mutated(std::move(answer.body), random, fragments);
    ASSERT_EQ(read_by_run(answer, cuts_in(answer.body, random)), read_by_run(answer)) << answer.body;
  }
}

TEST(SoundAnswers, MeanTheSameForEveryCut) {
  RecordProperty("clause", "P10.1-06");
  for (SampleAnswer const& answer : sample_answers()) {
    ReadAnswer const whole = read_by_run(answer);
    EXPECT_EQ(whole.error_kind, "") << answer.body;
    for (std::size_t cut = 0; answer.is_stream && cut <= answer.body.size(); ++cut) {
      ASSERT_EQ(read_by_run(answer, {cut}), whole) << cut << " of " << answer.body;
    }
  }
}

TEST(SoundAnswers, AreNeverWholeWhenTheyEndEarly) {
  for (SampleAnswer const& answer : sample_answers()) {
    // What the last two bytes of a stream end is an empty line.
    for (std::size_t length = 0; length + 1 < answer.body.size(); ++length) {
      SampleAnswer cut = answer;
      cut.body.resize(length);
      ReadAnswer const found = read_by_run(cut);
      ASSERT_EQ(found.error_kind, answer.is_stream ? "ConnectionError" : "ValueError") << cut.body;
      ASSERT_EQ(found.outcome, "");
    }
  }
}

}  // namespace
}  // namespace prompty::mutated_answers_test
