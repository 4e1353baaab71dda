#include "harness/judge/subject/child_process.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <map>

#include "harness/judge/subject/adapter_session.hpp"

namespace conformance::process_table_test {
namespace {

using Parents = std::map<pid_t, pid_t>;

Parents parents() {
  Parents found;
  visit_processes([](ProcessEntry entry, void* all) { (*static_cast<Parents*>(all))[entry.id] = entry.parent; },
                  &found);
  return found;
}

/// Waits for a line, which says that a child is up.
bool has_spoken(ChildProcess& child) {
  std::string text;
  while (text.find('\n') == std::string::npos) {
    if (read_some(child.output(), 100, text) == Transfer::over) return false;
  }
  return true;
}

TEST(ProcessTables, ShowThisProcessBelowItsParent) {
  Parents const found = parents();
  ASSERT_TRUE(found.contains(::getpid()));
  EXPECT_EQ(found.at(::getpid()), ::getppid());
}

TEST(ProcessTables, ShowTheProgramBelowItsKeeper) {
  ChildProcess child({"sh", "-c", "sleep 1000 & echo up; wait"}, {"PATH=/usr/bin:/bin"});
  ASSERT_TRUE(has_spoken(child));
  EXPECT_EQ(parents().at(child.keeper()), ::getpid());
  EXPECT_EQ(processes_below(child.keeper()), 2U);
  EXPECT_GE(processes_below(::getpid()), 3U);
}

TEST(ProcessTables, ReadTheParentOfAProgramWithAMisleadingName) {
  ChildProcess child({"sh", "-c", "printf ') S 1 2' >/proc/$$/comm; echo up; read line; :"}, {"PATH=/usr/bin:/bin"});
  ASSERT_TRUE(has_spoken(child));
  EXPECT_EQ(processes_below(child.keeper()), 1U);
}

}  // namespace
}  // namespace conformance::process_table_test
