#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "mock-provider/check/finding.hpp"

namespace mock_provider::metadata_rules {

/// Holds `metadata` of a request to OpenAI against its bounds: 16 pairs, names of 64 characters, texts of 512. Findings
/// are of `rule`.
void check(std::string_view rule, Json const& body, FindingList& findings);

}  // namespace mock_provider::metadata_rules

namespace mock_provider {

/// The types that members of a request have.
enum class MemberKind : std::uint8_t { text, boolean, integer, number, object, array, text_or_array, text_or_object };
enum class MemberNull : std::uint8_t { refused, allowed };

struct MemberRange {
  double least;
  double most;
};

/// No upper end.
inline constexpr double unbounded = 1e18;

/// A member that the provider knows at the top of a request.
struct KnownMember {
  std::string_view name;
  MemberKind kind;
  MemberNull null = MemberNull::allowed;
  std::optional<MemberRange> range = std::nullopt;
};

/// The ids of the rules that a table of members is checked by.
struct MemberRules {
  std::string_view unknown;
  std::string_view type;
  std::string_view range;
};

/// A finding for each member of `body` that is not in the table, has another type, or lies outside its range. `request`
/// says in the messages what the body is: "a chat request".
void check_members(Json const& body, std::span<KnownMember const> table, MemberRules const& rules,
                   std::string_view request, FindingList& findings);

/// The same for the members of `object`, which stands at `pointer`, that are in the table: of a provider that passes
/// over all others. `rules.unknown` is not used.
void check_known_members(Json const& object, std::string const& pointer, std::span<KnownMember const> table,
                         MemberRules const& rules, FindingList& findings);

}  // namespace mock_provider
