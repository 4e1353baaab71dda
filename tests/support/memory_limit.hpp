#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>

namespace prompty_tests {

/// While this lives, the process gets at most so many bytes of address space more than it has. Sanitizers reserve what
/// they need beforehand, so that it has no effect under them.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t more_bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit limited = before_;
    limited.rlim_cur = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + more_bytes;
    ::setrlimit(RLIMIT_AS, &limited);
  }
  ~MemoryLimit() { ::setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(MemoryLimit const&) = delete;
  MemoryLimit& operator=(MemoryLimit const&) = delete;

 private:
  rlimit before_{};
};

}  // namespace prompty_tests
