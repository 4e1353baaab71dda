#include "prompty/render/jinja/json_printing.hpp"

#include <fmt/format.h>

#include <cmath>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/padding.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/sorting.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace json_printing {
namespace {

constexpr std::size_t deepest_nesting = 500;

class Printer {
 public:
  Printer(Session& session, std::optional<std::string> indent) : session_(session), indent_(std::move(indent)) {}

  std::string print(Value const& value) {
    append(value, 0);
    return std::move(output_);
  }

 private:
  void append(Value const& value, std::size_t depth) {
    if (depth > deepest_nesting) throw Failure(errors::reason::nested_too_deeply());
    session_.spend();
    session_.check_room(output_.size());
    if (Text const* const text = std::get_if<Text>(&value)) {
      append_text(text->view);
    } else if (is_none(value)) {
      output_ += "null";
    } else if (bool const* const boolean = std::get_if<bool>(&value)) {
      output_ += *boolean ? "true" : "false";
    } else if (std::int64_t const* const whole = std::get_if<std::int64_t>(&value)) {
      output_ += fmt::format("{}", *whole);
    } else if (double const* const number = std::get_if<double>(&value)) {
      append_float(*number);
    } else if (std::optional<ListView> const list = ListView::of(value)) {
      append_list(*list, depth);
    } else if (std::optional<MapView> const map = MapView::of(value)) {
      append_map(*map, depth);
    } else {
      demand_defined(value);
      throw Failure(errors::reason::no_json(type_name(value)));
    }
  }

  void append_float(double number) {
    if (std::isnan(number)) {
      output_ += "NaN";
    } else if (std::isinf(number)) {
      output_ += number < 0 ? "-Infinity" : "Infinity";
    } else {
      output_ += float_text(number);
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
    session_.check_room(output_.size() + indent_->size() * depth);
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
      separate(is_first, depth + 1);
      is_first = false;
      append_key(key, depth + 1);
      output_ += ": ";
      append(*map.find(session_, key), depth + 1);
    }
    if (!is_first) new_line(depth);
    output_ += '}';
  }

  void append_key(Value const& key, std::size_t depth) {
    if (holds<Text>(key)) {
      append(key, depth);
      return;
    }
    if (!is_number(key) && !is_none(key)) throw Failure(errors::reason::no_json_key(type_name(key)));
    output_ += '"';
    append(key, depth);
    output_ += '"';
  }

  Session& session_;
  std::optional<std::string> indent_;
  std::string output_;
};

std::string indent_text(Session& session, Value const& indent) {
  if (Text const* const text = std::get_if<Text>(&indent)) return std::string(text->view);
  return pad(session, "", demand_integer(indent), Alignment::left, " ");
}

}  // namespace
}  // namespace json_printing

std::string json_for_html(Session& session, Value const& value, Value const* indent) {
  std::optional<std::string> text;
  if (indent != nullptr) text = json_printing::indent_text(session, *indent);
  return json_printing::Printer(session, std::move(text)).print(value);
}

}  // namespace prompty::jinja
