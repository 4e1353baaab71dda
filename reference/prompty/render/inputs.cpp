#include "prompty/render/inputs.hpp"

#include <string>
#include <vector>

#include "prompty/core/error_catalogue_messages.hpp"

namespace prompty {

Json validate_inputs(PromptyAgent const& agent, Json const& inputs) {
  if (!inputs.is_object() && !inputs.is_null()) throw errors::inputs_not_a_mapping(inputs);
  Json completed = inputs.is_null() ? Json::object() : inputs;
  std::vector<std::string> missing;
  for (Property const& property : agent.inputs) {
    if (completed.contains(property.name)) continue;
    if (property.default_value) {
      completed[property.name] = *property.default_value;
    } else if (property.required.value_or(false)) {
      // P2.7-03: one that does not say `required` is not missed.
      missing.push_back(property.name);
    }
  }
  if (!missing.empty()) throw errors::required_inputs_missing(missing);
  return completed;
}

}  // namespace prompty
