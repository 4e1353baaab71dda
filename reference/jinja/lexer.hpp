#pragma once

#include <deque>
#include <initializer_list>
#include <optional>
#include <vector>

#include "jinja/errors.hpp"
#include "jinja/reasons.hpp"

namespace jinja {

/// The text of a template and the texts made of it, at addresses that never change; what was compiled views them.
class Source {
 public:
  /// Carriage returns end lines as they do in Jinja2: \r\n and \r become \n.
  explicit Source(std::string_view text);
  Source(Source const&) = delete;
  Source& operator=(Source const&) = delete;

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] std::string_view keep(std::string text);

  /// Line and column of an offset.
  [[nodiscard]] Position position(std::size_t offset) const;

 private:
  std::string text_;
  std::deque<std::string> kept_;
};

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

/// The tokens of a template with one token of lookahead. Every function throws SyntaxFailure for text that is no
/// template.
class TokenStream {
 public:
  explicit TokenStream(Source& source);

  [[nodiscard]] Token const& current() const noexcept { return current_; }
  [[nodiscard]] Token const& ahead();
  Token take();

  [[nodiscard]] bool at_symbol(std::string_view symbol) const noexcept;
  [[nodiscard]] bool at_name(std::string_view name) const noexcept;
  [[nodiscard]] bool at_any_name(std::initializer_list<std::string_view> names) const noexcept;

  /// Goes past the symbol or name if it is there, and says whether it was.
  bool skip_symbol(std::string_view symbol);
  bool skip_name(std::string_view name);

  void expect_symbol(std::string_view symbol);
  void expect_name(std::string_view name);
  Token expect(TokenKind kind, std::string_view what);

  /// The source from `offset` to the end of the token taken last.
  [[nodiscard]] std::string_view text_since(std::size_t offset) const;
  [[nodiscard]] Source& source() noexcept { return source_; }

  [[noreturn]] void fail(std::string_view reason) const;
  [[noreturn]] void fail_at(std::string_view reason, std::size_t offset) const;
  [[noreturn]] void fail_expecting(std::string_view what) const;

 private:
  Source& source_;
  Lexer lexer_;
  Token current_;
  Token ahead_;
  bool has_ahead_ = false;
  std::size_t taken_until_ = 0;
};

}  // namespace jinja
