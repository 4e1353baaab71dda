#include "harness/judge/files/file_target.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::file_target_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(ReplacedFiles, AreWholeAndLeaveNothingBeside) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  std::ifstream reader(scratch.path() + "/f");
  replace_file(scratch.path() + "/f", "new and longer");
  EXPECT_EQ(read_file(scratch.path() + "/f"), "new and longer");
  std::string seen;
  std::getline(reader, seen);
  EXPECT_EQ(seen, "old") << "whoever had it open keeps the old one";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1);
}

TEST(ReplacedFiles, AreThoseThatALinkLeadsTo) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  std::filesystem::create_symlink("f", scratch.path() + "/link");
  replace_file(scratch.path() + "/link", "new");
  EXPECT_EQ(read_file(scratch.path() + "/f"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path() + "/link"));
}

TEST(ReplacedFiles, AreWrittenInPlaceWhereNothingCanBeBeside) {
  ScratchFolder const scratch;
  std::string const path = scratch.path() + "/f";
  write_file(path, "old");
  write_file(path + "." + std::to_string(::getpid()) + ".part/in the way", "x");
  replace_file(path, "new");
  EXPECT_EQ(read_file(path), "new");
}

TEST(ReplacedFiles, AreNoDevices) {
  replace_file("/dev/null", "x");
  (void)cleared_file("/dev/null");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(ClearedFiles, AreGoneWhenTheyCouldBeWritten) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  (void)cleared_file(scratch.path() + "/f");
  EXPECT_FALSE(std::filesystem::exists(scratch.path() + "/f"));
  EXPECT_THAT([&] { (void)cleared_file("/dev/null/f"); },
              ThrowsMessage<InputError>(HasSubstr("cannot write /dev/null/f")));
}

/// What a program can put where a file will be written: links to `victim`, a pipe, a device, a link to itself.
std::vector<std::function<void(std::string const&)>> traps(std::string const& victim) {
  return {[victim](std::string const& path) { std::filesystem::create_symlink(victim, path); },
          [](std::string const& path) { EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0); },
          [](std::string const& path) { std::filesystem::create_symlink("/dev/null", path); },
          [](std::string const& path) { std::filesystem::create_symlink(path, path); }};
}

enum class Place : std::uint8_t { of_the_report, beside_it };

/// Has a report written while each of the traps is in place: it is a file of its own, and nobody else's was touched.
void expect_written(Place place, std::string const& bytes, std::function<void(FileTarget const& target)> const& write) {
  ScratchFolder const scratch;
  std::string const victim = scratch.path() + "/victim";
  write_file(victim, "of somebody");
  std::string const end = place == Place::of_the_report ? "" : "." + std::to_string(::getpid()) + ".part";
  for (auto const& trap : traps(victim)) {
    FileTarget const target = cleared_file(scratch.path() + "/report");
    trap(target.path.string() + end);
    write(target);
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(target.path)));
    EXPECT_EQ(read_file(target.path), bytes);
    EXPECT_EQ(read_file(victim), "of somebody");
  }
}

void replace_by_report(FileTarget const& target) {
  replace_file(target, "report");
}

// A pipe was waited for without end, and a link to a device took the report.
TEST(ReplacedFiles, NeitherFollowNorWaitForWhatTurnedUpInTheirPlace) {
  expect_written(Place::of_the_report, "report", replace_by_report);
}

TEST(ReplacedFiles, DoNotUseWhatTurnedUpBesideThem) {
  expect_written(Place::beside_it, "report", replace_by_report);
}

TEST(ReplacedFiles, SayThatTheirNameLeadsElsewhere) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  std::string const link = scratch.path() + "/link";
  std::filesystem::create_symlink("f", link);
  FileTarget const target = cleared_file(link);
  std::filesystem::remove(link);
  write_file(link, "forged");
  EXPECT_THAT([&] { replace_file(target, "report"); },
              ThrowsMessage<InputError>(HasSubstr("/link was replaced meanwhile")));
}

TEST(OpenFiles, NeitherFollowNorWaitForWhatTurnedUpInTheirPlace) {
  expect_written(Place::of_the_report, "line",
                 [](FileTarget const& target) { EXPECT_GE(std::fputs("line", open_file(target).get()), 0); });
}

}  // namespace
}  // namespace conformance::file_target_test
