#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "prompty/render/jinja/source.hpp"
#include "prompty/render/jinja/token.hpp"

namespace prompty::jinja {

/// Cuts a template into tokens, one at a call. Blanks are dropped where `-` says so; comments and the tags around raw
/// text do not appear. Every function throws SyntaxFailure for text that is no template.
class Lexer {
 public:
  /// `source` must outlive the lexer and its tokens.
  explicit Lexer(Source& source);

  /// The next token; `end` for ever after the last one.
  [[nodiscard]] Token next();

 private:
  enum class State { text, output, block };
  struct Tag;

  std::optional<Token> next_outside();
  std::optional<Token> data_before(Tag const& tag);
  std::optional<Token> enter(Tag const& tag);
  std::optional<Token> raw_text(std::size_t from);
  [[nodiscard]] Tag find_tag() const;

  Token next_inside();
  std::optional<Token> end_of_tag();
  Token number();
  Token name();
  Token text_literal();
  Token symbol();
  void balance(char bracket);

  [[nodiscard]] std::size_t skip_blanks(std::size_t at) const;
  [[nodiscard]] Token token(TokenKind kind, std::size_t from);
  [[noreturn]] void fail(std::string_view reason, std::size_t offset) const;

  Source& source_;
  std::string_view text_;
  State state_ = State::text;
  std::size_t at_ = 0;
  std::size_t tag_at_ = 0;
  std::vector<char> open_brackets_;
};

}  // namespace prompty::jinja
