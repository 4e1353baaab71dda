#include "prompty/wire/openai/options.hpp"

#include <string>
#include <vector>

namespace prompty::openai {
namespace {

// P7.1.5-11: what is set is sent, whatever its value.
template <class Value>
void put_parameter(Json& parameters, char const* name, std::optional<Value> const& value) {
  if (value) parameters[name] = *value;
}

bool is_sent(std::optional<std::vector<std::string>> const& stop, Profile profile) {
  return stop && (profile == Profile::as_written || !stop->empty());
}

}  // namespace

Json options_to_wire(std::optional<ModelOptions> const& options, Profile profile) {
  Json parameters = Json::object();
  if (!options) return parameters;
  put_parameter(parameters, "temperature", options->temperature);
  put_parameter(parameters, "max_completion_tokens", options->max_output_tokens);
  put_parameter(parameters, "top_p", options->top_p);
  put_parameter(parameters, "frequency_penalty", options->frequency_penalty);
  put_parameter(parameters, "presence_penalty", options->presence_penalty);
  put_parameter(parameters, "seed", options->seed);
  if (is_sent(options->stop_sequences, profile)) parameters["stop"] = *options->stop_sequences;
  for (auto const& [key, value] : options->additional_properties.items()) {
    bool const is_left_out = profile == Profile::live && value.is_null();
    // P7.1.5-14: the mapped parameter was there first.
    if (!is_left_out && !parameters.contains(key)) parameters[key] = value;
  }
  return parameters;
}

}  // namespace prompty::openai
