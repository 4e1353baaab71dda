#include <gmock/gmock.h>

#include "harness/judge/subject/process.hpp"
#include "support/places.hpp"

namespace conformance::split_adapter_test {
namespace {

using testing::ElementsAre;

std::string const adapter = "'" + prompty_tests::repository() + "/harness/adapters/python/split.py'";

struct SplitCase {
  char const* name;
  char const* text;
  Json frontmatter;
  char const* body;
};

void PrintTo(SplitCase const& split_case, std::ostream* stream) {
  *stream << split_case.name;
}

class PythonAdapterSplits : public testing::TestWithParam<SplitCase> {};

TEST_P(PythonAdapterSplits, Text) {
  ProcessSubject subject(adapter);
  Reply const reply = subject.call("split", {{"text", GetParam().text}});
  EXPECT_EQ(reply.status, Reply::Status::result) << reply.detail << reply.stderr_excerpt;
  EXPECT_EQ(reply.value, Json({{"frontmatter", GetParam().frontmatter}, {"body", GetParam().body}}));
}

INSTANTIATE_TEST_SUITE_P(
    Specification, PythonAdapterSplits,
    testing::Values(SplitCase{"Standard", "---\nname: test\n---\nHello world", "name: test", "Hello world"},
                    SplitCase{"None", "Just a prompt with no frontmatter", nullptr,
                              "Just a prompt with no frontmatter"},
                    SplitCase{"Empty", "---\n---\nBody only", "", "Body only"},
                    SplitCase{"BlankBefore", " ---\nname: test\n---\nBody", "name: test", "Body"},
                    SplitCase{"PlusSigns", "+++\nname: a\n+++\nB", "name: a", "B"},
                    SplitCase{"Mixed", "---\nname: a\n+++\nB\n---\nC", "name: a", "B\n---\nC"},
                    SplitCase{"LaterBlock", "Hello\n---\na: 1\n---\nbody", nullptr, "Hello\n---\na: 1\n---\nbody"},
                    SplitCase{"BodyBlanks", "---\na: 1\n---\n\n\n   Body\n  two \n", "a: 1", "Body\n  two \n"},
                    SplitCase{"OnlyBlanksAfter", "---\nname: x\n--- \n", "name: x", "\n"},
                    SplitCase{"MidLine", "---name: é---B", "name: é", "B"}),
    [](testing::TestParamInfo<SplitCase> const& tested) { return tested.param.name; });

TEST(PythonAdapter, RaisesAValueErrorForFrontmatterThatIsNotClosed) {
  ProcessSubject subject(adapter);
  for (char const* text : {"---\nname: x\nbody", "---\nname: x\n---", "------", "+++"}) {
    Reply const reply = subject.call("split", {{"text", text}});
    EXPECT_EQ(reply.status, Reply::Status::error) << text;
    EXPECT_EQ(reply.value.value("kind", ""), "ValueError") << text;
  }
}

TEST(PythonAdapter, SupportsNothingElse) {
  ProcessSubject subject(adapter);
  EXPECT_THAT(subject.capabilities().operations, ElementsAre("split"));
  EXPECT_EQ(subject.call("load", {{"path", "a"}}).status, Reply::Status::unsupported);
}

}  // namespace
}  // namespace conformance::split_adapter_test
