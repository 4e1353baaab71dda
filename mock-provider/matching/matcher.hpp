#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// The matchers of the matching language, each written as an object with the one member "$name".
enum class Matcher : std::uint8_t {
  absent,
  optional,
  type,
  match,
  json,
  one_of,
  subset,
  unordered,
  trim_end,
  non_empty,
  literal
};

/// The matcher of a "$…" key; nothing for a key that names no matcher.
[[nodiscard]] std::optional<Matcher> matcher_named(std::string_view key);

/// Whether a value is an object with a member whose key starts with "$": a matcher, well formed or not.
[[nodiscard]] bool has_dollar_key(Json const& value);

/// Whether a value is {"$absent": …} and nothing else.
[[nodiscard]] bool is_absent_matcher(Json const& expectation);

/// Whether a value is {"$optional": …} and nothing else.
[[nodiscard]] bool is_optional_matcher(Json const& expectation);

/// Whether a value is that matcher and nothing else: `is_matcher(value, "$subset")`.
[[nodiscard]] bool is_matcher(Json const& value, std::string_view key);

/// Whether `$type` knows this name.
[[nodiscard]] bool is_type_name(std::string_view name);

/// The JSON pointer of a member or an element (RFC 6901 escapes).
[[nodiscard]] std::string child(std::string const& pointer, std::string_view key);
[[nodiscard]] std::string child(std::string const& pointer, std::size_t index);

}  // namespace conformance
