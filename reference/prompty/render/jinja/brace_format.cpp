#include "prompty/render/jinja/brace_format.hpp"

#include <algorithm>
#include <charconv>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/html.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/value_format.hpp"

namespace prompty::jinja {
namespace brace_formatting {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  std::from_chars_result const result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc{} ? std::optional<std::size_t>(value) : std::nullopt;
}

class Formatter {
 public:
  Formatter(Session& session, Text const& format, Arguments const& arguments, Value const* mapping = nullptr)
      : session_(session), format_(format), arguments_(arguments), mapping_(mapping) {}

  std::string run() { return filled(format_.view, 0); }

 private:
  // Places may hold one more level of places in their specification.
  std::string filled(std::string_view text, int level) {
    if (level > 1) throw Failure(errors::reason::bad_format());
    std::string output;
    for (std::size_t at = 0; at < text.size();) {
      char const c = text[at];
      bool const is_doubled = at + 1 < text.size() && text[at + 1] == c;
      if (c != '{' && c != '}') {
        output += c;
        ++at;
      } else if (is_doubled) {
        output += c;
        at += 2;
      } else {
        if (c == '}') throw Failure(errors::reason::bad_format());
        std::size_t const end = end_of_place(text, at);
        output += place(text.substr(at + 1, end - at - 1), level);
        at = end + 1;
      }
      session_.check_room(output.size());
    }
    return output;
  }

  static std::size_t end_of_place(std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    for (std::size_t end = at; end < text.size(); ++end) {
      if (text[end] == '{') ++depth;
      if (text[end] == '}' && --depth == 0) return end;
    }
    throw Failure(errors::reason::bad_format());
  }

  std::string place(std::string_view text, int level) {
    std::size_t const name_end = std::min(text.find_first_of("!:"), text.size());
    std::string_view const name = text.substr(0, name_end);
    std::string_view rest = text.substr(name_end);
    char conversion = '\0';
    if (rest.starts_with('!')) {
      if (rest.size() < 2 || (rest.size() > 2 && rest[2] != ':')) throw Failure(errors::reason::bad_format());
      conversion = rest[1];
      rest.remove_prefix(2);
    }
    // The value takes its number before those of the specification.
    Value value = lookup(name);
    std::string const specification = rest.empty() ? "" : filled(rest.substr(1), level + 1);
    if (conversion == 's') value = make_text(session_, text_of(session_, value));
    if (conversion == 'r') value = make_text(session_, representation(session_, value));
    if (conversion == 'a') value = make_text(session_, ascii_representation(session_, value));
    if (conversion != '\0' && std::string_view("sra").find(conversion) == std::string_view::npos) {
      throw Failure(errors::reason::bad_format());
    }
    if (format_.markup == Markup::no) return format_value(session_, value, specification);
    std::string shown;
    append_escaped(session_, shown,
                   specification.empty() ? value : make_text(session_, format_value(session_, value, specification)));
    return shown;
  }

  Value lookup(std::string_view name) {
    std::size_t const first_end = std::min(name.find_first_of(".["), name.size());
    Value value = argument(name.substr(0, first_end));
    std::string_view rest = name.substr(first_end);
    while (!rest.empty()) {
      if (rest.front() == '.') {
        std::size_t const end = std::min(rest.find_first_of(".[", 1), rest.size());
        std::optional<Value> found = member(session_, value, rest.substr(1, end - 1));
        if (!found) throw Failure(errors::reason::key_not_found(quoted(rest.substr(1, end - 1))));
        value = *std::move(found);
        rest.remove_prefix(end);
      } else {
        std::size_t const end = rest.find(']');
        if (rest.front() != '[' || end == std::string_view::npos) throw Failure(errors::reason::bad_format());
        value = element(value, rest.substr(1, end - 1));
        rest.remove_prefix(end + 1);
      }
    }
    return value;
  }

  Value element(Value const& object, std::string_view key) {
    std::optional<std::size_t> const index = is_number(key) ? number(key) : std::nullopt;
    Value found = item(session_, object, index ? Value(static_cast<std::int64_t>(*index)) : Value(Text{.view = key}));
    if (is_undefined(found)) throw Failure(errors::reason::key_not_found(quoted(key)));
    return found;
  }

  Value mapped(std::string_view name) {
    if (name.empty() || is_number(name)) throw Failure(errors::reason::places_by_position());
    demand_defined(*mapping_);
    std::optional<MapView> const map = MapView::of(*mapping_);
    if (!map) throw Failure(errors::reason::needs_mapping("format_map", type_name(*mapping_)));
    std::optional<Value> found = map->find(session_, name);
    if (!found) throw Failure(errors::reason::key_not_found(quoted(name)));
    return *std::move(found);
  }

  Value argument(std::string_view name) {
    if (mapping_ != nullptr) return mapped(name);
    if (name.empty() || is_number(name)) {
      std::size_t const index = name.empty() ? next_++ : number(name).value_or(arguments_.positional.size());
      if (index >= arguments_.positional.size()) throw Failure(errors::reason::too_few_values());
      return arguments_.positional[index];
    }
    auto const found = std::find_if(arguments_.named.begin(), arguments_.named.end(),
                                    [name](auto const& given) { return given.first == name; });
    if (found == arguments_.named.end()) throw Failure(errors::reason::key_not_found(quoted(name)));
    return found->second;
  }

  Session& session_;
  Text const& format_;
  Arguments const& arguments_;
  Value const* mapping_;
  std::size_t next_ = 0;
};

}  // namespace
}  // namespace brace_formatting

Value brace_format(Session& session, Text const& format, Arguments const& arguments) {
  return make_text(session, brace_formatting::Formatter(session, format, arguments).run(), format.markup);
}

Value brace_format(Session& session, Text const& format, Value const& mapping) {
  Text const plain{.view = format.view};
  Arguments const none;
  return make_text(session, brace_formatting::Formatter(session, plain, none, &mapping).run());
}

}  // namespace prompty::jinja
