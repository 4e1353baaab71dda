#include "harness/proof/differential/answer.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/proof/differential/sample_inputs.hpp"

namespace conformance::differential::answer_test {
namespace {

class Answers : public testing::Test {
 protected:
  Answer answer_to(Input const& input, FunctionSubject::Function function) {
    FunctionSubject subject(reference_, std::move(function));
    return ask(subject, input, Profile::as_written);
  }

  Answer answer_with(std::string const& operation, Json const& value) {
    return answer_to({.operation = operation}, [value](std::string const&, Json const&) {
      return Reply{.status = Reply::Status::result, .value = value};
    });
  }

  InProcessSubject reference_;
};

TEST_F(Answers, DoNotDependOnTheNumbersOfPlaceholders) {
  EXPECT_TRUE(same_answer(answer_with("render", {{"rendered", "a __PROMPTY_THREAD_0123abcd_talk__ b"}}),
                          answer_with("render", {{"rendered", "a __PROMPTY_THREAD_89abcdef01234567_talk__ b"}})));
  EXPECT_FALSE(same_answer(answer_with("render", {{"rendered", "__PROMPTY_THREAD_0123abcd_talk__"}}),
                           answer_with("render", {{"rendered", "__PROMPTY_THREAD_0123abcd_walk__"}})));
}

TEST_F(Answers, DoNotDependOnTheSpellingOfArguments) {
  auto const calling = [this](char const* arguments) {
    return answer_with("process",
                       {{"type", "tool_calls"}, {"value", {{{"id", "c"}, {"name", "f"}, {"arguments", arguments}}}}});
  };
  EXPECT_TRUE(same_answer(calling("{\"a\":1, \"b\":2}"), calling("{\"b\": 2, \"a\": 1}")));
  EXPECT_FALSE(same_answer(calling("{\"a\":1}"), calling("{\"a\":2}")));
  EXPECT_FALSE(same_answer(calling("{\"a\":"), calling("{\"a\": ")));
}

TEST_F(Answers, DoNotDependOnMembersThatAreNotSet) {
  Json const bare = {{"kind", "prompt"}, {"instructions", "x"}};
  Json full = bare;
  full["name"] = nullptr;
  EXPECT_TRUE(same_answer(answer_with("load", bare), answer_with("load", full)));
  EXPECT_FALSE(same_answer(answer_with("process", bare), answer_with("process", full)));
}

TEST_F(Answers, HaveOnlyTheBodyOfARequest) {
  Answer const answer = answer_with(
      "build_request", {{"method", "POST"}, {"path", "/x"}, {"headers", {{"a", "b"}}}, {"body", {{"n", 1}}}});
  EXPECT_EQ(answer.value, Json({{"n", 1}}));
}

TEST_F(Answers, OfAStreamThatFailsHaveTheItemsBeforeIt) {
  Json const raised = {{"kind", "ValueError"}, {"message", "no"}, {"partial", {{"items", {"a", "b"}}}}};
  Answer const listed = answer_to({.operation = "process_stream"}, [&](std::string const&, Json const&) {
    return Reply{.status = Reply::Status::error, .value = raised};
  });
  Answer const reported = answer_to({.operation = "process_stream"}, [](std::string const&, Json const&) {
    return Reply{.status = Reply::Status::error,
                 .value = {{"kind", "ValueError"}, {"message", "other words"}},
                 .items = {"a", "b"}};
  });
  EXPECT_TRUE(same_answer(listed, reported));
  EXPECT_EQ(reported.value, Json({"a", "b"}));
}

TEST_F(Answers, AreGivenWithTheFilesLaidOut) {
  Input const input{.operation = "load", .params = {{"path", "p.prompty"}}, .files = {{"p.prompty", "Hi"}}};
  EXPECT_EQ(ask(reference_, input, Profile::as_written).value.at("instructions"), "Hi");
  std::string folder;
  static_cast<void>(answer_to({.operation = "project_tools", .files = {{"child.prompty", "x"}}},
                              [&folder](std::string const&, Json const& params) {
                                folder = params.at("baseDir").get<std::string>();
                                EXPECT_TRUE(std::filesystem::exists(folder + "/child.prompty"));
                                return Reply{};
                              }));
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(Answers, SayHowTheyFailedToCome) {
  Answer const crashed = answer_to({.operation = "split"}, [](std::string const&, Json const&) {
    Reply reply = reply_without_value(Reply::Status::crash, "the adapter exited with status 3");
    reply.stderr_excerpt = "assertion failed";
    return reply;
  });
  EXPECT_EQ(crashed.outcome, "crash");
  EXPECT_THAT(crashed.message, testing::AllOf(testing::HasSubstr("status 3"), testing::HasSubstr("assertion failed")));
}

TEST_F(Answers, PassTheLiveProfileToThoseWhoDeclareProfiles) {
  Json options;
  FunctionSubject subject(reference_, [&options](std::string const&, Json const& params) {
    options = params.value("options", Json());
    return Reply{};
  });
  static_cast<void>(ask(subject, {.operation = "split", .params = {{"text", "a"}}}, Profile::live));
  bool const declares = reference_.capabilities().features.contains("profiles");
  EXPECT_EQ(options, declares ? Json({{"profile", "live"}}) : Json());
}

}  // namespace
}  // namespace conformance::differential::answer_test
