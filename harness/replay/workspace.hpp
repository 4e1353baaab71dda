#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace conformance {

/// A folder below a subject's scratch folder that holds the files of one vector; removed with its content at the end.
class Workspace {
 public:
  /// Makes the folder and writes the files (relative path to bytes). Throws HarnessError when the disk refuses.
  Workspace(std::filesystem::path const& scratch, std::map<std::string, std::string> const& files);
  ~Workspace();
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;

  [[nodiscard]] std::filesystem::path const& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace conformance
