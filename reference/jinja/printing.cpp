#include "jinja/printing.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "jinja/closures.hpp"
#include "jinja/functions.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {

constexpr std::size_t deepest_printed = 500;

void append_escaped(std::string& output, char32_t code_point, char quote) {
  constexpr std::string_view special = "\n\r\t\\";
  constexpr std::string_view letters = "nrt\\";
  std::size_t const found = code_point < 0x80 ? special.find(static_cast<char>(code_point)) : std::string_view::npos;
  if (found != std::string_view::npos || code_point == static_cast<unsigned char>(quote)) {
    output += '\\';
    output += found != std::string_view::npos ? letters[found] : quote;
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

// `append` appends an element.
template <class Append>
void append_list(Session& session, std::string& output, ListView const& list, Append const& append) {
  bool const is_list = list.kind() == SequenceKind::list;
  output += is_list ? '[' : '(';
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (at > 0) output += ", ";
    append(list.at(session, at));
  }
  if (!is_list && list.size() == 1) output += ',';
  output += is_list ? ']' : ')';
}

void append_at(Session& session, std::string& output, Value const& value, std::size_t depth);

void append_map(Session& session, std::string& output, MapView const& map, std::size_t depth) {
  output += '{';
  for (std::size_t at = 0; at < map.size(); ++at) {
    if (at > 0) output += ", ";
    append_at(session, output, map.key_at(at), depth + 1);
    output += ": ";
    append_at(session, output, map.value_at(session, at), depth + 1);
  }
  output += '}';
}

void append_view(Session& session, std::string& output, Shared<View> const& view, std::size_t depth) {
  output += type_name(view);
  output += "([";
  for (std::size_t at = 0; at < size_of(*view); ++at) {
    if (at > 0) output += ", ";
    append_at(session, output, element(session, *view, at), depth + 1);
  }
  output += "])";
}

void append_at(Session& session, std::string& output, Value const& value, std::size_t depth) {
  if (depth > deepest_printed) throw Failure(reason::nested_too_deeply);
  session.spend();
  session.check_memory(output.size());
  auto const append_element = [&](Value const& element) { append_at(session, output, element, depth + 1); };
  // P5.2-04: as repr() does it in Python.
  match(
      value, [&](Undefined const&) { output += "Undefined"; }, [&](None const&) { output += "None"; },
      [&](bool boolean) { output += boolean ? "True" : "False"; },
      [&](std::int64_t number) { output += std::to_string(number); },
      [&](double number) { output += float_text(number); },
      [&](Text const& text) {
        session.spend_for_text(text.view.size() * 4);
        if (text.markup == Markup::yes) output += "Markup(";
        append_quoted(output, text.view);
        if (text.markup == Markup::yes) output += ')';
      },
      [&](BorrowedList const&) { append_list(session, output, *ListView::of(value), append_element); },
      [&](Shared<Sequence> const&) { append_list(session, output, *ListView::of(value), append_element); },
      [&](BorrowedMap const&) { append_map(session, output, *MapView::of(value), depth); },
      [&](Shared<Dict> const&) { append_map(session, output, *MapView::of(value), depth); },
      [&](Shared<View> const& view) { append_view(session, output, view, depth); },
      [&](Range const& range) {
        output += fmt::format("range({}, {}{})", range.start, range.stop,
                              range.step == 1 ? "" : fmt::format(", {}", range.step));
      },
      [&](Shared<Namespace> const& space) {
        output += "<Namespace ";
        append_at(session, output, space->attributes, depth + 1);
        output += '>';
      },
      // Python shows addresses of these; a prompt must not differ from run to run.
      [&](Shared<Macro> const& macro) {
        output += macro->name().empty() ? "<Macro anonymous>" : fmt::format("<Macro {}>", quoted(macro->name()));
      },
      [&](Shared<Loop> const& loop) {
        output += fmt::format("<LoopContext {}/{}>", loop->index0() + 1, loop->length());
      },
      [&](auto const&) { output += fmt::format("<{} object>", type_name(value)); });
}

constexpr std::size_t page_width = 80;
constexpr std::size_t deepest_laid_out = 100;

// The order of the names that Python gives the types; what can be compared is of one rank.
std::int64_t rank_of_type(Value const& key) {
  if (is_none(key)) return 0;
  if (is_number(key)) return 1;
  return holds<Text>(key) ? 2 : 3;
}

class PrettyPrinter {
 public:
  explicit PrettyPrinter(Session& session) : session_(session) {}

  std::string print(Value const& value) {
    append(value, 0, 0, 0);
    return std::move(output_);
  }

 private:
  // `indent` columns are taken on the left, `allowance` on the right by the brackets that close what is around.
  void append(Value const& value, std::size_t indent, std::size_t allowance, std::size_t depth) {
    std::string const line = one_line(value, depth);
    session_.check_memory(output_.size() + line.size());
    bool const fits = unicode::length(line) + indent + allowance <= page_width;
    if (Text const* const text = std::get_if<Text>(&value); !fits && text != nullptr && text->markup == Markup::no) {
      append_text(text->view, indent, allowance, depth);
    } else if (std::optional<ListView> const list = ListView::of(value); !fits && list) {
      append_list(*list, indent, allowance, depth);
    } else if (std::optional<MapView> const map = MapView::of(value); !fits && map) {
      append_map(*map, indent, allowance, depth);
    } else {
      output_ += line;
    }
  }

  // A long text is shown as several, one a line; in parentheses where nothing else holds them together.
  void append_text(std::string_view text, std::size_t indent, std::size_t allowance, std::size_t depth) {
    session_.spend_for_text(text.size() * 8);
    bool const is_outermost = depth == 0;
    if (is_outermost) ++indent, ++allowance;
    std::vector<std::string> const parts = parts_of(text, indent, allowance);
    bool const is_enclosed = is_outermost && parts.size() > 1;
    if (is_enclosed) output_ += '(';
    for (std::size_t at = 0; at < parts.size(); ++at) {
      if (at > 0) new_line(indent);
      output_ += parts[at];
      session_.check_memory(output_.size());
    }
    if (is_enclosed) output_ += ')';
  }

  // Quoted lines; those that are too long are split behind blanks.
  static std::vector<std::string> parts_of(std::string_view text, std::size_t indent, std::size_t allowance) {
    std::size_t const width = page_width > indent ? page_width - indent : 0;
    std::size_t const last_width = width > allowance ? width - allowance : 0;
    std::vector<std::string_view> const lines = text_search::lines(text, text_search::LineEnds::kept);
    std::vector<std::string> parts;
    for (std::string_view const& line : lines) {
      std::size_t start = 0;
      for (std::size_t end = 0; end < line.size();) {
        std::size_t const next = end_of_word(line, end);
        std::size_t const limit = &line == &lines.back() && next == line.size() ? last_width : width;
        if (end > start && unicode::length(quoted(line.substr(start, next - start))) > limit) {
          parts.push_back(quoted(line.substr(start, end - start)));
          start = end;
        }
        end = next;
      }
      parts.push_back(quoted(line.substr(start)));
    }
    return parts;
  }

  // Behind the word that begins at `at` and the blanks that follow it.
  static std::size_t end_of_word(std::string_view line, std::size_t at) {
    auto const is_blank = [](char32_t code_point) { return unicode::has(unicode::Property::space, code_point); };
    return unicode::find_character(line, unicode::find_character(line, at, is_blank), std::not_fn(is_blank));
  }

  void append_list(ListView const& list, std::size_t indent, std::size_t allowance, std::size_t depth) {
    bool const is_list = list.kind() == SequenceKind::list;
    std::string_view const closing = is_list ? "]" : list.size() == 1 ? ",)" : ")";
    output_ += is_list ? '[' : '(';
    for (std::size_t at = 0; at < list.size(); ++at) {
      if (at > 0) new_line(indent + 1);
      bool const is_last = at + 1 == list.size();
      append(list.at(session_, at), indent + 1, is_last ? allowance + closing.size() : 1, depth + 1);
      if (!is_last) output_ += ',';
    }
    output_ += closing;
  }

  void append_map(MapView const& map, std::size_t indent, std::size_t allowance, std::size_t depth) {
    output_ += '{';
    Values const keys = sorted_keys(map);
    for (std::size_t at = 0; at < keys.size(); ++at) {
      if (at > 0) new_line(indent + 1);
      bool const is_last = at + 1 == keys.size();
      std::string const key = one_line(keys[at], depth);
      output_ += key;
      output_ += ": ";
      std::size_t const column = indent + 1 + unicode::length(key) + 2;
      append(*map.find(session_, keys[at]), column, is_last ? allowance + 1 : 1, depth + 1);
      if (!is_last) output_ += ',';
    }
    output_ += '}';
  }

  void new_line(std::size_t indent) {
    output_ += '\n';
    output_.append(indent, ' ');
  }

  // Keys of different types have no order among them: those are sorted by type.
  Values sorted_keys(MapView const& map) {
    Values keys;
    Values order;
    for (std::size_t at = 0; at < map.size(); ++at) {
      keys.push_back(map.key_at(at));
      // What is undefined is not compared.
      if (map.size() > 1) demand_defined(keys.back());
      order.push_back(make_tuple(session_, {rank_of_type(keys.back()), keys.back()}));
    }
    sort_by_keys(session_, keys, order, Direction::ascending);
    return keys;
  }

  std::string one_line(Value const& value, std::size_t depth) {
    if (depth > deepest_laid_out) throw Failure(reason::nested_too_deeply);
    session_.spend();
    std::string line;
    if (std::optional<ListView> const list = ListView::of(value)) {
      jinja::append_list(session_, line, *list, [&](Value const& element) {
        line += one_line(element, depth + 1);
        session_.check_memory(line.size());
      });
      return line;
    }
    std::optional<MapView> const map = MapView::of(value);
    if (!map) return representation(session_, value);
    line += '{';
    for (Value const& key : sorted_keys(*map)) {
      if (line.size() > 1) line += ", ";
      line += one_line(key, depth + 1) + ": " + one_line(*map->find(session_, key), depth + 1);
      session_.check_memory(line.size());
    }
    line += '}';
    return line;
  }

  Session& session_;
  std::string output_;
};

std::string json_number(double number) {
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  return std::isnan(number) ? "NaN" : float_text(number);
}

class JsonPrinter {
 public:
  JsonPrinter(Session& session, std::optional<std::string> indent) : session_(session), indent_(std::move(indent)) {}

  std::string print(Value const& value) {
    append(value, 0);
    return std::move(output_);
  }

 private:
  void append(Value const& value, std::size_t depth) {
    if (depth > deepest_printed) throw Failure(reason::nested_too_deeply);
    session_.spend();
    session_.check_memory(output_.size());
    if (Text const* const text = std::get_if<Text>(&value)) {
      append_text(text->view);
    } else if (is_none(value)) {
      output_ += "null";
    } else if (bool const* const boolean = std::get_if<bool>(&value)) {
      output_ += *boolean ? "true" : "false";
    } else if (std::int64_t const* const whole = std::get_if<std::int64_t>(&value)) {
      output_ += std::to_string(*whole);
    } else if (double const* const number = std::get_if<double>(&value)) {
      output_ += json_number(*number);
    } else if (std::optional<ListView> const list = ListView::of(value)) {
      append_list(*list, depth);
    } else if (std::optional<MapView> const map = MapView::of(value)) {
      append_map(*map, depth);
    } else {
      demand_defined(value);
      throw Failure(reason::no_json(type_name(value)));
    }
  }

  void append_unit(std::uint32_t unit) { output_ += fmt::format("\\u{:04x}", unit); }

  void append_text(std::string_view text) {
    session_.spend_for_text(text.size() * 2);
    output_ += '"';
    for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
      append_character(unicode::decode(text, at));
    }
    output_ += '"';
  }

  void append_character(char32_t code_point) {
    constexpr std::string_view special = "\"\\\n\r\t\b\f";
    constexpr std::string_view letters = "\"\\nrtbf";
    std::size_t const found = code_point < 0x80 ? special.find(static_cast<char>(code_point)) : std::string_view::npos;
    if (found != std::string_view::npos) {
      output_ += '\\';
      output_ += letters[found];
    } else if (code_point >= 0x10000) {
      std::uint32_t const offset = code_point - 0x10000;
      append_unit(0xD800 + (offset >> 10U));
      append_unit(0xDC00 + (offset & 0x3FFU));
    } else if (code_point < 0x20 || code_point >= 0x7F || code_point == '<' || code_point == '>' || code_point == '&' ||
               code_point == '\'') {
      append_unit(code_point);
    } else {
      output_ += static_cast<char>(code_point);
    }
  }

  void separate(bool is_first, std::size_t depth) {
    if (!is_first) output_ += indent_ ? "," : ", ";
    new_line(depth);
  }

  void new_line(std::size_t depth) {
    if (!indent_) return;
    session_.check_memory(output_.size() + indent_->size() * depth);
    output_ += '\n';
    for (std::size_t level = 0; level < depth; ++level) output_ += *indent_;
  }

  void append_list(ListView const& list, std::size_t depth) {
    output_ += '[';
    for (std::size_t at = 0; at < list.size(); ++at) {
      separate(at == 0, depth + 1);
      append(list.at(session_, at), depth + 1);
    }
    if (list.size() > 0) new_line(depth);
    output_ += ']';
  }

  void append_map(MapView const& map, std::size_t depth) {
    Values keys;
    for (std::size_t at = 0; at < map.size(); ++at) keys.push_back(map.key_at(at));
    Values const unsorted = keys;
    sort_by_keys(session_, keys, unsorted, Direction::ascending);
    output_ += '{';
    bool is_first = true;
    for (Value const& key : keys) {
      separate(std::exchange(is_first, false), depth + 1);
      append_key(key, depth + 1);
      output_ += ": ";
      append(*map.find(session_, key), depth + 1);
    }
    if (!is_first) new_line(depth);
    output_ += '}';
  }

  void append_key(Value const& key, std::size_t depth) {
    bool const is_text = holds<Text>(key);
    if (!is_text && !is_number(key) && !is_none(key)) throw Failure(reason::no_json_key(type_name(key)));
    if (!is_text) output_ += '"';
    append(key, depth);
    if (!is_text) output_ += '"';
  }

  Session& session_;
  std::optional<std::string> indent_;
  std::string output_;
};

}  // namespace

