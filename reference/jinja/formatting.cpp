#include "jinja/formatting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "jinja/access.hpp"
#include "jinja/errors.hpp"
#include "jinja/functions.hpp"
#include "jinja/number.hpp"
#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"
#include "jinja/unicode.hpp"

namespace jinja {
namespace {

// How a value is laid out: the parts of Python's format specification. A sign or alignment of '\0' is the usual one of
// the type; '=' puts the fill between sign and digits, which is usual for numbers filled with zeros.
struct FormatSpecification {
  std::string fill = " ";
  char alignment = '\0';
  char sign = '\0';
  bool alternate = false;
  std::int64_t width = 0;
  char grouping = '\0';
  std::optional<int> precision = std::nullopt;
  char type = '\0';
};

// More digits than any float has; zeros follow.
constexpr int highest_precision = 100'000;

bool is_alignment(char c) {
  return c == '<' || c == '>' || c == '^' || c == '=';
}

// The number at the front of `text`, which it is taken from.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || text.front() == '-' || error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::string grouped(std::string const& digits, char separator, std::size_t size) {
  std::string result;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % size == 0) result += separator;
    result += digits[at];
  }
  return result;
}

std::string padded(Session& session, std::string_view text, FormatSpecification const& how, char usual) {
  char const alignment = how.alignment == '\0' ? usual : how.alignment;
  if (alignment == '^') {
    // Unlike the method center, format puts the odd blank to the right.
    std::int64_t const missing = how.width - static_cast<std::int64_t>(unicode::length(text));
    std::int64_t const left = missing > 0 ? how.width - (missing + 1) / 2 : 0;
    return pad(session, pad(session, text, left, Alignment::right, how.fill), how.width, Alignment::left, how.fill);
  }
  return pad(session, text, how.width, alignment == '<' ? Alignment::left : Alignment::right, how.fill);
}

// With zeros in front of the digits until all of it has the width; the zeros are grouped as well.
std::string grouped_to(Session& session, std::string digits, std::string const& rest, std::int64_t width,
                       FormatSpecification const& how, std::size_t size) {
  std::int64_t const wanted = width - static_cast<std::int64_t>(rest.size());
  std::string result = grouped(digits, how.grouping, size);
  if (static_cast<std::int64_t>(result.size()) >= wanted) return result + rest;
  session.check_memory(static_cast<std::size_t>(wanted) * 2);
  std::size_t const groups = static_cast<std::size_t>(wanted) / (size + 1);
  // No separator comes first, so that there may be one character more than wanted.
  std::size_t const first = std::max<std::size_t>(static_cast<std::size_t>(wanted) % (size + 1), 1);
  digits.insert(0, groups * size + first - digits.size(), '0');
  return grouped(digits, how.grouping, size) + rest;
}

// `digits` may have a fraction or exponent; only what comes before them is grouped.
std::string laid_out(Session& session, bool negative, std::string_view prefix, std::string digits,
                     FormatSpecification const& how, std::size_t group = 3) {
  std::string sign = negative ? "-" : how.sign == '-' || how.sign == '\0' ? "" : std::string(1, how.sign);
  sign += prefix;
  bool const between = how.alignment == '=' || (how.alignment == '\0' && how.fill == "0");
  std::int64_t const width = how.width - static_cast<std::int64_t>(sign.size());
  if (how.grouping != '\0') {
    constexpr std::string_view whole_digits = "0123456789abcdefABCDEF";
    std::size_t const whole =
        std::min(digits.find_first_not_of(group == 4 ? whole_digits : whole_digits.substr(0, 10)), digits.size());
    std::int64_t const least = between && how.fill == "0" ? width : 0;
    digits = grouped_to(session, digits.substr(0, whole), digits.substr(whole), least, how, group);
  }
  if (!between) return padded(session, sign + digits, how, '>');
  return sign + pad(session, digits, width, Alignment::right, how.fill);
}

// The point that '#' demands where no digit follows it.
std::string with_point(std::string text) {
  bool const is_finite = text[0] >= '0' && text[0] <= '9';
  std::size_t const end = std::min(text.find_first_of("e%"), text.size());
  if (is_finite && text.find('.') == std::string::npos) text.insert(end, ".");
  return text;
}

std::string without_trailing_zeros(std::string text) {
  std::size_t const exponent = std::min(text.find('e'), text.size());
  std::string mantissa = text.substr(0, exponent);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.ends_with('.')) mantissa.pop_back();
  }
  return mantissa + text.substr(exponent);
}

// fmt stops at the last digit that is not zero when more digits are wanted.
std::string with_precision(double number, std::chars_format notation, int precision) {
  constexpr std::size_t longest_without_fraction = 330;
  std::string digits(longest_without_fraction + static_cast<std::size_t>(precision), '\0');
  auto const [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, notation, precision);
  digits.resize(static_cast<std::size_t>(end - digits.data()));
  return digits;
}

