#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace prompty::yaml {

/// The characters of a text that YAML 1.2 does not take everywhere (§5.1 of YAML 1.2.2), by their bytes.
struct SpecialCharacters {
  /// The first one that may stand nowhere; what follows it was not looked at.
  std::optional<std::size_t> forbidden = std::nullopt;
  /// In order. Control characters beyond ASCII's first, byte order marks, and what is no character.
  std::vector<std::size_t> in_quotes_only = {};
};

/// Those of `text`, well-formed UTF-8.
[[nodiscard]] SpecialCharacters special_characters(std::string_view text);

/// The byte order mark that a document may have before it, behind no more than blanks, line ends and comments (§9.1.1),
/// which is the first of the `special` characters of `text`.
[[nodiscard]] std::optional<std::size_t> leading_byte_order_mark(std::string_view text,
                                                                 SpecialCharacters const& special);

/// Looks for a special character outside of quotes, where the texts in quotes are told one by one, in their order.
class UnquotedCharacters {
 public:
  /// `places`, in order, have to live as long.
  explicit UnquotedCharacters(std::vector<std::size_t> const& places) : places_(places) {}

  /// A text in quotes from the byte at `begin` to the one before `end`.
  void quoted(std::size_t begin, std::size_t end);

  /// The first one outside; to be called once, after the last text in quotes.
  [[nodiscard]] std::optional<std::size_t> first();

 private:
  void skip_to(std::size_t at);

  std::vector<std::size_t> const& places_;
  std::size_t next_ = 0;
  std::optional<std::size_t> first_;
};

}  // namespace prompty::yaml
