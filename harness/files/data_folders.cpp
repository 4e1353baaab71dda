#include "harness/files/data_folders.hpp"

#include <optional>

namespace conformance {
namespace {

bool holds_data(std::filesystem::path const& folder) {
  return std::filesystem::exists(folder / "vectors" / "schema" / "vectors.schema.json") &&
         std::filesystem::is_directory(folder / "spec");
}

std::optional<std::filesystem::path> data_root(std::filesystem::path const& program) {
  std::filesystem::path folder = program.parent_path();
  std::filesystem::path const installed = folder.parent_path() / "share" / "prompty";
  if (holds_data(installed)) return installed;
  while (folder.has_relative_path()) {
    if (holds_data(folder)) return folder;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

/// The trees that come with the program.
DataFolders own_folders(Surroundings const& surroundings) {
  FileTree const built_in(surroundings.embedded, "reference");
  if (std::optional<std::filesystem::path> const root = data_root(surroundings.program)) {
    FileTree const sources = *root / "reference";
    return {.vectors = *root / "vectors",
            .spec = *root / "spec",
            .schemas = *root / "vectors" / "schema",
            .reference = sources.exists() ? sources : built_in};
  }
  return {.vectors = {surroundings.embedded, "vectors"},
          .spec = {surroundings.embedded, "spec"},
          .schemas = {surroundings.embedded, "vectors/schema"},
          .reference = built_in};
}

}  // namespace

std::filesystem::path program_path() {
  return std::filesystem::canonical("/proc/self/exe");
}

DataFolders find_data_folders(std::string const& vectors_option, std::string const& spec_option,
                              Surroundings const& surroundings) {
  DataFolders folders = own_folders(surroundings);
  if (!spec_option.empty()) folders.spec = spec_option;
  if (vectors_option.empty()) return folders;
  folders.vectors = vectors_option;
  FileTree const beside = folders.vectors.below("schema");
  if (beside.exists()) folders.schemas = beside;
  return folders;
}

}  // namespace conformance
