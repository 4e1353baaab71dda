#include <fmt/format.h>

#include <charconv>

#include "jinja/functions.hpp"
#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {
namespace text_filters {

struct Wrapping {
  std::int64_t width;
  bool breaks_long_words;
  bool breaks_on_hyphens;
};

using Characters = std::u32string_view;

constexpr Characters blanks = U"\t\n\v\f\r ";

bool is_blank(char32_t c) {
  return blanks.find(c) != Characters::npos;
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

// The length of the em-dash between words that begins at `at`; 0 when there is none.
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

std::size_t word_end(Characters line, std::size_t at, bool breaks_on_hyphens) {
  for (std::size_t end = at + 1; end < line.size(); ++end) {
    if (is_blank(line[end])) return end;
    if (!breaks_on_hyphens) continue;
    if (line[end] == '-' && breaks_after(line, end)) return end + 1;
    if (dash_length(line, end) > 0) return end;
  }
  return line.size();
}

// Where the run of blanks, the dash or the word that begins at `at` ends.
std::size_t chunk_end(Characters line, std::size_t at, bool breaks_on_hyphens) {
  if (is_blank(line[at])) return std::min(line.find_first_not_of(blanks, at), line.size());
  std::size_t const dash = breaks_on_hyphens ? dash_length(line, at) : 0;
  return dash > 0 ? at + dash : word_end(line, at, breaks_on_hyphens);
}

bool is_space(Characters text) {
  return std::ranges::all_of(text, [](char32_t c) { return unicode::has(unicode::Property::space, c); });
}

// Where a word that is too long is cut to fill `room` columns: after a hyphen inside it, if there is one.
std::size_t cut_at(Characters chunk, std::size_t room, bool breaks_on_hyphens) {
  if (!breaks_on_hyphens || chunk.size() <= room) return room;
  std::size_t const hyphen = room == 0 ? Characters::npos : chunk.substr(0, room).rfind('-');
  bool const has_text_before =
      hyphen != Characters::npos && hyphen > 0 && chunk.substr(0, hyphen).find_first_not_of('-') != Characters::npos;
  return has_text_before ? hyphen + 1 : room;
}

// Breaks a line where Python's textwrap does.
class Wrapper {
 public:
  Wrapper(Characters line, Wrapping const& how)
      : line_(line), how_(how), end_(line.empty() ? 0 : chunk_end(line, 0, how.breaks_on_hyphens)) {}

  bool is_done() const { return at_ == line_.size(); }

  // The next piece, without the blanks at its end, and unless it is the first without those at its beginning.
  Characters next(bool is_first) {
    std::size_t const width = static_cast<std::size_t>(how_.width);
    if (!is_first && is_space(chunk())) take(chunk().size());
    std::size_t const start = at_;
    last_ = at_;
    while (!is_done() && at_ - start + chunk().size() <= width) take(chunk().size());
    if (chunk().size() > width && how_.breaks_long_words) {
      take(cut_at(chunk(), width - (at_ - start), how_.breaks_on_hyphens));
    } else if (chunk().size() > width && at_ == start) {
      take(chunk().size());
    }
    std::size_t const stop = is_space(line_.substr(last_, at_ - last_)) ? last_ : at_;
    return line_.substr(start, stop - start);
  }

 private:
  // What is left of the current chunk.
  Characters chunk() const { return line_.substr(at_, end_ - at_); }

  void take(std::size_t size) {
    last_ = at_;
    at_ += size;
    if (at_ == end_ && !is_done()) end_ = chunk_end(line_, at_, how_.breaks_on_hyphens);
  }

  Characters line_;
  Wrapping const& how_;
  std::size_t last_ = 0;
  std::size_t at_ = 0;
  std::size_t end_;
};

// Each line of `text` in lines of at most `width` code points, which must be positive, with `separator` between them.
std::string wrapped(Session& session, std::string_view text, std::string_view separator, Wrapping const& how) {
  session.check_memory(text.size() * 8);
  std::string output;
  bool is_first_line = true;
  for (std::string_view const line : text_search::lines(text, text_search::LineEnds::dropped)) {
    if (!std::exchange(is_first_line, false)) output += separator;
    std::u32string characters;
    for (std::size_t at = 0; at < line.size(); at += unicode::character_length(line, at)) {
      characters += unicode::decode(line, at);
    }
    bool is_first = true;
    for (Wrapper wrapper(characters, how); !wrapper.is_done();) {
      session.spend();
      Characters const piece = wrapper.next(is_first);
      if (piece.empty()) continue;
      if (!std::exchange(is_first, false)) output += separator;
      for (char32_t const c : piece) unicode::append(output, c);
      session.check_memory(output.size());
    }
  }
  return output;
}

/// A value as text, with the text that was printed for it kept alive.
class Printed {
 public:
  Printed(Session& session, Value const& value) {
    view = view_as_text(session, value, scratch_);
    session.spend_for_text(view.size());
    if (Text const* const text = std::get_if<Text>(&value)) markup = text->markup;
  }
  Printed(Printed const&) = delete;
  Printed& operator=(Printed const&) = delete;

  std::string_view view;
  Markup markup = Markup::no;

 private:
  std::string scratch_;
};

template <std::string (*convert)(std::string_view)>
Value in_case(Session& session, Value const& input, BoundArguments const&) {
  Printed const text(session, input);
  return make_text(session, convert(text.view), text.markup);
}

bool begins_word(char32_t before) {
  return unicode::has(unicode::Property::space, before) ||
         std::u32string_view(U"-({[<").find(before) != std::u32string_view::npos;
}

// Unlike Python's method, the filter takes words to end only at blanks, dashes and opening brackets.
Value title(Session& session, Value const& input, BoundArguments const&) {
  Printed const text(session, input);
  std::string result;
  for (std::size_t start = 0; start < text.view.size();) {
    bool const separates = begins_word(unicode::decode(text.view, start));
    auto const differs = [separates](char32_t c) { return begins_word(c) != separates; };
    std::size_t const end = unicode::find_character(text.view, start, differs);
    std::size_t const first = unicode::character_length(text.view, start);
    result += unicode::upper(text.view.substr(start, first));
    result += unicode::lower(text.view.substr(start + first, end - start - first));
    start = end;
  }
  return make_text(session, std::move(result));
}

Value trim(Session& session, Value const& input, BoundArguments const& bound) {
  Printed const text(session, input);
  std::optional<std::string_view> characters;
  if (bound.has(0)) {
    characters = bound.text(0, "");
    session.spend(text.view.size() / 256 * (1 + characters->size()));
  }
  std::string_view const stripped = unicode::strip(text.view, unicode::Ends::both, characters);
  if (Text const* const whole = std::get_if<Text>(&input)) return part_of(*whole, stripped);
  return make_text(session, std::string(stripped), text.markup);
}

Value replace(Session& session, Value const& input, BoundArguments const& bound) {
  Printed const text(session, input);
  Printed const from(session, *bound[0]);
  Printed const to(session, *bound[1]);
  std::int64_t const count = bound.has(2) ? bound.integer(2, -1) : -1;
  text_search::check_replacement(session, text.view, from.view, to.view);
  return make_text(session, text_search::replaced(session, text.view, from.view, to.view, count));
}

Value center(Session& session, Value const& input, BoundArguments const& bound) {
  Printed const text(session, input);
  std::int64_t const width = bound.integer(0, 80);
  return make_text(session, text_search::pad(session, text.view, width, text_search::Alignment::center, " "),
                   text.markup);
}

Value indent(Session& session, Value const& input, BoundArguments const& bound) {
  Text const& text = demand_text("indent", input);
  std::string const indention = indention_of(session, bound.is_given(0) ? *bound[0] : std::int64_t{4});
  session.spend_for_text(text.view.size());
  session.check_memory(text_search::max_lines(text.view) * sizeof(std::string_view) * 2);
  bool const also_blank = bound.truth(session, 2, false);
  std::string result = bound.truth(session, 1, false) ? indention : "";
  // The line feed at the end makes an empty last line count.
  std::string const with_end = std::string(text.view) + '\n';
  bool is_first = true;
  for (std::string_view const line : text_search::lines(with_end, text_search::LineEnds::dropped)) {
    if (!is_first) {
      result += '\n';
      if (also_blank || !line.empty()) result += indention;
    }
    is_first = false;
    result += line;
    session.check_memory(result.size());
  }
  return make_text(session, std::move(result), text.markup);
}

Value truncate(Session& session, Value const& input, BoundArguments const& bound) {
  std::int64_t const length = bound.integer(0, 255);
  Value const end = bound.is_given(2) ? *bound[2] : Value(Text{.view = "..."});
  std::optional<std::size_t> const end_size = length_of(session, end);
  if (!end_size) throw Failure(reason::no_length(type_name(end)));
  std::int64_t const leeway = bound.has(3) ? bound.integer(3, 5) : 5;
  std::int64_t const kept = length - static_cast<std::int64_t>(*end_size);
  if (kept < 0 || leeway < 0) throw Failure(reason::truncate_too_short);
  std::optional<std::size_t> const size = length_of(session, input);
  if (size && static_cast<std::int64_t>(*size) <= length + leeway) return input;
  Text const& text = demand_text("truncate", input);
  std::string_view start = text.view.substr(0, unicode::offset_of(text.view, static_cast<std::size_t>(kept)));
  if (!bound.truth(session, 1, false)) {
    std::size_t const blank = start.rfind(' ');
    if (blank != std::string_view::npos) start = start.substr(0, blank);
  }
  return make_text(session, std::string(start).append(demand_text("truncate", end).view), text.markup);
}

Value word_count(Session& session, Value const& input, BoundArguments const&) {
  Printed const text(session, input);
  session.spend_for_text(text.view.size() * 3);
  std::int64_t words = 0;
  bool inside = false;
  for (std::size_t at = 0; at < text.view.size(); at += unicode::character_length(text.view, at)) {
    bool const is_word = unicode::has(unicode::Property::word, unicode::decode(text.view, at));
    if (is_word && !inside) ++words;
    inside = is_word;
  }
  return words;
}

Value word_wrap(Session& session, Value const& input, BoundArguments const& bound) {
  Text const& text = demand_text("wordwrap", input);
  session.spend_for_text(text.view.size() * 4);
  session.check_memory(text_search::max_lines(text.view) * sizeof(std::string_view) * 2);
  Wrapping const how{.width = bound.integer(0, 79),
                     .breaks_long_words = bound.truth(session, 1, true),
                     .breaks_on_hyphens = bound.truth(session, 3, true)};
  if (how.width <= 0 && !text.view.empty()) throw Failure("the width of wordwrap must be positive");
  std::string_view const separator = bound.has(2) ? bound.text(2, "\n") : "\n";
  return make_text(session, wrapped(session, text.view, separator, how));
}

Value as_text(Session& session, Value const& input, BoundArguments const&) {
  return holds<Text>(input) ? input : make_text(session, text_of(session, input));
}

Value format(Session& session, Value const& input, BoundArguments const& bound) {
  Arguments const& arguments = bound.given();
  if (!arguments.positional.empty() && !arguments.named.empty()) throw Failure(reason::format_arguments);
  Printed const text(session, input);
  Text const pattern{.view = text.view, .owner = {}, .markup = text.markup};
  if (arguments.named.empty()) return percent_format(session, pattern, make_tuple(session, arguments.positional));
  Shared<Dict> const named = make_shared<Dict>(session);
  fill_dict(session, *named, arguments);
  return percent_format(session, pattern, named);
}

Value escape(Session& session, Value const& input, BoundArguments const&) {
  std::string output;
  append_escaped(session, output, input);
  return make_text(session, std::move(output), Markup::yes);
}

Value force_escape(Session& session, Value const& input, BoundArguments const&) {
  std::string const text = text_of(session, input);
  session.check_memory(text.size() * 5);
  return make_text(session, escaped(text), Markup::yes);
}

Value safe(Session& session, Value const& input, BoundArguments const&) {
  Text const* const text = std::get_if<Text>(&input);
  if (text == nullptr) return make_text(session, text_of(session, input), Markup::yes);
  return Text{.view = text->view, .owner = text->owner, .markup = Markup::yes};
}

char32_t numbered(std::string_view digits) {
  bool const is_hexadecimal = digits.starts_with('x') || digits.starts_with('X');
  if (is_hexadecimal) digits.remove_prefix(1);
  std::uint32_t code_point = 0;
  auto const [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code_point, is_hexadecimal ? 16 : 10);
  bool const is_whole = error == std::errc{} && end == digits.data() + digits.size();
  return is_whole && code_point <= 0x10FFFF ? code_point : 0;
}

char32_t meaning(std::string_view name) {
  if (name.starts_with('#')) return numbered(name.substr(1));
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  return name == "nbsp" ? 0xA0 : 0;
}

std::string without_entities(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text[at] == '&' ? text.substr(at, 12).find(';') : std::string_view::npos;
    char32_t const meant = end == std::string_view::npos ? 0 : meaning(text.substr(at + 1, end - 1));
    if (meant == 0) {
      result += text[at++];
      continue;
    }
    unicode::append(result, meant);
    at += end + 1;
  }
  return result;
}

std::string without(std::string_view text, std::string_view opening, std::string_view closing) {
  std::string result;
  while (true) {
    std::size_t const start = text.find(opening);
    std::size_t const end = start == std::string_view::npos ? start : text.find(closing, start + opening.size());
    if (end == std::string_view::npos) break;
    result += text.substr(0, start);
    text.remove_prefix(end + closing.size());
  }
  result += text;
  return result;
}

// Text without tags and comments, entities resolved, runs of blanks made one.
std::string without_tags(std::string_view text) {
  std::string const untagged = without(without(text, "<!--", "-->"), "<", ">");
  std::string spaced;
  for (std::string_view const word : text_search::split_at_blanks(untagged, static_cast<std::size_t>(-1))) {
    if (!spaced.empty()) spaced += ' ';
    spaced += word;
  }
  return without_entities(spaced);
}

Value strip_tags(Session& session, Value const& input, BoundArguments const&) {
  std::string const text = text_of(session, input);
  session.spend_for_text(text.size() * 2);
  session.check_memory(text.size() * 8);
  return make_text(session, without_tags(text));
}

enum class Slash { kept, quoted };

void append_quoted(std::string& output, std::string_view text, Slash slash) {
  for (char const c : text) {
    bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    bool const is_plain = is_letter || std::string_view("_.-~").find(c) != std::string_view::npos;
    if (is_plain || (c == '/' && slash == Slash::kept)) {
      output += c;
    } else if (c == ' ' && slash == Slash::quoted) {
      output += '+';
    } else {
      fmt::format_to(std::back_inserter(output), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
}

void append_pair(Session& session, std::string& output, Value const& pair) {
  Values const parts = collect(session, pair);
  if (parts.size() != 2) throw Failure(reason::not_a_pair(parts.size()));
  if (!output.empty()) output += '&';
  append_quoted(output, text_of(session, parts[0]), Slash::quoted);
  output += '=';
  append_quoted(output, text_of(session, parts[1]), Slash::quoted);
}

Value url_encode(Session& session, Value const& input, BoundArguments const&) {
  std::string output;
  if (holds<Text>(input) || !is_iterable(input)) {
    std::string const text = text_of(session, input);
    session.check_memory(text.size() * 3);
    append_quoted(output, text, Slash::kept);
    return make_text(session, std::move(output));
  }
  std::optional<MapView> const map = MapView::of(input);
  Cursor cursor(session, map ? Value(make_shared<View>(session, ViewKind::items, input)) : input);
  while (std::optional<Value> const pair = cursor.next()) {
    append_pair(session, output, *pair);
    session.check_memory(output.size());
  }
  return make_text(session, std::move(output));
}

Value xml_attributes(Session& session, Value const& input, BoundArguments const& bound) {
  demand_defined(input);
  std::optional<MapView> const map = MapView::of(input);
  if (!map) throw Failure(reason::needs_mapping("xmlattr", type_name(input)));
  std::string output;
  for (std::size_t at = 0; at < map->size(); ++at) {
    Value const value = map->value_at(session, at);
    if (is_none(value) || is_undefined(value)) continue;
    Value const key = map->key_at(at);
    std::string_view const name = demand_text("xmlattr", key).view;
    if (name.find_first_of(" \t\n\r\f\v/>=") != std::string_view::npos) {
      throw Failure(reason::attribute_name(quoted(name)));
    }
    if (!output.empty()) output += ' ';
    append_escaped(session, output, key);
    output += "=\"";
    append_escaped(session, output, value);
    output += '"';
  }
  bool const needs_blank = !output.empty() && bound.truth(session, 0, true);
  return make_text(session, needs_blank ? " " + output : output);
}

// P5.2-21: most of these take any value, as it would be printed.
constexpr auto table =
    std::to_array<Operation>({{"capitalize", "", 0, in_case<unicode::capitalize>},
                              {"center", "width", 0, center},
                              {"e", "", 0, escape},
                              {"escape", "", 0, escape},
                              {"forceescape", "", 0, force_escape},
                              {"format", "*", 0, format},
                              {"indent", "width first blank", 0, indent},
                              {"lower", "", 0, in_case<unicode::lower>},
                              {"replace", "old new count", 2, replace},
                              {"safe", "", 0, safe},
                              {"string", "", 0, as_text},
                              {"striptags", "", 0, strip_tags},
                              {"title", "", 0, title},
                              {"trim", "chars", 0, trim},
                              {"truncate", "length killwords end leeway", 0, truncate},
                              {"upper", "", 0, in_case<unicode::upper>},
                              {"urlencode", "", 0, url_encode},
                              {"wordcount", "", 0, word_count},
                              {"wordwrap", "width break_long_words wrapstring break_on_hyphens", 0, word_wrap},
                              {"xmlattr", "autospace", 0, xml_attributes}});
static_assert(is_sorted(table));

}  // namespace text_filters
}  // namespace

Operation const* find_text_filter(std::string_view name) {
  return find_in(text_filters::table, name);
}

}  // namespace jinja
