#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// A run that ends before its last vector: by a signal, by a kill, by its time limit.
namespace end_to_end::interrupted_judging {
namespace {

using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// What the stuck adapter holds from when it answers no more until its end.
class Fifo {
 public:
  explicit Fifo(std::string path) : path_(std::move(path)) { EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0); }
  ~Fifo() {
    if (end_ >= 0) ::close(end_);
  }
  Fifo(Fifo const&) = delete;
  Fifo& operator=(Fifo const&) = delete;

  /// Opening waits for a writer.
  void wait_until_held() { end_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC); }

  [[nodiscard]] bool is_let_go() const {
    pollfd event{.fd = end_, .events = POLLIN, .revents = 0};
    return ::poll(&event, 1, 20'000) == 1 && (event.revents & POLLHUP) != 0;
  }

 private:
  std::string path_;
  int end_ = -1;
};

class HttpInterruptedJudging : public testing::Test {
 protected:
  std::vector<std::string> stuck(std::string const& manner, std::vector<std::string> const& more) const {
    std::string const adapter =
        std::string("python3 -B -S ") + repository() + "/tests/end_to_end/stuck_split.py 5 " + fifo_ + manner;
    std::vector<std::string> words = {
        built_program("prompty-conformance"), "run", "--subject", adapter, "--timeout", "600"};
    for (std::string const report : {"jsonl", "junit", "html", "markdown", "badge"})
      words.insert(words.end(), {"--" + report, path(report)});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::string path(std::string const& name) const { return folder_.path() + "/r." + name; }

  std::string text_of(std::string const& name) const { return prompty_tests::text_of(path(name)); }

  /// The lines of the report, each of which has to be whole.
  std::vector<nlohmann::ordered_json> lines() const {
    std::string const text = text_of("jsonl");
    EXPECT_TRUE(text.ends_with("\n"));
    std::istringstream stream(text);
    std::vector<nlohmann::ordered_json> parsed;
    for (std::string line; std::getline(stream, line);) parsed.push_back(nlohmann::ordered_json::parse(line));
    return parsed;
  }

  /// How many lines a file has that may not be there yet.
  static std::size_t lines_of(std::string const& file) {
    std::string const text = std::filesystem::exists(file) ? prompty_tests::text_of(file) : "";
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  static std::size_t attempts_in(std::vector<nlohmann::ordered_json> const& lines) {
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(), [](nlohmann::ordered_json const& line) { return line["type"] == "attempt"; }));
  }

  TemporaryFolder const folder_;
  std::string const fifo_ = folder_.path() + "/fifo";
};

TEST_F(HttpInterruptedJudging, CtrlCLeavesReportsOfWhatWasJudgedAndNoAdapter) {
  Fifo fifo(fifo_);
  BackgroundProgram run(stuck(" deaf", {}));
  fifo.wait_until_held();
  EXPECT_EQ(run.interrupt(), 130);
  EXPECT_TRUE(fifo.is_let_go());
  std::vector<nlohmann::ordered_json> const report = lines();
  EXPECT_EQ(attempts_in(report), 5U);
  EXPECT_EQ(report.back()["type"], "summary");
  EXPECT_EQ(report.back()["exitCode"], 130);
  EXPECT_THAT(report.back()["cut"].get<std::string>(), HasSubstr("by Ctrl-C"));
  EXPECT_THAT(text_of("junit"),
              AllOf(HasSubstr("<error message=\"the run was cut by Ctrl-C"), HasSubstr("</testsuites>")));
  EXPECT_THAT(text_of("markdown"), HasSubstr("the run was cut by Ctrl-C"));
  EXPECT_THAT(text_of("html"), HasSubstr("</html>"));
  EXPECT_THAT(text_of("badge"), HasSubstr("not judged"));
}

TEST_F(HttpInterruptedJudging, SigtermIsDistinguished) {
  Fifo fifo(fifo_);
  BackgroundProgram run(stuck(" deaf", {"--jobs", "1"}));
  fifo.wait_until_held();
  EXPECT_EQ(run.terminate(), 143);
  EXPECT_TRUE(fifo.is_let_go());
  EXPECT_THAT(lines().back()["verdict"].get<std::string>(), HasSubstr("by SIGTERM"));
}

/// A program for each processor that does nothing else.
class Load {
 public:
  Load() {
    for (unsigned int count = std::max(1U, std::thread::hardware_concurrency()); count > 0; --count)
      programs_.push_back(
          std::make_unique<BackgroundProgram>(std::vector<std::string>{"sh", "-c", "while :; do :; done"}));
  }

