#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD, so that it can go into a JSON report.
[[nodiscard]] std::string valid_utf8(std::string_view bytes);

/// Valid UTF-8 as a terminal may show it: line feeds and tabs stay, every other control character, and the characters
/// that end a line or turn its direction, are spaces.
[[nodiscard]] std::string printable_text(std::string_view bytes);

/// The beginning of `bytes` for a one-line message: printable, line feeds and tabs as spaces, too, at most `max_bytes`
/// of the input, "…" where something was left out.
[[nodiscard]] std::string one_line_excerpt(std::string_view bytes, std::size_t max_bytes);

/// At most so many bytes of a text, never a part of a character; behind them how many bytes are missing, if any.
[[nodiscard]] std::string shortened_text(std::string text, std::size_t max_bytes);

/// The text with `to` in the place of each `from`; as it is where that is empty.
[[nodiscard]] std::string replaced_all(std::string text, std::string_view from, std::string_view to);

/// A name that somebody else chose, for tables and headings of reports, on terminals among them: one line of at most
/// 200 bytes.
[[nodiscard]] std::string shown_name(std::string_view name);

/// Values of an adapter's environment that are shown nowhere. In their place stands `****` and their last 4 characters,
/// `****` alone for a value of fewer than 12.
class Secrets {
 public:
  Secrets() = default;
  /// Empty values do not count.
  explicit Secrets(std::vector<std::string> const& values);

  [[nodiscard]] bool empty() const { return values_.empty(); }

  [[nodiscard]] std::string masked(std::string text) const;
  /// All strings of a value, keys of objects included.
  [[nodiscard]] Json masked_json(Json const& value) const;

 private:
  std::vector<std::string> values_;  ///< the longest first, since one may be a part of another
};

}  // namespace conformance
