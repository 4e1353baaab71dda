#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "harness/judge/subject/broken_adapters/broken_adapter.hpp"
#include "harness/judge/subject/process.hpp"
#include "support/leash.hpp"
#include "support/places.hpp"

namespace conformance::process_failures_test {
namespace {

using namespace std::chrono_literals;
using prompty_tests::Leash;
using prompty_tests::repository;
using testing::AllOf;
using testing::AnyOf;
using testing::Gt;
using testing::HasSubstr;
using testing::Lt;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds short_limit = 400ms;
// What a failure that is not waited for may take, on a busy machine and under a sanitizer.
constexpr std::chrono::seconds prompt = 30s;

Json const sound = {{"text", "sound"}};
Json const misbehave = {{"misbehave", ""}};

struct Failure {
  std::string adapter;
  Reply::Status status;
  std::string detail;
};

void PrintTo(Failure const& failure, std::ostream* stream) {
  *stream << failure.adapter;
}

TEST(EndsOfAnAdapter, AreToldUnlessTheyAreClean) {
  ProcessSubject clean(broken_adapter("garbage_output"));
  EXPECT_EQ(clean.call("echo", sound).value, sound);
  EXPECT_THAT(clean.end(), testing::IsEmpty());
  ProcessSubject crashing(broken_adapter("crash_in_the_middle"));
  for (int time = 0; time < 2; ++time) EXPECT_EQ(crashing.call("echo", misbehave).status, Reply::Status::crash);
  EXPECT_THAT(crashing.end(), testing::ElementsAre("the adapter exited with status 3 while it was judged, 2 times"));
}

class FailuresOfAnAdapter : public testing::TestWithParam<Failure> {};

TEST_P(FailuresOfAnAdapter, CostOneRequest) {
  ProcessSubject subject(broken_adapter(GetParam().adapter));
  EXPECT_EQ(subject.call("echo", sound).value, sound);
  Clock::time_point const before = Clock::now();
  Reply const reply = subject.call("echo", misbehave);
  EXPECT_LT(Clock::now() - before, prompt);
  EXPECT_EQ(reply.status, GetParam().status);
  EXPECT_THAT(reply.detail, HasSubstr(GetParam().detail));
  EXPECT_EQ(subject.call("echo", sound).value, sound);
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

INSTANTIATE_TEST_SUITE_P(
    Broken, FailuresOfAnAdapter,
    testing::Values(Failure{"garbage_output", Reply::Status::protocol_fault, "no JSON object: Traceback"},
                    Failure{"wrong_id", Reply::Status::protocol_fault, "which no request is waiting for"},
                    Failure{"delivers_items", Reply::Status::protocol_fault, "an item carries the id"},
                    Failure{"half_a_line", Reply::Status::crash, "20 bytes into a line"},
                    Failure{"unterminated_answer", Reply::Status::crash, "bytes into a line"},
                    Failure{"crash_in_the_middle", Reply::Status::crash, "exited with status 3"},
                    Failure{"killed_by_signal", Reply::Status::crash, "ended by signal 9"},
                    Failure{"exits_before_answer", Reply::Status::crash, "exited with status 0 without an answer"},
                    Failure{"closes_output", Reply::Status::crash, "closed its standard output"},
                    Failure{"huge_answer", Reply::Status::protocol_fault, "longer than the harness accepts"}),
    [](testing::TestParamInfo<Failure> const& tested) {
      std::string name = tested.param.adapter;
      name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
      return name;
    });

struct LateFailure {
  std::string adapter;
  Reply::Status status;
  std::string detail;
};

void PrintTo(LateFailure const& failure, std::ostream* stream) {
  *stream << failure.adapter;
}

class FailuresAfterAnAnswer : public testing::TestWithParam<LateFailure> {};

TEST_P(FailuresAfterAnAnswer, AreChargedToTheNextRequest) {
  ProcessSubject subject(broken_adapter(GetParam().adapter));
  EXPECT_EQ(subject.call("echo", misbehave).status, Reply::Status::result);
  Reply const reply = subject.call("echo", sound);
  EXPECT_EQ(reply.status, GetParam().status);
  EXPECT_THAT(reply.detail, HasSubstr(GetParam().detail));
  EXPECT_EQ(subject.call("echo", sound).value, sound);
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

INSTANTIATE_TEST_SUITE_P(
    Broken, FailuresAfterAnAnswer,
    testing::Values(LateFailure{"answers_twice", Reply::Status::protocol_fault, "which no request is waiting for"},
                    LateFailure{"answers_before_asked", Reply::Status::protocol_fault,
                                "which no request is waiting for"},
                    LateFailure{"exits_after_answer", Reply::Status::crash, "exited with status 0"}),
    [](testing::TestParamInfo<LateFailure> const& tested) {
      std::string name = tested.param.adapter;
      name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
      return name;
    });

TEST(AdaptersThatHang, CostTheTimeLimitAndAreKilled) {
  ProcessSubject subject(broken_adapter("hang"), {.timeout = 2s});
  Leash const leash(subject.scratch() + "/leash");
  Clock::time_point const before = Clock::now();
  Reply const reply = subject.call("echo", {{"misbehave", leash.path()}});
  EXPECT_THAT(Clock::now() - before, AllOf(Gt(1990ms), Lt(2s + prompt)));
  EXPECT_EQ(reply.status, Reply::Status::timeout);
  EXPECT_THAT(reply.detail, HasSubstr("2000 ms"));
  EXPECT_TRUE(leash.all_are_gone());
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

TEST(AdaptersThatReadNothing, CostTheTimeLimitHoweverLargeTheRequest) {
  ProcessSubject subject(broken_adapter("never_reads_input"), {.timeout = short_limit});
  Clock::time_point const before = Clock::now();
  EXPECT_EQ(subject.call("echo", {{"text", std::string(2'000'000, 'x')}}).status, Reply::Status::timeout);
  EXPECT_EQ(subject.call("echo", sound).status, Reply::Status::timeout);
  EXPECT_LT(Clock::now() - before, 2 * short_limit + prompt);
}

TEST(AdaptersThatCloseTheirInput, CrashWithoutASignalForTheHarness) {
  ProcessSubject subject(broken_adapter("closes_input"));
  Reply const reply = subject.call("echo", sound);
  EXPECT_EQ(reply.status, Reply::Status::crash);
  EXPECT_THAT(reply.detail, HasSubstr("closed its standard input"));
}

TEST(AdaptersThatFloodStandardError, AreAnsweredFromAsUsual) {
  ProcessSubject subject(broken_adapter("flood_on_stderr"));
  Reply const reply = subject.call("echo", misbehave);
  EXPECT_EQ(reply.value, "survived");
  EXPECT_THAT(reply.stderr_excerpt, AllOf(SizeIs(4096), testing::EndsWith("the end of the flood")));
  EXPECT_EQ(subject.call("echo", sound).stderr_excerpt, "");
}

TEST(AdaptersThatCrash, LeaveTheirStandardErrorBehind) {
  ProcessSubject subject(broken_adapter("crash_in_the_middle"));
  EXPECT_EQ(subject.call("echo", misbehave).stderr_excerpt, "assertion failed in line 7\n");
}

TEST(AdaptersThatLeaveAGrandchild, CrashAtOnceAndTakeItAlong) {
  ProcessSubject subject(broken_adapter("leaves_grandchild"));
  Leash const leash(subject.scratch() + "/leash");
  Clock::time_point const before = Clock::now();
  Reply const reply = subject.call("echo", {{"misbehave", leash.path()}});
  EXPECT_LT(Clock::now() - before, prompt);
  EXPECT_EQ(reply.status, Reply::Status::crash);
  EXPECT_TRUE(leash.all_are_gone());
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

TEST(AdaptersThatIgnoreShutdown, AreKilledAfterTwoSeconds) {
  ScratchFolder const folder;
  Leash const leash(folder.path() + "/leash");
  Clock::time_point before;
  {
    ProcessSubject subject(broken_adapter("ignores_shutdown"));
    EXPECT_EQ(subject.call("echo", {{"misbehave", leash.path()}}).value, "holding");
    before = Clock::now();
  }
  EXPECT_THAT(Clock::now() - before, AllOf(Gt(1990ms), Lt(2s + prompt)));
  EXPECT_TRUE(leash.all_are_gone());
}

TEST(AdaptersThatObeyShutdown, AreNotWaitedForLonger) {
  // The best of some, as a busy machine may keep any of them from ending.
  Clock::duration least = 1h;
  for (int time = 0; time < 10 && least > 1900ms; ++time) {
    auto subject = std::make_unique<ProcessSubject>(broken_adapter("garbage_output"));
    Clock::time_point const before = Clock::now();
    subject = nullptr;
    least = std::min(least, Clock::now() - before);
  }
  EXPECT_LT(least, 1900ms);
}

TEST(AnswersLongerThanTheLimit, AreRefusedAtTheLimit) {
  ProcessSubject subject(broken_adapter("garbage_output"), {.max_line_bytes = 1000});
  EXPECT_EQ(subject.call("echo", {{"text", std::string(900, 'x')}}).status, Reply::Status::result);
  EXPECT_EQ(subject.call("echo", {{"text", std::string(1000, 'x')}}).status, Reply::Status::protocol_fault);
}

TEST(Restarts, KeepWhatWasDeclared) {
  ProcessSubject subject(broken_adapter("declares_less_after_a_crash"), {});
  EXPECT_EQ(subject.call("echo", sound).status, Reply::Status::crash);
  Reply const reply = subject.call("echo", sound);
  EXPECT_EQ(reply.status, Reply::Status::not_asked);
  EXPECT_THAT(reply.detail, HasSubstr("declares other operations than at first"));
}

TEST(Restarts, AreCountedAndLimited) {
  ProcessSubject subject(broken_adapter("crash_in_the_middle"), {.max_restarts = 2});
  for (int crash = 0; crash < 3; ++crash) {
    EXPECT_THAT(subject.call("echo", misbehave).detail, HasSubstr("exited with status 3"));
  }
  Reply const reply = subject.call("echo", sound);
  EXPECT_EQ(reply.status, Reply::Status::not_asked);
  EXPECT_THAT(reply.detail, HasSubstr("restarted 2 times, which is the limit"));
  EXPECT_EQ(subject.call("echo", sound).status, Reply::Status::not_asked);
}

void start(std::string const& command) {
  ProcessSubject const subject(command, {.start_timeout = 10s});
}

TEST(AdaptersThatDoNotStart, SayWhy) {
  EXPECT_THAT([] { start(""); }, ThrowsMessage<SubjectStartError>(HasSubstr("the command is empty")));
  EXPECT_THAT([] { start("python3 'adapter.py"); }, ThrowsMessage<SubjectStartError>(HasSubstr("never closed")));
  EXPECT_THAT([] { start("no-such-adapter --fast"); },
              ThrowsMessage<SubjectStartError>(AllOf(HasSubstr("`no-such-adapter --fast`"), HasSubstr("in PATH"))));
  EXPECT_THAT([] { start(repository() + "/LICENSE"); }, ThrowsMessage<SubjectStartError>(HasSubstr("not executable")));
}

TEST(AdaptersThatDoNotStart, ShowTheirStandardError) {
  EXPECT_THAT([] { start(broken_adapter("crash_on_start")); },
              ThrowsMessage<SubjectStartError>(AllOf(HasSubstr("crash_on_start.py"), HasSubstr("exited with status 1"),
                                                     HasSubstr("cannot find my configuration"))));
  EXPECT_THAT([] { start(broken_adapter("no_such_script")); },
              ThrowsMessage<SubjectStartError>(AllOf(HasSubstr("exited with status 2"), HasSubstr("No such file"))));
}

TEST(AdaptersThatDoNotStart, AreWaitedForNoLongerThanTheLimit) {
  Clock::time_point const before = Clock::now();
  EXPECT_THAT([] { ProcessSubject const subject(broken_adapter("hang_on_start"), {.start_timeout = short_limit}); },
              ThrowsMessage<SubjectStartError>(HasSubstr("no answer within 400 ms; is standard output flushed")));
  EXPECT_LT(Clock::now() - before, short_limit + prompt);
}

TEST(AdaptersThatDoNotStart, MaySpeakAnotherLanguage) {
  EXPECT_THAT([] { start("echo hello"); }, ThrowsMessage<SubjectStartError>(HasSubstr("no JSON object: hello")));
  EXPECT_THAT([] { start("cat"); }, ThrowsMessage<SubjectStartError>(HasSubstr("asks the harness for something")));
  EXPECT_THAT([] { start("true"); }, ThrowsMessage<SubjectStartError>(HasSubstr("exited with status 0")));
}

TEST(AdaptersThatDoNotStart, MayDeclareThemselvesWrongly) {
  EXPECT_THAT([] { start(broken_adapter("declares") + R"( '{"protocolVersion":7}')"); },
              ThrowsMessage<SubjectStartError>(HasSubstr("speaks protocol version 7, which is newer")));
  EXPECT_THAT([] { start(broken_adapter("declares") + R"( '{"protocolVersion":1,"implementation":{"name":"n"}}')"); },
              ThrowsMessage<SubjectStartError>(HasSubstr("/operations must be")));
  EXPECT_THAT([] { start(broken_adapter("declares") + " null"); },
              ThrowsMessage<SubjectStartError>(HasSubstr("the result must be an object, not null")));
}

}  // namespace
}  // namespace conformance::process_failures_test
