#include "harness/mutants/agent_rules.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/files/text_file.hpp"
#include "harness/subject/scratch_folder.hpp"

namespace conformance::mutants::agent_rules_test {
namespace {

/// A reference whose agent is the text of the file, and of the file beside it.
class AgentRules : public testing::Test {
 protected:
  AgentRules() {
    write_file(path(), "---\nname: plain\n---\nBody");
    write_file(folder() / "beside.txt", "beside");
  }

  std::filesystem::path folder() const { return std::filesystem::path(scratch_.path()) / "prompts"; }
  std::filesystem::path path() const { return folder() / "a.prompty"; }

  Reply load(Rule const& rule) const {
    AskReference const reference = [](std::string const&, Json const& params) {
      std::filesystem::path const asked = params.at("path").get<std::string>();
      return answered({{"text", read_file(asked)},
                       {"beside", read_file(asked.parent_path() / "beside.txt")},
                       {"env", params.value("env", Json())}});
    };
    return rule("load", {{"path", path().string()}, {"env", {{"A", "1"}}}}, reference);
  }

 private:
  ScratchFolder const scratch_;
};

TEST_F(AgentRules, ChangeTheAgentKnowingItsFrontmatter) {
  Reply const reply =
      load(changed_agent([](Json& agent, Json const& frontmatter) { agent["read"] = frontmatter["name"]; }));
  EXPECT_EQ(reply.value.at("read"), "plain");
}

TEST_F(AgentRules, ChangeTheFrontmatterForTheReferenceOnly) {
  Reply const reply = load(changed_frontmatter_tree([](Json& frontmatter) { frontmatter["name"] = "other"; }));
  EXPECT_EQ(reply.value.at("text"), "---\n{\"name\":\"other\"}\n---\nBody");
  EXPECT_EQ(reply.value.at("beside"), "beside");
  EXPECT_EQ(read_file(path()), "---\nname: plain\n---\nBody");
}

TEST_F(AgentRules, AskAboutTheFileItselfWhenNothingChanges) {
  EXPECT_EQ(load(changed_frontmatter_tree([](Json&) {})).value.at("text"), read_file(path()));
  EXPECT_EQ(load(changed_file_text([](std::string const& text) { return text; })).value.at("text"), read_file(path()));
}

TEST_F(AgentRules, ChangeNeighboursForTheReferenceOnly) {
  Rule const rule = changed_neighbours(
      [](std::filesystem::path const& file, std::string const& bytes) { return bytes + file.extension().string(); });
  EXPECT_EQ(load(rule).value.at("beside"), "beside.txt");
  EXPECT_EQ(read_file(folder() / "beside.txt"), "beside");
}

TEST_F(AgentRules, ChangeParams) {
  Rule const rule = changed_load_params([](Json& params, LoadRequest const&) { params["env"]["A"] = "2"; });
  EXPECT_EQ(load(rule).value.at("env"), Json({{"A", "2"}}));
}

TEST_F(AgentRules, RefuseWhatFits) {
  auto const is_named = [](Json const& frontmatter) { return frontmatter.contains("name"); };
  EXPECT_EQ(load(refused_frontmatter("ValueError", is_named)).status, Reply::Status::error);
  auto const is_empty = [](Json const& frontmatter) { return frontmatter.empty(); };
  EXPECT_EQ(load(refused_frontmatter("ValueError", is_empty)).status, Reply::Status::result);
}

TEST(StringsInValues, AreReplacedWhereverTheyStand) {
  Json value = {{"a", "x"}, {"b", {"x", {{"x", "x"}}, 1}}};
  replace_strings(value, [](std::string const& text) { return text + "!"; });
  EXPECT_EQ(value, Json({{"a", "x!"}, {"b", {"x!", {{"x", "x!"}}, 1}}}));
}

}  // namespace
}  // namespace conformance::mutants::agent_rules_test
