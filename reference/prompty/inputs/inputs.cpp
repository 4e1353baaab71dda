#include "prompty/inputs/inputs.hpp"

#include <string>
#include <vector>

#include "prompty/inputs/errors.hpp"

namespace prompty {

Json with_defaults(PromptyAgent const& agent, Json const& inputs) {
  if (!inputs.is_object() && !inputs.is_null()) throw errors::inputs_not_a_mapping(inputs);
  // P5.1-02: starts as all that was given, declared or not.
  Json completed = inputs.is_null() ? Json::object() : inputs;
  for (Property const& property : agent.inputs) {
    if (completed.contains(property.name)) continue;
    // P12.1-01
    if (property.default_value) completed[property.name] = *property.default_value;
  }
  return completed;
}

Json validate_inputs(PromptyAgent const& agent, Json const& inputs) {
  // P12.1-05: before `required` is asked, since a default satisfies that.
  Json completed = with_defaults(agent, inputs);
  std::vector<std::string> missing;
  for (Property const& property : agent.inputs) {
    // P2.7-03: one that does not say `required` is not missed.
    if (property.required.value_or(false) && !completed.contains(property.name)) missing.push_back(property.name);
  }
  // P12.1-03, P12.1-04: the first name directly behind the fixed words, any others after it.
  if (!missing.empty()) throw errors::required_inputs_missing(missing);
  return completed;
}

}  // namespace prompty
