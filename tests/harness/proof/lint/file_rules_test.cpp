#include <fmt/core.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/canonical_json.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"
#include "support/places.hpp"

namespace conformance::file_rules_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

/// A vectors folder with the schemas of this repository and one file.
class FileLint : public testing::Test {
 protected:
  FileLint() {
    std::filesystem::create_directories(folder() / "schema");
    for (std::string const name : {"vectors.schema.json", "protocol.schema.json"})
      write_file(folder() / "schema" / name, read_file(prompty_tests::repository() + "/vectors/schema/" + name));
  }

  std::filesystem::path folder() const { return std::filesystem::path(scratch_.path()) / "vectors"; }

  static std::string file_of(Json const& changes) {
    return canonical_json(Json::parse(sample_vector_file("load/sample", Json::array({sample_vector(changes)}))));
  }

  std::vector<std::string> found_in(std::string const& text) const {
    write_file(folder() / "load" / "sample.json", text);
    std::vector<std::string> found;
    for (LintFinding const& finding : lint_files(folder(), read_corpus(folder())))
      found.push_back(fmt::format("{} {}: {}", finding.rule, finding.place, finding.message));
    return found;
  }

 private:
  ScratchFolder const scratch_;
};

TEST_F(FileLint, FindsNothingInAGoodFile) {
  EXPECT_THAT(found_in(file_of(Json::object())), IsEmpty());
}

TEST_F(FileLint, FindsWhatTheSchemaForbids) {
  EXPECT_THAT(found_in(file_of({{"id", "Not_Kebab"}})), Contains(HasSubstr("schema load/sample: at ")));
  EXPECT_THAT(found_in(file_of({{"clauses", Json::array({"P1.1-01", "P1.1-01"})}})),
              Contains(HasSubstr("schema load/sample: at ")));
}

TEST_F(FileLint, FindsFilesThatAreNotCanonical) {
  std::string const good = file_of(Json::object());
  EXPECT_THAT(found_in(Json::parse(good).dump(4)), Contains(HasSubstr("format load/sample: ")));
  EXPECT_THAT(found_in(good + "\n"), Contains(HasSubstr("format load/sample: ")));
}

TEST_F(FileLint, FindsParamsThatTheProtocolForbids) {
  EXPECT_THAT(found_in(file_of({{"given", {{"txt", "body"}}}})), Contains(HasSubstr("params load/sample/plain: ")));
  EXPECT_THAT(found_in(file_of({{"given", {{"text", 1}}}})), Contains(HasSubstr("params load/sample/plain: ")));
}

TEST_F(FileLint, FindsOperationsThatTheProtocolLacks) {
  EXPECT_THAT(found_in(file_of({{"operation", "splitt"}})),
              Contains(HasSubstr("params load/sample/plain: the protocol schema has no operation \"splitt\"")));
}

TEST_F(FileLint, NeedsTheSchemas) {
  std::filesystem::remove(folder() / "schema" / "protocol.schema.json");
  EXPECT_THAT([&] { (void)found_in(file_of(Json::object())); },
              ThrowsMessage<InputError>(HasSubstr("protocol.schema.json")));
}

TEST(FilesOfThisRepository, PassTheLint) {
  std::vector<std::string> found;
  for (LintFinding const& finding :
       lint_files(prompty_tests::repository() + "/vectors", read_corpus(prompty_tests::repository() + "/vectors")))
    found.push_back(fmt::format("{} {}: {}", finding.rule, finding.place, finding.message));
  EXPECT_THAT(found, IsEmpty());
}

}  // namespace
}  // namespace conformance::file_rules_test
