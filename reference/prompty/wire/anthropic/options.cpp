#include "prompty/wire/anthropic/options.hpp"

namespace prompty::anthropic {
namespace {

constexpr std::int64_t default_max_tokens = 4096;

}  // namespace

std::int64_t max_tokens(std::optional<ModelOptions> const& options) {
  std::int64_t const limit = options ? options->max_output_tokens.value_or(0) : 0;
  // P7.5-06, P7.5-08: a limit of zero would leave no answer.
  return limit == 0 ? default_max_tokens : limit;
}

Json options_to_wire(std::optional<ModelOptions> const& options) {
  Json parameters = Json::object();
  if (!options) return parameters;
  // P7.5-09, P7.6-01, P7.6-02: what is set is sent, zero too, under the name of this provider.
  if (options->temperature) parameters["temperature"] = *options->temperature;
  // P7.5-10, P7.6-04: the same name as for OpenAI.
  if (options->top_p) parameters["top_p"] = *options->top_p;
  // P7.5-11, P7.6-05: an option that OpenAI does not have.
  if (options->top_k) parameters["top_k"] = *options->top_k;
  // P7.5-12, P7.6-08: OpenAI calls it `stop`.
  if (options->stop_sequences) parameters["stop_sequences"] = *options->stop_sequences;
  // P7.5-13, P7.6-06, P7.6-07, P7.6-09, P7.6-10, P7.6-11: penalties and seed have no line here, which is no error.
  return parameters;
}

}  // namespace prompty::anthropic
