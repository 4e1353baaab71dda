#include "harness/files/file_tree.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"

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

}  // namespace

FileTree::FileTree(std::span<EmbeddedFile const> files, std::string folder)
    : place_(BuiltIn{.files = files, .folder = std::move(folder)}) {}

FileTree FileTree::below(std::string const& folder) const {
  if (std::filesystem::path const* const disk = on_disk()) return *disk / folder;
  BuiltIn const& built_in = std::get<BuiltIn>(place_);
  return {built_in.files, built_in.folder + "/" + folder};
}

std::string FileTree::told() const {
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
                                 path, told()));
  return std::string(file->bytes);
}

}  // namespace conformance
