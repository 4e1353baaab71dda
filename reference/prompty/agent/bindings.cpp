#include "prompty/agent/bindings.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "prompty/agent/errors.hpp"

namespace prompty {
namespace bindings {
namespace {

bool names_an_input(Json const& value) {
  return value.is_object() && value.size() == 1 && value.contains("input") && value["input"].is_string();
}

Json const& value_of_input(Json const& value, std::string const& parameter, Tool const& tool, Json const& inputs) {
  std::string const& input = value["input"].get_ref<std::string const&>();
  if (!inputs.is_object() || !inputs.contains(input)) {
    throw errors::bound_input_missing(tool.name, parameter, input);
  }
  return inputs[input];
}

}  // namespace
}  // namespace bindings

Json with_bindings(Json arguments, Tool const& tool, Json const& inputs, Profile profile) {
  for (auto const& [parameter, value] : tool.bindings.items()) {
    bool const is_input = profile == Profile::live && bindings::names_an_input(value);
    // P2.9.1-01: of any type, and as the file has it; only the live profile looks inside.
    arguments[parameter] = is_input ? bindings::value_of_input(value, parameter, tool, inputs) : value;
  }
  return arguments;
}

}  // namespace prompty
