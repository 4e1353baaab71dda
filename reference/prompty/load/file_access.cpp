#include "prompty/load/file_access.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty {
namespace file_access {
namespace {

/// A file that is open for reading, or -1.
struct OpenFile {
  explicit OpenFile(std::string const& path) : descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;
  ~OpenFile() {
    if (descriptor >= 0) ::close(descriptor);
  }

  int descriptor;
};

}  // namespace

std::variant<std::string, NotFound, TooLarge, Unreadable> read(std::string const& path, std::size_t max_bytes,
                                                               Kinds kinds) {
  // A name with a NUL would be cut there by the operating system.
  if (path.find('\0') != std::string::npos) return NotFound{};
  struct stat status {};
  bool const is_there = ::stat(path.c_str(), &status) == 0;
  bool const is_pipe = kinds == Kinds::regular_files_and_pipes && S_ISFIFO(status.st_mode);
  // P4.11-07: a folder can be opened too, and would fail only when it is read.
  if (!is_there || (!is_pipe && !S_ISREG(status.st_mode))) return NotFound{};
  std::size_t const expected = static_cast<std::size_t>(status.st_size);
  if (expected > max_bytes) return TooLarge{};
  OpenFile const file(path);
  if (file.descriptor < 0) return Unreadable{std::strerror(errno)};
  std::string content;
  // The size that the folder names may be no longer true, or 0 as below /proc: more is asked for, so that this shows.
  constexpr std::size_t least = 4096;
  for (std::size_t asked = expected > 0 ? expected + 1 : least;; asked = std::max(content.size(), least)) {
    std::size_t const before = content.size();
    content.resize(before + asked);
    ssize_t const count = ::read(file.descriptor, content.data() + before, asked);
    if (count < 0 && errno != EINTR) return Unreadable{std::strerror(errno)};
    content.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (content.size() > max_bytes) return TooLarge{};
    if (count == 0 || (count > 0 && content.size() == expected)) return content;
  }
}

}  // namespace file_access

namespace file_boundary {
namespace {

std::filesystem::path resolved(std::filesystem::path const& path) {
  std::error_code failed;
  std::filesystem::path const absolute = std::filesystem::absolute(path, failed);
  std::filesystem::path found = std::filesystem::weakly_canonical(absolute, failed);
  // A name that is too long or goes in a circle cannot be opened either, which gives the error.
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
  // P4.1-12, P2.11-21, P2.11-24: links and dots are followed first, and an absolute path leaves the folder behind
  // (P2.11-23).
  std::filesystem::path const found = resolved(folder / path);
  // P2.11-22, P2.11-25: folders are compared, not texts. P2.11-26, P2.11-27: `roots` come from the host alone.
  bool const allowed =
      is_below(found, folder) ||
      std::any_of(roots.begin(), roots.end(), [&](std::filesystem::path const& root) { return is_below(found, root); });
  if (!allowed) return std::nullopt;
  return found;
}

}  // namespace file_boundary

namespace structured_file {
namespace {

Json parse_json(std::string_view content, std::string const& file, std::size_t max_values) {
  if (json_text::extent_of(content).values > max_values) {
    throw errors::invalid_json({.file = file}, fmt::format("more than {} values", max_values));
  }
  std::variant<Json, json_text::Failure> parsed = json_text::parse_or_failure(content);
  return match(
      parsed, [](Json& value) -> Json { return std::move(value); },
      [&](json_text::Failure const& failure) -> Json {
        Place const place =
            failure.offset ? yaml::place_at(content, *failure.offset, {.file = file}) : Place{.file = file};
        throw errors::invalid_json(place, failure.reason);
      });
}

}  // namespace

std::optional<Format> format_of(std::filesystem::path const& path) {
  std::string const extension = utf8::lower_ascii(path.extension().string());

  if (extension == ".json") return Format::json;
  if (extension == ".yaml" || extension == ".yml") return Format::yaml;
  return std::nullopt;
}

Json parse(Format format, std::string_view content, std::string const& file, std::size_t max_values) {
  content = utf8::without_byte_order_mark(content);
  if (format == Format::json) return parse_json(content, file, max_values);
  yaml::Limits limits;
  limits.nodes = std::min(limits.nodes, max_values);
  return yaml::parse(content, {.file = file, .subject = "YAML"}, limits);
}

}  // namespace structured_file
}  // namespace prompty
