#pragma once

#include <sys/types.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

/// How many files this process has open.
inline std::size_t open_files() {
  std::filesystem::directory_iterator const all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Whether there is a process of that number, be it one that has ended and was not reaped.
inline bool is_there(pid_t process) {
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

/// Whether a process runs no more, reaped or not; waits a while for that.
inline bool is_dead(pid_t process) {
  std::chrono::steady_clock::time_point const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < deadline) {
    std::ifstream stream("/proc/" + std::to_string(process) + "/stat");
    std::string const stat((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    std::size_t const name_end = stat.rfind(") ");
    if (name_end == std::string::npos || stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X') return true;
    std::this_thread::yield();
  }
  return false;
}

/// The children of a process that has one thread.
inline std::vector<pid_t> children_of(pid_t process) {
  std::string const folder = "/proc/" + std::to_string(process);
  std::ifstream stream(folder + "/task/" + std::to_string(process) + "/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; stream >> child;) children.push_back(child);
  return children;
}
