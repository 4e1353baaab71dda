#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace conformance {

/// How contested clauses are judged (conformance model, section 2).
enum class Profile : std::uint8_t {
  as_written,  ///< only the literal text of the documents passes
  lenient,     ///< every documented reading passes
  live         ///< what today's providers accept; where a decision has no such reading, as written
};

/// "as-written", "lenient", "live".
[[nodiscard]] std::string_view profile_name(Profile profile);
[[nodiscard]] std::optional<Profile> profile_named(std::string_view name);

}  // namespace conformance
