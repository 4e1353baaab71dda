#include "harness/judge/files/file_tree.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "mock-provider/values/json_text.hpp"

namespace conformance {
namespace {

std::vector<std::string> paths_below(std::filesystem::path const& folder) {
  std::vector<std::string> paths;
  if (!std::filesystem::is_directory(folder)) return paths;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path().lexically_relative(folder).generic_string());
  }
  return paths;
}

std::vector<std::string> paths_below(std::span<EmbeddedFile const> files, std::string const& folder) {
  std::vector<std::string> paths;
  for (EmbeddedFile const& file : files) {
    if (file.path.starts_with(folder + "/")) paths.emplace_back(file.path.substr(folder.size() + 1));
  }
  return paths;
}

EmbeddedFile const* find_embedded(std::span<EmbeddedFile const> files, std::string const& path) {
  auto const found =
      std::find_if(files.begin(), files.end(), [&](EmbeddedFile const& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

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

FileTree::FileTree(std::span<EmbeddedFile const> files, std::string folder)
    : place_(BuiltIn{.files = files, .folder = std::move(folder)}) {}

FileTree FileTree::below(std::string const& folder) const {
  if (std::filesystem::path const* const disk = on_disk()) return *disk / folder;
  BuiltIn const& built_in = std::get<BuiltIn>(place_);
  return {built_in.files, built_in.folder + "/" + folder};
}

std::string FileTree::display_name() const {
  if (std::filesystem::path const* const disk = on_disk()) return disk->string();
  return std::get<BuiltIn>(place_).folder + " (built into this program)";
}

std::string FileTree::name() const {
  std::filesystem::path const* const disk = on_disk();
  std::filesystem::path const folder =
      disk != nullptr ? *disk : std::filesystem::path(std::get<BuiltIn>(place_).folder);
  return (folder.has_filename() ? folder : folder.parent_path()).filename().generic_string();
}

std::filesystem::path const* FileTree::on_disk() const {
  return std::get_if<std::filesystem::path>(&place_);
}

bool FileTree::exists() const {
  if (std::filesystem::path const* const disk = on_disk()) return std::filesystem::is_directory(*disk);
  return !paths().empty();
}

bool FileTree::holds(std::string const& path) const {
  if (std::filesystem::path const* const disk = on_disk()) return std::filesystem::is_regular_file(*disk / path);
  BuiltIn const& built_in = std::get<BuiltIn>(place_);
  return find_embedded(built_in.files, built_in.folder + "/" + path) != nullptr;
}

std::vector<std::string> FileTree::paths() const {
  std::vector<std::string> paths;
  if (std::filesystem::path const* const disk = on_disk()) {
    paths = paths_below(*disk);
  } else {
    BuiltIn const& built_in = std::get<BuiltIn>(place_);
    paths = paths_below(built_in.files, built_in.folder);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string FileTree::read(std::string const& path) const {
  if (std::filesystem::path const* const disk = on_disk()) return read_file(*disk / path);
  BuiltIn const& built_in = std::get<BuiltIn>(place_);
  EmbeddedFile const* const file = find_embedded(built_in.files, built_in.folder + "/" + path);
  if (file == nullptr)
    throw InputError(fmt::format("there is no file {} in {}; another suite is named with --vectors DIR and --spec DIR",
                                 path, display_name()));
  return std::string(file->bytes);
}

std::string FileTree::read_text(std::string const& path) const {
  std::string text = read(path);
  if (mock_provider::json_text::is_utf8(text)) return text;
  std::istringstream lines(text);
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line) && mock_provider::json_text::is_utf8(line);) ++number;
  throw InputError(fmt::format("{}/{}:{}: this is not UTF-8; save the file as UTF-8", name(), path, number));
}

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
