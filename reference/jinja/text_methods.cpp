#include "jinja/functions.hpp"
#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {
namespace text_methods {

using text_search::Alignment;
using unicode::Ends;
using unicode::Property;

Text const& text_of(Value const& receiver) {
  return std::get<Text>(receiver);
}

Value like(Session& session, Value const& receiver, std::string text) {
  return make_text(session, std::move(text), text_of(receiver).markup);
}

Value parts_of(Session& session, Value const& receiver, std::vector<std::string_view> const& parts) {
  session.check_memory(parts.size() * sizeof(Value));
  Values values;
  values.reserve(parts.size());
  for (std::string_view const part : parts) values.push_back(part_of(text_of(receiver), part));
  return make_list(session, std::move(values));
}

/// How much longer a character takes that is looked up in the tables of Unicode.
constexpr std::size_t looked_up = 4;

template <std::string (*convert)(std::string_view)>
Value in_case(Session& session, Value const& receiver, BoundArguments const&) {
  session.spend_for_text(looked_up * text_of(receiver).view.size());
  return like(session, receiver, convert(text_of(receiver).view));
}

template <bool (*holds_for)(std::string_view)>
Value is(Session& session, Value const& receiver, BoundArguments const&) {
  session.spend_for_text(looked_up * text_of(receiver).view.size());
  return holds_for(text_of(receiver).view);
}

template <Property property>
bool all_have(std::string_view text) {
  return unicode::all_have(property, text);
}

template <Property wanted>
bool in_one_case(std::string_view text) {
  return text_search::is_in_case(text, wanted);
}

bool in_title_case(std::string_view text) {
  bool found = false;
  bool inside_word = false;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    char32_t const code_point = unicode::decode(text, at);
    bool const is_cased = unicode::has(Property::cased, code_point);
    if (is_cased && unicode::has(Property::lower, code_point) != inside_word) return false;
    inside_word = is_cased;
    found = found || is_cased;
  }
  return found;
}

bool alphanumeric(std::string_view text) {
  return unicode::all_have(Property::word, text) && text.find('_') == std::string_view::npos;
}

// Unlike the other properties, an empty text has this one.
bool printable(std::string_view text) {
  return text.empty() || unicode::all_have(Property::printable, text);
}

// Without characters to strip, blanks go.
template <Ends ends>
Value strip(Session& session, Value const& receiver, BoundArguments const& bound) {
  Text const& text = text_of(receiver);
  std::optional<std::string_view> const characters = bound.has(0) ? std::optional(bound.text(0, "")) : std::nullopt;
  session.spend(1 + text.view.size() / 256 * (1 + characters.value_or("").size()));
  return part_of(text, unicode::strip(text.view, ends, characters));
}

std::string_view separator(BoundArguments const& bound) {
  std::string_view const given = bound.text(0, "");
  if (given.empty()) throw Failure("the separator must not be empty");
  return given;
}

// No more parts than fit into memory, plus one that will not.
std::size_t max_parts(Session const& session, BoundArguments const& bound) {
  std::int64_t const given = bound.integer(1, -1);
  std::size_t const most = session.limits().memory / sizeof(Value) + 1;
  return given < 0 ? most : std::min(static_cast<std::size_t>(given), most);
}

template <bool from_right>
Value split(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(text.size());
  std::size_t const limit = max_parts(session, bound);
  if (!bound.has(0)) return parts_of(session, receiver, text_search::split_at_blanks(text, limit, from_right));
  return parts_of(session, receiver, text_search::split(session, text, separator(bound), limit, from_right));
}

Value split_lines(Session& session, Value const& receiver, BoundArguments const& bound) {
  session.spend_for_text(text_of(receiver).view.size());
  session.check_memory(text_search::max_lines(text_of(receiver).view) * sizeof(Value));
  bool const keep = bound.integer(0, 0) != 0;
  return parts_of(
      session, receiver,
      text_search::lines(text_of(receiver).view, keep ? text_search::LineEnds::kept : text_search::LineEnds::dropped));
}

