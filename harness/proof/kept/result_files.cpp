#include "harness/proof/kept/result_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>

#include <cerrno>
#include <utility>

#include "harness/judge/files/file_target.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/posix.hpp"

namespace conformance {
namespace {

/// Of one process at a time, until it ends.
class FolderLock {
 public:
  explicit FolderLock(std::filesystem::path const& folder)
      : file_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (!file_.is_open()) throw InputError(fmt::format("{}: no file can be made in it", folder.string()));
    while (::flock(file_.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
  }

 private:
  FileDescriptor file_;
};

/// "mutants.jsonl" of the first edition, "mutants-2026-08.jsonl" of a later one.
std::string file_name(KeptKind kind, std::string const& edition) {
  return edition == first_edition ? fmt::format("{}.jsonl", results_name(kind))
                                  : fmt::format("{}-{}.jsonl", results_name(kind), edition);
}

}  // namespace

std::optional<ResultFiles> ResultFiles::of(DataFolders const& folders, KeptKind kind, ClauseRegistry const& registry) {
  std::filesystem::path const* const vectors = folders.vectors.on_disk();
  std::filesystem::path const* const spec = folders.spec.on_disk();
  if (vectors == nullptr || spec == nullptr) return std::nullopt;
  std::filesystem::path const root = std::filesystem::absolute(*spec).lexically_normal().parent_path();
  bool const is_beside = std::filesystem::absolute(*vectors).lexically_normal().parent_path() == root;
  if (!is_beside || !std::filesystem::is_directory(root / "out")) return std::nullopt;
  std::filesystem::path const kept = root / "out" / "results";
  std::filesystem::path const committed = root / "tests" / "results";
  std::string const edition = registry.offered_editions().back();
  std::string const name = file_name(kind, edition);
  std::vector<std::filesystem::path> earlier;
  for (std::string const& other : registry.editions()) {
    if (other >= edition) break;
    earlier.push_back(committed / file_name(kind, other));
    earlier.push_back(kept / file_name(kind, other));
  }
  return ResultFiles(kept / name, committed / name, std::move(earlier));
}

ResultFiles::ResultFiles(std::filesystem::path kept, std::filesystem::path committed,
                         std::vector<std::filesystem::path> earlier)
    : kept_(std::move(kept)), committed_(std::move(committed)), earlier_(std::move(earlier)) {}

std::vector<std::string> ResultFiles::read_into(KeptResults& results) const {
  std::vector<std::string> notes;
  // The numbers of the committed file are those that stay.
  std::vector<std::filesystem::path> paths = {committed_, kept_};
  paths.insert(paths.end(), earlier_.begin(), earlier_.end());
  for (std::filesystem::path const& path : paths) {
    if (!std::filesystem::exists(path)) continue;
    std::string const reason = results.add_text(read_file(path));
    if (!reason.empty()) notes.push_back(fmt::format("{} is not used: {}", path.string(), reason));
  }
  return notes;
}

std::string ResultFiles::keep(KeptResults& results) const {
  try {
    std::filesystem::create_directories(kept_.parent_path());
    FolderLock const lock(kept_.parent_path());
    if (std::filesystem::exists(kept_)) results.add_text(read_file(kept_));
    replace_file(kept_, results.text());
    return "";
  } catch (std::exception const& error) {
    return fmt::format("results are not kept: {}", error.what());
  }
}

void ResultFiles::record(KeptResults const& results) const {
  if (!results.are_whole())
    throw InputError(
        fmt::format("only the results of all {} can be recorded; name none of them", committed_.stem().string()));
  write_file(committed_, results.text());
}

}  // namespace conformance
