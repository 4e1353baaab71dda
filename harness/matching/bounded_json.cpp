#include "harness/matching/bounded_json.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace conformance {

std::string excess_of(JsonBurden const& burden, JsonBounds const& bounds) {
  if (burden.depth > bounds.levels) return "is nested too deeply";
  if (burden.values > bounds.values) return fmt::format("holds more than {} values", bounds.values);
  if (burden.widest_object > bounds.members)
    return fmt::format("holds an object of more than {} members", bounds.members);
  return "";
}

Json bounded_json(std::string_view text, JsonBounds const& bounds) {
  if (!excess_of(burden_of(text), bounds).empty()) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

}  // namespace conformance