std::string general(double number, int precision, bool alternate) {
  int const digits = std::max(precision, 1);
  std::string const scientific = with_precision(number, std::chars_format::scientific, digits - 1);
  int const exponent = number == 0 ? 0 : std::atoi(scientific.c_str() + scientific.find('e') + 1);
  std::string const text = exponent < -4 || exponent >= digits
                               ? scientific
                               : with_precision(number, std::chars_format::fixed, digits - 1 - exponent);
  return alternate ? with_point(text) : without_trailing_zeros(text);
}

bool is_one_of(std::string_view types, char type) {
  return type == '\0' || types.find(type) != std::string_view::npos;
}

// Without a type and a precision it is the shortest text that reads the same; with a precision always with a point.
std::string digits_without_type(double number, FormatSpecification const& how) {
  if (!how.precision) return float_text(number);
  std::string const text = general(number, *how.precision, how.alternate);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string float_digits(double number, FormatSpecification const& how) {
  if (how.type == '\0') return digits_without_type(number, how);
  if (!is_one_of("eEfFgGn%", how.type)) {
    throw Failure(reason::unknown_format(std::string_view(&how.type, 1), "float"));
  }
  int const precision = how.precision.value_or(6);
  if (is_one_of("gGn", how.type)) return general(number, precision, how.alternate);
  auto const notation = is_one_of("eE", how.type) ? std::chars_format::scientific : std::chars_format::fixed;
  std::string digits = with_precision(how.type == '%' ? number * 100 : number, notation, precision);
  if (how.type == '%') digits += '%';
  return how.alternate ? with_point(std::move(digits)) : digits;
}

void check_grouping(FormatSpecification const& how) {
  bool const fits = how.grouping == '\0' || is_one_of(how.grouping == ',' ? "deEfFgG%" : "deEfFgG%boxX", how.type);
  if (!fits) throw Failure(reason::bad_format);
}

// What makes sense for a float alone, and for a number that is not taken for a character.
void check_integer(FormatSpecification const& how) {
  check_grouping(how);
  bool const is_float = how.type != '\0' && is_one_of("eEfFgG%", how.type);
  bool const has_more = how.type == 'c' && (how.sign != '\0' || how.alternate);
  if ((how.precision && !is_float) || has_more) throw Failure(reason::bad_format);
}

// The specification written in `text`. Throws Failure for a malformed one.
FormatSpecification parse_specification(std::string_view text) {
  FormatSpecification how;
  std::size_t const first = text.empty() ? 0 : unicode::character_length(text, 0);
  bool const has_fill = text.size() > first && is_alignment(text[first]);
  if (has_fill) {
    how.fill = text.substr(0, first);
    how.alignment = text[first];
    text.remove_prefix(first + 1);
  } else if (!text.empty() && is_alignment(text[0])) {
    how.alignment = text[0];
    text.remove_prefix(1);
  }
  if (text.starts_with('+') || text.starts_with('-') || text.starts_with(' ')) {
    how.sign = text[0];
    text.remove_prefix(1);
  }
  how.alternate = take(text, '#');
  // Between sign and digits unless an alignment says otherwise.
  if (!has_fill && take(text, '0')) how.fill = "0";
  how.width = take_number(text).value_or(0);
  if (text.starts_with(',') || text.starts_with('_')) {
    how.grouping = text[0];
    text.remove_prefix(1);
  }
  if (take(text, '.')) {
    std::optional<std::int64_t> const precision = take_number(text);
    if (!precision || *precision > std::numeric_limits<int>::max()) throw Failure(reason::bad_format);
    how.precision = static_cast<int>(*precision);
  }
  if (text.size() > 1) throw Failure(reason::bad_format);
  if (!text.empty()) how.type = text[0];
  return how;
}

std::string format_float(Session& session, double number, FormatSpecification const& how) {
  check_grouping(how);
  if (how.precision.value_or(0) > highest_precision) throw Failure(reason::bad_format);
  session.spend_for_text(static_cast<std::size_t>(how.precision.value_or(0)));
  bool const negative = std::signbit(number) && !std::isnan(number);
  std::string digits = float_digits(std::abs(number), how);
  if (how.type == 'E' || how.type == 'G' || how.type == 'F') digits = unicode::upper(digits);
  return laid_out(session, negative, "", std::move(digits), how);
}

std::string format_integer(Session& session, std::int64_t number, FormatSpecification const& how) {
  check_integer(how);
  bool const negative = number < 0;
  std::uint64_t const magnitude =
      negative ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  auto const in_base = [&](std::string_view prefix, std::string digits) {
    constexpr std::size_t group = 4;
    return laid_out(session, negative, how.alternate ? prefix : "", std::move(digits), how, group);
  };
  switch (how.type) {
    case '\0':
    case 'd':
    case 'n':
      return laid_out(session, negative, "", fmt::format("{}", magnitude), how);
    case 'b':
      return in_base("0b", fmt::format("{:b}", magnitude));
    case 'o':
      return in_base("0o", fmt::format("{:o}", magnitude));
    case 'x':
      return in_base("0x", fmt::format("{:x}", magnitude));
    case 'X':
      return in_base("0X", fmt::format("{:X}", magnitude));
    case 'c': {
      if (negative || magnitude > 0x10FFFF) throw Failure(reason::bad_format);
      std::string character;
      unicode::append(character, static_cast<char32_t>(magnitude));
      return padded(session, character, how, '<');
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%':
      return format_float(session, static_cast<double>(number), how);
    default:
      throw Failure(reason::unknown_format(std::string_view(&how.type, 1), "int"));
  }
}

std::string format_text(Session& session, std::string_view text, FormatSpecification const& how) {
  if (how.type != '\0' && how.type != 's') {
    throw Failure(reason::unknown_format(std::string_view(&how.type, 1), "str"));
  }
  bool const is_for_numbers = how.sign != '\0' || how.grouping != '\0' || how.alternate || how.alignment == '=';
  if (is_for_numbers) throw Failure(reason::bad_format);
  if (how.precision) text = text.substr(0, unicode::offset_of(text, static_cast<std::size_t>(*how.precision)));
  return padded(session, text, how, '<');
}

// Any value, as Python's format().
std::string format_value(Session& session, Value const& value, std::string_view specification) {
  if (specification.empty()) return text_of(session, value);
  FormatSpecification const how = parse_specification(specification);
  if (Text const* const text = std::get_if<Text>(&value)) return format_text(session, text->view, how);
  if (std::optional<std::int64_t> const number = as_integer(value)) return format_integer(session, *number, how);
  if (double const* const number = std::get_if<double>(&value)) return format_float(session, *number, how);
  demand_defined(value);
  throw Failure(reason::unknown_format(specification, type_name(value)));
}

constexpr std::int64_t largest_int = std::numeric_limits<int>::max();

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
    bool const is_left = tuple_ ? taken_ < tuple_->size() : taken_ == 0;
    if (is_left && !may_be_left) throw Failure(reason::values_left_over);
    return std::move(output_);
  }

 private:
  char current() const {
    if (at_ >= text_.size()) throw Failure(reason::incomplete_format);
    return text_[at_];
  }

  Value next_value() {
    ++taken_;
    if (tuple_) {
      if (taken_ > tuple_->size()) throw Failure(reason::too_few_values);
      return tuple_->at(session_, taken_ - 1);
    }
    if (taken_ > 1) throw Failure(reason::too_few_values);
    return values_;
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
    if (!map) throw Failure(reason::format_needs_mapping);
    std::size_t const start = ++at_;
    for (std::size_t depth = 1; depth > 0; ++at_) {
      if (current() == '(') ++depth;
      if (current() == ')') --depth;
    }
    std::string_view const name = text_.substr(start, at_ - start - 1);
    std::optional<Value> const found = map->find(session_, name);
    if (!found) throw Failure(reason::key_not_found(quoted(name)));
    return *found;
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
    switch (type) {
      case 's':
      case 'r':
      case 'a':
        output_ += text(type, value, how);
        return;
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        output_ += whole_number(type, value, how);
        return;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        std::optional<double> const number = as_float(value);
        if (!number) refuse(type, value);
        how.type = type;
        output_ += format_float(session_, *number, how);
        return;
      }
      case 'c':
        output_ += character(value, how);
        return;
      default:
        throw Failure(reason::unknown_format(std::string_view(&type, 1), "%"));
    }
  }

  std::string text(char type, Value const& value, FormatSpecification const& how) {
    std::string shown;
    if (type == 'a') {
      shown = ascii_representation(session_, value);
    } else if (type == 'r') {
      shown = representation(session_, value);
    } else if (format_.markup == Markup::yes) {
      append_escaped(session_, shown, value);
    } else {
      shown = text_of(session_, value);
    }
    FormatSpecification plain = how;
    plain.sign = '\0';
    plain.alternate = false;
    plain.fill = " ";
    plain.alignment = how.alignment == '<' ? '<' : '>';
    return format_text(session_, shown, plain);
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
    FormatSpecification outer{.alignment = how.alignment == '<' ? '<' : '>', .width = how.width};
    return format_text(session_, format_integer(session_, *whole, digits), outer);
  }

  std::string character(Value const& value, FormatSpecification how) {
    how.alignment = how.alignment == '<' ? '<' : '>';
    how.fill = " ";
    how.sign = '\0';
    how.alternate = false;
    how.precision.reset();
    Text const* const text = std::get_if<Text>(&value);
    if (text != nullptr && unicode::length(text->view) == 1) return format_text(session_, text->view, how);
    std::optional<std::int64_t> const number = as_integer(value);
    if (!number) refuse('c', value);
    how.type = 'c';
    return format_integer(session_, *number, how);
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
    if (conversion == 's') value = make_text(session_, text_of(session_, value));
    if (conversion == 'r') value = make_text(session_, representation(session_, value));
    if (conversion == 'a') value = make_text(session_, ascii_representation(session_, value));
    if (conversion != '\0' && std::string_view("sra").find(conversion) == std::string_view::npos) {
      throw Failure(reason::bad_format);
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
        if (!found) throw Failure(reason::key_not_found(quoted(rest.substr(1, end - 1))));
        value = *std::move(found);
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
    std::optional<Value> found = map->find(session_, name);
    if (!found) throw Failure(reason::key_not_found(quoted(name)));
    return *std::move(found);
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
