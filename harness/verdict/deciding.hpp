#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "harness/clauses/clause.hpp"

namespace conformance {

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

  bool operator==(Deciding const&) const = default;
};

}  // namespace conformance
