#include "prompty/render/jinja/lexer.hpp"

#include <array>
#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/literal.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace lexer {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_name_part(std::string_view text, std::size_t at) {
  char const c = text[at];
  bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  if (is_letter || static_cast<unsigned char>(c) < 0x80) return is_letter || is_digit(c);
  char32_t const code_point = unicode::decode(text, at);
  return unicode::has(unicode::Property::word, code_point) || unicode::continues_identifier(code_point);
}

// How far past `at` the sign goes that follows the opening of a tag.
std::size_t sign_length(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '-' || text[at] == '+') ? 1 : 0;
}

}  // namespace
}  // namespace lexer

struct Lexer::Tag {
  char kind = '\0';  // '{', '%' or '#'; '\0' when no tag is left
  std::size_t begin = 0;
  std::size_t inside = 0;
};

Lexer::Lexer(Source& source) : source_(source), text_(source.text()) {}

Token Lexer::next() {
  while (true) {
    if (state_ != State::text) return next_inside();
    if (at_ >= text_.size()) return {.offset = text_.size(), .end_offset = text_.size()};
    if (std::optional<Token> found = next_outside()) return *found;
  }
}

Lexer::Tag Lexer::find_tag() const {
  for (std::size_t at = text_.find('{', at_); at != std::string_view::npos; at = text_.find('{', at + 1)) {
    char const kind = at + 1 < text_.size() ? text_[at + 1] : '\0';
    if (kind != '{' && kind != '%' && kind != '#') continue;
    return {.kind = kind, .begin = at, .inside = at + 2 + lexer::sign_length(text_, at + 2)};
  }
  return {.begin = text_.size(), .inside = text_.size()};
}

// Nothing when the text before the tag is empty and the tag itself gives no token.
std::optional<Token> Lexer::next_outside() {
  Tag const tag = find_tag();
  if (std::optional<Token> const data = data_before(tag)) return data;
  return tag.kind == '\0' ? std::nullopt : enter(tag);
}

std::optional<Token> Lexer::data_before(Tag const& tag) {
  std::size_t const from = std::exchange(at_, tag.begin);
  std::string_view data = text_.substr(from, tag.begin - from);
  // P5.2-11: what stands before the tag; `end_of_tag` skips what stands behind it.
  if (tag.kind != '\0' && tag.inside > tag.begin + 2 && text_[tag.begin + 2] == '-') data = unicode::strip_right(data);
  if (data.empty()) return std::nullopt;
  return Token{.kind = TokenKind::data, .text = data, .offset = from, .end_offset = from + data.size()};
}

std::optional<Token> Lexer::enter(Tag const& tag) {
  tag_at_ = tag.begin;
  // P5.2-10: a comment gives no token at all.
  if (tag.kind == '#') {
    std::size_t const end = text_.find("#}", tag.inside);
    // Like Jinja2, nothing at all after an opening is no error.
    if (end == std::string_view::npos && tag.inside == text_.size()) {
      at_ = tag.inside;
      return std::nullopt;
    }
    if (end == std::string_view::npos) fail("the comment is not closed; end it with #}", tag.begin);
    at_ = end > tag.inside && text_[end - 1] == '-' ? skip_blanks(end + 2) : end + 2;
    return std::nullopt;
  }
  if (tag.kind == '%') {
    std::size_t const word = skip_blanks(tag.inside);
    std::size_t const end = skip_blanks(word + 3);
    if (text_.substr(word, 3) == "raw") {
      if (text_.substr(end, 2) == "%}") return raw_text(end + 2);
      if (text_.substr(end, 3) == "-%}") return raw_text(skip_blanks(end + 3));
    }
  }
  state_ = tag.kind == '{' ? State::output : State::block;
  at_ = tag.inside;
  TokenKind const kind = tag.kind == '{' ? TokenKind::output_begin : TokenKind::block_begin;
  return Token{.kind = kind, .text = text_.substr(tag.begin, 2), .offset = tag.begin, .end_offset = tag.inside};
}

// P5.2-24: raw text is one piece of data, whatever it looks like.
std::optional<Token> Lexer::raw_text(std::size_t from) {
  for (std::size_t at = text_.find("{%", from); at != std::string_view::npos; at = text_.find("{%", at + 2)) {
    std::size_t const word = skip_blanks(at + 2 + lexer::sign_length(text_, at + 2));
    if (text_.substr(word, 6) != "endraw") continue;
    std::size_t const end = skip_blanks(word + 6);
    std::size_t const sign = lexer::sign_length(text_, end);
    if (text_.substr(end + sign, 2) != "%}") continue;
    at_ = sign == 1 && text_[end] == '-' ? skip_blanks(end + 3) : end + sign + 2;
    std::string_view data = text_.substr(from, at - from);
    if (text_[at + 2] == '-') data = unicode::strip_right(data);
    if (data.empty()) return std::nullopt;
    return Token{.kind = TokenKind::data, .text = data, .offset = from, .end_offset = from + data.size()};
  }
  if (from == text_.size()) {
    at_ = from;
    return std::nullopt;
  }
  fail("the raw text is not closed; end it with {% endraw %}", tag_at_);
}

