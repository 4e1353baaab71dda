#include "jinja/printing.hpp"

#include <charconv>
#include <limits>

#include "jinja/functions.hpp"
#include "jinja/unicode.hpp"

namespace jinja {
namespace {

constexpr std::int64_t largest_int = std::numeric_limits<int>::max();

Value found_under(std::string_view name, std::optional<Value> found) {
  if (!found) throw Failure(reason::key_not_found(quoted(name)));
  return *std::move(found);
}

// What `!s`, `!r`, `!a` and `%r`, `%a` make of a value; nothing for other conversions.
std::optional<std::string> converted(Session& session, char conversion, Value const& value) {
  if (conversion == 's') return text_of(session, value);
  if (conversion == 'r') return representation(session, value);
  if (conversion == 'a') return ascii_representation(session, value);
  return std::nullopt;
}

class PercentFormatter {
 public:
  PercentFormatter(Session& session, Text const& format, Value const& values)
      : session_(session), format_(format), text_(format.view), values_(values) {
    std::optional<ListView> const list = ListView::of(values);
    if (list && list->kind() != SequenceKind::list) tuple_ = list;
  }

  std::string run() {
    while (at_ < text_.size()) {
      std::size_t const percent = std::min(text_.find('%', at_), text_.size());
      output_ += text_.substr(at_, percent - at_);
      at_ = percent;
      if (at_ < text_.size()) place();
      session_.check_memory(output_.size());
    }
    // Python checks only values without elements.
    bool const has_elements = MapView::of(values_) || ListView::of(values_) || holds<Range>(values_);
    bool const may_be_left = (has_elements && !tuple_) || is_undefined(values_);
    if (taken_ < count() && !may_be_left) throw Failure("there are more values than the format has places");
    return std::move(output_);
  }

 private:
  char current() const {
    if (at_ >= text_.size()) throw Failure("the format ends after '%'; a percent sign that means itself is doubled");
    return text_[at_];
  }

  std::size_t count() const { return tuple_ ? tuple_->size() : 1; }

  Value next_value() {
    ++taken_;
    if (taken_ > count()) throw Failure(reason::too_few_values);
    return tuple_ ? tuple_->at(session_, taken_ - 1) : values_;
  }

  void place() {
    ++at_;
    if (current() == '%') {
      output_ += text_[at_++];
      return;
    }
    std::optional<Value> named;
    if (current() == '(') named = value_by_name();
    FormatSpecification how = flags();
    how.width = number().value_or(0);
    if (how.width < 0) {
      how.alignment = '<';
      how.fill = " ";
      how.width = how.width < -(std::int64_t{1} << 40U) ? 0 : -how.width;
    }
    if (current() == '.') {
      ++at_;
      how.precision = static_cast<int>(std::clamp<std::int64_t>(number().value_or(0), 0, largest_int));
    }
    if (current() == 'l' || current() == 'h' || current() == 'L') ++at_;
    char const type = current();
    ++at_;
    convert(type, named ? *named : next_value(), how);
    // Behind a place with a name there is no value left for one without.
    if (named) taken_ = 1;
  }

  Value value_by_name() {
    std::optional<MapView> const map = MapView::of(values_);
    if (!map) throw Failure("a format with names needs a mapping");
    std::size_t const start = ++at_;
    for (std::size_t depth = 1; depth > 0; ++at_) {
      if (current() == '(') ++depth;
      if (current() == ')') --depth;
    }
    std::string_view const name = text_.substr(start, at_ - start - 1);
    return found_under(name, map->find(session_, name));
  }

  FormatSpecification flags() {
    FormatSpecification how;
    bool zeros = false;
    for (; std::string_view("#0- +").find(current()) != std::string_view::npos; ++at_) {
      char const flag = current();
      if (flag == '#') how.alternate = true;
      if (flag == '0') zeros = true;
      if (flag == '-') how.alignment = '<';
      if (flag == '+' || (flag == ' ' && how.sign != '+')) how.sign = flag;
    }
    if (zeros && how.alignment == '\0') {
      how.fill = "0";
      how.alignment = '=';
    }
    return how;
  }

