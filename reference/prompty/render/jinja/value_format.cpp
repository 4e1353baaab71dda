#include "prompty/render/jinja/value_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/padding.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace value_format {
namespace {

constexpr int highest_precision = 1000;

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

// `digits` may have a fraction or exponent; only what comes before them is grouped.
std::string laid_out(Session& session, bool negative, std::string_view prefix, std::string digits,
                     FormatSpecification const& how) {
  std::string sign = negative ? "-" : how.sign == '-' ? "" : std::string(1, how.sign);
  sign += prefix;
  std::size_t const whole = std::min(digits.find_first_not_of("0123456789abcdefABCDEF"), digits.size());
  if (how.grouping != '\0') {
    std::size_t const size = prefix.empty() ? 3 : 4;
    digits = grouped(digits.substr(0, whole), how.grouping, size) + digits.substr(whole);
  }
  if (how.alignment != '=') return padded(session, sign + digits, how, '>');
  std::int64_t const width = how.width - static_cast<std::int64_t>(sign.size());
  return sign + pad(session, digits, width, Alignment::right, how.fill);
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

std::string general(double number, int precision, bool alternate) {
  int const digits = std::max(precision, 1);
  std::string const scientific = fmt::format("{:.{}e}", number, digits - 1);
  int const exponent = number == 0 ? 0 : std::atoi(scientific.c_str() + scientific.find('e') + 1);
  std::string const text =
      exponent < -4 || exponent >= digits ? scientific : fmt::format("{:.{}f}", number, digits - 1 - exponent);
  return alternate ? text : without_trailing_zeros(text);
}

std::string float_digits(double number, FormatSpecification const& how) {
  char const type = how.type == '\0' ? 'r' : static_cast<char>(how.type | 0x20);
  int const precision = how.precision.value_or(6);
  switch (type) {
    case 'e':
      return fmt::format("{:.{}e}", number, precision);
    case 'f':
      return fmt::format("{:.{}f}", number, precision);
    case 'g':
    case 'n':
      return general(number, precision, how.alternate);
    case '%':
      return fmt::format("{:.{}f}%", number * 100, precision);
    case 'r':
      break;
    default:
      throw Failure(errors::reason::unknown_format(std::string_view(&how.type, 1), "float"));
  }
  if (!how.precision) return float_text(number);
  std::string const text = general(number, precision, false);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

}  // namespace
}  // namespace value_format

FormatSpecification parse_specification(std::string_view text) {
  FormatSpecification how;
  std::size_t const first = text.empty() ? 0 : unicode::character_length(text, 0);
  if (text.size() > first && value_format::is_alignment(text[first])) {
    how.fill = text.substr(0, first);
    how.alignment = text[first];
    text.remove_prefix(first + 1);
  } else if (!text.empty() && value_format::is_alignment(text[0])) {
    how.alignment = text[0];
    text.remove_prefix(1);
  }
  if (text.starts_with('+') || text.starts_with('-') || text.starts_with(' ')) {
    how.sign = text[0];
    text.remove_prefix(1);
  }
  how.alternate = value_format::take(text, '#');
  if (value_format::take(text, '0') && how.alignment == '\0') {
    how.fill = "0";
    how.alignment = '=';
  }
  how.width = value_format::take_number(text).value_or(0);
  if (text.starts_with(',') || text.starts_with('_')) {
    how.grouping = text[0];
    text.remove_prefix(1);
  }
  if (value_format::take(text, '.')) {
    std::optional<std::int64_t> const precision = value_format::take_number(text);
    if (!precision || *precision > value_format::highest_precision) throw Failure(errors::reason::bad_format());
    how.precision = static_cast<int>(*precision);
  }
  if (text.size() > 1) throw Failure(errors::reason::bad_format());
  if (!text.empty()) how.type = text[0];
  return how;
}

std::string format_integer(Session& session, std::int64_t number, FormatSpecification const& how) {
  bool const negative = number < 0;
  std::uint64_t const magnitude =
      negative ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  switch (how.type) {
    case '\0':
    case 'd':
    case 'n':
      return value_format::laid_out(session, negative, "", fmt::format("{}", magnitude), how);
    case 'b':
      return value_format::laid_out(session, negative, how.alternate ? "0b" : "", fmt::format("{:b}", magnitude), how);
    case 'o':
      return value_format::laid_out(session, negative, how.alternate ? "0o" : "", fmt::format("{:o}", magnitude), how);
    case 'x':
      return value_format::laid_out(session, negative, how.alternate ? "0x" : "", fmt::format("{:x}", magnitude), how);
    case 'X':
      return value_format::laid_out(session, negative, how.alternate ? "0X" : "", fmt::format("{:X}", magnitude), how);
    case 'c': {
      if (negative || magnitude > 0x10FFFF) throw Failure(errors::reason::bad_format());
      std::string character;
      unicode::append(character, static_cast<char32_t>(magnitude));
      return value_format::padded(session, character, how, '<');
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
      throw Failure(errors::reason::unknown_format(std::string_view(&how.type, 1), "int"));
  }
}

std::string format_float(Session& session, double number, FormatSpecification const& how) {
  bool const negative = std::signbit(number) && !std::isnan(number);
  std::string digits = value_format::float_digits(std::abs(number), how);
  if (how.type == 'E' || how.type == 'G' || how.type == 'F') digits = unicode::upper(digits);
  return value_format::laid_out(session, negative, "", std::move(digits), how);
}

std::string format_text(Session& session, std::string_view text, FormatSpecification const& how) {
  if (how.type != '\0' && how.type != 's') {
    throw Failure(errors::reason::unknown_format(std::string_view(&how.type, 1), "str"));
  }
  if (how.sign != '-' || how.grouping != '\0' || how.alternate) throw Failure(errors::reason::bad_format());
  if (how.precision) text = text.substr(0, unicode::offset_of(text, static_cast<std::size_t>(*how.precision)));
  FormatSpecification plain = how;
  if (plain.alignment == '=') plain.alignment = '<';
  return value_format::padded(session, text, plain, '<');
}

std::string format_value(Session& session, Value const& value, std::string_view specification) {
  if (specification.empty()) return text_of(session, value);
  FormatSpecification const how = parse_specification(specification);
  if (Text const* const text = std::get_if<Text>(&value)) return format_text(session, text->view, how);
  if (std::optional<std::int64_t> const number = as_integer(value)) return format_integer(session, *number, how);
  if (double const* const number = std::get_if<double>(&value)) return format_float(session, *number, how);
  demand_defined(value);
  throw Failure(errors::reason::unknown_format(specification, type_name(value)));
}

}  // namespace prompty::jinja