Token Lexer::next_inside() {
  if (open_brackets_.empty()) {
    if (std::optional<Token> end = end_of_tag()) return *end;
  }
  std::size_t const start = skip_blanks(at_);
  if (start != at_) {
    at_ = start;
    return next_inside();
  }
  if (at_ >= text_.size()) {
    fail(state_ == State::output ? "the output is not closed; end it with }}" : "the tag is not closed; end it with %}",
         tag_at_);
  }
  char const c = text_[at_];
  if (lexer::is_digit(c)) return number();
  if (c == '\'' || c == '"') return text_literal();
  if (lexer::is_name_part(text_, at_)) return name();
  return symbol();
}

std::optional<Token> Lexer::end_of_tag() {
  bool const is_output = state_ == State::output;
  std::string_view const closing = is_output ? "}}" : "%}";
  std::size_t const from = at_;
  // P5.2-12: Jinja2 can be told to drop the line end behind a statement; here it always stays.
  if (text_.substr(at_, 2) == closing) {
    at_ += 2;
  } else if (text_.substr(at_, 1) == "-" && text_.substr(at_ + 1, 2) == closing) {
    at_ = skip_blanks(at_ + 3);
  } else if (!is_output && text_.substr(at_, 1) == "+" && text_.substr(at_ + 1, 2) == closing) {
    at_ += 3;
  } else {
    return std::nullopt;
  }
  state_ = State::text;
  return Token{.kind = is_output ? TokenKind::output_end : TokenKind::block_end,
               .text = closing,
               .offset = from,
               .end_offset = at_};
}

Token Lexer::number() {
  std::size_t const from = at_;
  // After a point only digits follow: x.0.1 asks for two elements.
  bool const after_point = from > 0 && text_[from - 1] == '.';
  NumberLength const found = number_length(text_.substr(from), after_point ? Fraction::forbidden : Fraction::allowed);
  at_ += found.length;
  return token(found.is_float ? TokenKind::floating : TokenKind::integer, from);
}

Token Lexer::name() {
  std::size_t const from = at_;
  while (at_ < text_.size() && lexer::is_name_part(text_, at_)) at_ += unicode::character_length(text_, at_);
  std::string_view const found = text_.substr(from, at_ - from);
  if (!unicode::is_identifier(found)) fail(errors::reason::not_a_name(found), from);
  return token(TokenKind::name, from);
}

Token Lexer::text_literal() {
  std::size_t const from = at_;
  char const quote = text_[at_++];
  bool has_escapes = false;
  while (at_ < text_.size() && text_[at_] != quote) {
    has_escapes = has_escapes || text_[at_] == '\\';
    at_ += text_[at_] == '\\' ? 2 : 1;
  }
  if (at_ >= text_.size()) fail("the text is not closed; end it with the quote that it began with", from);
  ++at_;
  Token result = token(TokenKind::text, from);
  result.text = result.text.substr(1, result.text.size() - 2);
  if (!has_escapes) return result;
  std::optional<std::string> unescaped = without_escapes(result.text);
  if (!unescaped) fail("the text has an escape that stands for no character", from);
  result.text = source_.keep(std::move(*unescaped));
  return result;
}

Token Lexer::symbol() {
  constexpr std::array<std::string_view, 6> pairs = {"//", "**", "==", "!=", ">=", "<="};
  constexpr std::string_view singles = "+-/*%~[](){}><=.:|,;";
  std::size_t const from = at_;
  for (std::string_view const pair : pairs) {
    if (text_.substr(at_, 2) != pair) continue;
    at_ += 2;
    return token(TokenKind::symbol, from);
  }
  if (singles.find(text_[at_]) == std::string_view::npos) {
    std::size_t const size = unicode::character_length(text_, at_);
    fail(errors::reason::unexpected_character(text_.substr(at_, size)), at_);
  }
  balance(text_[at_]);
  ++at_;
  return token(TokenKind::symbol, from);
}

void Lexer::balance(char bracket) {
  if (bracket == '(') open_brackets_.push_back(')');
  if (bracket == '[') open_brackets_.push_back(']');
  if (bracket == '{') open_brackets_.push_back('}');
  if (bracket != ')' && bracket != ']' && bracket != '}') return;
  if (open_brackets_.empty()) fail(errors::reason::unexpected_character(std::string_view(&bracket, 1)), at_);
  if (open_brackets_.back() != bracket) {
    fail(errors::reason::wrong_bracket(std::string_view(&bracket, 1), std::string_view(&open_brackets_.back(), 1)),
         at_);
  }
  open_brackets_.pop_back();
}

std::size_t Lexer::skip_blanks(std::size_t at) const {
  while (at < text_.size() && unicode::has(unicode::Property::space, unicode::decode(text_, at))) {
    at += unicode::character_length(text_, at);
  }
  return std::min(at, text_.size());
}

Token Lexer::token(TokenKind kind, std::size_t from) {
  return {.kind = kind, .text = text_.substr(from, at_ - from), .offset = from, .end_offset = at_};
}

void Lexer::fail(std::string_view reason, std::size_t offset) const {
  throw SyntaxFailure(std::string(reason), offset);
}

}  // namespace prompty::jinja
