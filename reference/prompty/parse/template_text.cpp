#include "prompty/parse/pre_render.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "prompty/core/utf8.hpp"

namespace prompty::template_text {
namespace {

constexpr std::string_view white = " \t\r\f\v\n";
constexpr std::size_t npos = std::string_view::npos;
constexpr std::array<std::string_view, 8> openers = {"if",     "for",   "macro", "call",
                                                     "filter", "block", "with",  "autoescape"};

/// The inside of a statement tag without its blanks and whitespace marks, such as "raw".
std::string_view word_of(std::string_view tag) {
  return utf8::trimmed(tag.substr(2, tag.size() - 4), "-+ \t\r\f\v\n");
}

BlockEffect effect_of_statement(std::string_view words) {
  std::string_view const name = words.substr(0, words.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
  if (name == "else" || name == "elif") return BlockEffect::switches;
  // `{% set a %}` encloses text, `{% set a = 1 %}` does not.
  if (name == "set") return words.find('=') < words.find('|') ? BlockEffect::none : BlockEffect::opens;
  if (std::ranges::find(openers, name) != openers.end()) return BlockEffect::opens;
  return name.starts_with("end") && name != "endraw" ? BlockEffect::closes : BlockEffect::none;
}

BlockEffect effect_of_section(char sign) {
  if (sign == '#' || sign == '^') return BlockEffect::opens;
  return sign == '/' ? BlockEffect::closes : BlockEffect::none;
}

bool is_mustache_tag(std::string_view rest) {
  return rest.size() > 2 && std::string_view("#^/!>=").find(rest[2]) != npos;
}

/// Cuts a template into pieces from left to right, in linear time: a search that found nothing is never made again.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<Piece> split() {
    std::size_t at = 0;
    while ((at = text_.find('{', at)) != npos) {
      std::optional<std::size_t> const end = end_of_tag(at);
      if (!end) {
        ++at;
        continue;
      }
      add_tag(at, *end);
      at = literal_begin_;
    }
    add_literal(text_.size());
    return std::move(pieces_);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> end_of_tag(std::size_t begin) {
    std::string_view const rest = text_.substr(begin);
    if (rest.size() < 2) return std::nullopt;
    if (rest[1] == '#') return plain_end("#}", begin, comments_closed_);
    if (rest[1] == '%') return code_end("%}", begin, statements_closed_);
    if (rest[1] != '{') return std::nullopt;
    if (is_mustache_tag(rest)) return plain_end("}}", begin, outputs_closed_);
    return code_end("}}", begin, outputs_closed_);
  }

  [[nodiscard]] std::optional<std::size_t> plain_end(std::string_view closer, std::size_t begin, bool& closed) const {
    if (!closed) return std::nullopt;
    std::size_t const end = text_.find(closer, begin + 2);
    closed = end != npos;
    if (!closed) return std::nullopt;
    return end + closer.size();
  }

  /// A closer in a string or in brackets does not count, unless nothing else closes the tag.
  [[nodiscard]] std::optional<std::size_t> code_end(std::string_view closer, std::size_t begin, bool& closed) {
    if (code_closed_) {
      std::size_t const end = balanced_end(closer, begin + 2);
      if (end != npos) return end;
      code_closed_ = false;
    }
    return plain_end(closer, begin, closed);
  }

  [[nodiscard]] std::size_t balanced_end(std::string_view closer, std::size_t at) const {
    std::size_t depth = 0;
    while (at < text_.size()) {
      char const c = text_[at];
      if (depth == 0 && text_.substr(at, closer.size()) == closer) return at + closer.size();
      if (c == '"' || c == '\'') {
        at = end_of_string(at);
        if (at == npos) return npos;
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
      ++at;
    }
    return npos;
  }

  [[nodiscard]] std::size_t end_of_string(std::size_t begin) const {
    std::string_view const stops = text_[begin] == '"' ? "\"\\" : "'\\";
    std::size_t at = text_.find_first_of(stops, begin + 1);
    while (at != npos && text_[at] == '\\') at = text_.find_first_of(stops, at + 2);
    return at == npos ? npos : at + 1;
  }

  void add_tag(std::size_t begin, std::size_t end) {
    std::string_view const tag = text_.substr(begin, end - begin);
    bool const is_output = tag[1] == '{' && !is_mustache_tag(tag);
    bool const trims_before = tag.size() > 4 && tag[2] == '-';
    add_literal(trims_before ? before_blanks(begin) : begin);
    pieces_.push_back({.kind = is_output ? PieceKind::output : PieceKind::silent, .text = tag});
    bool const trims_after = tag.size() > 4 && tag[tag.size() - 3] == '-';
    literal_begin_ = trims_after ? after_blanks(end) : end;
    if (tag[1] == '%' && word_of(tag) == "raw") add_raw();
  }

  /// What stands before the `{% endraw %}` is literal, whatever it looks like.
  void add_raw() {
    if (!raw_closed_) return;
    for (std::size_t at = text_.find("{%", literal_begin_); at != npos; at = text_.find("{%", at + 2)) {
      std::optional<std::size_t> const end = end_of_endraw(at + 2);
      if (end) return add_tag(at, *end);
    }
    raw_closed_ = false;
  }

  /// The offset behind an `endraw` tag whose inside begins at `at`.
  [[nodiscard]] std::optional<std::size_t> end_of_endraw(std::size_t at) const {
    constexpr std::string_view word = "endraw";
    if (at < text_.size() && (text_[at] == '-' || text_[at] == '+')) ++at;
    at = after_blanks(at);
    if (text_.substr(at, word.size()) != word) return std::nullopt;
    at = after_blanks(at + word.size());
    if (at < text_.size() && (text_[at] == '-' || text_[at] == '+')) ++at;
    if (text_.substr(at, 2) != "%}") return std::nullopt;
    return at + 2;
  }

  [[nodiscard]] std::size_t before_blanks(std::size_t end) const {
    std::string_view const literal = text_.substr(literal_begin_, end - literal_begin_);
    std::size_t const last = literal.find_last_not_of(white);
    return last == npos ? literal_begin_ : literal_begin_ + last + 1;
  }

  [[nodiscard]] std::size_t after_blanks(std::size_t begin) const {
    std::size_t const first = text_.find_first_not_of(white, begin);
    return first == npos ? text_.size() : first;
  }

  void add_literal(std::size_t end) {
    if (end > literal_begin_) {
      pieces_.push_back({.kind = PieceKind::literal, .text = text_.substr(literal_begin_, end - literal_begin_)});
    }
  }

  std::string_view text_;
  std::vector<Piece> pieces_;
  std::size_t literal_begin_ = 0;
  bool comments_closed_ = true;
  bool statements_closed_ = true;
  bool outputs_closed_ = true;
  bool code_closed_ = true;
  bool raw_closed_ = true;
};

}  // namespace

std::vector<Piece> split(std::string_view text) {
  return Splitter(text).split();
}

BlockEffect block_effect(std::string_view tag) {
  if (tag[1] == '%') return effect_of_statement(word_of(tag));
  return tag[1] == '{' ? effect_of_section(tag[2]) : BlockEffect::none;
}

}  // namespace prompty::template_text
