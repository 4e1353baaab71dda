#include "harness/judge/subject/in_process.hpp"

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

TEST(InProcessSubjects, KeepTheItemsOfAStream) {
  InProcessSubject subject;
  Json const agent = {{"kind", "prompt"}, {"model", {{"id", "m"}, {"provider", "openai"}}}, {"instructions", ""}};
  Json const chunk = Json::parse(R"({"choices":[{"delta":{"content":"a"}}]})");
  Json const refusal = Json::parse(R"({"choices":[{"delta":{"refusal":"no"}}]})");
  Reply const whole = subject.call("process_stream", {{"agent", agent}, {"chunks", Json::array({chunk, chunk})}});
  EXPECT_EQ(Json(whole.items), Json::array({"a", "a"}));
  EXPECT_EQ(whole.value.at("items"), Json::array({"a", "a"}));
  Reply const broken = subject.call("process_stream", {{"agent", agent}, {"chunks", Json::array({chunk, refusal})}});
  EXPECT_EQ(broken.status, Reply::Status::error);
  EXPECT_EQ(Json(broken.items), Json::array({"a"}));
}

TEST(InProcessSubjects, TellOfItemsAsTheyAreDelivered) {
  InProcessSubject subject;
  Json const agent = {{"kind", "prompt"}, {"model", {{"id", "m"}, {"provider", "openai"}}}, {"instructions", ""}};
  Json const chunk = Json::parse(R"({"choices":[{"delta":{"content":"a"}}]})");
  Json heard = Json::array();
  Reply const reply = subject.call_with_items("process_stream", {{"agent", agent}, {"chunks", Json::array({chunk})}},
                                              [&](Json const& item) { heard.push_back(item); });
  EXPECT_EQ(heard, Json::array({"a"}));
  EXPECT_EQ(Json(reply.items), heard);
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
