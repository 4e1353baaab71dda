#include "harness/verdict/deciding.hpp"

namespace conformance {

std::string_view gating_level_name(GatingLevel level) {
  switch (level) {
    case GatingLevel::must:
      return "must";
    case GatingLevel::should:
      return "should";
    case GatingLevel::all:
      return "all";
  }
  return "";
}

std::optional<GatingLevel> gating_level_named(std::string_view name) {
  for (GatingLevel const level : {GatingLevel::must, GatingLevel::should, GatingLevel::all}) {
    if (gating_level_name(level) == name) return level;
  }
  return std::nullopt;
}

}  // namespace conformance
