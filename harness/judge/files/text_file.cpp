#include "harness/judge/files/text_file.hpp"

#include <fmt/core.h>
#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <utility>
#include <variant>

#include "harness/judge/files/input_error.hpp"
#include "mock-provider/values/whole_file.hpp"

namespace conformance {

std::string read_file(std::filesystem::path const& path) {
  namespace whole_file = mock_provider::whole_file;
  std::variant<std::string, whole_file::Refusal> read = whole_file::read(path, most_bytes_of_a_file);
  if (auto const* const refusal = std::get_if<whole_file::Refusal>(&read))
    throw InputError(fmt::format("{} {}", path.string(), refusal->text()));
  return std::get<std::string>(std::move(read));
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
