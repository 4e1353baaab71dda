#include "harness/mutants/registry_rules.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace conformance::mutants::registry_rules {
namespace {}  // namespace
}  // namespace conformance::mutants::registry_rules

namespace conformance::mutants {

bool registers_components(Json const& params) {
  Json const& registered = member(params, "register");
  return registered.is_object() && registered.size() > registered.count("connections");
}

Rule other_dispatch(std::function<void(Json& asked)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "dispatch" || !member(params, "call").is_object()) return reference(operation, params);
    Json asked = params;
    change(asked);
    return reference(operation, asked);
  };
}

std::string called_kind(Json const& asked) {
  Json const& kind = member(member(asked, "tool"), "kind");
  return kind.is_string() ? kind.get<std::string>() : std::string();
}

bool is_named(Json const& asked) {
  Json const& names = member(asked, "names");
  Json const& name = member(member(asked, "call"), "name");
  return names.is_object() && name.is_string() && names.contains(name.get<std::string>());
}

}  // namespace conformance::mutants
