#include "prompty/trace/sinks.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty {
namespace {

// P3.2-01, P3.2-03: `key` alone is not among them, for harmless members are often called that.
constexpr std::array<std::string_view, 9> words_of_secret_names = {
    "secret", "password", "api_key", "api-key", "apikey", "token", "auth", "credential", "cookie"};

// P3.2-05: an object of nothing but numbers (an empty one included), and so not one with null or with further objects.
bool is_count(Json const& value) {
  if (value.is_number()) return true;
  return value.is_object() && std::ranges::all_of(value, [](Json const& member) { return member.is_number(); });
}

bool is_secret(std::string_view key, Json const& value) {
  std::string const lowered = utf8::lower_ascii(key);
  bool const names_secret = std::ranges::any_of(
      words_of_secret_names, [&](std::string_view word) { return lowered.find(word) != std::string::npos; });
  // P3.2-04: null gives nothing away; a number may be a PIN.
  if (value.is_null() || !names_secret) return false;
  bool const is_counter = lowered.find("tokens") != std::string::npos && is_count(value);
  return !is_counter;
}

}  // namespace

Json trace_value(std::chrono::system_clock::time_point time) {
  std::chrono::sys_seconds const seconds = std::chrono::floor<std::chrono::seconds>(time);
  std::chrono::milliseconds const fraction = std::chrono::floor<std::chrono::milliseconds>(time - seconds);
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(seconds), fraction.count());
}

Json trace_value(std::filesystem::path const& path) {
  return path.string();
}

Json trace_value(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

std::string file_stamp(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y%m%d.%H%M%S}", fmt::gmtime(std::chrono::floor<std::chrono::seconds>(time)));
}

Json redacted(std::string_view key, Json const& value) {
  if (is_secret(key, value)) return "[REDACTED]";
  if (value.is_number_float()) return trace_value(value.get<double>());
  if (!value.is_structured()) return value;
  if (value.is_array()) {
    Json safe = Json::array();
    // P3.2-02: an element has no key of its own, but objects in it have.
    for (Json const& element : value) safe.push_back(redacted("", element));
    return safe;
  }
  json_text::ObjectBuilder safe;
  for (auto const& [name, member] : value.items()) safe.set(name, redacted(name, member));
  return safe.take();
}

}  // namespace prompty