template <bool from_right>
Value partition(Session& session, Value const& receiver, BoundArguments const& bound) {
  Text const& text = text_of(receiver);
  session.spend_for_text(text.view.size());
  std::string_view const between = separator(bound);
  std::size_t const found = text_search::find(session, text.view, between, from_right);
  Value const nothing = Text{.view = "", .owner = {}, .markup = text.markup};
  if (found == std::string_view::npos) {
    return make_tuple(session, from_right ? Values{nothing, nothing, receiver} : Values{receiver, nothing, nothing});
  }
  return make_tuple(session,
                    {part_of(text, text.view.substr(0, found)), part_of(text, text.view.substr(found, between.size())),
                     part_of(text, text.view.substr(found + between.size()))});
}

Value replace(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  std::string_view const from = bound.text(0, "");
  std::string_view const to = bound.text(1, "");
  text_search::check_replacement(session, text, from, to);
  return like(session, receiver, text_search::replaced(session, text, from, to, bound.integer(2, -1)));
}

// The text between the optional start and end; nothing, not even an empty text, when it begins behind either end.
std::optional<std::string_view> window(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(text.size());
  if (!bound.has(1) && !bound.has(2)) return text;
  std::int64_t const size = static_cast<std::int64_t>(unicode::length(text));
  auto const position = [size](std::int64_t index) {
    return index < 0 ? std::max<std::int64_t>(index + size, 0) : index;
  };
  std::int64_t const start = bound.has(1) ? position(bound.integer(1, 0)) : 0;
  std::int64_t const stop = std::min(bound.has(2) ? position(bound.integer(2, 0)) : size, size);
  if (start > stop) return std::nullopt;
  std::string_view const rest = text.substr(unicode::offset_of(text, static_cast<std::size_t>(start)));
  return rest.substr(0, unicode::offset_of(rest, static_cast<std::size_t>(stop - start)));
}

template <bool at_end>
Value has_affix(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::optional<std::string_view> const text = window(session, receiver, bound);
  auto const matches = [&](Value const& affix) {
    std::string_view const wanted = demand_text("startswith", affix).view;
    session.spend_for_bytes(wanted.size());
    return text && (at_end ? text->ends_with(wanted) : text->starts_with(wanted));
  };
  std::optional<ListView> const several = ListView::of(*bound[0]);
  if (!several || several->kind() == SequenceKind::list) return matches(*bound[0]);
  for (std::size_t at = 0; at < several->size(); ++at) {
    if (matches(several->at(session, at))) return true;
  }
  return false;
}

enum class Missing { minus_one, error };

template <bool from_right, Missing missing>
Value find(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  std::optional<std::string_view> const inside = window(session, receiver, bound);
  std::string_view const part = bound.text(0, "");
  std::size_t const found = inside ? text_search::find(session, *inside, part, from_right) : std::string_view::npos;
  if (found == std::string_view::npos) {
    if (missing == Missing::error) throw Failure("the part is not in the text; find gives -1 instead of this error");
    return std::int64_t{-1};
  }
  std::size_t const before = static_cast<std::size_t>(inside->data() - text.data()) + found;
  return static_cast<std::int64_t>(unicode::length(text.substr(0, before)));
}

Value count(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::optional<std::string_view> const inside = window(session, receiver, bound);
  std::string_view const part = bound.text(0, "");
  return inside ? static_cast<std::int64_t>(text_search::count(session, *inside, part)) : std::int64_t{0};
}

template <Alignment alignment>
Value padded(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const fill = bound.text(1, " ");
  if (unicode::length(fill) != 1) throw Failure("the text to fill with must be one character");
  return like(session, receiver,
              text_search::pad(session, text_of(receiver).view, bound.integer(0, 0), alignment, fill));
}

Value fill_with_zeros(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view text = text_of(receiver).view;
  bool const has_sign = text.starts_with('+') || text.starts_with('-');
  std::int64_t const width = bound.integer(0, 0) - (has_sign ? 1 : 0);
  std::string const digits = text_search::pad(session, has_sign ? text.substr(1) : text, width, Alignment::right, "0");
  return like(session, receiver, (has_sign ? std::string(text.substr(0, 1)) : "") + digits);
}

template <bool at_end>
Value without_affix(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view text = text_of(receiver).view;
  std::string_view const affix = bound.text(0, "");
  session.spend_for_bytes(affix.size());
  if (!at_end && text.starts_with(affix)) text.remove_prefix(affix.size());
  if (at_end && text.ends_with(affix)) text.remove_suffix(affix.size());
  return part_of(text_of(receiver), text);
}

