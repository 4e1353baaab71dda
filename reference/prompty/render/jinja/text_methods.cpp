#include <algorithm>
#include <limits>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/brace_format.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/methods.hpp"
#include "prompty/render/jinja/padding.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/text_join.hpp"
#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace text_methods {
namespace {

using unicode::Property;

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

std::size_t most(std::int64_t count) {
  return count < 0 ? all : static_cast<std::size_t>(count);
}

Text const& text_of(Value const& receiver) {
  return std::get<Text>(receiver);
}

Value like(Session& session, Value const& receiver, std::string text) {
  return make_text(session, std::move(text), text_of(receiver).markup);
}

Value parts_of(Session& session, Value const& receiver, std::vector<std::string_view> const& parts) {
  session.check_room(parts.size() * sizeof(Value));
  Values values;
  values.reserve(parts.size());
  for (std::string_view const part : parts) values.push_back(part_of(text_of(receiver), part));
  return make_list(session, std::move(values));
}

/// How much longer a character takes that is looked up in the tables of Unicode.
constexpr std::size_t looked_up = 4;

template <std::string (*convert)(std::string_view)>
Value in_case(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("the method", arguments, {});
  session.spend_for_text(looked_up * text_of(receiver).view.size());
  return like(session, receiver, convert(text_of(receiver).view));
}

template <Property property>
Value all_have(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("the method", arguments, {});
  session.spend_for_text(looked_up * text_of(receiver).view.size());
  return unicode::all_have(property, text_of(receiver).view);
}

// At least one cased character, and none of another case.
template <Property wanted>
Value is_in_case(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("the method", arguments, {});
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(looked_up * text.size());
  bool found = false;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    char32_t const code_point = unicode::decode(text, at);
    if (!unicode::has(Property::cased, code_point)) continue;
    if (!unicode::has(wanted, code_point)) return false;
    found = true;
  }
  return found;
}

Value is_title(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("istitle", arguments, {});
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(looked_up * text.size());
  bool found = false;
  bool inside_word = false;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    char32_t const code_point = unicode::decode(text, at);
    bool const is_lower = unicode::has(Property::lower, code_point);
    bool const is_cased = unicode::has(Property::cased, code_point);
    if (is_cased && is_lower != inside_word) return false;
    inside_word = is_cased;
    found = found || is_cased;
  }
  return found;
}

Value is_alphanumeric(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("isalnum", arguments, {});
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(looked_up * text.size());
  return unicode::all_have(Property::word, text) && text.find('_') == std::string_view::npos;
}