std::string representation(Session& session, Value const& value) {
  std::string output;
  append_at(session, output, value, 0);
  return output;
}

std::string ascii_representation(Session& session, Value const& value) {
  std::string const shown = representation(session, value);
  session.spend_for_text(shown.size() * 4);
  std::string output;
  for (std::size_t at = 0; at < shown.size(); at += unicode::character_length(shown, at)) {
    char32_t const code_point = unicode::decode(shown, at);
    output += code_point < 0x80 ? std::string(1, shown[at]) : unicode::escape_of(code_point);
    session.check_memory(output.size());
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
  append_at(session, output, value, 0);
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
  append_quoted(output, text);
  return output;
}

std::string escaped(std::string_view text) {
  constexpr std::string_view special = "&<>\"'";
  constexpr auto entities = std::to_array<std::string_view>({"&amp;", "&lt;", "&gt;", "&#34;", "&#39;"});
  std::string result;
  result.reserve(text.size());
  for (char const c : text) {
    std::size_t const found = special.find(c);
    result += found == std::string_view::npos ? std::string_view(&c, 1) : entities.at(found);
  }
  return result;
}

void append_escaped(Session& session, std::string& output, Value const& value) {
  std::string scratch;
  std::string_view const text = view_as_text(session, value, scratch);
  Text const* const source = std::get_if<Text>(&value);
  session.check_memory(text.size() * 5);
  session.spend_for_text(text.size());
  bool const is_escaped = source != nullptr && source->markup == Markup::yes;
  output += is_escaped ? std::string(text) : escaped(text);
}

std::string pretty_text(Session& session, Value const& value) {
  return PrettyPrinter(session).print(value);
}

std::string indention_of(Session& session, Value const& indent) {
  if (Text const* const text = std::get_if<Text>(&indent)) return std::string(text->view);
  return text_search::pad(session, "", demand_integer(indent), text_search::Alignment::left, " ");
}

std::string json_for_html(Session& session, Value const& value, Value const* indent) {
  std::optional<std::string> text;
  if (indent != nullptr) text = indention_of(session, *indent);
  return JsonPrinter(session, std::move(text)).print(value);
}

}  // namespace jinja
