#include "cli/files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace prompty::written_file_test {
namespace {

using cli::Readers;
using cli::replace_file;
using cli::write_file;
using prompty_tests::text_of;

struct stat status_of(std::string const& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status;
}

class WrittenFiles : public testing::Test {
 protected:
  [[nodiscard]] std::ptrdiff_t files_there() const {
    return std::distance(std::filesystem::directory_iterator(folder.path()), {});
  }

  prompty_tests::TemporaryFolder folder;
  std::string path = folder.write("f", "old");
};

TEST_F(WrittenFiles, AreNewOnesInThePlaceOfTheOld) {
  std::ifstream reader(path);
  EXPECT_EQ(write_file(path, "new and longer"), 0);
  EXPECT_EQ(text_of(path), "new and longer");
  std::string seen;
  std::getline(reader, seen);
  EXPECT_EQ(seen, "old") << "whoever had it open keeps the old one";
  EXPECT_EQ(files_there(), 1);
}

TEST_F(WrittenFiles, AreAsTheyWereWhenThereIsNoRoomForTheNew) {
  pid_t const writer = ::fork();
  if (writer == 0) {
    rlimit const small{.rlim_cur = 1000, .rlim_max = 1000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    ::signal(SIGXFSZ, SIG_IGN);
    ::_exit(write_file(path, std::string(5000, 'x')) == EFBIG ? 0 : 1);
  }
  int status = -1;
  ::waitpid(writer, &status, 0);
  EXPECT_EQ(status, 0) << "the error is the system's";
  EXPECT_EQ(text_of(path), "old");
  EXPECT_EQ(files_there(), 1);
}

TEST_F(WrittenFiles, MayBeReadByThoseWhoMightReadTheOld) {
  ::chmod(path.c_str(), 0640);
  EXPECT_EQ(write_file(path, "new"), 0);
  EXPECT_EQ(status_of(path).st_mode & 0777U, 0640U);
  EXPECT_EQ(replace_file(path, "new", Readers::owner), 0);
  EXPECT_EQ(status_of(path).st_mode & 0777U, 0600U);
}

TEST_F(WrittenFiles, AreAsUsualWhereNothingWas) {
  EXPECT_EQ(write_file(folder.path() + "/new", "new"), 0);
  std::string const usual = folder.write("usual", "");
  EXPECT_EQ(status_of(folder.path() + "/new").st_mode, status_of(usual).st_mode);
}

TEST_F(WrittenFiles, AreThoseThatALinkLeadsTo) {
  std::string const link = folder.path() + "/link";
  std::filesystem::create_symlink("f", link);
  EXPECT_EQ(write_file(link, "new"), 0);
  EXPECT_EQ(text_of(path), "new");
  std::string const dangling = folder.path() + "/dangling";
  std::filesystem::create_symlink("later", dangling);
  EXPECT_EQ(write_file(dangling, "new"), 0);
  EXPECT_EQ(text_of(folder.path() + "/later"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link) && std::filesystem::is_symlink(dangling));
}

TEST_F(WrittenFiles, AreWrittenIntoWhereTheyAreNoRegularFiles) {
  std::string const pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = text_of(pipe); });
  EXPECT_EQ(write_file(pipe, "new"), 0);
  reader.join();
  EXPECT_EQ(read, "new");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(write_file("/dev/null", "new"), 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(WrittenFiles, AreWrittenIntoThroughDescriptors) {
  ino_t const before = status_of(path).st_ino;
  std::FILE* const held = std::fopen(path.c_str(), "r+");
  EXPECT_EQ(write_file("/dev/fd/" + std::to_string(::fileno(held)), "new"), 0);
  std::fclose(held);
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(status_of(path).st_ino, before);
}

TEST_F(WrittenFiles, AreWrittenIntoWhereTheFolderTakesNoOther) {
  std::string const longest = folder.write(std::string(250, 'n'), "old");
  ino_t const before = status_of(longest).st_ino;
  EXPECT_EQ(write_file(longest, "new"), 0);
  EXPECT_EQ(text_of(longest), "new");
  EXPECT_EQ(status_of(longest).st_ino, before);
}

TEST_F(WrittenFiles, GiveTheErrorOfTheSystem) {
  EXPECT_EQ(write_file(folder.path() + "/no/such/folder", "new"), ENOENT);
  EXPECT_EQ(write_file(folder.path(), "new"), EISDIR);
  EXPECT_EQ(write_file(path + "/below", "new"), ENOTDIR);
  EXPECT_EQ(write_file("/dev/full", "new"), ENOSPC);
  EXPECT_EQ(write_file("", "new"), ENOENT);
  EXPECT_EQ(files_there(), 1);
}

}  // namespace
}  // namespace prompty::written_file_test