// Text that is HTML already escapes the others.
Value join(Session& session, Value const& receiver, BoundArguments const& bound) {
  Text const& separator = text_of(receiver);
  std::string joined;
  Cursor cursor(session, *bound[0]);
  bool is_first = true;
  while (std::optional<Value> const value = cursor.next()) {
    if (!std::exchange(is_first, false)) joined += separator.view;
    if (separator.markup == Markup::yes) {
      append_escaped(session, joined, *value);
    } else {
      Text const* const text = std::get_if<Text>(&*value);
      if (text == nullptr) throw Failure(reason::only_texts_are_joined(type_name(*value)));
      joined += text->view;
    }
    session.check_memory(joined.size());
  }
  return like(session, receiver, std::move(joined));
}

Value format(Session& session, Value const& receiver, BoundArguments const& bound) {
  return brace_format(session, text_of(receiver), bound.given());
}

Value format_map(Session& session, Value const& receiver, BoundArguments const& bound) {
  return brace_format(session, text_of(receiver), *bound[0]);
}

Value expand_tabs(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  std::int64_t const size = bound.integer(0, 8);
  std::size_t const stop = size > 0 ? static_cast<std::size_t>(size) : 0;
  session.spend_for_text(text.size());
  std::string result;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    if (text[at] == '\t') {
      std::size_t const blanks = stop == 0 ? 0 : stop - column % stop;
      session.check_memory(result.size() + blanks);
      result.append(blanks, ' ');
      column += blanks;
    } else {
      result += text.substr(at, unicode::character_length(text, at));
      column = text[at] == '\n' || text[at] == '\r' ? 0 : column + 1;
    }
  }
  return like(session, receiver, std::move(result));
}

void append_code_point(std::string& result, std::int64_t code_point) {
  bool const is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (code_point < 0 || code_point > 0x10FFFF || is_surrogate) throw Failure(reason::no_character(code_point));
  unicode::append(result, static_cast<char32_t>(code_point));
}

// What a table of characters, a mapping or list by code point, has for one of them; nothing when it has no entry.
std::optional<Value> translation(Session& session, Value const& table, char32_t code_point) {
  if (std::optional<MapView> const map = MapView::of(table)) {
    return map->find(session, static_cast<std::int64_t>(code_point));
  }
  Value found = item(session, table, static_cast<std::int64_t>(code_point));
  return is_undefined(found) ? std::nullopt : std::optional<Value>(std::move(found));
}

Value translate(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  if (text.empty()) return receiver;
  demand_defined(*bound[0]);
  bool const has_elements =
      MapView::of(*bound[0]) || ListView::of(*bound[0]) || holds<Text>(*bound[0]) || holds<Range>(*bound[0]);
  if (!has_elements) throw Failure(reason::needs_mapping("translate", type_name(*bound[0])));
  std::string result;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    session.spend();
    std::optional<Value> const found = translation(session, *bound[0], unicode::decode(text, at));
    if (!found) {
      result += text.substr(at, unicode::character_length(text, at));
    } else if (std::optional<std::int64_t> const code_point = as_integer(*found)) {
      append_code_point(result, *code_point);
    } else if (!is_none(*found)) {
      result += demand_text("translate", *found).view;
    }
    session.check_memory(result.size());
  }
  return like(session, receiver, std::move(result));
}

// The table that `translate` takes: of a mapping, of two texts of the same length, and of a third with what goes.
Value make_table(Session& session, Value const&, BoundArguments const& bound) {
  Shared<Dict> const table = make_shared<Dict>(session);
  auto const code_point = [](std::string_view text, std::size_t at) -> Value {
    return static_cast<std::int64_t>(unicode::decode(text, at));
  };
  std::optional<MapView> const map = MapView::of(*bound[0]);
  if (map && !bound.is_given(1)) {
    for (std::size_t at = 0; at < map->size(); ++at) {
      session.spend();
      Value const key = map->key_at(at);
      Text const* const text = std::get_if<Text>(&key);
      bool const is_one = text != nullptr && unicode::length(text->view) == 1;
      if (!is_one && !as_integer(key)) throw Failure(reason::no_character_key);
      table->set(is_one ? code_point(text->view, 0) : key, map->value_at(session, at));
    }
    return table;
  }
  if (!bound.is_given(1)) throw Failure(reason::needs_mapping("maketrans", type_name(*bound[0])));
  std::string_view const from = bound.text(0, "");
  std::string_view const to = bound.text(1, "");
  std::string_view const gone = bound.text(2, "");
  if (unicode::length(from) != unicode::length(to)) throw Failure(reason::tables_of_two_lengths);
  for (std::size_t at = 0, there = 0; at < from.size();) {
    session.spend();
    table->set(code_point(from, at), code_point(to, there));
    at += unicode::character_length(from, at);
    there += unicode::character_length(to, there);
  }
  for (std::size_t at = 0; at < gone.size(); at += unicode::character_length(gone, at)) {
    session.spend();
    table->set(code_point(gone, at), None{});
  }
  return table;
}

