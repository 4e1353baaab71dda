#include "jinja/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "jinja/unicode.hpp"

namespace jinja {
namespace {

struct NumberLength {
  std::size_t length;
  bool is_float;
};

enum class Fraction { allowed, forbidden };

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool is_digit(char c, int base) {
  if (base == 16 && lower(c) >= 'a' && lower(c) <= 'f') return true;
  return c >= '0' && c <= '9' && c - '0' < base;
}

// Digits of one base from `at` on, with single underscores between them; the end of the last digit.
std::size_t digits_end(std::string_view text, std::size_t at, int base) {
  std::size_t end = at;
  while (at < text.size() && (is_digit(text[at], base) || text[at] == '_')) {
    if (text[at] == '_' && at > 0 && text[at - 1] == '_') break;
    ++at;
    if (text[at - 1] != '_') end = at;
  }
  return end;
}

std::size_t prefixed_length(std::string_view text) {
  if (text.size() < 3 || text[0] != '0') return 0;
  char const letter = lower(text[1]);
  int const base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 0;
  if (base == 0) return 0;
  std::size_t const first = text[2] == '_' ? 3 : 2;
  if (first >= text.size() || !is_digit(text[first], base)) return 0;
  return digits_end(text, first, base);
}

std::size_t exponent_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || lower(text[at]) != 'e') return at;
  std::size_t digits = at + 1;
  if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
  if (digits >= text.size() || !is_digit(text[digits], 10)) return at;
  return digits_end(text, digits, 10);
}

// Without a fraction a leading zero ends the number: 012 are two numbers, which is a syntax error everywhere.
std::size_t integer_end(std::string_view text) {
  if (text[0] != '0') return digits_end(text, 0, 10);
  std::size_t end = 1;
  while (end < text.size() &&
         (text[end] == '0' || (text[end] == '_' && end + 1 < text.size() && text[end + 1] == '0'))) {
    ++end;
  }
  return end;
}

std::optional<char32_t> code_point(std::string_view digits, std::size_t expected, int base) {
  std::uint32_t value = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  bool const is_whole = error == std::errc{} && end == digits.data() + digits.size() && digits.size() == expected;
  if (!is_whole || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return value;
}

char simple_escape(char letter) {
  constexpr std::string_view letters = "abfnrtv\\'\"";
  constexpr std::string_view meant = "\a\b\f\n\r\t\v\\'\"";
  std::size_t const at = letters.find(letter);
  return at == std::string_view::npos ? '\0' : meant[at];
}

std::size_t hexadecimal_digits(char letter) {
  return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

// \N{name}; `at` is behind the N.
std::optional<std::size_t> append_named(std::string& result, std::string_view text, std::size_t at) {
  std::size_t const end = text.find('}', at);
  if (text.substr(at, 1) != "{" || end == std::string_view::npos) return std::nullopt;
  std::optional<char32_t> const meant = unicode::character_named(text.substr(at + 1, end - at - 1));
  if (!meant) return std::nullopt;
  unicode::append(result, *meant);
  return end + 1;
}

// Appends what the escape at `at` (past the backslash) means and returns where it ends; nothing when it is wrong.
std::optional<std::size_t> append_escape(std::string& result, std::string_view text, std::size_t at) {
  char const letter = text[at];
  if (char const simple = simple_escape(letter)) {
    result += simple;
    return at + 1;
  }
  if (letter == '\n') return at + 1;
  if (std::size_t const count = hexadecimal_digits(letter)) {
    std::optional<char32_t> const meant = code_point(text.substr(at + 1, count), count, 16);
    if (!meant) return std::nullopt;
    unicode::append(result, *meant);
    return at + 1 + count;
  }
  if (is_digit(letter, 8)) {
    std::size_t count = 1;
    while (count < 3 && at + count < text.size() && is_digit(text[at + count], 8)) ++count;
    unicode::append(result, *code_point(text.substr(at, count), count, 8));
    return at + count;
  }
  if (letter == 'N') return append_named(result, text, at + 1);
  if (static_cast<unsigned char>(letter) >= 0x80) {
    // Jinja2 turns the character into an escape before it resolves escapes, and reads the two backslashes as one.
    result += unicode::escape_of(unicode::decode(text, at));
    return at + unicode::character_length(text, at);
  }
  result += '\\';
  result += letter;
  return at + 1;
}

// How much of `text`, which begins with a digit, is one number.
NumberLength number_length(std::string_view text, Fraction fraction) {
  if (std::size_t const prefixed = prefixed_length(text)) return {prefixed, false};
  if (fraction == Fraction::allowed) {
    std::size_t const whole = digits_end(text, 0, 10);
    std::size_t end = whole;
    bool const has_fraction = whole + 1 < text.size() && text[whole] == '.' && is_digit(text[whole + 1], 10);
    if (has_fraction) end = digits_end(text, whole + 1, 10);
    end = exponent_end(text, end);
    if (end != whole) return {end, true};
  }
  return {integer_end(text), false};
}

// The text that is meant by the inside of a literal: \n, \t, \x41, \u00e9, \101, \N{BULLET} and the like; an unknown
// escape stays. Nothing when an escape stands for no character.
std::optional<std::string> without_escapes(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      result += text[at++];
      continue;
    }
    std::optional<std::size_t> const end = append_escape(result, text, at + 1);
    if (!end) return std::nullopt;
    at = *end;
  }
  return result;
}

