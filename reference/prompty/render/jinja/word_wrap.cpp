#include "prompty/render/jinja/word_wrap.hpp"

#include <algorithm>
#include <vector>

#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace word_wrap {
namespace {

using Characters = std::u32string_view;

bool is_blank(char32_t c) {
  return Characters(U"\t\n\v\f\r ").find(c) != Characters::npos;
}

bool is_word(char32_t c) {
  return unicode::has(unicode::Property::word, c);
}

bool is_letter(char32_t c) {
  return is_word(c) && !unicode::has(unicode::Property::decimal, c);
}

bool ends_word(char32_t c) {
  return is_word(c) || Characters(U"!\"'&.,?").find(c) != Characters::npos;
}

// The dashes of an em-dash that stands between words and begins at `at`; 0 when there is none.
std::size_t dash_length(Characters line, std::size_t at) {
  if (at == 0 || !ends_word(line[at - 1])) return 0;
  std::size_t end = at;
  while (end < line.size() && line[end] == '-') ++end;
  return end - at >= 2 && end < line.size() && is_word(line[end]) ? end - at : 0;
}

// Whether a word may be broken after the hyphen at `at`.
bool breaks_after(Characters line, std::size_t at) {
  bool const after_letters = at >= 2 && is_letter(line[at - 1]) && is_letter(line[at - 2]);
  bool const after_short = at >= 3 && ends_word(line[at - 1]) && line[at - 2] == '-' && is_letter(line[at - 3]);
  if (!after_letters && !after_short) return false;
  std::size_t next = at + 1;
  if (next >= line.size() || !is_letter(line[next])) return false;
  ++next;
  if (next < line.size() && line[next] == '-') ++next;
  return next < line.size() && is_letter(line[next]);
}

std::size_t word_end(Characters line, std::size_t at, Hyphens hyphens) {
  for (std::size_t end = at + 1; end < line.size(); ++end) {
    if (is_blank(line[end])) return end;
    if (hyphens == Hyphens::letters) continue;
    if (line[end] == '-' && breaks_after(line, end)) return end + 1;
    if (dash_length(line, end) > 0) return end;
  }
  return line.size();
}

std::vector<Characters> chunks_of(Characters line, Hyphens hyphens) {
  std::vector<Characters> chunks;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_blank(line[end])) ++end;
    if (end == at && hyphens == Hyphens::break_points) end = at + dash_length(line, at);
    if (end == at) end = word_end(line, at, hyphens);
    chunks.push_back(line.substr(at, end - at));
    at = end;
  }
  return chunks;
}

bool is_blank_chunk(Characters chunk) {
  return std::all_of(chunk.begin(), chunk.end(), [](char32_t c) { return unicode::has(unicode::Property::space, c); });
}

// Where a word that is too long is cut to fill `room` columns: after a hyphen inside it, if there is one.
std::size_t cut_at(Characters chunk, std::size_t room, Hyphens hyphens) {
  if (hyphens == Hyphens::letters || chunk.size() <= room) return room;
  std::size_t const hyphen = room == 0 ? Characters::npos : chunk.substr(0, room).rfind('-');
  bool const has_text_before =
      hyphen != Characters::npos && hyphen > 0 && chunk.substr(0, hyphen).find_first_not_of('-') != Characters::npos;
  return has_text_before ? hyphen + 1 : room;
}

class Wrapper {
 public:
  Wrapper(Session& session, Wrapping const& how, std::string_view separator)
      : session_(session), how_(how), width_(static_cast<std::size_t>(how.width)), separator_(separator) {}

  void add_line(std::string_view line) {
    if (!is_first_) output_ += separator_;
    is_first_ = false;
    std::u32string characters;
    for (std::size_t at = 0; at < line.size(); at += unicode::character_length(line, at)) {
      characters += unicode::decode(line, at);
    }
    std::vector<Characters> chunks = chunks_of(characters, how_.hyphens);
    std::reverse(chunks.begin(), chunks.end());
    bool is_first = true;
    while (!chunks.empty()) {
      session_.spend();
      std::vector<Characters> const fitting = next_line(chunks, is_first);
      if (fitting.empty()) continue;
      if (!is_first) output_ += separator_;
      is_first = false;
      for (Characters const chunk : fitting) {
        for (char32_t const c : chunk) unicode::append(output_, c);
      }
      session_.check_room(output_.size());
    }
  }

  std::string take() { return std::move(output_); }

 private:
  // Takes from the end of `chunks` what goes onto the next line.
  std::vector<Characters> next_line(std::vector<Characters>& chunks, bool is_first) const {
    std::vector<Characters> line;
    std::size_t length = 0;
    if (is_blank_chunk(chunks.back()) && !is_first) chunks.pop_back();
    while (!chunks.empty() && length + chunks.back().size() <= width_) {
      length += chunks.back().size();
      line.push_back(chunks.back());
      chunks.pop_back();
    }
    if (!chunks.empty() && chunks.back().size() > width_) place_long_word(chunks, line, length);
    if (!line.empty() && is_blank_chunk(line.back())) line.pop_back();
    return line;
  }

  void place_long_word(std::vector<Characters>& chunks, std::vector<Characters>& line, std::size_t length) const {
    if (how_.long_words == LongWords::broken) {
      std::size_t const cut = cut_at(chunks.back(), width_ - length, how_.hyphens);
      line.push_back(chunks.back().substr(0, cut));
      chunks.back().remove_prefix(cut);
    } else if (line.empty()) {
      line.push_back(chunks.back());
      chunks.pop_back();
    }
  }

  Session& session_;
  Wrapping const& how_;
  std::size_t width_;
  std::string_view separator_;
  std::string output_;
  bool is_first_ = true;
};

}  // namespace
}  // namespace word_wrap

std::string wrapped(Session& session, std::string_view text, std::string_view separator, Wrapping const& how) {
  session.check_room(text.size() * 8);
  word_wrap::Wrapper wrapper(session, how, separator);
  for (std::string_view const line : text_search::lines(text, text_search::LineEnds::dropped)) wrapper.add_line(line);
  return wrapper.take();
}

}  // namespace prompty::jinja