  std::optional<std::int64_t> number() {
    if (current() == '*') {
      ++at_;
      return demand_integer(next_value());
    }
    std::int64_t value = 0;
    bool found = false;
    for (; current() >= '0' && current() <= '9'; ++at_) {
      value = add(multiply(value, 10), current() - '0');
      found = true;
    }
    return found ? std::optional<std::int64_t>(value) : std::nullopt;
  }

  void convert(char type, Value const& value, FormatSpecification how) {
    auto const is_any = [type](std::string_view types) { return types.find(type) != std::string_view::npos; };
    if (is_any("sra")) {
      output_ += text(type, value, how);
    } else if (is_any("diuoxX")) {
      output_ += whole_number(type, value, how);
    } else if (is_any("eEfFgG")) {
      std::optional<double> const number = as_float(value);
      if (!number) refuse(type, value);
      how.type = type;
      output_ += format_float(session_, *number, how);
    } else if (type == 'c') {
      output_ += character(value, how);
    } else {
      throw Failure(reason::unknown_format(std::string_view(&type, 1), "%"));
    }
  }

  std::string text(char type, Value const& value, FormatSpecification const& how) {
    std::string shown;
    if (type == 's' && format_.markup == Markup::yes) {
      append_escaped(session_, shown, value);
    } else {
      shown = *converted(session_, type, value);
    }
    FormatSpecification plain = filled_with_blanks(how);
    plain.precision = how.precision;
    return format_text(session_, shown, plain);
  }

  static FormatSpecification filled_with_blanks(FormatSpecification const& how) {
    return {.alignment = how.alignment == '<' ? '<' : '>', .width = how.width};
  }

  std::string whole_number(char type, Value const& value, FormatSpecification how) {
    double const* const number = std::get_if<double>(&value);
    bool const takes_float = type == 'd' || type == 'i' || type == 'u';
    std::optional<std::int64_t> whole = as_integer(value);
    if (!whole && number != nullptr && takes_float) whole = truncated(*number);
    if (!whole) refuse(type, value);
    how.type = takes_float ? 'd' : type;
    if (!how.precision) return format_integer(session_, *whole, how);
    FormatSpecification digits{.fill = "0", .alignment = '=', .sign = how.sign, .alternate = how.alternate};
    digits.width = std::int64_t{*how.precision} + (*whole < 0 || how.sign != '\0' ? 1 : 0);
    if (how.alternate && how.type != 'd') digits.width += 2;
    if (how.alignment == '=') digits.width = std::max(digits.width, how.width);
    digits.type = how.type;
    return format_text(session_, format_integer(session_, *whole, digits), filled_with_blanks(how));
  }

  std::string character(Value const& value, FormatSpecification const& how) {
    FormatSpecification plain = filled_with_blanks(how);
    Text const* const text = std::get_if<Text>(&value);
    if (text != nullptr && unicode::length(text->view) == 1) return format_text(session_, text->view, plain);
    std::optional<std::int64_t> const number = as_integer(value);
    if (!number) refuse('c', value);
    plain.type = 'c';
    return format_integer(session_, *number, plain);
  }

  [[noreturn]] static void refuse(char type, Value const& value) {
    demand_defined(value);
    throw Failure(reason::format_needs_number(std::string_view(&type, 1), type_name(value)));
  }

  Session& session_;
  Text const& format_;
  std::string_view text_;
  Value const& values_;
  std::optional<ListView> tuple_;
  std::size_t at_ = 0;
  std::size_t taken_ = 0;
  std::string output_;
};

bool is_decimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::size_t> index_of(std::string_view text) {
  std::size_t value = 0;
  std::from_chars_result const result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc{} ? std::optional<std::size_t>(value) : std::nullopt;
}

class BraceFormatter {
 public:
  BraceFormatter(Session& session, Text const& format, Arguments const& arguments, Value const* mapping = nullptr)
      : session_(session), format_(format), arguments_(arguments), mapping_(mapping) {}

  std::string run() { return filled(format_.view, 0); }

