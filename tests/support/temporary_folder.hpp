#pragma once

#include <string>

namespace prompty_tests {

/// A folder of its own for one test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
  [[nodiscard]] std::string path() const { return path_; }
  /// Writes a file below the folder, with the folders on the way, and returns its path.
  [[nodiscard]] std::string write(std::string const& name, std::string const& bytes) const;

 private:
  std::string path_;
};

}  // namespace prompty_tests