 private:
  std::vector<std::unique_ptr<BackgroundProgram>> programs_;
};

// Where all fails, the search takes longer than all vectors.
TEST_F(HttpInterruptedJudging, SigtermEndsTheSearchForFaultsUnderLoad) {
  std::string const starts = folder_.path() + "/starts";
  std::string const adapter =
      "sh -c 'echo started >>" + starts + "; exec python3 -B -S " + repository() +
      "/tests/end_to_end/empty_adapter.py split,load,render,parse,prepare,build_request,process'";
  std::unique_ptr<Load const> load = std::make_unique<Load const>();
  BackgroundProgram run({"sh", "-c", "exec \"$0\" \"$@\" >/dev/null", built_program("prompty-conformance"), "run",
                         "--subject", adapter, "--jsonl", path("jsonl")});
  // What failed is played again in fresh processes once all was played.
  while (lines_of(starts) < 2) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::chrono::steady_clock::time_point const signalled = std::chrono::steady_clock::now();
  int const code = run.terminate();
  std::chrono::steady_clock::duration const taken = std::chrono::steady_clock::now() - signalled;
  load = nullptr;
  EXPECT_LT(taken, std::chrono::seconds(60));
  // A machine that needs less than the time which is left after a signal has found all.
  EXPECT_TRUE(code == 143 || taken < std::chrono::seconds(4)) << "exit code " << code;
  if (code != 143) return;
  EXPECT_THAT(lines().back()["cut"].get<std::string>(),
              HasSubstr("by SIGTERM: the faults behind its failures were not"));
  ProgramResult const merged =
      run_program({built_program("prompty-conformance"), "merge", path("jsonl")}, std::chrono::seconds(200));
  EXPECT_EQ(merged.exit_code, 1) << merged.out << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("faults decide"));
}

TEST_F(HttpInterruptedJudging, AKillLeavesWholeLinesOfWhichMergeSaysWhatIsMissing) {
  Fifo fifo(fifo_);
  {
    BackgroundProgram const run(stuck("", {}));
    fifo.wait_until_held();
    ::kill(run.process(), SIGKILL);
  }
  EXPECT_TRUE(fifo.is_let_go());
  std::vector<nlohmann::ordered_json> const report = lines();
  EXPECT_EQ(attempts_in(report), 5U);
  EXPECT_EQ(report.back()["type"], "attempt");
  ProgramResult const merged = run_program(
      {built_program("prompty-conformance"), "merge", path("jsonl"), "--jsonl", path("whole"), "--junit", path("xml")});
  std::string const selected = std::to_string(report.front()["selected"].get<int>());
  EXPECT_THAT(merged.out, HasSubstr(" of " + selected + " vectors)"));
  EXPECT_NE(merged.exit_code, 0) << merged.out << merged.err;
  EXPECT_THAT(text_of("xml"), HasSubstr("the run was cut in "));
  EXPECT_THAT(text_of("whole"), HasSubstr("\"cut\":\"the run was cut in "));
}

TEST_F(HttpInterruptedJudging, ATimeLimitThatIsOverIsNeverGreen) {
  ProgramResult const result = run_program(stuck(" deaf", {"--time-limit", "6"}), std::chrono::seconds(100));
  EXPECT_THAT(result.exit_code, testing::AnyOf(1, 3)) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("--time-limit allows"), HasSubstr("vectors were not played")));
  EXPECT_EQ(lines().back()["exitCode"], result.exit_code);
}

TEST_F(HttpInterruptedJudging, ATimeLimitIsOverWhileAnAdapterDoesNotStart) {
  ProgramResult const result =
      run_program({built_program("prompty-conformance"), "run", "--subject", "sleep 1000", "--time-limit", "0.2"},
                  std::chrono::seconds(50));
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.err, AllOf(HasSubstr("cut before the adapter had started"), Not(HasSubstr("did not start"))));
}

}  // namespace
}  // namespace end_to_end::interrupted_judging
