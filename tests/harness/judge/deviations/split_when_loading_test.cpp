#include "harness/judge/deviations/split_when_loading.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/judge/deviations/own_mutants.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/subject/in_process.hpp"

namespace conformance::split_when_loading_test {
namespace {

Deviation const& named(std::string const& id) {
  std::vector<Deviation> const& mutants = mutants_test::own_mutants();
  return *std::find_if(mutants.begin(), mutants.end(), [&](Deviation const& mutant) { return mutant.id == id; });
}

/// What a reference answers to `load` of a file with that text when it makes a mistake of `split`.
Json loaded(std::string const& mistake, std::string const& text) {
  InProcessSubject reference;
  Workspace const workspace(reference.scratch(), {{"a.prompty", text}});
  Deviation const made = made_when_loading(named(mistake));
  return reply_as_json(DeviatingSubject(made, reference).call("load", {{"path", workspace.folder() / "a.prompty"}}));
}

TEST(MistakesOfSplit, ShowWhenAFileIsLoaded) {
  std::string const text = "+++\nname: ferry\n+++\nHi";
  Json const agent = loaded("pluses-open-nothing", text).at("result");
  EXPECT_EQ(agent.at("instructions"), text);
  EXPECT_TRUE(agent.value("name", "").empty()) << agent;
  EXPECT_EQ(loaded("pluses-refused", text).at("error").at("kind"), "ValueError");
}

TEST(MistakesOfSplit, KeepThePropertiesOfTheFrontmatterThatTheyLeave) {
  Json const agent = loaded("frontmatter-lines-joined", "---\nname: ferry\n---\nHi").at("result");
  EXPECT_EQ(agent.at("name"), "ferry");
  EXPECT_EQ(agent.at("instructions"), "Hi");
}

TEST(MistakesOfSplit, LeaveAloneWhatTheyDoNotSplitOtherwise) {
  std::string const text = "---\nname: ferry\n---\nHi";
  EXPECT_EQ(loaded("pluses-refused", text).at("result").at("name"), "ferry");
}

TEST(MistakesOfOtherOperations, StayWhatTheyAre) {
  Deviation const& other = named("pluses-are-text-when-loading");
  EXPECT_EQ(made_when_loading(other).operations, other.operations);
}

}  // namespace
}  // namespace conformance::split_when_loading_test
