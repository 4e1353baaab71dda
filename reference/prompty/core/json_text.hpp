#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "prompty/core/json.hpp"

namespace prompty::json_text {

/// The value written in `text` (UTF-8, one JSON value with blanks around it); nothing when it is not JSON, is
/// nested deeper than 500 levels or has more than ten million values.
[[nodiscard]] std::optional<Json> parse(std::string_view text);

/// Why a text is not JSON; `offset` is the byte at which it goes wrong, if known.
struct Failure {
  std::string reason;
  std::optional<std::size_t> offset = std::nullopt;

  bool operator==(Failure const&) const = default;
};

/// As `parse`, with the reason when there is no value.
[[nodiscard]] std::variant<Json, Failure> parse_or_failure(std::string_view text);

/// `value` on one line. Bytes that are not UTF-8 become U+FFFD, so this never throws.
[[nodiscard]] std::string dump(Json const& value);

/// `value` over several lines, indented by two spaces; otherwise as `dump`.
[[nodiscard]] std::string dump_indented(Json const& value);

}  // namespace prompty::json_text
