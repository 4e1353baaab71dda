#pragma once

#include <initializer_list>
#include <string_view>

#include "prompty/render/jinja/lexer.hpp"

namespace prompty::jinja {

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

}  // namespace prompty::jinja
