#include "harness/subject/in_process.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace conformance::in_process_test {
namespace {

using testing::Contains;
using testing::Not;

TEST(InProcessSubjects, DeclareWhatTheReferenceDeclares) {
  InProcessSubject const subject;
  EXPECT_THAT(subject.capabilities().operations, Contains("split"));
  EXPECT_FALSE(subject.capabilities().name.empty());
}

TEST(InProcessSubjects, AnswerWithValues) {
  InProcessSubject subject;
  Reply const reply = subject.call("split", {{"text", "Just a prompt with no frontmatter"}});
  EXPECT_EQ(reply.status, Reply::Status::result);
  EXPECT_EQ(reply.value, Json({{"frontmatter", nullptr}, {"body", "Just a prompt with no frontmatter"}}));
}

TEST(InProcessSubjects, DoNotSupportUnknownOperations) {
  InProcessSubject subject;
  EXPECT_THAT(subject.capabilities().operations, Not(Contains("no_such_operation")));
  EXPECT_EQ(subject.call("no_such_operation", Json::object()).status, Reply::Status::unsupported);
}

TEST(InProcessSubjects, RemoveTheirScratchFolder) {
  std::string scratch;
  {
    InProcessSubject const subject;
    scratch = subject.scratch();
    ASSERT_TRUE(std::filesystem::is_directory(scratch));
  }
  EXPECT_FALSE(std::filesystem::exists(scratch));
}

}  // namespace
}  // namespace conformance::in_process_test
