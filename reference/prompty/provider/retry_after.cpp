#include "prompty/provider/retry_after.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace prompty {
namespace retry_after_header {
namespace {

// Longer than anybody would wait, and far from overflowing.
constexpr double longest = 1e12;

bool is_decimal(std::string_view text) {
  std::size_t const point = text.find('.');
  std::string_view const whole = text.substr(0, point);
  std::string_view const fraction = point == std::string_view::npos ? "0" : text.substr(point + 1);
  constexpr std::string_view digits = "0123456789";
  bool const has_digits = !whole.empty() && !fraction.empty() && whole.size() < 12 && fraction.size() < 12;
  return has_digits && whole.find_first_not_of(digits) == std::string_view::npos &&
         fraction.find_first_not_of(digits) == std::string_view::npos;
}

std::optional<std::chrono::milliseconds> read(std::optional<std::string> const& text, double milliseconds_each) {
  if (!text || !is_decimal(*text)) return std::nullopt;
  double const milliseconds = std::min(std::stod(*text) * milliseconds_each, longest);
  return std::chrono::milliseconds(static_cast<std::int64_t>(milliseconds));
}

}  // namespace
}  // namespace retry_after_header

std::optional<std::chrono::milliseconds> retry_after(Headers const& headers) {
  std::optional<std::chrono::milliseconds> const exact =
      retry_after_header::read(find_header(headers, "retry-after-ms"), 1);
  return exact ? exact : retry_after_header::read(find_header(headers, "retry-after"), 1000);
}

}  // namespace prompty
