#include "prompty/render/jinja/token_stream.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"

namespace prompty::jinja {
namespace token_stream {
namespace {

std::string described(Token const& token) {
  switch (token.kind) {
    case TokenKind::data:
      return "text";
    case TokenKind::end:
      return "the end of the template";
    case TokenKind::output_begin:
    case TokenKind::output_end:
    case TokenKind::block_begin:
    case TokenKind::block_end:
    case TokenKind::name:
    case TokenKind::text:
    case TokenKind::integer:
    case TokenKind::floating:
    case TokenKind::symbol:
      break;
  }
  return "'" + std::string(token.text) + "'";
}

}  // namespace
}  // namespace token_stream

TokenStream::TokenStream(Source& source) : source_(source), lexer_(source), current_(lexer_.next()) {}

Token const& TokenStream::ahead() {
  if (!has_ahead_) ahead_ = lexer_.next();
  has_ahead_ = true;
  return ahead_;
}

Token TokenStream::take() {
  Token const taken = current_;
  taken_until_ = taken.end_offset;
  current_ = has_ahead_ ? ahead_ : lexer_.next();
  has_ahead_ = false;
  return taken;
}

bool TokenStream::at_symbol(std::string_view symbol) const noexcept {
  return current_.kind == TokenKind::symbol && current_.text == symbol;
}

bool TokenStream::at_name(std::string_view name) const noexcept {
  return current_.kind == TokenKind::name && current_.text == name;
}

bool TokenStream::at_any_name(std::initializer_list<std::string_view> names) const noexcept {
  return std::any_of(names.begin(), names.end(), [this](std::string_view name) { return at_name(name); });
}

bool TokenStream::skip_symbol(std::string_view symbol) {
  if (!at_symbol(symbol)) return false;
  take();
  return true;
}

bool TokenStream::skip_name(std::string_view name) {
  if (!at_name(name)) return false;
  take();
  return true;
}

void TokenStream::expect_symbol(std::string_view symbol) {
  if (!skip_symbol(symbol)) fail_expecting("'" + std::string(symbol) + "'");
}

void TokenStream::expect_name(std::string_view name) {
  if (!skip_name(name)) fail_expecting("'" + std::string(name) + "'");
}

Token TokenStream::expect(TokenKind kind, std::string_view what) {
  if (current_.kind != kind) fail_expecting(what);
  return take();
}

std::string_view TokenStream::text_since(std::size_t offset) const {
  return source_.text().substr(offset, taken_until_ - offset);
}

void TokenStream::fail(std::string_view reason) const {
  fail_at(reason, current_.offset);
}

void TokenStream::fail_at(std::string_view reason, std::size_t offset) const {
  throw SyntaxFailure(std::string(reason), offset);
}

void TokenStream::fail_expecting(std::string_view what) const {
  fail(errors::reason::expected(what, token_stream::described(current_)));
}

}  // namespace prompty::jinja
