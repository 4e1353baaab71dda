#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "jinja/operators.hpp"
#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {

using text_search::Alignment;
using text_search::pad;

// More digits than any float has; zeros follow.
constexpr int highest_precision = 100'000;

// The number at the front of `text`, which it is taken from.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || text.front() == '-' || error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Takes the first character of `text` when it is one of `characters`; '\0' when it is not.
char take_one_of(std::string_view characters, std::string_view& text) {
  if (text.empty() || characters.find(text.front()) == std::string_view::npos) return '\0';
  char const taken = text.front();
  text.remove_prefix(1);
  return taken;
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

// With `precision` digits; in scientific notation where more than `whole_digits` of them would precede the point.
std::string general(double number, int precision, int whole_digits, bool alternate) {
  int const digits = std::max(precision, 1);
  std::string const scientific = with_precision(number, std::chars_format::scientific, digits - 1);
  int const exponent = number == 0 ? 0 : std::atoi(scientific.c_str() + scientific.find('e') + 1);
  std::string const text = exponent < -4 || exponent >= whole_digits
                               ? scientific
                               : with_precision(number, std::chars_format::fixed, digits - 1 - exponent);
  return alternate ? with_point(text) : without_trailing_zeros(text);
}

bool is_one_of(std::string_view types, char type) {
  return type == '\0' || types.find(type) != std::string_view::npos;
}

// The shortest text that reads the same; with a precision always with a point and a digit behind it.
std::string digits_without_type(double number, FormatSpecification const& how) {
  if (!std::isfinite(number)) return float_text(number);
  if (!how.precision) return how.alternate ? with_point(float_text(number)) : float_text(number);
  std::string const text = general(number, *how.precision, std::max(*how.precision, 1) - 1, how.alternate);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string float_digits(double number, FormatSpecification const& how) {
  if (how.type == '\0') return digits_without_type(number, how);
  if (!is_one_of("eEfFgGn%", how.type)) {
    throw Failure(reason::unknown_format(std::string_view(&how.type, 1), "float"));
  }
  int const precision = how.precision.value_or(6);
  if (is_one_of("gGn", how.type)) return general(number, precision, std::max(precision, 1), how.alternate);
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
  std::string_view behind_fill = text.substr(first);
  how.alignment = take_one_of("<>^=", behind_fill);
  bool const has_fill = how.alignment != '\0';
  if (has_fill) {
    how.fill = text.substr(0, first);
    text = behind_fill;
  } else {
    how.alignment = take_one_of("<>^=", text);
  }
  how.sign = take_one_of("+- ", text);
  how.alternate = take_one_of("#", text) != '\0';
  // Between sign and digits unless an alignment says otherwise.
  if (!has_fill && take_one_of("0", text) != '\0') how.fill = "0";
  how.width = take_number(text).value_or(0);
  how.grouping = take_one_of(",_", text);
  if (take_one_of(".", text) != '\0') {
    std::optional<std::int64_t> const precision = take_number(text);
    if (!precision || *precision > std::numeric_limits<int>::max()) throw Failure(reason::bad_format);
    how.precision = static_cast<int>(*precision);
  }
  if (text.size() > 1) throw Failure(reason::bad_format);
  if (!text.empty()) how.type = text[0];
  return how;
}

}  // namespace

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
  if (is_one_of("dn", how.type)) return laid_out(session, negative, "", fmt::format("{}", magnitude), how);
  if (how.type == 'b') return in_base("0b", fmt::format("{:b}", magnitude));
  if (how.type == 'o') return in_base("0o", fmt::format("{:o}", magnitude));
  if (how.type == 'x') return in_base("0x", fmt::format("{:x}", magnitude));
  if (how.type == 'X') return in_base("0X", fmt::format("{:X}", magnitude));
  if (is_one_of("eEfFgG%", how.type)) return format_float(session, static_cast<double>(number), how);
  if (how.type != 'c') throw Failure(reason::unknown_format(std::string_view(&how.type, 1), "int"));
  if (negative || magnitude > 0x10FFFF) throw Failure(reason::bad_format);
  std::string character;
  unicode::append(character, static_cast<char32_t>(magnitude));
  return padded(session, character, how, '<');
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

std::string format_value(Session& session, Value const& value, std::string_view specification) {
  if (specification.empty()) return text_of(session, value);
  FormatSpecification const how = parse_specification(specification);
  if (Text const* const text = std::get_if<Text>(&value)) return format_text(session, text->view, how);
  if (std::optional<std::int64_t> const number = as_integer(value)) return format_integer(session, *number, how);
  if (double const* const number = std::get_if<double>(&value)) return format_float(session, *number, how);
  demand_defined(value);
  throw Failure(reason::unknown_format(specification, type_name(value)));
}

}  // namespace jinja
