#include "prompty/core/host.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "prompty/core/errors.hpp"

namespace prompty {
namespace {

constexpr errors::Wording<RuntimeError, std::string_view> no_randomness{
    "The operating system gave no random bytes: {}"};

using Bytes = std::array<std::uint8_t, 8>;

Bytes random_bytes() {
  Bytes bytes{};
  // Requests of up to 256 bytes are served whole once the source is seeded; a signal before that is the only retry.
  while (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    if (errno != EINTR) throw no_randomness(std::generic_category().message(errno));
  }
  return bytes;
}

}  // namespace

Environment process_environment() {
  return [](std::string const& name) -> std::optional<std::string> {
    char const* const value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

Environment fixed_environment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](std::string const& name) -> std::optional<std::string> {
    std::map<std::string, std::string>::const_iterator const found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

NonceSource system_nonces() {
  return [] { return fmt::format("{:02x}", fmt::join(random_bytes(), "")); };
}

std::string_view version() {
  return PROMPTY_VERSION;
}

}  // namespace prompty
