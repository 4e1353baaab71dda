#include "prompty/wire/openai/options.hpp"

namespace prompty::openai {
namespace {

// P7.1.5-11: what is set is sent, whatever its value.
template <class Value>
void put_parameter(Json& parameters, char const* name, std::optional<Value> const& value) {
  if (value) parameters[name] = *value;
}

}  // namespace

Json options_to_wire(std::optional<ModelOptions> const& options) {
  Json parameters = Json::object();
  // P2.4-09, P7.1.5-02: nothing is made up here; the provider has defaults of its own.
  if (!options) return parameters;
  // P7.1.5-01, P7.6-01: one line for each option of the table, under the provider's name for it and no other.
  // P7.1.5-03, P7.6-02: one of the two that have the same name on both sides.
  put_parameter(parameters, "temperature", options->temperature);
  // P7.1.5-04, P7.1.5-10, P7.6-03: newer models refuse `max_tokens`, the former name.
  put_parameter(parameters, "max_completion_tokens", options->max_output_tokens);
  // P7.1.5-05, P7.1.5-06, P7.1.5-07, P7.6-04, P7.6-06, P7.6-07: these change from camel case to snake case.
  put_parameter(parameters, "top_p", options->top_p);
  put_parameter(parameters, "frequency_penalty", options->frequency_penalty);
  put_parameter(parameters, "presence_penalty", options->presence_penalty);
  // P7.1.5-09, P7.6-09: the other one that keeps its name.
  put_parameter(parameters, "seed", options->seed);
  // P7.1.5-08, P7.6-08: a list in either case, although the provider takes a single string too.
  put_parameter(parameters, "stop", options->stop_sequences);
  // P7.1.5-12, P7.6-05, P7.6-10, P7.6-11: topK and allowMultipleToolCalls have no line here, which is no error.
  // P7.1.5-13, P7.1.5-15: the entries are spread one by one, so the mapping itself is never a parameter.
  for (auto const& [key, value] : options->additional_properties.items()) {
    // P7.1.5-14: the mapped parameter was there first.
    if (!parameters.contains(key)) parameters[key] = value;
  }
  return parameters;
}

}  // namespace prompty::openai
