#pragma once

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>

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
  /// Whether it is the symbol or the name `spelled`.
  [[nodiscard]] bool is(std::string_view spelled) const noexcept {
    return (kind == TokenKind::name || kind == TokenKind::symbol) && text == spelled;
  }

  TokenKind kind = TokenKind::end;
  std::string_view text = {};
  std::size_t offset = 0;
  std::size_t end_offset = 0;
};

class Lexer;

/// The tokens of a template with one token of lookahead, read when they are needed, without comments, tags around raw
/// text, and blanks that `-` drops. Every function throws SyntaxFailure for text that is no template.
class TokenStream {
 public:
  /// `source` must outlive the tokens.
  explicit TokenStream(Source& source);
  ~TokenStream();
  TokenStream(TokenStream const&) = delete;
  TokenStream& operator=(TokenStream const&) = delete;

  /// `end` for ever after the last one.
  [[nodiscard]] Token const& current() const noexcept { return current_; }
  [[nodiscard]] Token const& ahead();
  Token take();

  [[nodiscard]] bool at(std::string_view spelled) const noexcept { return current_.is(spelled); }
  [[nodiscard]] bool at_any(std::initializer_list<std::string_view> spelled) const noexcept {
    return std::ranges::any_of(spelled, [this](std::string_view one) { return at(one); });
  }

  /// Goes past the symbol or name if it is there, and says whether it was.
  bool skip(std::string_view spelled) {
    bool const is_there = at(spelled);
    if (is_there) take();
    return is_there;
  }

  void expect(std::string_view spelled) {
    if (!skip(spelled)) fail_expecting("'" + std::string(spelled) + "'");
  }
  Token expect(TokenKind kind, std::string_view what) {
    if (current_.kind != kind) fail_expecting(what);
    return take();
  }

  /// The source from `offset` to the end of the token taken last.
  [[nodiscard]] std::string_view text_since(std::size_t offset) const {
    return source_.text().substr(offset, taken_until_ - offset);
  }
  [[nodiscard]] Source& source() noexcept { return source_; }

  /// Says that the current token is wrong.
  [[noreturn]] void fail(std::string const& reason) const { throw SyntaxFailure(reason, current_.offset); }
  [[noreturn]] void fail_expecting(std::string_view what) const;

 private:
  Source& source_;
  std::unique_ptr<Lexer> lexer_;
  Token current_;
  std::optional<Token> ahead_;
  std::size_t taken_until_ = 0;
};

}  // namespace jinja
