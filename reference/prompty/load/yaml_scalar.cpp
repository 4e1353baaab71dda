#include "prompty/load/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace prompty::yaml {
namespace {

template <std::size_t size>
bool is_one_of(std::string_view text, std::array<std::string_view, size> const& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_sign(char c) {
  return c == '-' || c == '+';
}

std::string_view without_sign(std::string_view text) {
  return !text.empty() && is_sign(text.front()) ? text.substr(1) : text;
}

std::size_t count_digits(std::string_view text) {
  std::size_t const end = text.find_first_not_of("0123456789");
  return end == std::string_view::npos ? text.size() : end;
}

bool is_digits_of(std::string_view text, std::string_view alphabet) {
  return !text.empty() && text.find_first_not_of(alphabet) == std::string_view::npos;
}

std::optional<Json> integer(std::string_view digits, int base, bool negative) {
  std::uint64_t magnitude = 0;
  std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (read.ec != std::errc{}) return std::nullopt;
  if (!negative) return Json(magnitude);
  constexpr std::uint64_t most_negative = std::uint64_t{1} << 63U;
  if (magnitude > most_negative) return std::nullopt;
  return Json(static_cast<std::int64_t>(0 - magnitude));
}

bool is_exponent(std::string_view text) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return false;
  return is_digits_of(without_sign(text.substr(1)), "0123456789");
}

bool is_float(std::string_view unsigned_text) {
  std::size_t const whole = count_digits(unsigned_text);
  std::string_view rest = unsigned_text.substr(whole);
  if (!rest.empty() && rest.front() == '.') {
    std::size_t const fraction = count_digits(rest.substr(1));
    if (whole + fraction == 0) return false;
    rest = rest.substr(1 + fraction);
  } else if (whole == 0) {
    return false;
  }
  return rest.empty() || is_exponent(rest);
}

std::optional<Json> floating(std::string_view text) {
  std::string_view const digits = text.front() == '+' ? text.substr(1) : text;
  double value = 0;
  std::from_chars_result const read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc{}) return std::nullopt;
  return Json(value);
}

}  // namespace

std::optional<Json> resolve_plain_scalar(std::string_view text) {
  if (is_one_of<5>(text, {"", "~", "null", "Null", "NULL"})) return Json(nullptr);
  if (is_one_of<3>(text, {"true", "True", "TRUE"})) return Json(true);
  if (is_one_of<3>(text, {"false", "False", "FALSE"})) return Json(false);
  if (is_one_of<3>(text, {".nan", ".NaN", ".NAN"})) return std::nullopt;
  if (is_one_of<3>(without_sign(text), {".inf", ".Inf", ".INF"})) return std::nullopt;

  std::string_view const prefix = text.substr(0, 2);
  if (prefix == "0o" && is_digits_of(text.substr(2), "01234567")) return integer(text.substr(2), 8, false);
  if (prefix == "0x" && is_digits_of(text.substr(2), "0123456789abcdefABCDEF"))
    return integer(text.substr(2), 16, false);

  std::string_view const digits = without_sign(text);
  if (is_digits_of(digits, "0123456789")) return integer(digits, 10, text.front() == '-');
  // P2.7-22: a point or an exponent makes it a float, so 3.0 does not become 3.
  if (is_float(digits)) return floating(text);
  return Json(text);
}

}  // namespace prompty::yaml
