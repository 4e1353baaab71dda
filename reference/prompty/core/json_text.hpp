#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// At least the number of values that a JSON text can hold, and how deep they are nested; found without parsing it.
struct Extent {
  std::size_t values = 1;
  std::size_t depth = 0;
};
[[nodiscard]] Extent extent_of(std::string_view text);

/// `value` on one line. Bytes that are not UTF-8 become U+FFFD, so this never throws.
[[nodiscard]] std::string dump(Json const& value);

/// `value` over several lines, indented by two spaces; otherwise as `dump`.
[[nodiscard]] std::string dump_indented(Json const& value);

/// Builds an object in linear time; a Json object compares each name that is looked up with all of its names.
class ObjectBuilder {
 public:
  /// Begins with the members of `object`, a JSON object, or null for none.
  explicit ObjectBuilder(Json object = nullptr);

  /// The member of this name, until the next `set`; null when there is none.
  [[nodiscard]] Json* find(std::string const& name);

  /// Appends the member, or replaces the value of the one that has this name.
  void set(std::string name, Json value);

  /// The object, whose builder is of no use from then on.
  [[nodiscard]] Json take() { return std::move(object_); }

 private:
  Json object_;
  std::unordered_map<std::string, std::size_t> positions_;
};

}  // namespace prompty::json_text
