#include "mock-provider/port_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <variant>

#include "mock-provider/values/whole_file.hpp"

namespace mock_provider {
namespace {

/// A pipe or a device, which is written to and stays.
bool is_special_file(std::string const& path) {
  std::error_code unknown;
  std::filesystem::file_status const status = std::filesystem::status(path, unknown);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

void write_port_file(std::string const& path, std::string const& text) {
  errno = 0;
  std::ofstream stream(path, std::ios::trunc);
  stream << text;
  stream.flush();
  if (stream) return;
  throw std::runtime_error(fmt::format("the port file {} cannot be written: {}; name a file in a folder that is there",
                                       path, std::strerror(errno)));
}

}  // namespace

PortFile::PortFile(std::string path, int port) : path_(std::move(path)), text_(fmt::format("{}\n", port)) {
  if (path_.empty()) return;
  if (is_special_file(path_)) {
    write_port_file(std::exchange(path_, ""), text_);
    return;
  }
  std::string const unfinished = fmt::format("{}.{}", path_, getpid());
  write_port_file(unfinished, text_);
  std::error_code problem;
  std::filesystem::rename(unfinished, path_, problem);
  if (!problem) return;
  std::filesystem::remove(unfinished, problem);
  throw std::runtime_error(fmt::format("the port file {} cannot be written: name another", path_));
}

void PortFile::remove() {
  if (path_.empty()) return;
  std::variant<std::string, whole_file::Refusal> const found = whole_file::read(path_, text_.size());
  std::error_code gone;
  if (found == std::variant<std::string, whole_file::Refusal>(text_)) std::filesystem::remove(path_, gone);
  path_.clear();
}

}  // namespace mock_provider
