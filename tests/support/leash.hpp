#pragma once

#include <string>

namespace prompty_tests {

/// A FIFO whose writers, the processes that a test wants gone, can be waited for.
class Leash {
 public:
  explicit Leash(std::string path);
  ~Leash();
  Leash(Leash const&) = delete;
  Leash& operator=(Leash const&) = delete;
  [[nodiscard]] std::string const& path() const { return path_; }

  /// Whether somebody held the FIFO open, and everybody who did is gone, or will be within 100 seconds.
  [[nodiscard]] bool all_are_gone() const;

  /// Waits until somebody who holds the FIFO open has written to it; false after 100 seconds.
  [[nodiscard]] bool is_held() const;

 private:
  std::string path_;
  int reader_ = -1;
};

}  // namespace prompty_tests
