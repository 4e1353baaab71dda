#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "harness/judge/subject/broken_adapters/broken_adapter.hpp"
#include "harness/judge/subject/process.hpp"
#include "support/leash.hpp"

// Adapters that mean harm. What merely goes wrong is in process_failures_test.cpp.
namespace conformance::hostile_adapters_test {
namespace {

using namespace std::chrono_literals;
using prompty_tests::Leash;
using testing::AllOf;
using testing::HasSubstr;
using testing::Lt;
using testing::SizeIs;

using Clock = std::chrono::steady_clock;

// What a harmful request may take, on a busy machine and under a sanitizer; far less than it would take unbounded.
constexpr std::chrono::seconds bounded = 60s;

Json const sound = {{"text", "sound"}};

ProcessOptions patient() {
  return {.timeout = bounded, .start_timeout = bounded};
}

ProcessOptions impatient() {
  return {.timeout = 2s, .start_timeout = bounded};
}

/// The most memory that this process ever had, in bytes.
std::size_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

struct Harm {
  std::string name;
  Reply::Status status;
  std::string detail;
};

void PrintTo(Harm const& harm, std::ostream* stream) {
  *stream << harm.name;
}

class HostileAnswers : public testing::TestWithParam<Harm> {};

TEST_P(HostileAnswers, CostOneRequestAndLittleTimeAndMemory) {
  ProcessSubject subject(broken_adapter("hostile"), patient());
  EXPECT_EQ(subject.call("echo", sound).value, sound);
  std::size_t const memory_before = peak_memory();
  Clock::time_point const before = Clock::now();
  Reply const reply = subject.call("echo", {{"misbehave", GetParam().name}});
  EXPECT_LT(Clock::now() - before, bounded);
  EXPECT_EQ(reply.status, GetParam().status) << reply.detail;
  EXPECT_THAT(reply.detail, AllOf(HasSubstr(GetParam().detail), SizeIs(Lt(500U))));
  EXPECT_LT(peak_memory() - memory_before, 200U * 1024 * 1024);
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

INSTANTIATE_TEST_SUITE_P(
    Hostile, HostileAnswers,
    testing::Values(Harm{"answer_a_gigabyte", Reply::Status::protocol_fault, "longer than the harness accepts"},
                    Harm{"write_zero_bytes", Reply::Status::protocol_fault, "no JSON object"},
                    Harm{"write_broken_utf8", Reply::Status::protocol_fault, "no JSON object"},
                    Harm{"nest_deeply", Reply::Status::protocol_fault, "nested too deeply"},
                    Harm{"answer_a_wide_object", Reply::Status::protocol_fault, "an object of more than 4096 members"},
                    Harm{"answer_many_values", Reply::Status::protocol_fault, "more than 500000 values"},
                    Harm{"answer_an_infinite_number", Reply::Status::protocol_fault, "no JSON object"},
                    Harm{"answer_a_long_number", Reply::Status::protocol_fault, "no JSON object"},
                    Harm{"write_empty_lines", Reply::Status::protocol_fault, "(an empty line)"},
                    Harm{"deliver_ten_million_items", Reply::Status::protocol_fault,
                         "are more than the harness accepts"}),
    [](testing::TestParamInfo<Harm> const& tested) {
      std::string name = tested.param.name;
      name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
      return name;
    });

TEST(HostileRepetitions, CountAsTheLastOfThem) {
  ProcessSubject subject(broken_adapter("hostile"), patient());
  EXPECT_EQ(subject.call("echo", {{"misbehave", "repeat_a_member"}}).value, "last");
}

TEST(HostileProcesses, ThatLeaveTheGroupEndWithTheSubject) {
  ScratchFolder const folder;
  Leash const leash(folder.path() + "/fifo");
  {
    ProcessSubject subject(broken_adapter("hostile"), patient());
    EXPECT_EQ(subject.call("echo", {{"misbehave", "leave_a_daemon"}, {"fifo", leash.path()}}).value, "left");
    EXPECT_EQ(subject.call("echo", sound).value, sound);
  }
  EXPECT_TRUE(leash.all_are_gone());
}

TEST(HostileProcesses, EndAlthoughTheirKeeperWasStopped) {
  ScratchFolder const folder;
  Leash const leash(folder.path() + "/fifo");
  {
    ProcessSubject subject(broken_adapter("hostile"), patient());
    EXPECT_EQ(subject.call("echo", {{"misbehave", "stop_the_keeper"}, {"fifo", leash.path()}}).value, "left");
  }
  EXPECT_TRUE(leash.all_are_gone());
}

TEST(HostileProcesses, EndWithTheirKeeper) {
  ScratchFolder const folder;
  Leash const leash(folder.path() + "/fifo");
  ProcessSubject subject(broken_adapter("hostile"), patient());
  Reply const reply = subject.call("echo", {{"misbehave", "kill_the_keeper"}, {"fifo", leash.path()}});
  EXPECT_EQ(reply.status, Reply::Status::crash);
  EXPECT_TRUE(leash.all_are_gone());
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

TEST(HostileProcesses, AreEndedWhenTheyBecomeTooMany) {
  ScratchFolder const folder;
  Leash const leash(folder.path() + "/fifo");
  ProcessOptions options = patient();
  options.limits.max_processes = 20;
  ProcessSubject subject(broken_adapter("hostile"), options);
  Reply const reply = subject.call("echo", {{"misbehave", "fork_without_end"}, {"fifo", leash.path()}});
  EXPECT_EQ(reply.status, Reply::Status::crash);
  EXPECT_THAT(reply.detail, AllOf(HasSubstr("processes at once"), HasSubstr("allowed are 20")));
  EXPECT_TRUE(leash.all_are_gone());
  EXPECT_EQ(subject.call("echo", sound).value, sound);
}

TEST(HostileWriters, AreEndedWhenTheirScratchFolderIsFull) {
  std::string scratch;
  {
    ProcessOptions options = patient();
    options.limits.max_scratch_bytes = 20'000'000;
    ProcessSubject subject(broken_adapter("hostile"), options);
    scratch = subject.scratch();
    Reply const reply = subject.call("echo", {{"misbehave", "fill_the_scratch_folder"}});
    EXPECT_EQ(reply.status, Reply::Status::crash);
    EXPECT_THAT(reply.detail, AllOf(HasSubstr("its scratch folder held"), HasSubstr("allowed are 20000000")));
  }
  EXPECT_FALSE(std::filesystem::exists(scratch));
}

TEST(HostileWriters, GetNoFileLargerThanTheLimit) {
  ProcessOptions options = patient();
  options.limits.max_scratch_bytes = 5'000'000;
  ProcessSubject subject(broken_adapter("hostile"), options);
  EXPECT_EQ(subject.call("echo", {{"misbehave", "write_one_large_file"}}).value, "File too large");
}

TEST(HostileSilence, CostsTheTimeLimitAndIsKilled) {
  for (char const* name : {"stop", "write_errors_without_end"}) {
    ProcessSubject subject(broken_adapter("hostile"), impatient());
    Clock::time_point const before = Clock::now();
    Reply const reply = subject.call("echo", {{"misbehave", name}});
    EXPECT_LT(Clock::now() - before, bounded) << name;
    EXPECT_EQ(reply.status, Reply::Status::timeout) << name;
    EXPECT_THAT(reply.stderr_excerpt, SizeIs(testing::Le(4096U))) << name;
    EXPECT_EQ(subject.call("echo", sound).value, sound) << name;
  }
}

}  // namespace
}  // namespace conformance::hostile_adapters_test