 private:
  // Places may hold one more level of places in their specification.
  std::string filled(std::string_view text, int level) {
    if (level > 1) throw Failure(reason::bad_format);
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
        if (c == '}') throw Failure(reason::bad_format);
        std::size_t const end = end_of_place(text, at);
        output += place(text.substr(at + 1, end - at - 1), level);
        at = end + 1;
      }
      session_.check_memory(output.size());
    }
    return output;
  }

  static std::size_t end_of_place(std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    for (std::size_t end = at; end < text.size(); ++end) {
      if (text[end] == '{') ++depth;
      if (text[end] == '}' && --depth == 0) return end;
    }
    throw Failure(reason::bad_format);
  }

  std::string place(std::string_view text, int level) {
    std::size_t const name_end = std::min(text.find_first_of("!:"), text.size());
    std::string_view const name = text.substr(0, name_end);
    std::string_view rest = text.substr(name_end);
    char conversion = '\0';
    if (rest.starts_with('!')) {
      if (rest.size() < 2 || (rest.size() > 2 && rest[2] != ':')) throw Failure(reason::bad_format);
      conversion = rest[1];
      rest.remove_prefix(2);
    }
    // The value takes its number before those of the specification.
    Value value = lookup(name);
    std::string const specification = rest.empty() ? "" : filled(rest.substr(1), level + 1);
    if (conversion != '\0') {
      std::optional<std::string> text_of_value = converted(session_, conversion, value);
      if (!text_of_value) throw Failure(reason::bad_format);
      value = make_text(session_, *std::move(text_of_value));
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
        std::string_view const key = rest.substr(1, end - 1);
        value = found_under(key, member(session_, value, key));
        rest.remove_prefix(end);
      } else {
        std::size_t const end = rest.find(']');
        if (rest.front() != '[' || end == std::string_view::npos) throw Failure(reason::bad_format);
        value = element(value, rest.substr(1, end - 1));
        rest.remove_prefix(end + 1);
      }
    }
    return value;
  }

  Value element(Value const& object, std::string_view key) {
    std::optional<std::size_t> const index = is_decimal(key) ? index_of(key) : std::nullopt;
    Value found = item(session_, object, index ? Value(static_cast<std::int64_t>(*index)) : Value(Text{.view = key}));
    if (is_undefined(found)) throw Failure(reason::key_not_found(quoted(key)));
    return found;
  }

  Value mapped(std::string_view name) {
    if (name.empty() || is_decimal(name)) throw Failure(reason::places_by_position);
    demand_defined(*mapping_);
    std::optional<MapView> const map = MapView::of(*mapping_);
    if (!map) throw Failure(reason::needs_mapping("format_map", type_name(*mapping_)));
    return found_under(name, map->find(session_, name));
  }

  Value argument(std::string_view name) {
    if (mapping_ != nullptr) return mapped(name);
    if (name.empty() || is_decimal(name)) {
      std::size_t const index = name.empty() ? next_++ : index_of(name).value_or(arguments_.positional.size());
      if (index >= arguments_.positional.size()) throw Failure(reason::too_few_values);
      return arguments_.positional[index];
    }
    auto const found = std::find_if(arguments_.named.begin(), arguments_.named.end(),
                                    [name](auto const& given) { return given.first == name; });
    if (found == arguments_.named.end()) throw Failure(reason::key_not_found(quoted(name)));
    return found->second;
  }

  Session& session_;
  Text const& format_;
  Arguments const& arguments_;
  Value const* mapping_;
  std::size_t next_ = 0;
};

}  // namespace

Value percent_format(Session& session, Text const& format, Value const& values) {
  return make_text(session, PercentFormatter(session, format, values).run(), format.markup);
}

Value brace_format(Session& session, Text const& format, Arguments const& arguments) {
  return make_text(session, BraceFormatter(session, format, arguments).run(), format.markup);
}

Value brace_format(Session& session, Text const& format, Value const& mapping) {
  Text const plain{.view = format.view};
  Arguments const none;
  return make_text(session, BraceFormatter(session, plain, none, &mapping).run());
}

}  // namespace jinja
