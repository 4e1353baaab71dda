#include "jinja/operators.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "jinja/unicode.hpp"

namespace jinja {
namespace {

// 2^63 and -2^63, which a float holds exactly.
constexpr double above_integers = 9223372036854775808.0;

[[noreturn]] void too_large() {
  throw Failure(reason::number_too_large);
}

std::partial_ordering order(std::int64_t left, double right) {
  if (std::isnan(right)) return std::partial_ordering::unordered;
  if (right >= above_integers) return std::partial_ordering::less;
  if (right < -above_integers) return std::partial_ordering::greater;
  double const whole = std::floor(right);
  std::int64_t const other = static_cast<std::int64_t>(whole);
  if (left != other) return left < other ? std::partial_ordering::less : std::partial_ordering::greater;
  return whole < right ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

// The digits of `text` without the underscores that stand between two digits; nothing when one stands elsewhere. Digits
// of other scripts become those of ASCII, as Python reads them.
std::optional<std::string> plain_digits(std::string_view text) {
  std::string plain;
  bool after_digit = false;
  bool after_underscore = false;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    char32_t const code_point = unicode::decode(text, at);
    bool const is_ascii = code_point < 0x80;
    int const value = is_ascii ? 0 : unicode::digit_value(code_point);
    if (value < 0) return std::nullopt;
    bool const is_digit = !is_ascii || std::isalnum(static_cast<int>(code_point)) != 0;
    if (code_point == '_' ? !after_digit : after_underscore && !is_digit) return std::nullopt;
    if (code_point != '_') plain += static_cast<char>(is_ascii ? code_point : static_cast<char32_t>('0' + value));
    after_digit = is_digit;
    after_underscore = code_point == '_';
  }
  if (after_underscore) return std::nullopt;
  return plain;
}

int base_of_prefix(std::string_view digits) {
  if (digits.size() < 2 || digits[0] != '0') return 0;
  // The letters of ASCII differ from their capitals in this bit.
  int const letter = digits[1] | 0x20;
  return letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 0;
}

// Takes the sign at the front of `digits`; whether it is a minus.
bool take_sign(std::string_view& digits) {
  bool const is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) digits.remove_prefix(1);
  return is_negative;
}

}  // namespace

bool is_number(Value const& value) noexcept {
  return holds<std::int64_t>(value) || holds<double>(value) || holds<bool>(value);
}

std::optional<std::int64_t> as_integer(Value const& value) noexcept {
  if (std::int64_t const* const number = std::get_if<std::int64_t>(&value)) return *number;
  if (bool const* const boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  return std::nullopt;
}

std::optional<double> as_float(Value const& value) noexcept {
  if (double const* const number = std::get_if<double>(&value)) return *number;
  if (std::optional<std::int64_t> const number = as_integer(value)) return static_cast<double>(*number);
  return std::nullopt;
}

std::partial_ordering order_of_numbers(Value const& left, Value const& right) {
  std::optional<std::int64_t> const left_integer = as_integer(left);
  std::optional<std::int64_t> const right_integer = as_integer(right);
  if (left_integer && right_integer) return *left_integer <=> *right_integer;
  if (left_integer) return order(*left_integer, std::get<double>(right));
  if (!right_integer) return std::get<double>(left) <=> std::get<double>(right);
  std::partial_ordering const mirrored = order(*right_integer, std::get<double>(left));
  if (mirrored == std::partial_ordering::less) return std::partial_ordering::greater;
  if (mirrored == std::partial_ordering::greater) return std::partial_ordering::less;
  return mirrored;
}

std::optional<std::int64_t> parse_integer(std::string_view text, int base) {
  std::string_view digits = unicode::strip(text);
  bool const negative = take_sign(digits);
  int const prefixed = base_of_prefix(digits);
  if (prefixed != 0 && (base == prefixed || base == 0)) {
    base = prefixed;
    digits.remove_prefix(2);
    if (digits.starts_with('_')) digits.remove_prefix(1);
  } else if (base == 0) {
    base = 10;
    bool const is_zero = digits.find_first_not_of("0_") == std::string_view::npos;
    if (digits.starts_with('0') && !is_zero) return std::nullopt;
  }
  std::optional<std::string> const plain = plain_digits(digits);
  if (!plain || plain->empty() || plain->front() == '-' || plain->front() == '+') return std::nullopt;
  std::uint64_t magnitude = 0;
  auto const [end, error] = std::from_chars(plain->data(), plain->data() + plain->size(), magnitude, base);
  if (end != plain->data() + plain->size()) return std::nullopt;
  std::uint64_t const largest = std::uint64_t{std::numeric_limits<std::int64_t>::max()} + (negative ? 1 : 0);
  if (error != std::errc{} || magnitude > largest) too_large();
  return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

std::optional<double> parse_float(std::string_view text) {
  std::string_view digits = unicode::strip(text);
  bool const negative = take_sign(digits);
  std::optional<std::string> const plain = plain_digits(digits);
  // from_chars takes a second sign and a nan with something in brackets behind it, Python neither.
  if (!plain || plain->empty() || plain->front() == '-' || plain->back() == ')') return std::nullopt;
  double number = 0;
  auto const [end, error] = std::from_chars(plain->data(), plain->data() + plain->size(), number);
  if (end != plain->data() + plain->size()) return std::nullopt;
  // Out of range leaves the number alone; strtod says whether it is too small or too large.
  if (error == std::errc::result_out_of_range) number = std::strtod(plain->c_str(), nullptr);
  return negative ? -number : number;
}

std::int64_t truncated(double number) {
  if (!std::isfinite(number)) throw Failure(reason::not_finite(float_text(number)));
  if (number >= above_integers || number < -above_integers) too_large();
  return static_cast<std::int64_t>(number);
}

std::int64_t add(std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(left, right, &result)) too_large();
  return result;
}

std::int64_t subtract(std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  if (__builtin_sub_overflow(left, right, &result)) too_large();
  return result;
}

std::int64_t multiply(std::int64_t left, std::int64_t right) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(left, right, &result)) too_large();
  return result;
}

