#include "prompty/wire/live/openai_options.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace prompty::live {
namespace {

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

}  // namespace

ModelOptions options_as_meant(ModelOptions options) {
  if (options.stop_sequences && options.stop_sequences->empty()) options.stop_sequences.reset();
  Json meant = Json::object();
  for (auto const& [key, value] : options.additional_properties.items()) {
    std::string const parameter = meant_parameter(key);
    if (!value.is_null() && !parameter.empty() && !meant.contains(parameter)) meant[parameter] = value;
  }
  options.additional_properties = std::move(meant);
  return options;
}

Json responses_options(ModelOptions const& options) {
  Json parameters = Json::object();
  if (options.temperature) parameters["temperature"] = *options.temperature;
  if (options.top_p) parameters["top_p"] = *options.top_p;
  if (options.max_output_tokens) parameters["max_output_tokens"] = *options.max_output_tokens;
  for (auto const& [key, value] : options.additional_properties.items()) {
    if (!parameters.contains(key)) parameters[key] = value;
  }
  return parameters;
}

}  // namespace prompty::live
