#include "harness/files/text_file.hpp"

#include <fmt/core.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <fstream>
#include <iterator>

#include "harness/input_error.hpp"

namespace conformance {

std::string read_file(std::filesystem::path const& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{} is a folder; name a file", path.string()));
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(fmt::format("cannot read {}: no such file, or no permission", path.string()));
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

void write_file(std::filesystem::path const& path, std::string const& bytes) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << bytes;
  stream.close();
  if (!stream)
    throw InputError(fmt::format("cannot write {}: check that its folder exists and may be written", path.string()));
}

void replace_file(std::filesystem::path const& path, std::string const& bytes) {
  std::error_code error;
  bool const is_there = std::filesystem::exists(path, error);
  if (is_there && !std::filesystem::is_regular_file(path, error)) return write_file(path, bytes);
  // A link stays one, and leads to the new file.
  std::filesystem::path const target = is_there ? std::filesystem::canonical(path, error) : path;
  std::filesystem::path const beside = fmt::format("{}.{}.part", target.string(), ::getpid());
  try {
    write_file(beside, bytes);
    std::filesystem::rename(beside, target);
  } catch (std::exception const&) {
    // A folder in which nothing can be made may hold a file that can be written.
    std::filesystem::remove(beside, error);
    write_file(path, bytes);
  }
}

void clear_file(std::filesystem::path const& path) {
  write_file(path, "");
  std::error_code error;
  bool const is_plain = std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error));
  if (is_plain) std::filesystem::remove(path, error);
}

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  std::string text = "sha256:";
  for (unsigned int index = 0; index < length; ++index) text += fmt::format("{:02x}", digest[index]);
  return text;
}

std::string short_digest(std::string const& digest) {
  constexpr std::size_t shown_bytes = 19;
  return digest.substr(0, shown_bytes);
}

}  // namespace conformance
