#include "harness/subject/limited.hpp"

#include <gmock/gmock.h>

#include "harness/subject/trivial.hpp"

namespace conformance::limited_test {
namespace {

using testing::Contains;
using testing::Not;

TEST(LimitedSubjects, HideOperationsAndFeatures) {
  std::unique_ptr<Subject> const inner = make_trivial_subject("echo");
  LimitedSubject limited(*inner, {.operations = {"split"}, .features = {"sync"}});
  EXPECT_THAT(limited.capabilities().operations, Not(Contains("split")));
  EXPECT_THAT(limited.capabilities().operations, Contains("load"));
  EXPECT_THAT(limited.capabilities().features, Not(Contains("sync")));
  EXPECT_EQ(limited.call("split", {{"text", ""}}).status, Reply::Status::unsupported);
}

TEST(LimitedSubjects, PassEverythingElseOn) {
  std::unique_ptr<Subject> const inner = make_trivial_subject("echo");
  LimitedSubject limited(*inner, {.operations = {"split"}, .features = {}});
  EXPECT_EQ(limited.call("load", {{"path", "p"}}).value, Json({{"path", "p"}}));
  EXPECT_EQ(limited.scratch(), inner->scratch());
  EXPECT_EQ(limited.capabilities().name, "echo");
}

}  // namespace
}  // namespace conformance::limited_test
