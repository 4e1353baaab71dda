#pragma once

#include <string>

namespace conformance {

/// A fresh folder below the system's temporary folder, removed with all its content at the end.
class ScratchFolder {
 public:
  /// Throws std::system_error when the folder cannot be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  /// Absolute, without symbolic links, no "/" at the end.
  [[nodiscard]] std::string const& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace conformance
