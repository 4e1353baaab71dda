#include "prompty/core/nonces.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "prompty/core/errors.hpp"

namespace prompty {
namespace nonces {
namespace {

using Bytes = std::array<std::uint8_t, 8>;

Bytes random_bytes() {
  Bytes bytes{};
  // Requests of up to 256 bytes are served whole once the source is seeded; a signal before that is the only retry.
  while (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    if (errno != EINTR) throw errors::no_randomness(errno);
  }
  return bytes;
}

std::string hexadecimal(Bytes const& bytes) {
  constexpr char const* digits = "0123456789abcdef";
  std::string text;
  for (std::uint8_t const byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 0xFU];
  }
  return text;
}

}  // namespace
}  // namespace nonces

NonceSource system_nonces() {
  return [] { return nonces::hexadecimal(nonces::random_bytes()); };
}

}  // namespace prompty
