#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/html.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace markup_filters {
namespace {

Value escape(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("escape", arguments, {});
  std::string output;
  append_escaped(session, output, input);
  return make_text(session, std::move(output), Markup::yes);
}

Value force_escape(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("forceescape", arguments, {});
  std::string const text = text_of(session, input);
  session.check_room(text.size() * 5);
  return make_text(session, escaped(text), Markup::yes);
}

Value safe(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("safe", arguments, {});
  Text const* const text = std::get_if<Text>(&input);
  if (text == nullptr) return make_text(session, text_of(session, input), Markup::yes);
  return Text{.view = text->view, .owner = text->owner, .markup = Markup::yes};
}

Value strip_tags(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("striptags", arguments, {});
  std::string const text = text_of(session, input);
  session.spend_for_text(text.size() * 2);
  session.check_room(text.size() * 8);
  return make_text(session, without_tags(text));
}

enum class Slash { kept, quoted };

void append_quoted(std::string& output, std::string_view text, Slash slash) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (char const c : text) {
    bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    bool const is_plain = is_letter || std::string_view("_.-~").find(c) != std::string_view::npos;
    if (is_plain || (c == '/' && slash == Slash::kept)) {
      output += c;
    } else if (c == ' ' && slash == Slash::quoted) {
      output += '+';
    } else {
      unsigned char const byte = static_cast<unsigned char>(c);
      output += '%';
      output += digits[byte >> 4U];
      output += digits[byte & 0xFU];
    }
  }
}

void append_pair(Session& session, std::string& output, Value const& pair) {
  Values const parts = collect(session, pair);
  if (parts.size() != 2) throw Failure(errors::reason::not_a_pair(parts.size()));
  if (!output.empty()) output += '&';
  append_quoted(output, text_of(session, parts[0]), Slash::quoted);
  output += '=';
  append_quoted(output, text_of(session, parts[1]), Slash::quoted);
}

Value url_encode(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("urlencode", arguments, {});
  std::string output;
  if (holds<Text>(input) || !is_iterable(input)) {
    std::string const text = text_of(session, input);
    session.check_room(text.size() * 3);
    append_quoted(output, text, Slash::kept);
    return make_text(session, std::move(output));
  }
  std::optional<MapView> const map = MapView::of(input);
  Cursor cursor(session, map ? Value(make_shared<View>(session, ViewKind::items, input)) : input);
  while (std::optional<Value> const pair = cursor.next()) {
    append_pair(session, output, *pair);
    session.check_room(output.size());
  }
  return make_text(session, std::move(output));
}

Value xml_attributes(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("xmlattr", arguments, {"autospace"});
  demand_defined(input);
  std::optional<MapView> const map = MapView::of(input);
  if (!map) throw Failure(errors::reason::needs_mapping("xmlattr", type_name(input)));
  std::string output;
  for (std::size_t at = 0; at < map->size(); ++at) {
    Value const value = map->value_at(session, at);
    if (is_none(value) || is_undefined(value)) continue;
    Value const key = map->key_at(at);
    std::string_view const name = demand_text("xmlattr", key).view;
    if (name.find_first_of(" \t\n\r\f\v/>=") != std::string_view::npos) {
      throw Failure(errors::reason::attribute_name(quoted(name)));
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

constexpr MethodTable<7> table{{{{"e", escape},
                                 {"escape", escape},
                                 {"forceescape", force_escape},
                                 {"safe", safe},
                                 {"striptags", strip_tags},
                                 {"urlencode", url_encode},
                                 {"xmlattr", xml_attributes}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace markup_filters

Operation find_markup_filter(std::string_view name) {
  return markup_filters::table.find(name);
}

}  // namespace prompty::jinja
