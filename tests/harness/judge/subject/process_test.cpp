#include "harness/judge/subject/process.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>

#include "harness/judge/subject/broken_adapters/broken_adapter.hpp"

namespace conformance::process_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ProcessSubjects, DeclareWhatTheAdapterDeclares) {
  ProcessSubject const subject(broken_adapter("tells_what_it_sees"));
  EXPECT_EQ(subject.capabilities().name, "broken");
  EXPECT_EQ(subject.capabilities().language, "Python");
  EXPECT_THAT(subject.capabilities().operations, ElementsAre("echo"));
  EXPECT_EQ(subject.capabilities().max_in_flight, 1);
}

TEST(ProcessSubjects, TellTheAdapterOfSuiteAndScratch) {
  ProcessSubject subject(broken_adapter("tells_what_it_sees"), {.suite_name = "a suite", .suite_version = "1.2"});
  Reply const reply = subject.call("echo", Json::object());
  EXPECT_EQ(reply.value["initialize"], Json({{"protocolVersion", 6},
                                             {"suite", {{"name", "a suite"}, {"version", "1.2"}}},
                                             {"scratch", subject.scratch()},
                                             {"editions", {"2026-04"}}}));
  EXPECT_TRUE(std::filesystem::is_directory(subject.scratch()));
}

TEST(ProcessSubjects, AreSentAsciiRequestsWhereDeclared) {
  ProcessSubject subject(broken_adapter("tells_the_line"));
  Json const params = {{"text", "für"}};
  Reply const plain = subject.call("echo", params);
  EXPECT_THAT(plain.value["line"].get<std::string>(), HasSubstr("\"für\""));
  Reply const escaped = subject.call_in_ascii("echo", params, {});
  EXPECT_THAT(escaped.value["line"].get<std::string>(), HasSubstr("\"f\\u00fcr\""));
  EXPECT_EQ(escaped.value["params"], params);
}

TEST(ProcessSubjects, RunTheCommandWithItsWordsInTheCallersFolder) {
  ProcessSubject subject(broken_adapter("tells_what_it_sees") + " 'a b' \"\" $c");
  Reply const reply = subject.call("echo", Json::object());
  EXPECT_EQ(reply.value["arguments"], Json::array({"a b", "", "$c"}));
  EXPECT_EQ(reply.value["folder"], std::filesystem::current_path().string());
}

TEST(ProcessSubjects, PassOnOnlyTheVariablesThatAreNamed) {
  std::string const name = "PROMPTY_TEST_VARIABLE";
  ::setenv(name.c_str(), "passed on", 1);
  ProcessSubject without(broken_adapter("tells_what_it_sees"));
  EXPECT_FALSE(without.call("echo", Json::object()).value["environment"].contains(name));
  ProcessSubject with(broken_adapter("tells_what_it_sees"), {.pass_environment = {name}});
  Json const environment = with.call("echo", Json::object()).value["environment"];
  EXPECT_EQ(environment.value(name, "not passed on"), "passed on");
  EXPECT_EQ(environment["TMPDIR"], with.scratch());
}

TEST(ProcessSubjects, CarryAnyTextThereAndBack) {
  ProcessSubject subject(broken_adapter("garbage_output"));
  Json const params = {{"text", std::string("line\nbreak \"quoted\" \\ é€😀 \x01") + std::string(1, '\0')},
                       {"number", 9007199254740993}};
  EXPECT_EQ(subject.call("echo", params).value, params);
}

TEST(ProcessSubjects, CarryMoreThanAPipeHolds) {
  ProcessSubject subject(broken_adapter("garbage_output"));
  Json const params = {{"text", std::string(3'000'000, 'x')}};
  EXPECT_EQ(subject.call("echo", params).value, params);
}

TEST(ProcessSubjects, AskTheAdapterToEnd) {
  ScratchFolder const folder;
  std::string const path = folder.path() + "/told";
  {
    ProcessSubject subject(broken_adapter("ends_on_shutdown"));
    EXPECT_EQ(subject.call("echo", {{"file", path}}).status, Reply::Status::result);
  }
  std::ifstream file(path);
  std::string const text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(text, "shutdown without an id");
}

TEST(ProcessSubjects, RemoveTheirScratchFolder) {
  std::string scratch;
  {
    ProcessSubject const subject(broken_adapter("tells_what_it_sees"));
    scratch = subject.scratch();
    std::ofstream(scratch + "/left-behind") << "x";
  }
  EXPECT_FALSE(std::filesystem::exists(scratch));
}

std::vector<Reply> call_at_once(Subject& subject, std::vector<Json> const& all_params) {
  std::vector<std::future<Reply>> calls;
  for (Json const& params : all_params) {
    calls.push_back(std::async(std::launch::async, [&subject, &params] { return subject.call("echo", params); }));
  }
  std::vector<Reply> replies;
  for (std::future<Reply>& call : calls) replies.push_back(call.get());
  return replies;
}

TEST(ThreadsOfProcessSubjects, GetTheirOwnAnswersInAnyOrder) {
  ProcessSubject subject(broken_adapter("answers_in_reverse"));
  EXPECT_EQ(subject.capabilities().max_in_flight, 4);
  std::vector<Json> all_params;
  for (int number = 0; number < 40; ++number) all_params.push_back({{"number", number}});
  std::vector<Reply> const replies = call_at_once(subject, all_params);
  for (std::size_t call = 0; call < replies.size(); ++call) EXPECT_EQ(replies[call].value, all_params[call]);
}

TEST(ThreadsOfProcessSubjects, KeepToTheDeclaredLimit) {
  ProcessSubject subject(broken_adapter("counts_open_requests"));
  std::vector<Json> const all_params(12, Json::object());
  int most = 0;
  for (Reply const& reply : call_at_once(subject, all_params)) most = std::max(most, reply.value.get<int>());
  EXPECT_LE(most, 4);
  EXPECT_GE(most, 2);
}

TEST(ThreadsOfProcessSubjects, LeaveRequestsThatCarryAnEnvironmentAlone) {
  ProcessSubject subject(broken_adapter("counts_open_requests"));
  std::vector<Json> all_params;
  for (int call = 0; call < 12; ++call) {
    all_params.push_back(call % 3 == 0 ? Json{{"env", Json::object()}} : Json::object());
  }
  std::vector<Reply> const replies = call_at_once(subject, all_params);
  for (std::size_t call = 0; call < replies.size(); call += 3) EXPECT_EQ(replies[call].value, 1);
}

TEST(ThreadsOfProcessSubjects, AllPayForACrashAndGoOnAfterIt) {
  ProcessSubject subject(broken_adapter("crashes_with_company"));
  std::vector<Json> const all_params(4, Json{{"file", subject.scratch() + "/crashed"}});
  for (Reply const& reply : call_at_once(subject, all_params)) {
    EXPECT_EQ(reply.status, Reply::Status::crash);
    EXPECT_THAT(reply.detail, HasSubstr("exited with status 9"));
  }
  for (Reply const& reply : call_at_once(subject, all_params)) EXPECT_EQ(reply.value, "alive");
}

}  // namespace
}  // namespace conformance::process_test
