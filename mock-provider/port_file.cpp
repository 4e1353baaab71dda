#include "mock-provider/port_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace mock_provider {
namespace port_file {
namespace {

/// A pipe or a device, which is written to and stays.
bool is_special(std::string const& path) {
  std::error_code unknown;
  std::filesystem::file_status const status = std::filesystem::status(path, unknown);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

void write(std::string const& path, std::string const& text) {
  errno = 0;
  std::ofstream stream(path, std::ios::trunc);
  stream << text;
  stream.flush();
  if (stream) return;
  throw std::runtime_error(fmt::format("the port file {} cannot be written: {}; name a file in a folder that is there",
                                       path, std::strerror(errno)));
}

}  // namespace
}  // namespace port_file

PortFile::PortFile(std::string path, int port) : path_(std::move(path)), text_(fmt::format("{}\n", port)) {
  if (path_.empty()) return;
  if (port_file::is_special(path_)) {
    port_file::write(std::exchange(path_, ""), text_);
    return;
  }
  std::string const unfinished = fmt::format("{}.{}", path_, getpid());
  port_file::write(unfinished, text_);
  std::error_code problem;
  std::filesystem::rename(unfinished, path_, problem);
  if (!problem) return;
  std::filesystem::remove(unfinished, problem);
  throw std::runtime_error(fmt::format("the port file {} cannot be written: name another", path_));
}

void PortFile::remove() {
  if (path_.empty()) return;
  std::ifstream stream(path_);
  std::string const found{std::istreambuf_iterator<char>(stream), {}};
  std::error_code gone;
  if (found == text_) std::filesystem::remove(path_, gone);
  path_.clear();
}

}  // namespace mock_provider
