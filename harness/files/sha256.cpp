#include "harness/files/sha256.hpp"

#include <fmt/core.h>
#include <openssl/evp.h>

#include <array>

namespace conformance {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  std::string text = "sha256:";
  for (unsigned int index = 0; index < length; ++index) text += fmt::format("{:02x}", digest[index]);
  return text;
}

}  // namespace conformance
