#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace prompty::role_marker {

/// The attribute that tells a marker of the template from one that an input brought; no metadata.
inline constexpr std::string_view nonce_key = "nonce";

/// One attribute of a marker: its value without quotes and outer blanks. Views of the line.
struct Attribute {
  std::string_view key;
  std::string_view value;

  bool operator==(Attribute const&) const = default;
};

/// A line that opens a message.
struct Marker {
  /// The canonical name: system, user or assistant.
  std::string_view role;
  /// In the order written, repetitions included.
  std::vector<Attribute> attributes = {};
  /// The offset in the line at which a further attribute can be written: behind the bracket, or behind the role when
  /// there are no attributes.
  std::size_t first_attribute_at = 0;
  /// For each attribute, the offset in the line of the comma or bracket behind it.
  std::vector<std::size_t> attribute_ends = {};

  bool operator==(Marker const&) const = default;
};

/// The marker that `line` (without its LF; a CR at its end is a blank) is: blanks, one optional `#`, the role in any
/// letter case, optionally `[key=value, key="quoted, value"]` right behind it, a colon, and nothing but blanks around
/// these (P2.10-11; ). Nothing for any other line: one with malformed brackets is text. Keys are
/// of letters of any script, digits, `_`, `-` and `.`; a quoted value holds no quote, another one neither `,` nor `]`
/// nor a quote, and may be empty.
[[nodiscard]] std::optional<Marker> read(std::string_view line);

/// Whether `line` was meant as a marker with attributes but is text: a role, a bracket and a colon at the end, with
/// something wrong between them.
[[nodiscard]] bool is_malformed(std::string_view line);

/// Whether `key` is the attribute `nonce`, in any letter case.
[[nodiscard]] bool is_nonce_key(std::string_view key);

}  // namespace prompty::role_marker
