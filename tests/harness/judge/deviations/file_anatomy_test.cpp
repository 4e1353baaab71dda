#include "harness/judge/deviations/prompt_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "support/places.hpp"

namespace conformance::deviations::file_anatomy_test {
namespace {

FileAnatomy pieces(std::string lead, std::string opener, std::string inside, std::string closer, std::string gap,
                   std::string body) {
  return {.lead = std::move(lead),
          .opener = std::move(opener),
          .inside = std::move(inside),
          .closer = std::move(closer),
          .gap = std::move(gap),
          .body = std::move(body)};
}

std::string joined(FileAnatomy const& file) {
  return file.lead + file.opener + file.inside + file.closer + file.gap + file.body;
}

TEST(FileAnatomy, CutsAFileOfTwoHalves) {
  EXPECT_EQ(anatomy_of(" \n---\na: b\n+++\n\n  Body\n"), pieces(" \n", "---", "\na: b\n", "+++", "\n\n  ", "Body\n"));
}

TEST(FileAnatomy, TakesAnUnmarkedFileForBody) {
  EXPECT_EQ(anatomy_of(" Body\n---\n"), pieces("", "", "", "", "", " Body\n---\n"));
  EXPECT_EQ(anatomy_of(""), pieces("", "", "", "", "", ""));
  EXPECT_EQ(anatomy_of(" \n"), pieces("", "", "", "", "", " \n"));
}

TEST(FileAnatomy, LeavesAnUnclosedFileInside) {
  EXPECT_EQ(anatomy_of("+++\na: b\n"), pieces("", "+++", "\na: b\n", "", "", ""));
}

TEST(FileAnatomy, TakesADelimiterAtTheEndForNoCloser) {
  EXPECT_EQ(anatomy_of("---\na: b\n---"), pieces("", "---", "\na: b\n---", "", "", ""));
}

TEST(FileAnatomy, MakesTheLastOfOnlyBlanksTheBody) {
  EXPECT_EQ(anatomy_of("---\n---\n \t"), pieces("", "---", "\n", "---", "\n ", "\t"));
}

TEST(FileAnatomy, ClosesWithinARunOfSigns) {
  EXPECT_EQ(anatomy_of("-------x"), pieces("", "---", "", "---", "", "-x"));
}

TEST(FileAnatomy, CountsAByteOrderMarkAsLead) {
  EXPECT_EQ(anatomy_of("\xEF\xBB\xBF\n---\n---\nB"), pieces("\xEF\xBB\xBF\n", "---", "\n", "---", "\n", "B"));
}

/// The files of all vectors and the texts that they have split.
std::vector<std::string> texts_of_vectors() {
  std::vector<std::string> texts;
  for (Vector const& vector : read_corpus(std::filesystem::path(prompty_tests::repository()) / "vectors").vectors) {
    for (auto const& [path, bytes] : vector.files) texts.push_back(bytes);
    for (Step const& step : vector.steps)
      if (step.operation == "split") texts.push_back(step.given.at("text").get<std::string>());
  }
  return texts;
}

TEST(FileAnatomy, LosesNoCharacterAndAgreesWithTheReference) {
  InProcessSubject reference;
  std::vector<std::string> const texts = texts_of_vectors();
  ASSERT_GT(texts.size(), 500U);
  for (std::string const& text : texts) {
    FileAnatomy const file = anatomy_of(text);
    ASSERT_EQ(joined(file), text);
    Reply const reply = reference.call("split", {{"text", text}});
    bool const unclosed = !file.opener.empty() && file.closer.empty();
    ASSERT_EQ(reply.status == Reply::Status::error, unclosed) << text;
    if (unclosed) continue;
    EXPECT_EQ(reply.value.at("body"), file.body) << text;
    Json const frontmatter =
        file.opener.empty() ? Json(nullptr) : Json(without_leading_blanks(without_trailing_blanks(file.inside)));
    EXPECT_EQ(reply.value.at("frontmatter"), frontmatter) << text;
  }
}

TEST(FileAnatomy, BlanksAreTrimmedOnRequest) {
  EXPECT_EQ(without_leading_blanks(" \n\ta b "), "a b ");
  EXPECT_EQ(without_trailing_blanks(" a b \r\n"), " a b");
  EXPECT_EQ(without_leading_blanks("\v a b"), "a b");
  EXPECT_EQ(without_trailing_blanks(" \n\f"), "");
}

TEST(FileAnatomy, ReplacesEveryOccurrenceOnce) {
  EXPECT_EQ(with_all_replaced("aaa", "aa", "a"), "aa");
  EXPECT_EQ(with_all_replaced("a-b-c", "-", "--"), "a--b--c");
  EXPECT_EQ(with_all_replaced("abc", "x", "y"), "abc");
}

}  // namespace
}  // namespace conformance::deviations::file_anatomy_test
