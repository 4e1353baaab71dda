#include "prompty/render/jinja/printing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/loop.hpp"
#include "prompty/render/jinja/macro.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace printing {
namespace {

constexpr int deepest_nesting = 500;

void append_escaped(std::string& output, char32_t code_point, char quote) {
  switch (code_point) {
    case '\n':
      output += "\\n";
      return;
    case '\r':
      output += "\\r";
      return;
    case '\t':
      output += "\\t";
      return;
    case '\\':
      output += "\\\\";
      return;
    default:
      break;
  }
  if (code_point == static_cast<unsigned char>(quote)) {
    output += '\\';
    output += quote;
  } else if (unicode::has(unicode::Property::printable, code_point)) {
    unicode::append(output, code_point);
  } else {
    output += unicode::escape_of(code_point);
  }
}

void append_quoted(std::string& output, std::string_view text) {
  bool const has_apostrophe = text.find('\'') != std::string_view::npos;
  char const quote = has_apostrophe && text.find('"') == std::string_view::npos ? '"' : '\'';
  output += quote;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    append_escaped(output, unicode::decode(text, at), quote);
  }
  output += quote;
}

void append_integer(std::string& output, std::int64_t number) {
  fmt::format_int const digits(number);
  output.append(digits.data(), digits.size());
}

void append_at(Session& session, std::string& output, Value const& value, int depth);

void append_list(Session& session, std::string& output, ListView const& list, int depth) {
  bool const is_list = list.kind() == SequenceKind::list;
  output += is_list ? '[' : '(';
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (at > 0) output += ", ";
    append_at(session, output, list.at(session, at), depth + 1);
  }
  if (!is_list && list.size() == 1) output += ',';
  output += is_list ? ']' : ')';
}

void append_map(Session& session, std::string& output, MapView const& map, int depth) {
  output += '{';
  for (std::size_t at = 0; at < map.size(); ++at) {
    if (at > 0) output += ", ";
    append_at(session, output, map.key_at(at), depth + 1);
    output += ": ";
    append_at(session, output, map.value_at(session, at), depth + 1);
  }
  output += '}';
}

void append_view(Session& session, std::string& output, Shared<View> const& view, int depth) {
  output += type_name(view);
  output += "([";
  for (std::size_t at = 0; at < size_of(*view); ++at) {
    if (at > 0) output += ", ";
    append_at(session, output, element(session, *view, at), depth + 1);
  }
  output += "])";
}

std::string shown(Range const& range) {
  if (range.step == 1) return fmt::format("range({}, {})", range.start, range.stop);
  return fmt::format("range({}, {}, {})", range.start, range.stop, range.step);
}

// Python shows addresses here; a prompt must not differ from run to run.
std::string shown(Value const& object) {
  if (Shared<Macro> const* const macro = std::get_if<Shared<Macro>>(&object)) {
    return (*macro)->name().empty() ? "<Macro anonymous>" : fmt::format("<Macro {}>", quoted((*macro)->name()));
  }
  if (Shared<Loop> const* const loop = std::get_if<Shared<Loop>>(&object)) {
    return fmt::format("<LoopContext {}/{}>", (*loop)->index0() + 1, (*loop)->length());
  }
  return fmt::format("<{} object>", type_name(object));
}

void append_at(Session& session, std::string& output, Value const& value, int depth) {
  if (depth > deepest_nesting) throw Failure(errors::reason::nested_too_deeply());
  session.spend();
  session.check_room(output.size());
  // P5.2-04: as repr() does it in Python.
  match(
      value, [&](Undefined const&) { output += "Undefined"; }, [&](None const&) { output += "None"; },
      [&](bool boolean) { output += boolean ? "True" : "False"; },
      [&](std::int64_t number) { append_integer(output, number); },
      [&](double number) { append_float(output, number); },
      [&](Text const& text) {
        session.spend_for_text(text.view.size() * 4);
        if (text.markup == Markup::yes) output += "Markup(";
        append_quoted(output, text.view);
        if (text.markup == Markup::yes) output += ')';
      },
      [&](BorrowedList const&) { append_list(session, output, *ListView::of(value), depth); },
      [&](Shared<Sequence> const&) { append_list(session, output, *ListView::of(value), depth); },
      [&](BorrowedMap const&) { append_map(session, output, *MapView::of(value), depth); },
      [&](Shared<Dict> const&) { append_map(session, output, *MapView::of(value), depth); },
      [&](Shared<View> const& view) { append_view(session, output, view, depth); },
      [&](Range const& range) { output += shown(range); },
      [&](Shared<Namespace> const& space) {
        output += "<Namespace ";
        append_at(session, output, space->attributes, depth + 1);
        output += '>';
      },
      [&](auto const&) { output += shown(value); });
}

}  // namespace
}  // namespace printing

void append_representation(Session& session, std::string& output, Value const& value) {
  printing::append_at(session, output, value, 0);
}

std::string representation(Session& session, Value const& value) {
  std::string output;
  append_representation(session, output, value);
  return output;
}

std::string ascii_representation(Session& session, Value const& value) {
  std::string const shown = representation(session, value);
  session.spend_for_text(shown.size() * 4);
  std::string output;
  for (std::size_t at = 0; at < shown.size(); at += unicode::character_length(shown, at)) {
    char32_t const code_point = unicode::decode(shown, at);
    output += code_point < 0x80 ? std::string(1, shown[at]) : unicode::escape_of(code_point);
    session.check_room(output.size());
  }
  return output;
}

void append_text(Session& session, std::string& output, Value const& value) {
  if (Text const* const text = std::get_if<Text>(&value)) {
    // P5.2-05: a prompt is no web page.
    output += text->view;
    return;
  }
  if (is_undefined(value)) {
    // P5.3-01, P5.3-03: nothing or an error, as the rule says; tests and `default` do not come here.
    demand_defined_when_strict(session, value);
    return;
  }
  printing::append_at(session, output, value, 0);
}

std::string text_of(Session& session, Value const& value) {
  std::string output;
  append_text(session, output, value);
  return output;
}

std::string_view view_as_text(Session& session, Value const& value, std::string& scratch) {
  if (Text const* const text = std::get_if<Text>(&value)) return text->view;
  scratch = text_of(session, value);
  return scratch;
}

std::string quoted(std::string_view text) {
  std::string output;
  printing::append_quoted(output, text);
  return output;
}

}  // namespace prompty::jinja
