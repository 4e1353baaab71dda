#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/deviations/own_mutants.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::changing_files_test {
namespace {

Json load_step(Json const& files, std::string const& name, std::string const& value) {
  Json step = {{"operation", "load"},
               {"given", {{"path", "a.prompty"}}},
               {"expect", {{"value", {{"$subset", {{name, value}}}}}}}};
  if (!files.empty()) step["files"] = files;
  return step;
}

Vector loading_twice(Json const& files, Json const& changed, std::string const& name, std::string const& before,
                     std::string const& after) {
  return one_sample_vector(
      {{"operation", nullptr},
       {"given", nullptr},
       {"expect", nullptr},
       {"files", files},
       {"steps", Json::array({load_step(Json::object(), name, before), load_step(changed, name, after)})}});
}

class HttpChangingFiles : public testing::Test {
 protected:
  [[nodiscard]] bool is_killed_by(Vector const& vector, std::string const& id) const {
    std::vector<Deviation> const& mutants = mutants_test::own_mutants();
    auto const mutant =
        std::find_if(mutants.begin(), mutants.end(), [&](Deviation const& one) { return one.id == id; });
    if (mutant == mutants.end()) throw std::logic_error("no mutant " + id);
    return judge_.failure_of(vector, *mutant).has_value();
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  mutable InProcessSubject reference_;
  mutable mock_provider::Server mock_{mock_provider::ServerOptions{}};
  DeviationJudge const judge_{registry_, Profile::as_written, reference_, mock_};
};

TEST_F(HttpChangingFiles, ShowAPromptThatIsNotReadAgain) {
  Vector const vector =
      loading_twice({{"a.prompty", "Low."}}, {{"a.prompty", "High."}}, "instructions", "Low.", "High.");
  EXPECT_TRUE(is_killed_by(vector, "prompts-read-once"));
  EXPECT_FALSE(is_killed_by(vector, "referenced-files-read-once"));
  EXPECT_FALSE(is_killed_by(vector, "children-read-once"));
}

TEST_F(HttpChangingFiles, ShowAReferencedFileThatIsNotReadAgain) {
  Vector const vector =
      loading_twice({{"a.prompty", "---\ndescription: ${file:moon.txt}\n---\nGo"}, {"moon.txt", "waxing"}},
                    {{"moon.txt", "waning"}}, "description", "waxing", "waning");
  EXPECT_TRUE(is_killed_by(vector, "referenced-files-read-once"));
  EXPECT_FALSE(is_killed_by(vector, "prompts-read-once"));
}

TEST_F(HttpChangingFiles, ShowNothingWhereTheFilesStayAsTheyAre) {
  Vector const vector = loading_twice({{"a.prompty", "Low."}}, {{"a.prompty", "Low."}}, "instructions", "Low.", "Low.");
  EXPECT_FALSE(is_killed_by(vector, "prompts-read-once"));
}

}  // namespace
}  // namespace conformance::changing_files_test