// `text` with \n for every \r\n and \r.
std::string with_line_feeds(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') continue;
    result += text[at] == '\r' ? '\n' : text[at];
  }
  return result;
}

bool is_name_part(std::string_view text, std::size_t at) {
  char const c = text[at];
  bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  if (is_letter || static_cast<unsigned char>(c) < 0x80) return is_letter || is_digit(c, 10);
  char32_t const code_point = unicode::decode(text, at);
  return unicode::has(unicode::Property::word, code_point) || unicode::continues_identifier(code_point);
}

// How far past `at` the sign goes that follows the opening of a tag.
std::size_t sign_length(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '-' || text[at] == '+') ? 1 : 0;
}

std::string described(Token const& token) {
  if (token.kind == TokenKind::data) return "text";
  return token.kind == TokenKind::end ? "the end of the template" : "'" + std::string(token.text) + "'";
}

}  // namespace

// P5.2-13: all of the text, while Jinja2 drops the last line end unless keep_trailing_newline is set.
Source::Source(std::string_view text) : text_(with_line_feeds(text)) {}

std::string_view Source::keep(std::string text) {
  return kept_.emplace_back(std::move(text));
}

Position Source::position(std::size_t offset) const {
  std::string_view const before = std::string_view(text_).substr(0, offset);
  std::size_t const lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::string_view const line = before.substr(before.rfind('\n') + 1);
  // Every byte that does not continue a character begins one.
  auto const begins_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  std::size_t const characters = static_cast<std::size_t>(std::count_if(line.begin(), line.end(), begins_character));
  return {.line = lines + 1, .column = characters + 1};
}

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
    return {.kind = kind, .begin = at, .inside = at + 2 + sign_length(text_, at + 2)};
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
  // P5.2-11: the text before the tag; `end_of_tag` skips the blanks behind it.
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
    std::size_t const word = skip_blanks(at + 2 + sign_length(text_, at + 2));
    if (text_.substr(word, 6) != "endraw") continue;
    std::size_t const end = skip_blanks(word + 6);
    std::size_t const sign = sign_length(text_, end);
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
  if (is_digit(c, 10)) return number();
  if (c == '\'' || c == '"') return text_literal();
  if (is_name_part(text_, at_)) return name();
  return symbol();
}

std::optional<Token> Lexer::end_of_tag() {
  bool const is_output = state_ == State::output;
  std::string_view const closing = is_output ? "}}" : "%}";
  std::size_t const from = at_;
  // P5.2-12: the line end behind a statement stays, as without trim_blocks in Jinja2.
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
  // After a point only digits follow: x.0.1 has two subscripts.
  bool const after_point = from > 0 && text_[from - 1] == '.';
  NumberLength const found = number_length(text_.substr(from), after_point ? Fraction::forbidden : Fraction::allowed);
  at_ += found.length;
  return token(found.is_float ? TokenKind::floating : TokenKind::integer, from);
}

Token Lexer::name() {
  std::size_t const from = at_;
  while (at_ < text_.size() && is_name_part(text_, at_)) at_ += unicode::character_length(text_, at_);
  std::string_view const found = text_.substr(from, at_ - from);
  if (!unicode::is_identifier(found)) fail(reason::not_a_name(found), from);
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
    fail(reason::unexpected_character(text_.substr(at_, size)), at_);
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
  if (open_brackets_.empty()) fail(reason::unexpected_character(std::string_view(&bracket, 1)), at_);
  if (open_brackets_.back() != bracket) {
    fail(reason::wrong_bracket(std::string_view(&bracket, 1), std::string_view(&open_brackets_.back(), 1)), at_);
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
  fail(reason::expected(what, described(current_)));
}

}  // namespace jinja
