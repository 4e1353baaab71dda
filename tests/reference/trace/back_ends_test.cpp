#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "prompty/core/json_text.hpp"
#include "prompty/trace/back_ends.hpp"
#include "prompty/trace/tracer.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::back_ends_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// Stands still at 2026-11-22 08:51:30.120 UTC; durations come from the second clock, 12 ms a look.
TraceClock standing_clock() {
  std::shared_ptr<std::atomic<int>> const looks = std::make_shared<std::atomic<int>>(0);
  return {
      .now = [] { return std::chrono::system_clock::time_point(std::chrono::milliseconds(1795337490120)); },
      .elapsed = [looks] { return std::chrono::steady_clock::time_point(std::chrono::milliseconds(12 * ++*looks)); }};
}

std::vector<std::string> names_in(std::filesystem::path const& folder) {
  std::vector<std::string> names;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Json content_of(std::filesystem::path const& path) {
  std::ifstream file(path);
  return json_text::parse(std::string(std::istreambuf_iterator<char>(file), {})).value();
}

TEST(TracyFiles, HoldTheTreeOfATrace) {
  prompty_tests::TemporaryFolder const folder;
  Tracer tracer(system_nonces(), standing_clock());
  tracer.add("tracy", tracy_back_end(std::filesystem::path(folder.path()) / "traces"));
  Span root = tracer.start("my run");
  root.emit("signature", "s");
  Span child = tracer.start("step", SpanKind::internal, root.as_parent());
  child.emit("result", "done");
  child.add_usage(Json{{"prompt_tokens", 3}});
  child.end();
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(folder.path()) / "traces"));
  root.end();
  ASSERT_THAT(names_in(std::filesystem::path(folder.path()) / "traces"), ElementsAre("my_run.20261122.085130.tracy"));
  Json file = content_of(std::filesystem::path(folder.path()) / "traces" / "my_run.20261122.085130.tracy");
  file.erase("version");
  EXPECT_EQ(file, Json::parse(R"({"runtime": "cpp", "trace": {"name": "my run",
      "__time": {"start": "2026-11-22T08:51:30.120Z", "end": "2026-11-22T08:51:30.120Z", "duration": 36.0},
      "signature": "s",
      "__frames": [{"name": "step",
          "__time": {"start": "2026-11-22T08:51:30.120Z", "end": "2026-11-22T08:51:30.120Z", "duration": 12.0},
          "result": "done", "__usage": {"prompt_tokens": 3}}],
      "__usage": {"prompt_tokens": 3}}})"));
}

TEST(TracyFiles, HaveTheTimeOfTheEndAndEvents) {
  RecordProperty("clause", "P3.5-01");
  std::shared_ptr<std::atomic<int>> const looks = std::make_shared<std::atomic<int>>(0);
  TraceClock clock = standing_clock();
  // A second later at each look: when the span begins, at its event, and when it ends.
  clock.now = [looks] { return std::chrono::system_clock::time_point(std::chrono::seconds(1795337490 + (*looks)++)); };
  prompty_tests::TemporaryFolder const folder;
  Tracer tracer(system_nonces(), clock);
  tracer.add("tracy", tracy_back_end(folder.path()));
  Span span = tracer.start("run");
  span.event("retried", Json{{"attempt", 2}});
  span.end();
  ASSERT_THAT(names_in(folder.path()), ElementsAre("run.20261122.085132.tracy"));
  EXPECT_EQ(content_of(std::filesystem::path(folder.path()) / "run.20261122.085132.tracy")["trace"]["__events"],
            Json::parse(R"([{"name": "retried", "time": "2026-11-22T08:51:31.000Z", "attributes": {"attempt": 2}}])"));
}

TEST(TracyFiles, OfOneSecondHaveNumbers) {
  prompty_tests::TemporaryFolder const folder;
  Tracer tracer(system_nonces(), standing_clock());
  tracer.add("tracy", tracy_back_end(folder.path()));
  for (int round = 0; round < 3; ++round) tracer.start("run").end();
  EXPECT_THAT(names_in(folder.path()),
              ElementsAre("run.20261122.085130-2.tracy", "run.20261122.085130-3.tracy", "run.20261122.085130.tracy"));
}

TEST(TracyFiles, AreForTheirOwnerOnly) {
  prompty_tests::TemporaryFolder const folder;
  Tracer tracer;
  tracer.add("tracy", tracy_back_end(folder.path()));
  tracer.start("run").end();
  std::filesystem::perms const others = std::filesystem::perms::group_all | std::filesystem::perms::others_all;
  EXPECT_EQ(
      std::filesystem::status(std::filesystem::path(folder.path()) / names_in(folder.path()).at(0)).permissions() &
          others,
      std::filesystem::perms::none);
}

TEST(TracyFiles, ThatCannotBeWrittenAreReported) {
  std::vector<std::string> reported;
  Tracer tracer(system_nonces(), {},
                [&](std::string const&, std::string const& problem) { reported.push_back(problem); });
  tracer.add("tracy", tracy_back_end("/dev/null/traces"));
  tracer.start("run").end();
  ASSERT_THAT(reported, SizeIs(1));
  EXPECT_THAT(reported[0], HasSubstr("could not be written to /dev/null/traces/run."));
}

TEST(TracyFiles, HaveHarmlessNames) {
  EXPECT_EQ(sanitized_file_name("../a b:\xC3\xA4.v1-x_y"), ".._a_b___.v1-x_y");
  EXPECT_EQ(sanitized_file_name(""), "trace");
  EXPECT_EQ(sanitized_file_name(std::string(300, 'a')).size(), 100U);
}

TEST(ThreadsTracyFiles, TakeSpansFromManyThreads) {
  prompty_tests::TemporaryFolder const folder;
  Tracer tracer;
  tracer.add("tracy", tracy_back_end(folder.path()));
  Span root = tracer.start("run");
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 4; ++worker) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        Span span = tracer.start("step", SpanKind::internal, root.as_parent());
        span.emit("round", round);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  root.end();
  EXPECT_THAT(content_of(std::filesystem::path(folder.path()) / names_in(folder.path()).at(0))["trace"]["__frames"],
              SizeIs(200));
}

TEST(ConsoleTrace, WritesALineForStartAndEnd) {
  std::ostringstream out;
  Tracer tracer(system_nonces(), standing_clock());
  tracer.add("console", console_back_end(out));
  Span root = tracer.start("run");
  Span child = tracer.start("execute", SpanKind::client, root.as_parent());
  child.fail(std::make_exception_ptr(std::runtime_error("gone")));
  child.end();
  root.end();
  EXPECT_EQ(out.str(),
            "[prompty] \xE2\x96\xB6 run\n[prompty] \xE2\x96\xB6 execute\n"
            "[prompty] \xE2\x97\x80 execute (12ms): exception: gone\n[prompty] \xE2\x97\x80 run (36ms)\n");
}

}  // namespace
}  // namespace prompty::back_ends_test
