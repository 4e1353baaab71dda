#include "prompty/conversation/session_memory.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <exception>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <thread>

#include "prompty/core/error.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::conversation::sqlite_memory_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

StoredMessage prompt(int number) {
  return {.turn = UserTurn{.content = std::to_string(number)}, .own_members = {{"at", number}}};
}

std::string content(StoredMessage const& message) {
  return std::get<UserTurn>(message.turn).content.get<std::string>();
}

TEST(SqliteMemories, KeepWhatWasAppended) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.path() + "/sessions.db";
  StoredMessage const call{
      .turn = AssistantTurn{.content = "", .tool_calls = {{.id = "a", .name = "f", .arguments = "{"}}}};
  {
    SqliteMemory memory(file);
    EXPECT_TRUE(memory.load("one").empty());
    memory.append("one", prompt(1));
    memory.append("two", prompt(2));
    memory.append("one", call);
  }
  SqliteMemory const memory(file);
  EXPECT_EQ(memory.load("one"), (std::vector<StoredMessage>{prompt(1), call}));
  EXPECT_EQ(memory.load("two"), std::vector<StoredMessage>{prompt(2)});
}

TEST(SqliteMemories, SayWhatCannotBeUsed) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.path() + "/no/sessions.db";
  EXPECT_THAT([&] { SqliteMemory memory(file); },
              ThrowsMessage<RuntimeError>(AllOf(HasSubstr(file), HasSubstr("unable"))));
  std::string const text = folder.write("text", "This is no database, and too long to be taken for an empty one.\n");
  EXPECT_THAT([&] { SqliteMemory memory(text); }, ThrowsMessage<RuntimeError>(HasSubstr("not a database")));
}

/// Runs `action` in a process that may not write what belongs to others, as root may; true when it returned true.
template <class Action>
bool holds_without_privileges(Action&& action) {
  constexpr uid_t nobody = 65'534;
  pid_t const process = ::fork();
  if (process == 0) {
    bool const is_nobody = ::geteuid() != 0 || ::setuid(nobody) == 0;
    bool holds = false;
    try {
      holds = is_nobody && action();
    } catch (std::exception const& error) {
      static_cast<void>(!::write(STDERR_FILENO, error.what(), std::char_traits<char>::length(error.what())));
    }
    ::_exit(holds ? 0 : 1);
  }
  int status = -1;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(SqliteMemories, AreReadInAFolderThatCannotBeWritten) {
  prompty_tests::TemporaryFolder const folder;
  // The name holds what has a meaning in the address of a file.
  std::string const file = folder.path() + "/50% of? #1.db";
  SqliteMemory(file).append("one", prompt(1));
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  EXPECT_TRUE(holds_without_privileges([&] {
    SqliteMemory memory(file);
    if (memory.load("one") != std::vector<StoredMessage>{prompt(1)}) return false;
    try {
      memory.append("one", prompt(2));
    } catch (RuntimeError const& error) {
      return std::string_view(error.what()).find("readonly") != std::string_view::npos;
    }
    return false;
  }));
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
}

TEST(ThreadsOfSqliteMemories, WaitForOneWhoWritesBeforeTheySwitchToTheLog) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.path() + "/sessions.db";
  sqlite3* writer = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &writer), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(writer, "CREATE TABLE other (x); BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::thread opening([&] {
    EXPECT_NO_THROW({
      SqliteMemory memory(file);
      memory.append("one", prompt(1));
    });
  });
  // Without waiting the other thread is turned away long before.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(sqlite3_exec(writer, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(writer);
  opening.join();
}

TEST(ThreadsOfSqliteMemories, AppendEachInTheirOrder) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.path() + "/sessions.db";
  constexpr int count = 20;
  SqliteMemory shared(file);
  std::vector<std::thread> threads;
  for (std::string const session : {"a", "b", "a"}) {
    threads.emplace_back([&shared, file, session, own = threads.size() == 2] {
      SqliteMemory apart(file);
      SqliteMemory& memory = own ? apart : shared;
      for (int number = 0; number < count; ++number) memory.append(session, prompt(number));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared.load("a").size(), 2U * count);
  std::vector<StoredMessage> const alone = shared.load("b");
  ASSERT_EQ(alone.size(), std::size_t{count});
  for (int number = 0; number < count; ++number) EXPECT_EQ(alone[static_cast<std::size_t>(number)], prompt(number));
}

/// Appends numbers to a session until it is killed, and reports each number that it has appended.
[[noreturn]] void append_until_killed(std::string const& file, int first, int acknowledgements) {
  SqliteMemory memory(file);
  for (int number = first;; ++number) {
    memory.append("s", prompt(number));
    if (write(acknowledgements, &number, sizeof number) != sizeof number) _exit(1);
  }
}

/// Kills it that long after its first acknowledgement, however long the process took to get there; gives the last
/// number that was acknowledged, or one less than the first when it ended by itself before any.
int appended_before_kill(std::string const& file, int first, std::chrono::microseconds after_the_first) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return first - 1;
  pid_t const child = fork();
  if (child == 0) append_until_killed(file, first, ends[1]);
  close(ends[1]);
  int last = first - 1;
  if (read(ends[0], &last, sizeof last) == sizeof last) std::this_thread::sleep_for(after_the_first);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  for (int number = 0; read(ends[0], &number, sizeof number) == sizeof number;) last = number;
  close(ends[0]);
  return last;
}

TEST(SqliteMemories, LoseNothingThatWasAcknowledged) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.path() + "/sessions.db";
  std::mt19937 random(20);
  for (int round = 0; round < 100; ++round) {
    int const kept = static_cast<int>(SqliteMemory(file).load("s").size());
    int const acknowledged = appended_before_kill(file, kept, std::chrono::microseconds(random() % 6000));
    ASSERT_GE(acknowledged, kept) << "the process that appends ended before its first acknowledgement";
    std::vector<StoredMessage> const messages = SqliteMemory(file).load("s");
    ASSERT_GT(static_cast<int>(messages.size()), acknowledged);
    for (std::size_t place = 0; place < messages.size(); ++place)
      ASSERT_EQ(content(messages[place]), std::to_string(place));
  }
}

}  // namespace
}  // namespace prompty::conversation::sqlite_memory_test
