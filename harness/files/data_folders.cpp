#include "harness/files/data_folders.hpp"

#include <optional>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

bool holds_data(std::filesystem::path const& folder) {
  return std::filesystem::exists(folder / "vectors" / "schema" / "vectors.schema.json") &&
         std::filesystem::is_directory(folder / "spec");
}

std::optional<std::filesystem::path> data_root() {
  std::filesystem::path folder = program_path().parent_path();
  std::filesystem::path const installed = folder.parent_path() / "share" / "prompty";
  if (holds_data(installed)) return installed;
  while (folder.has_relative_path()) {
    if (holds_data(folder)) return folder;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

}  // namespace

std::filesystem::path program_path() {
  return std::filesystem::canonical("/proc/self/exe");
}

DataFolders find_data_folders(std::string const& vectors_option, std::string const& spec_option) {
  DataFolders folders{.vectors = vectors_option, .spec = spec_option};
  if (!folders.vectors.empty() && !folders.spec.empty()) return folders;
  std::optional<std::filesystem::path> const root = data_root();
  if (!root) throw InputError("no vectors/ and spec/ near this program; name them with --vectors DIR and --spec DIR");
  if (folders.vectors.empty()) folders.vectors = *root / "vectors";
  if (folders.spec.empty()) folders.spec = *root / "spec";
  return folders;
}

}  // namespace conformance
