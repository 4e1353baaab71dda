#include "harness/subject/process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace conformance {
namespace process_table {
namespace {

constexpr std::size_t bytes_of_names = std::size_t{32} * 1024;
constexpr std::size_t bytes_of_a_state = 512;
constexpr std::size_t longest_path = 64;

/// The number that a text begins with; 0 when it begins with none.
pid_t leading_number(std::string_view text) {
  pid_t number = 0;
  for (char const character : text) {
    if (character < '0' || character > '9') break;
    number = number * 10 + (character - '0');
  }
  return number;
}

/// The parent in "12 (any name) S 7 …"; 0 when the process is gone.
pid_t parent_of(char const* name) {
  char path[longest_path] = "/proc/";
  std::strncat(path, name, longest_path / 2);
  std::strcat(path, "/stat");
  int const file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char bytes[bytes_of_a_state];
  ssize_t const count = ::read(file, bytes, sizeof bytes);
  ::close(file);
  std::string_view const state(bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  // A program may call itself ") S 1", so the last parenthesis counts.
  std::size_t const end_of_name = state.rfind(')');
  constexpr std::size_t to_parent = 4;
  if (end_of_name == std::string_view::npos || end_of_name + to_parent >= state.size()) return 0;
  return leading_number(state.substr(end_of_name + to_parent));
}

}  // namespace
}  // namespace process_table

void visit_processes(void (*visit)(ProcessEntry entry, void* context), void* context) {
  int const folder = ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  alignas(dirent64) char names[process_table::bytes_of_names];
  while (true) {
    ssize_t const count = ::getdents64(folder, names, sizeof names);
    if (count <= 0) break;
    for (ssize_t position = 0; position < count;) {
      dirent64 const* const entry = reinterpret_cast<dirent64 const*>(names + position);
      position += entry->d_reclen;
      pid_t const id = process_table::leading_number(entry->d_name);
      if (id == 0) continue;
      pid_t const parent = process_table::parent_of(entry->d_name);
      if (parent != 0) visit({.id = id, .parent = parent}, context);
    }
  }
  ::close(folder);
}

}  // namespace conformance