constexpr auto table = std::to_array<Operation>({{"capitalize", "", 0, in_case<unicode::capitalize>},
                                                 {"casefold", "", 0, in_case<unicode::case_fold>},
                                                 {"center", "width fillchar /", 1, padded<Alignment::center>},
                                                 {"count", "sub start end /", 1, count},
                                                 {"endswith", "affix start end /", 1, has_affix<true>},
                                                 {"expandtabs", "tabsize", 0, expand_tabs},
                                                 {"find", "sub start end /", 1, find<false, Missing::minus_one>},
                                                 {"format", "*", 0, format},
                                                 {"format_map", "mapping /", 1, format_map},
                                                 {"index", "sub start end /", 1, find<false, Missing::error>},
                                                 {"isalnum", "", 0, is<alphanumeric>},
                                                 {"isalpha", "", 0, is<all_have<Property::alphabetic>>},
                                                 {"isascii", "", 0, is<unicode::is_ascii>},
                                                 {"isdecimal", "", 0, is<all_have<Property::decimal>>},
                                                 {"isdigit", "", 0, is<all_have<Property::digit>>},
                                                 {"isidentifier", "", 0, is<unicode::is_identifier>},
                                                 {"islower", "", 0, is<in_one_case<Property::lower>>},
                                                 {"isnumeric", "", 0, is<all_have<Property::numeric>>},
                                                 {"isprintable", "", 0, is<printable>},
                                                 {"isspace", "", 0, is<all_have<Property::space>>},
                                                 {"istitle", "", 0, is<in_title_case>},
                                                 {"isupper", "", 0, is<in_one_case<Property::upper>>},
                                                 {"join", "iterable /", 1, join},
                                                 {"ljust", "width fillchar /", 1, padded<Alignment::left>},
                                                 {"lower", "", 0, in_case<unicode::lower>},
                                                 {"lstrip", "chars /", 0, strip<Ends::left>},
                                                 {"maketrans", "x y z /", 1, make_table},
                                                 {"partition", "sep /", 1, partition<false>},
                                                 {"removeprefix", "affix /", 1, without_affix<false>},
                                                 {"removesuffix", "affix /", 1, without_affix<true>},
                                                 {"replace", "old new count /", 2, replace},
                                                 {"rfind", "sub start end /", 1, find<true, Missing::minus_one>},
                                                 {"rindex", "sub start end /", 1, find<true, Missing::error>},
                                                 {"rjust", "width fillchar /", 1, padded<Alignment::right>},
                                                 {"rpartition", "sep /", 1, partition<true>},
                                                 {"rsplit", "sep maxsplit", 0, split<true>},
                                                 {"rstrip", "chars /", 0, strip<Ends::right>},
                                                 {"split", "sep maxsplit", 0, split<false>},
                                                 {"splitlines", "keepends", 0, split_lines},
                                                 {"startswith", "affix start end /", 1, has_affix<false>},
                                                 {"strip", "chars /", 0, strip<Ends::both>},
                                                 {"swapcase", "", 0, in_case<unicode::swap_case>},
                                                 {"title", "", 0, in_case<unicode::title>},
                                                 {"translate", "table /", 1, translate},
                                                 {"upper", "", 0, in_case<unicode::upper>},
                                                 {"zfill", "width /", 1, fill_with_zeros}});
static_assert(is_sorted(table));

}  // namespace text_methods
}  // namespace

Operation const* find_text_method(std::string_view name) {
  return find_in(text_methods::table, name);
}

}  // namespace jinja
