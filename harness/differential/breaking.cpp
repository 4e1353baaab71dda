#include "harness/differential/breaking.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/differential/fragments.hpp"

namespace conformance::differential {
namespace breaking {
namespace {

void collect_containers(Json& value, std::vector<Json*>& found) {
  if (!value.is_structured() || value.empty()) return;
  found.push_back(&value);
  for (Json& member : value) collect_containers(member, found);
}

Json of_another_type(Dice& dice, Json const& value) {
  for (int tries = 0; tries < 20; ++tries) {
    Json other = some_value(dice, 1);
    if (other.type() != value.type()) return other;
  }
  return nullptr;
}

void break_member(Dice& dice, Json& object) {
  Json::iterator member = object.begin();
  std::advance(member, dice.below(object.size()));
  Json const value = *member;
  switch (dice.below(5)) {
    case 0:
      object.erase(member);
      return;
    case 1:
      *member = nullptr;
      return;
    case 2:
      object[dice.pick(invented_names())] = value;
      return;
    default:
      *member = of_another_type(dice, value);
  }
}

void break_element(Dice& dice, Json& list) {
  std::size_t const at = dice.below(list.size());
  switch (dice.below(4)) {
    case 0:
      list.erase(at);
      return;
    case 1:
      list.push_back(Json(list[at]));
      return;
    default:
      list[at] = of_another_type(dice, list[at]);
  }
}

}  // namespace
}  // namespace breaking

Json broken_value(Dice& dice, Json value) {
  std::vector<Json*> containers;
  breaking::collect_containers(value, containers);
  if (containers.empty()) return breaking::of_another_type(dice, value);
  Json& chosen = *dice.pick(containers);
  if (chosen.is_object()) {
    breaking::break_member(dice, chosen);
  } else {
    breaking::break_element(dice, chosen);
  }
  return value;
}

}  // namespace conformance::differential
