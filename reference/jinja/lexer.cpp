#include "jinja/lexer.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "jinja/unicode.hpp"

namespace jinja {
namespace {

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

// How much of `text` is a number with a fraction or an exponent; 0 when there is neither.
std::size_t float_length(std::string_view text) {
  std::size_t const whole = digits_end(text, 0, 10);
  bool const has_fraction = whole + 1 < text.size() && text[whole] == '.' && is_digit(text[whole + 1], 10);
  std::size_t const end = exponent_end(text, has_fraction ? digits_end(text, whole + 1, 10) : whole);
  return end == whole ? 0 : end;
}

// Without a fraction a leading zero ends the number: 012 are two numbers, which is a syntax error everywhere.
std::size_t integer_length(std::string_view text) {
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

// Cuts a template into tokens, one at a call. Every function throws SyntaxFailure for text that is no template.
class Lexer {
 public:
  explicit Lexer(Source& source) : source_(source), text_(source.text()) {}

  // The next token; `end` for ever after the last one.
  Token next() {
    while (true) {
      if (state_ != State::text) return next_inside();
      if (at_ >= text_.size()) return {.offset = text_.size(), .end_offset = text_.size()};
      if (std::optional<Token> found = next_outside()) return *found;
    }
  }

 private:
  enum class State { text, output, block };

  struct Tag {
    char kind = '\0';  // '{', '%' or '#'; '\0' when no tag is left
    std::size_t begin = 0;
    std::size_t inside = 0;
  };

  Tag find_tag() const {
    for (std::size_t at = text_.find('{', at_); at != std::string_view::npos; at = text_.find('{', at + 1)) {
      char const kind = at + 1 < text_.size() ? text_[at + 1] : '\0';
      if (kind != '{' && kind != '%' && kind != '#') continue;
      return {.kind = kind, .begin = at, .inside = at + 2 + sign_length(text_, at + 2)};
    }
    return {.begin = text_.size(), .inside = text_.size()};
  }

  // Nothing when the text before the tag is empty and the tag itself gives no token.
  std::optional<Token> next_outside() {
    Tag const tag = find_tag();
    // P5.2-11: the text before the tag; `end_of_tag` skips the blanks behind it.
    bool const is_stripped = tag.kind != '\0' && text_.substr(tag.begin + 2, 1) == "-";
    std::size_t const from = std::exchange(at_, tag.begin);
    if (std::optional<Token> const before = data(from, tag.begin, is_stripped)) return before;
    return tag.kind == '\0' ? std::nullopt : enter(tag);
  }

  // The text in between, perhaps without the blanks at its end; nothing when it is empty.
  std::optional<Token> data(std::size_t from, std::size_t end, bool is_stripped) const {
    std::string_view found = text_.substr(from, end - from);
    if (is_stripped) found = unicode::strip(found, unicode::Ends::right);
    if (found.empty()) return std::nullopt;
    return Token{.kind = TokenKind::data, .text = found, .offset = from, .end_offset = from + found.size()};
  }

  std::optional<Token> enter(Tag const& tag) {
    tag_at_ = tag.begin;
    if (tag.kind == '#') {
      skip_comment(tag);
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

  // P5.2-10: a comment gives no token at all.
  void skip_comment(Tag const& tag) {
    std::size_t const end = text_.find("#}", tag.inside);
    if (end != std::string_view::npos) {
      at_ = end > tag.inside && text_[end - 1] == '-' ? skip_blanks(end + 2) : end + 2;
    } else if (tag.inside == text_.size()) {
      // Like Jinja2, nothing at all after an opening is no error.
      at_ = tag.inside;
    } else {
      throw SyntaxFailure("the comment is not closed; end it with #}", tag.begin);
    }
  }

  // P5.2-24: raw text is one piece of data, whatever it looks like.
  std::optional<Token> raw_text(std::size_t from) {
    for (std::size_t at = text_.find("{%", from); at != std::string_view::npos; at = text_.find("{%", at + 2)) {
      std::size_t const word = skip_blanks(at + 2 + sign_length(text_, at + 2));
      if (text_.substr(word, 6) != "endraw") continue;
      std::size_t const end = skip_blanks(word + 6);
      std::size_t const sign = sign_length(text_, end);
      if (text_.substr(end + sign, 2) != "%}") continue;
      at_ = sign == 1 && text_[end] == '-' ? skip_blanks(end + 3) : end + sign + 2;
      return data(from, at, text_[at + 2] == '-');
    }
    if (from != text_.size()) throw SyntaxFailure("the raw text is not closed; end it with {% endraw %}", tag_at_);
    at_ = from;
    return std::nullopt;
  }

  Token next_inside() {
    if (open_brackets_.empty()) {
      if (std::optional<Token> end = end_of_tag()) return *end;
    }
    std::size_t const start = skip_blanks(at_);
    if (start != at_) {
      at_ = start;
      return next_inside();
    }
    if (at_ >= text_.size()) {
      bool const is_output = state_ == State::output;
      throw SyntaxFailure(
          is_output ? "the output is not closed; end it with }}" : "the tag is not closed; end it with %}", tag_at_);
    }
    char const c = text_[at_];
    if (is_digit(c, 10)) return number();
    if (c == '\'' || c == '"') return text_literal();
    return is_name_part(text_, at_) ? name() : symbol();
  }

  std::optional<Token> end_of_tag() {
    bool const is_output = state_ == State::output;
    std::string_view const closing = is_output ? "}}" : "%}";
    std::size_t const from = at_;
    // P5.2-12: the line end behind a statement stays, as without trim_blocks in Jinja2.
    if (text_.substr(at_, 2) == closing) {
      at_ += 2;
    } else if (text_.substr(at_, 1) == "-" && text_.substr(at_ + 1, 2) == closing) {
      at_ = skip_blanks(at_ + 3);
    } else if (!is_output && text_.substr(at_, 3) == "+%}") {
      at_ += 3;
    } else {
      return std::nullopt;
    }
    state_ = State::text;
    TokenKind const kind = is_output ? TokenKind::output_end : TokenKind::block_end;
    return Token{.kind = kind, .text = closing, .offset = from, .end_offset = at_};
  }

  Token number() {
    std::string_view const text = text_.substr(at_);
    if (std::size_t const prefixed = prefixed_length(text)) return take(TokenKind::integer, prefixed);
    // After a point only digits follow: x.0.1 has two subscripts.
    bool const after_point = at_ > 0 && text_[at_ - 1] == '.';
    std::size_t const fractional = after_point ? 0 : float_length(text);
    if (fractional != 0) return take(TokenKind::floating, fractional);
    return take(TokenKind::integer, integer_length(text));
  }

  Token name() {
    std::size_t end = at_;
    while (end < text_.size() && is_name_part(text_, end)) end += unicode::character_length(text_, end);
    Token const found = take(TokenKind::name, end - at_);
    if (!unicode::is_identifier(found.text)) throw SyntaxFailure(reason::not_a_name(found.text), found.offset);
    return found;
  }

  Token text_literal() {
    char const quote = text_[at_];
    bool has_escapes = false;
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) {
      has_escapes = has_escapes || text_[end] == '\\';
      end += text_[end] == '\\' ? 2 : 1;
    }
    if (end >= text_.size())
      throw SyntaxFailure("the text is not closed; end it with the quote that it began with", at_);
    Token result = take(TokenKind::text, end + 1 - at_);
    result.text = result.text.substr(1, result.text.size() - 2);
    if (!has_escapes) return result;
    std::optional<std::string> unescaped = without_escapes(result.text);
    if (!unescaped) throw SyntaxFailure("the text has an escape that stands for no character", result.offset);
    result.text = source_.keep(std::move(*unescaped));
    return result;
  }

  Token symbol() {
    constexpr std::array<std::string_view, 6> pairs = {"//", "**", "==", "!=", ">=", "<="};
    constexpr std::string_view singles = "+-/*%~[](){}><=.:|,;";
    if (std::ranges::find(pairs, text_.substr(at_, 2)) != pairs.end()) return take(TokenKind::symbol, 2);
    if (singles.find(text_[at_]) == std::string_view::npos) {
      std::size_t const size = unicode::character_length(text_, at_);
      throw SyntaxFailure(reason::unexpected_character(text_.substr(at_, size)), at_);
    }
    balance(text_.substr(at_, 1));
    return take(TokenKind::symbol, 1);
  }

  void balance(std::string_view bracket) {
    constexpr std::string_view opening = "([{";
    constexpr std::string_view closing = ")]}";
    std::size_t const opened = opening.find(bracket);
    if (opened != std::string_view::npos) open_brackets_ += closing[opened];
    if (closing.find(bracket) == std::string_view::npos) return;
    if (open_brackets_.empty()) throw SyntaxFailure(reason::unexpected_character(bracket), at_);
    if (!open_brackets_.ends_with(bracket)) {
      throw SyntaxFailure(reason::wrong_bracket(bracket, std::string_view(&open_brackets_.back(), 1)), at_);
    }
    open_brackets_.pop_back();
  }

  std::size_t skip_blanks(std::size_t at) const {
    while (at < text_.size() && unicode::has(unicode::Property::space, unicode::decode(text_, at))) {
      at += unicode::character_length(text_, at);
    }
    return std::min(at, text_.size());
  }

  // Goes past the token of that length.
  Token take(TokenKind kind, std::size_t length) {
    std::size_t const from = std::exchange(at_, at_ + length);
    return {.kind = kind, .text = text_.substr(from, length), .offset = from, .end_offset = at_};
  }

  Source& source_;
  std::string_view text_;
  State state_ = State::text;
  std::size_t at_ = 0;
  std::size_t tag_at_ = 0;
  std::string open_brackets_;  // what closes them
};

TokenStream::TokenStream(Source& source)
    : source_(source), lexer_(std::make_unique<Lexer>(source)), current_(lexer_->next()) {}

TokenStream::~TokenStream() = default;

Token const& TokenStream::ahead() {
  if (!ahead_) ahead_ = lexer_->next();
  return *ahead_;
}

Token TokenStream::take() {
  Token const taken = current_;
  taken_until_ = taken.end_offset;
  current_ = ahead_ ? *ahead_ : lexer_->next();
  ahead_.reset();
  return taken;
}

void TokenStream::fail_expecting(std::string_view what) const {
  fail(reason::expected(what, described(current_)));
}

}  // namespace jinja
