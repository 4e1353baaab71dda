#include "prompty/load/file_boundary.hpp"

#include <algorithm>
#include <system_error>

namespace prompty::file_boundary {
namespace {

std::filesystem::path resolved(std::filesystem::path const& path) {
  std::error_code failed;
  std::filesystem::path const absolute = std::filesystem::absolute(path, failed);
  std::filesystem::path found = std::filesystem::weakly_canonical(absolute, failed);
  // A name that is too long or goes in a circle cannot be opened either; whoever tries says so.
  if (failed) found = absolute.lexically_normal();
  // A trailing separator would be an empty last name.
  return found.has_filename() ? found : found.parent_path();
}

bool is_below(std::filesystem::path const& path, std::filesystem::path const& folder) {
  std::filesystem::path const top = resolved(folder);
  // No folder at all, not the root of all of them.
  if (top.empty()) return false;
  return std::mismatch(top.begin(), top.end(), path.begin(), path.end()).first == top.end();
}

}  // namespace

std::optional<std::filesystem::path> locate(std::string_view path, std::filesystem::path const& folder,
                                            std::vector<std::filesystem::path> const& roots) {
  // P4.1-12: links and dots are followed first, and an absolute path leaves the folder behind.
  std::filesystem::path const found = resolved(folder / path);
  bool const allowed =
      is_below(found, folder) ||
      std::any_of(roots.begin(), roots.end(), [&](std::filesystem::path const& root) { return is_below(found, root); });
  if (!allowed) return std::nullopt;
  return found;
}

}  // namespace prompty::file_boundary
