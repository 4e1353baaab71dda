#include "prompty/wire/openai/options.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace prompty::openai {
namespace {

// P7.1.5-11: what is set is sent, whatever its value.
template <class Value>
void put_parameter(Json& parameters, char const* name, std::optional<Value> const& value) {
  if (value) parameters[name] = *value;
}

/// Options of the runtime and the parameters that they are sent as, "" for none.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> renamed{
    {{"maxOutputTokens", "max_completion_tokens"},
     {"topP", "top_p"},
     {"topK", ""},
     {"frequencyPenalty", "frequency_penalty"},
     {"presencePenalty", "presence_penalty"},
     {"stopSequences", "stop"},
     {"allowMultipleToolCalls", ""}}};

/// The parameter that an additional property is meant as, "" when the provider has none for it.
std::string meant_parameter(std::string const& key) {
  auto const* const option =
      std::find_if(renamed.begin(), renamed.end(), [&](auto const& pair) { return pair.first == key; });
  return option == renamed.end() ? key : std::string(option->second);
}

bool is_sent(std::optional<std::vector<std::string>> const& stop, Profile profile) {
  return stop && (profile == Profile::as_written || !stop->empty());
}

}  // namespace

Json options_to_wire(std::optional<ModelOptions> const& options, Profile profile) {
  Json parameters = Json::object();
  // P2.4-09: nothing is made up here; the provider has defaults of its own.
  if (!options) return parameters;
  put_parameter(parameters, "temperature", options->temperature);
  put_parameter(parameters, "max_completion_tokens", options->max_output_tokens);
  put_parameter(parameters, "top_p", options->top_p);
  put_parameter(parameters, "frequency_penalty", options->frequency_penalty);
  put_parameter(parameters, "presence_penalty", options->presence_penalty);
  put_parameter(parameters, "seed", options->seed);
  if (is_sent(options->stop_sequences, profile)) parameters["stop"] = *options->stop_sequences;
  for (auto const& [key, value] : options->additional_properties.items()) {
    std::string const parameter = profile == Profile::live ? meant_parameter(key) : key;
    bool const is_left_out = profile == Profile::live && (value.is_null() || parameter.empty());
    // P7.1.5-14: the mapped parameter was there first.
    if (!is_left_out && !parameters.contains(parameter)) parameters[parameter] = value;
  }
  return parameters;
}

}  // namespace prompty::openai
