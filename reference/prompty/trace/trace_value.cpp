#include "prompty/trace/trace_value.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "prompty/trace/trace_time.hpp"

namespace prompty {

Json trace_value(std::chrono::system_clock::time_point time) {
  return iso_time(time);
}

Json trace_value(std::filesystem::path const& path) {
  return path.string();
}

Json trace_value(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

}  // namespace prompty
