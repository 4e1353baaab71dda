#include "prompty/load/yaml_schema.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <system_error>

namespace prompty::yaml {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string_view without_sign(std::string_view text) {
  return text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
}

bool consists_of(std::string_view text, std::string_view alphabet) {
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

/// The decimal number that all of `text` is, otherwise the text.
std::optional<Json> number_or_text(std::string_view text) {
  std::string_view const number = text.substr(text.starts_with('+') ? 1 : 0);
  bool const has_letters_in_front = !consists_of(without_sign(text).substr(0, 1), ".0123456789");
  double value = 0;
  std::from_chars_result const read = std::from_chars(number.data(), number.data() + number.size(), value);
  bool const is_cut_short = read.ptr != number.data() + number.size();
  if (has_letters_in_front || is_cut_short || read.ec == std::errc::invalid_argument) return Json(text);
  if (read.ec != std::errc{}) return std::nullopt;
  return Json(value);
}

Json word(std::string_view text) {
  constexpr std::string_view longest = "false";
  if (text.size() > longest.size()) return Json(text);
  if (is_null_word(text)) return Json(nullptr);
  if (is_one_of(text, {"true", "True", "TRUE"})) return Json(true);
  if (is_one_of(text, {"false", "False", "FALSE"})) return Json(false);
  return Json(text);
}

}  // namespace

bool is_null_word(std::string_view text) {
  if (text.empty() || text == "~") return true;
  return (text.front() == 'n' || text.front() == 'N') && is_one_of(text, {"null", "Null", "NULL"});
}

bool begins_as_text(std::string_view text) {
  constexpr std::string_view beginnings_of_others = "~nNtTfF.+-0123456789";
  return !text.empty() && beginnings_of_others.find(text.front()) == std::string_view::npos;
}

std::optional<Json> resolve_plain_scalar(std::string_view text) {
  if (text.empty()) return Json(nullptr);
  if (begins_as_text(text)) return Json(text);
  if (consists_of(text.substr(0, 1), "~nNtTfF")) return word(text);
  if (is_one_of(text, {".nan", ".NaN", ".NAN"})) return std::nullopt;
  if (is_one_of(without_sign(text), {".inf", ".Inf", ".INF"})) return std::nullopt;

  std::string_view const prefix = text.substr(0, 2);
  if (prefix == "0o" && consists_of(text.substr(2), "01234567")) return integer(text.substr(2), 8, false);
  if (prefix == "0x" && consists_of(text.substr(2), "0123456789abcdefABCDEF"))
    return integer(text.substr(2), 16, false);

  std::string_view const digits = without_sign(text);
  if (consists_of(digits, "0123456789")) return integer(digits, 10, text.front() == '-');
  // P2.7-22: a point or an exponent makes it a float, so 3.0 does not become 3.
  return number_or_text(text);
}

}  // namespace prompty::yaml
