#include "harness/judge/vectors/canonical_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

constexpr std::size_t line_width = 150;
constexpr std::size_t most_bytes_of_a_code_point = 4;

bool needs_no_escape(unsigned char byte) {
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

void append_string(std::string& text, std::string const& value) {
  // Most strings are plain; nlohmann's writer takes several times as long for them.
  if (std::all_of(value.begin(), value.end(), [](unsigned char byte) { return needs_no_escape(byte); })) {
    text.append("\"").append(value).append("\"");
    return;
  }
  text += Json(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_scalar(std::string& text, Json const& value) {
  if (std::string const* const string = value.get_ptr<std::string const*>()) return append_string(text, *string);
  text += value.dump();
}

/// Columns that UTF-8 text takes: its code points.
std::size_t columns(std::string const& text) {
  std::size_t count = 0;
  for (char const byte : text) count += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

/// Appends a value on one line; false, with a part of it appended, as soon as the text has more than `most_bytes`.
bool append_line(std::string& text, Json const& value, std::size_t most_bytes) {
  if (text.size() > most_bytes) return false;
  if (!value.is_structured()) {
    append_scalar(text, value);
    return true;
  }
  text += value.is_array() ? '[' : '{';
  bool is_first = true;
  for (auto const& [key, member] : value.items()) {
    if (!is_first) text += ", ";
    is_first = false;
    if (value.is_object()) {
      append_string(text, key);
      text += ": ";
    }
    if (!append_line(text, member, most_bytes)) return false;
  }
  text += value.is_array() ? ']' : '}';
  return true;
}

/// Whether the value was appended because it fits into the line on which `taken` columns are taken.
bool append_if_it_fits(std::string& text, Json const& value, std::size_t taken) {
  std::string line;
  if (!append_line(line, value, line_width * most_bytes_of_a_code_point)) return false;
  // One column is kept for the comma that may follow.
  if (taken + columns(line) + 1 > line_width) return false;
  text += line;
  return true;
}

std::string name_of(Json const& container, std::string const& key) {
  std::string name;
  if (!container.is_object()) return name;
  append_string(name, key);
  return name + ": ";
}

/// Whether a container holds nothing but one other container, so that both open on one line and close on one line.
bool holds_one_container(Json const& value) {
  return value.size() == 1 && value.begin()->is_structured() && !value.begin()->empty();
}

void append_value(std::string& text, Json const& value, std::size_t indent, std::size_t prefix,
                  std::size_t expand_levels);

/// Appends what a container holds, a member or element a line, but for short ones, which share their lines.
class MemberLines {
 public:
  enum class Sharing : std::uint8_t { none, short_members };

  MemberLines(std::string& text, std::size_t indent, Sharing sharing)
      : text_(text), indent_(indent), sharing_(sharing) {}

  void add(std::string const& name, Json const& member, std::size_t expand_levels) {
    std::string line = name;
    std::size_t const most_bytes = name.size() + longest_shared;
    bool const is_short =
        append_line(line, member, most_bytes) && (!member.is_structured() || line.size() <= most_bytes);
    if (sharing_ == Sharing::none || !is_short) {
      begin_line();
      text_ += name;
      return append_value(text_, member, indent_, columns(name), expand_levels);
    }
    std::size_t const width = columns(line);
    // One column is kept for the comma that may follow.
    if (taken_ > 0 && taken_ + separator.size() + width + 1 <= line_width) {
      text_ += separator;
      taken_ += separator.size() + width;
    } else {
      begin_line();
      taken_ = indent_ + width;
    }
    text_ += line;
  }

 private:
  static constexpr std::string_view separator = ", ";
  static constexpr std::size_t longest_shared = 100;  // bytes of a container

  std::string& text_;
  std::size_t indent_;
  Sharing sharing_;
  std::size_t taken_ = 0;  ///< columns of a line that another member may share; 0 when there is none
  bool is_first_ = true;

  void begin_line() {
    text_ += is_first_ ? "\n" : ",\n";
    text_.append(indent_, ' ');
    is_first_ = false;
    taken_ = 0;
  }
};

void append_value(std::string& text, Json const& value, std::size_t indent, std::size_t prefix,
                  std::size_t expand_levels) {
  if (!value.is_structured()) return append_scalar(text, value);
  if (value.empty()) {
    text += value.is_array() ? "[]" : "{}";
    return;
  }
  if (expand_levels == 0 && append_if_it_fits(text, value, indent + prefix)) return;
  text += value.is_array() ? '[' : '{';
  if (expand_levels == 0 && holds_one_container(value)) {
    auto const only = value.items().begin();
    std::string const name = name_of(value, only.key());
    text += name;
    // Both brackets share their lines with those of what is inside.
    append_value(text, only.value(), indent, prefix + 2 + columns(name), 0);
    text += value.is_array() ? ']' : '}';
    return;
  }
  // A file holds little besides its list, so that what is listed begins at the margin.
  std::size_t const inner = value.is_array() && expand_levels > 0 ? 0 : indent + 1;
  MemberLines lines(
      text, inner, indent > 0 && expand_levels == 0 ? MemberLines::Sharing::short_members : MemberLines::Sharing::none);
  for (auto const& [key, member] : value.items()) {
    bool const is_list = value.is_object() && indent == 0 && (key == "vectors" || key == "cases");
    std::size_t const inner_levels = value.is_array() ? (expand_levels > 0 ? expand_levels - 1 : 0) : (is_list ? 2 : 0);
    lines.add(name_of(value, key), member, inner_levels);
  }
  text += '\n';
  text.append(indent, ' ');
  text += value.is_array() ? ']' : '}';
}

}  // namespace

std::string canonical_json(Json const& document) {
  std::string text;
  append_value(text, document, 0, 0, 1);
  return text + "\n";
}

}  // namespace conformance
