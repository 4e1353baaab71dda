#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "end_to_end/conformance_program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

// What a user sees who compares implementations from the command line.
namespace end_to_end::differential {
namespace {

using prompty_tests::built_program;
using prompty_tests::greedy_adapter;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::split_adapter;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

std::string const source = repository();
std::string const crashing_adapter = "python3 " + source + "/tests/end_to_end/crashing_split.py";

/// A loaded machine may take long to start an adapter.
ProgramResult differential(std::vector<std::string> const& words) {
  std::vector<std::string> all = {built_program("prompty-conformance"), "differential", "--timeout", "120"};
  all.insert(all.end(), words.begin(), words.end());
  return run_program(all, std::chrono::seconds(200));
}

Json json_of(std::string const& path) {
  std::ifstream stream(path, std::ios::binary);
  return Json::parse(std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()));
}

TEST(Differential, SubjectsThatAgreeGiveZero) {
  ProgramResult const result =
      differential({"--subject", "reference", "--subject", split_adapter, "--operation", "split", "--count", "60"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("prompty-reference"), HasSubstr("split-in-python"), HasSubstr("No difference.")));
}

TEST(Differential, AFaultIsShownWithASmallInputAndNoVerdict) {
  TemporaryFolder const folder;
  std::string const file = folder.path() + "/found.json";
  ProgramResult const result = differential({"--subject", "reference", "--subject", greedy_adapter, "--subject",
                                             split_adapter, "--count", "150", "--seed", "2", "--json", file});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("sides: prompty-reference, split-in-python | greedy"),
                                HasSubstr("A difference is no verdict")));
  Json const found = json_of(file);
  EXPECT_EQ(found.at("seed"), 2);
  EXPECT_EQ(found.at("operations").at(0).at("compared"), 150);
  ASSERT_FALSE(found.at("groups").empty());
  for (Json const& group : found.at("groups")) {
    EXPECT_EQ(group.at("operation"), "split");
    EXPECT_LT(group.at("example").at("params").at("text").get<std::string>().size(), 16U) << group;
  }
}

TEST(Differential, TheSameSeedGivesTheSameReport) {
  std::vector<std::string> const words = {"--subject", "reference", "--subject", greedy_adapter,
                                          "--seed",    "9",         "--count",   "60"};
  EXPECT_EQ(differential(words).out, differential(words).out);
}

TEST(Differential, AnAdapterThatCrashesIsAGroupOfItsOwn) {
  ProgramResult const result = differential({"--subject", split_adapter, "--subject", crashing_adapter, "--count", "30",
                                             "--time-limit", "20", "--env", "TZ", "--secret", "NO_SUCH_VARIABLE"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("| crash"), HasSubstr("a plus sign")));
}

TEST(Differential, OneSubjectIsWrongUsage) {
  ProgramResult const result = differential({"--subject", "reference"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("two subjects"), HasSubstr("--subject")));
}

TEST(Differential, AnUnknownOperationIsWrongUsage) {
  ProgramResult const result =
      differential({"--subject", "reference", "--subject", split_adapter, "--operation", "dance"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("dance"), HasSubstr("split")));
}

TEST(Differential, AReportThatCannotBeWrittenIsRefusedBeforeAnythingIsSent) {
  ProgramResult const result =
      differential({"--subject", "./no-such-adapter", "--subject", "reference", "--json", "/dev/null/x.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("/dev/null/x.json"));
}

TEST(Differential, NothingInCommonIsNoAgreement) {
  ProgramResult const result =
      differential({"--subject", "reference", "--subject", split_adapter, "--operation", "load", "--profile", "live"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("split-in-python"), HasSubstr("load")));
}

}  // namespace
}  // namespace end_to_end::differential
