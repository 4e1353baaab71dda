#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

namespace prompty::jinja {

enum class TokenKind {
  data,
  output_begin,
  output_end,
  block_begin,
  block_end,
  name,
  text,
  integer,
  floating,
  symbol,
  end
};

/// A piece of a template. `text` is the name, symbol or data itself, the contents of a text literal with its escapes
/// resolved, or the digits of a number; `offset` is where it begins in the source and `end_offset` where it ends.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text = {};
  std::size_t offset = 0;
  std::size_t end_offset = 0;
};

}  // namespace prompty::jinja
