#include <limits>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/objects.hpp"
#include "prompty/render/jinja/padding.hpp"
#include "prompty/render/jinja/percent_format.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"
#include "prompty/render/jinja/word_wrap.hpp"

namespace prompty::jinja {
namespace text_filters {
namespace {

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
Value in_case(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("the filter", arguments, {});
  Printed const text(session, input);
  return make_text(session, convert(text.view), text.markup);
}

bool begins_word(char32_t before) {
  return unicode::has(unicode::Property::space, before) ||
         std::u32string_view(U"-({[<").find(before) != std::u32string_view::npos;
}

// Unlike Python's method, the filter takes words to end only at blanks, dashes and opening brackets.
Value title(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("title", arguments, {});
  Printed const text(session, input);
  std::string result;
  for (std::size_t start = 0; start < text.view.size();) {
    std::size_t end = start;
    bool const separates = begins_word(unicode::decode(text.view, start));
    while (end < text.view.size() && begins_word(unicode::decode(text.view, end)) == separates) {
      end += unicode::character_length(text.view, end);
    }
    std::size_t const first = unicode::character_length(text.view, start);
    result += unicode::upper(text.view.substr(start, first));
    result += unicode::lower(text.view.substr(start + first, end - start - first));
    start = end;
  }
  return make_text(session, std::move(result));
}

Value trim(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("trim", arguments, {"chars"});
  Printed const text(session, input);
  std::string_view stripped = unicode::strip(text.view);
  if (bound.has(0)) {
    std::string_view const characters = bound.text(0, "");
    session.spend(text.view.size() / 256 * (1 + characters.size()));
    stripped = text_search::strip_right(text_search::strip_left(text.view, characters), characters);
  }
  if (Text const* const whole = std::get_if<Text>(&input)) return part_of(*whole, stripped);
  return make_text(session, std::string(stripped), text.markup);
}

Value replace(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("replace", arguments, {"old", "new", "count"}, 2);
  Printed const text(session, input);
  Printed const from(session, *bound[0]);
  Printed const to(session, *bound[1]);
  std::int64_t const count = bound.has(2) ? bound.integer(2, -1) : -1;
  check_replacement(session, text.view, from.view, to.view);
  std::size_t const most = count < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(count);
  return make_text(session, text_search::replaced(session, text.view, from.view, to.view, most));
}

Value center(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("center", arguments, {"width"});
  Printed const text(session, input);
  return make_text(session, pad(session, text.view, bound.integer(0, 80), Alignment::center, " "), text.markup);
}

Value indent(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("indent", arguments, {"width", "first", "blank"});
  Text const& text = demand_text("indent", input);
  std::string indention;
  if (bound.is_given(0) && holds<Text>(*bound[0])) {
    indention = bound.text(0, "");
  } else {
    indention = pad(session, "", bound.integer(0, 4), Alignment::left, " ");
  }
  session.spend_for_text(text.view.size());
  session.check_room(text_search::most_lines(text.view) * sizeof(std::string_view) * 2);
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
    session.check_room(result.size());
  }
  return make_text(session, std::move(result), text.markup);
}

Value truncate(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("truncate", arguments, {"length", "killwords", "end", "leeway"});
  std::int64_t const length = bound.integer(0, 255);
  Value const end = bound.is_given(2) ? *bound[2] : Value(Text{.view = "..."});
  std::optional<std::size_t> const end_size = length_of(session, end);
  if (!end_size) throw Failure(errors::reason::no_length(type_name(end)));
  std::int64_t const leeway = bound.has(3) ? bound.integer(3, 5) : 5;
  std::int64_t const kept = length - static_cast<std::int64_t>(*end_size);
  if (kept < 0 || leeway < 0) throw Failure(errors::reason::truncate_too_short());
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

Value word_count(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("wordcount", arguments, {});
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

Value word_wrap(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("wordwrap", arguments, {"width", "break_long_words", "wrapstring", "break_on_hyphens"});
  Text const& text = demand_text("wordwrap", input);
  session.spend_for_text(text.view.size() * 4);
  session.check_room(text_search::most_lines(text.view) * sizeof(std::string_view) * 2);
  Wrapping const how{.width = bound.integer(0, 79),
                     .long_words = bound.truth(session, 1, true) ? LongWords::broken : LongWords::kept,
                     .hyphens = bound.truth(session, 3, true) ? Hyphens::break_points : Hyphens::letters};
  if (how.width <= 0 && !text.view.empty()) throw Failure(errors::reason::wrap_width());
  std::string_view const separator = bound.has(2) ? bound.text(2, "\n") : "\n";
  return make_text(session, wrapped(session, text.view, separator, how));
}

Value as_text(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("string", arguments, {});
  return holds<Text>(input) ? input : make_text(session, text_of(session, input));
}

Value format(Session& session, Value const& input, Arguments const& arguments) {
  if (!arguments.positional.empty() && !arguments.named.empty()) throw Failure(errors::reason::format_arguments());
  Printed const text(session, input);
  Text const pattern{.view = text.view, .owner = {}, .markup = text.markup};
  if (arguments.named.empty()) return percent_format(session, pattern, make_tuple(session, arguments.positional));
  Shared<Dict> const named = make_shared<Dict>(session);
  for (auto const& [name, value] : arguments.named) named->set(Text{.view = name}, value);
  return percent_format(session, pattern, named);
}

// P5.2-21: most of these take any value, as it would be printed.
constexpr MethodTable<13> table{{{{"capitalize", in_case<unicode::capitalize>},
                                  {"center", center},
                                  {"format", format},
                                  {"indent", indent},
                                  {"lower", in_case<unicode::lower>},
                                  {"replace", replace},
                                  {"string", as_text},
                                  {"title", title},
                                  {"trim", trim},
                                  {"truncate", truncate},
                                  {"upper", in_case<unicode::upper>},
                                  {"wordcount", word_count},
                                  {"wordwrap", word_wrap}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace text_filters

Operation find_text_filter(std::string_view name) {
  return text_filters::table.find(name);
}

}  // namespace prompty::jinja
