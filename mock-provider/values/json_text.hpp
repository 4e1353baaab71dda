#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mock_provider {

using Json = nlohmann::ordered_json;

/// The member of that name, nullptr without one or when `object` is no object.
[[nodiscard]] Json const* member(Json const& object, std::string_view name);

/// Whether the member is there and not null.
[[nodiscard]] bool is_set(Json const& object, std::string_view name);

/// The member, `otherwise` when it is not set.
[[nodiscard]] Json value_or(Json const& object, std::string_view name, Json otherwise);

/// The text of the member, "" when it has none.
[[nodiscard]] std::string text_in(Json const& object, std::string_view name);

}  // namespace mock_provider

namespace mock_provider::json_text {

/// Deeper nesting is refused: everything that walks a value may then recurse.
constexpr std::size_t depth_limit = 200;

/// Why a text is no JSON, and where (both counted from 1, columns in bytes).
struct Problem {
  std::string message;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The value that a UTF-8 text holds, or what is wrong with it: bad syntax, bad UTF-8, nesting beyond `depth_limit`.
/// Of several members of one name the last counts, at the place of the first. Takes time in proportion to the text.
[[nodiscard]] std::variant<Json, Problem> parse(std::string_view text);

/// The same, but two members of one name are a problem as well.
[[nodiscard]] std::variant<Json, Problem> parse_strictly(std::string_view text);

/// The same as `parse`; null for what is no JSON.
[[nodiscard]] Json value_or_null(std::string_view text);

/// Compact JSON in UTF-8; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string dump(Json const& value);

/// Appends a text as a JSON string, as `dump` writes it.
void append_string(std::string& json, std::string_view text);

/// Whether `parse` would give a value; builds none.
[[nodiscard]] bool is_json(std::string_view text);

/// `dump` for people, a line for each member and element.
[[nodiscard]] std::string indented(Json const& value);

/// `dump`, shortened to about `limit` bytes for a message to people.
[[nodiscard]] std::string excerpt(Json const& value, std::size_t limit = 120);

/// The text itself, or its beginning of about `limit` bytes, no character cut in two, with "…" for the rest.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit);

[[nodiscard]] bool is_utf8(std::string_view text);

/// Where the first bytes stand that are no UTF-8; nothing when all are.
[[nodiscard]] std::optional<Problem> problem_of_utf8(std::string_view text);

/// JSON pointer of a member or an element below `pointer` (RFC 6901).
[[nodiscard]] std::string child(std::string_view pointer, std::string_view key);
[[nodiscard]] std::string child(std::string_view pointer, std::size_t index);

}  // namespace mock_provider::json_text
