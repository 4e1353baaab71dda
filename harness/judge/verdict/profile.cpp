#include "harness/judge/verdict/profile.hpp"

namespace conformance {

std::string_view profile_name(Profile profile) {
  switch (profile) {
    case Profile::as_written:
      return "as-written";
    case Profile::lenient:
      return "lenient";
    case Profile::live:
      return "live";
  }
  return "";
}

std::optional<Profile> profile_named(std::string_view name) {
  for (Profile const profile : {Profile::as_written, Profile::lenient, Profile::live}) {
    if (profile_name(profile) == name) return profile;
  }
  return std::nullopt;
}

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