std::int64_t floor_divide(std::int64_t left, std::int64_t right) {
  if (right == 0) throw Failure(reason::division_by_zero);
  if (right == -1) return subtract(0, left);
  std::int64_t const quotient = left / right;
  return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

std::int64_t modulo(std::int64_t left, std::int64_t right) {
  if (right == 0) throw Failure(reason::division_by_zero);
  if (right == -1) return 0;
  std::int64_t const remainder = left % right;
  return remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder;
}

double modulo(double left, double right) {
  if (right == 0) throw Failure(reason::division_by_zero);
  double const remainder = std::fmod(left, right);
  if (remainder == 0) return std::copysign(0.0, right);
  return (remainder < 0) != (right < 0) ? remainder + right : remainder;
}

double floor_divide(double left, double right) {
  if (right == 0) throw Failure(reason::division_by_zero);
  double const remainder = std::fmod(left, right);
  double quotient = (left - remainder) / right;
  if (remainder != 0 && (remainder < 0) != (right < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, left / right);
  double const whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

Value power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) {
    if (base == 0) throw Failure(reason::division_by_zero);
    return std::pow(static_cast<double>(base), static_cast<double>(exponent));
  }
  if (base == 0 || base == 1) return exponent == 0 ? std::int64_t{1} : base;
  if (base == -1) return std::int64_t{exponent % 2 == 0 ? 1 : -1};
  std::int64_t result = 1;
  for (; exponent > 0; --exponent) result = multiply(result, base);
  return result;
}

Value power(double base, double exponent) {
  if (base == 0 && exponent < 0) throw Failure(reason::division_by_zero);
  double const result = std::pow(base, exponent);
  bool const operands_finite = std::isfinite(base) && std::isfinite(exponent);
  if (std::isnan(result) && operands_finite) throw Failure("a negative number has no real power of that kind");
  if (std::isinf(result) && operands_finite) too_large();
  return result;
}

double rounded(double number, std::int64_t digits) {
  if (!std::isfinite(number) || number == 0) return number;
  if (digits > 323) return number;
  if (digits < -308) return std::copysign(0.0, number);
  if (digits >= 0) return std::strtod(fmt::format("{:.{}f}", number, digits).c_str(), nullptr);
  double const unit = std::pow(10.0, static_cast<double>(-digits));
  return std::nearbyint(number / unit) * unit;
}

std::int64_t rounded(std::int64_t number, std::int64_t digits) {
  if (digits >= 0) return number;
  if (digits < -18) return 0;
  std::int64_t unit = 1;
  for (; digits < 0; ++digits) unit *= 10;
  std::int64_t const remainder = modulo(number, unit);
  std::int64_t const below = subtract(number, remainder);
  bool const is_odd = modulo(floor_divide(number, unit), 2) != 0;
  bool const up = remainder > unit / 2 || (remainder == unit / 2 && is_odd);
  return up ? add(below, unit) : below;
}

std::string float_text(double number) {
  if (std::isnan(number)) return "nan";
  // The fewest digits that mean the number, with an exponent below 1e-4 and from 1e16 on, as in Python.
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

}  // namespace jinja
