#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "harness/judge/clauses/clause_registry.hpp"

namespace conformance {

/// How contested clauses are judged (spec/README.md, "How a decision is written").
enum class Profile : std::uint8_t {
  as_written,  ///< only the literal text of the documents passes
  lenient,     ///< every documented reading passes
  live         ///< what today's providers accept; where a decision has no such reading, as written
};

/// "as-written", "lenient", "live".
[[nodiscard]] std::string_view profile_name(Profile profile);
[[nodiscard]] std::optional<Profile> profile_named(std::string_view name);

/// Which levels decide the exit code.
enum class GatingLevel : std::uint8_t { must, should, all };

/// "must", "should", "all".
[[nodiscard]] std::string_view gating_level_name(GatingLevel level);
[[nodiscard]] std::optional<GatingLevel> gating_level_named(std::string_view name);

/// What decides the exit code, besides whether a vector gates in the profile.
struct Deciding {
  GatingLevel level = GatingLevel::must;
  std::set<Group> groups = {Group::documents};
  std::set<std::string> required_classes = {};  ///< conformant by the clauses of the documents, or the exit code is 1
  bool clean_exit = false;  ///< whether an adapter that ends otherwise than with status 0 makes the exit code 1

  bool operator==(Deciding const&) const = default;
};

}  // namespace conformance
