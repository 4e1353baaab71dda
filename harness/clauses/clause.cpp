#include "harness/clauses/clause.hpp"

#include <algorithm>

namespace conformance {

std::string_view level_name(Level level) {
  switch (level) {
    case Level::must:
      return "MUST";
    case Level::must_not:
      return "MUST NOT";
    case Level::should:
      return "SHOULD";
    case Level::should_not:
      return "SHOULD NOT";
    case Level::may:
      return "MAY";
  }
  return "";
}

bool is_binding(Level level) {
  return level == Level::must || level == Level::must_not;
}

std::string_view provenance_name(Provenance provenance) {
  switch (provenance) {
    case Provenance::none:
      return "";
    case Provenance::public_text:
      return "public";
    case Provenance::both_readings:
      return "both readings";
    case Provenance::extension:
      return "extension";
  }
  return "";
}

std::optional<Provenance> provenance_named(std::string_view name) {
  for (Provenance const provenance : {Provenance::public_text, Provenance::both_readings, Provenance::extension}) {
    if (provenance_name(provenance) == name) return provenance;
  }
  return std::nullopt;
}

std::string_view group_name(Group group) {
  switch (group) {
    case Group::documents:
      return "documents";
    case Group::ours:
      return "ours";
  }
  return "";
}

Reading const* Decision::find(std::string_view name) const {
  auto const found =
      std::find_if(readings.begin(), readings.end(), [name](Reading const& reading) { return reading.name == name; });
  return found == readings.end() ? nullptr : &*found;
}

}  // namespace conformance
