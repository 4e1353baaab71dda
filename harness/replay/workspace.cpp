#include "harness/replay/workspace.hpp"

#include <fmt/core.h>

#include <atomic>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"

namespace conformance {
namespace {

std::filesystem::path unused_folder(std::filesystem::path const& scratch) {
  static std::atomic<unsigned> next{0};
  return scratch / fmt::format("w{}", next.fetch_add(1));
}

}  // namespace

Workspace::Workspace(std::filesystem::path const& scratch, std::map<std::string, std::string> const& files)
    : folder_(unused_folder(scratch)) {
  try {
    std::filesystem::create_directories(folder_);
    for (auto const& [path, bytes] : files) write_file(folder_ / path, bytes);
  } catch (std::exception const& error) {
    throw HarnessError(fmt::format("cannot lay out the files of a vector: {}", error.what()));
  }
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace conformance
