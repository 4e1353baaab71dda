#include "prompty/trace/usage.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

namespace prompty {
namespace usage {
namespace {

constexpr std::array<char const*, 5> counters = {"prompt_tokens", "completion_tokens", "total_tokens", "input_tokens",
                                                 "output_tokens"};

std::int64_t sum(std::int64_t left, std::int64_t right) {
  std::int64_t total = 0;
  bool const overflows = __builtin_add_overflow(left, right, &total);
  return overflows ? std::numeric_limits<std::int64_t>::max() : total;
}

}  // namespace
}  // namespace usage

void Usage::add(Json const& counted) {
  if (!counted.is_object()) return;
  for (char const* const counter : usage::counters) {
    Json::const_iterator const found = counted.find(counter);
    if (found == counted.end() || !found->is_number_integer()) continue;
    std::int64_t& total = sums_[counter];
    total = usage::sum(total, found->get<std::int64_t>());
  }
}

Json Usage::as_json() const {
  Json shown = Json::object();
  for (char const* const counter : usage::counters) {
    std::map<std::string, std::int64_t>::const_iterator const found = sums_.find(counter);
    if (found != sums_.end()) shown[counter] = found->second;
  }
  return shown;
}

}  // namespace prompty