Value is_ascii(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("isascii", arguments, {});
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(text.size());
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Without characters to strip, blanks go.
template <bool left, bool right>
Value strip(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("strip", arguments, {"chars"});
  std::string_view text = text_of(receiver).view;
  std::string_view const characters = bound.has(0) ? bound.text(0, "") : "";
  session.spend(1 + text.size() / 256 * (1 + characters.size()));
  if (left) text = bound.has(0) ? text_search::strip_left(text, characters) : unicode::strip_left(text);
  if (right) text = bound.has(0) ? text_search::strip_right(text, characters) : unicode::strip_right(text);
  return part_of(text_of(receiver), text);
}

std::string_view separator(BoundArguments const& bound) {
  std::string_view const given = bound.text(0, "");
  if (given.empty()) throw Failure(errors::reason::empty_separator());
  return given;
}

// No more parts than fit into memory, plus one that will not.
std::size_t most_parts(Session const& session, BoundArguments const& bound) {
  return std::min(most(bound.integer(1, -1)), session.limits().memory / sizeof(Value) + 1);
}

Value split(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("split", arguments, {"sep", "maxsplit"});
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(text.size());
  std::size_t const limit = most_parts(session, bound);
  if (!bound.has(0)) return parts_of(session, receiver, text_search::split_at_blanks(text, limit));
  return parts_of(session, receiver, text_search::split(session, text, separator(bound), limit));
}

Value split_from_right(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("rsplit", arguments, {"sep", "maxsplit"});
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(text.size());
  std::size_t const limit = most_parts(session, bound);
  if (!bound.has(0)) return parts_of(session, receiver, text_search::split_at_blanks_from_right(text, limit));
  return parts_of(session, receiver, text_search::split_from_right(session, text, separator(bound), limit));
}

Value split_lines(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("splitlines", arguments, {"keepends"});
  session.spend_for_text(text_of(receiver).view.size());
  session.check_room(text_search::most_lines(text_of(receiver).view) * sizeof(Value));
  bool const keep = bound.truth(session, 0, false);
  return parts_of(
      session, receiver,
      text_search::lines(text_of(receiver).view, keep ? text_search::LineEnds::kept : text_search::LineEnds::dropped));
}

template <bool from_right>
Value partition(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("partition", arguments, {"sep"}, 1);
  Text const& text = text_of(receiver);
  session.spend_for_text(text.view.size());
  std::string_view const between = separator(bound);
  std::size_t const found =
      from_right ? text_search::find_last(session, text.view, between) : text_search::find(session, text.view, between);
  Value const nothing = Text{.view = "", .owner = {}, .markup = text.markup};
  if (found == std::string_view::npos) {
    return make_tuple(session, from_right ? Values{nothing, nothing, receiver} : Values{receiver, nothing, nothing});
  }
  return make_tuple(session,
                    {part_of(text, text.view.substr(0, found)), part_of(text, text.view.substr(found, between.size())),
                     part_of(text, text.view.substr(found + between.size()))});
}

Value replace(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("replace", arguments, {"old", "new", "count"}, 2);
  std::string_view const text = text_of(receiver).view;
  std::string_view const from = bound.text(0, "");
  std::string_view const to = bound.text(1, "");
  check_replacement(session, text, from, to);
  return like(session, receiver, text_search::replaced(session, text, from, to, most(bound.integer(2, -1))));
}

// The part of the text between the optional start and end arguments.
std::string_view window(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::string_view const text = text_of(receiver).view;
  session.spend_for_text(text.size());
  if (!bound.is_given(1) && !bound.is_given(2)) return text;
  Value const start = bound.has(1) ? *bound[1] : Value(None{});
  Value const stop = bound.has(2) ? *bound[2] : Value(None{});
  return std::get<Text>(slice(session, Text{.view = text}, start, stop, None{})).view;
}

template <bool at_end>
Value has_affix(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("startswith", arguments, {"affix", "start", "end"}, 1);
  std::string_view const text = window(session, receiver, bound);
  auto const matches = [&](Value const& affix) {
    std::string_view const wanted = demand_text("startswith", affix).view;
    session.spend_for_bytes(wanted.size());
    return at_end ? text.ends_with(wanted) : text.starts_with(wanted);
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
Value find(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("find", arguments, {"sub", "start", "end"}, 1);
  std::string_view const text = text_of(receiver).view;
  std::string_view const inside = window(session, receiver, bound);
  std::string_view const part = bound.text(0, "");
  std::size_t const found =
      from_right ? text_search::find_last(session, inside, part) : text_search::find(session, inside, part);
  if (found == std::string_view::npos) {
    if (missing == Missing::error) throw Failure(errors::reason::part_not_found());
    return std::int64_t{-1};
  }
  std::size_t const before = static_cast<std::size_t>(inside.data() - text.data()) + found;
  return static_cast<std::int64_t>(unicode::length(text.substr(0, before)));
}

Value count(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("count", arguments, {"sub", "start", "end"}, 1);
  return static_cast<std::int64_t>(text_search::count(session, window(session, receiver, bound), bound.text(0, "")));
}

template <Alignment alignment>
Value padded(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("the method", arguments, {"width", "fillchar"}, 1);
  std::string_view const fill = bound.text(1, " ");
  if (unicode::length(fill) != 1) throw Failure(errors::reason::fill_not_one_character());
  return like(session, receiver, pad(session, text_of(receiver).view, bound.integer(0, 0), alignment, fill));
}

Value fill_with_zeros(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("zfill", arguments, {"width"}, 1);
  std::string_view text = text_of(receiver).view;
  bool const has_sign = text.starts_with('+') || text.starts_with('-');
  std::int64_t const width = bound.integer(0, 0) - (has_sign ? 1 : 0);
  std::string const digits = pad(session, has_sign ? text.substr(1) : text, width, Alignment::right, "0");
  return like(session, receiver, (has_sign ? std::string(text.substr(0, 1)) : "") + digits);
}

template <bool at_end>
Value without_affix(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("removeprefix", arguments, {"affix"}, 1);
  std::string_view text = text_of(receiver).view;
  std::string_view const affix = bound.text(0, "");
  session.spend_for_bytes(affix.size());
  if (!at_end && text.starts_with(affix)) text.remove_prefix(affix.size());
  if (at_end && text.ends_with(affix)) text.remove_suffix(affix.size());
  return part_of(text_of(receiver), text);
}

Value join(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("join", arguments, {"iterable"}, 1);
  return join_texts(session, text_of(receiver), *bound[0]);
}

Value format(Session& session, Value const& receiver, Arguments const& arguments) {
  return brace_format(session, text_of(receiver), arguments);
}

constexpr MethodTable<39> table{{{{"capitalize", in_case<unicode::capitalize>},
                                  {"center", padded<Alignment::center>},
                                  {"count", count},
                                  {"endswith", has_affix<true>},
                                  {"find", find<false, Missing::minus_one>},
                                  {"format", format},
                                  {"index", find<false, Missing::error>},
                                  {"isalnum", is_alphanumeric},
                                  {"isalpha", all_have<Property::alphabetic>},
                                  {"isascii", is_ascii},
                                  {"isdecimal", all_have<Property::decimal>},
                                  {"isdigit", all_have<Property::digit>},
                                  {"islower", is_in_case<Property::lower>},
                                  {"isnumeric", all_have<Property::numeric>},
                                  {"isspace", all_have<Property::space>},
                                  {"istitle", is_title},
                                  {"isupper", is_in_case<Property::upper>},
                                  {"join", join},
                                  {"ljust", padded<Alignment::left>},
                                  {"lower", in_case<unicode::lower>},
                                  {"lstrip", strip<true, false>},
                                  {"partition", partition<false>},
                                  {"removeprefix", without_affix<false>},
                                  {"removesuffix", without_affix<true>},
                                  {"replace", replace},
                                  {"rfind", find<true, Missing::minus_one>},
                                  {"rindex", find<true, Missing::error>},
                                  {"rjust", padded<Alignment::right>},
                                  {"rpartition", partition<true>},
                                  {"rsplit", split_from_right},
                                  {"rstrip", strip<false, true>},
                                  {"split", split},
                                  {"splitlines", split_lines},
                                  {"startswith", has_affix<false>},
                                  {"strip", strip<true, true>},
                                  {"swapcase", in_case<unicode::swap_case>},
                                  {"title", in_case<unicode::title>},
                                  {"upper", in_case<unicode::upper>},
                                  {"zfill", fill_with_zeros}}}};

}  // namespace
}  // namespace text_methods

BoundMethod::Function find_text_method(std::string_view name) {
  return text_methods::table.find(name);
}

}  // namespace prompty::jinja
