#include "harness/matching/json_member.hpp"

#include <nlohmann/json.hpp>

namespace conformance {

Json const& member(Json const& object, std::string const& name) {
  static Json const missing;
  if (!object.is_object()) return missing;
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? missing : *found;
}

}  // namespace conformance
