#include "prompty/wire/anthropic/options.hpp"

namespace prompty::anthropic {
namespace {

constexpr std::int64_t default_max_tokens = 4096;

}  // namespace

std::int64_t max_tokens(std::optional<ModelOptions> const& options) {
  std::int64_t const limit = options ? options->max_output_tokens.value_or(0) : 0;
  return limit == 0 ? default_max_tokens : limit;
}

Json options_to_wire(std::optional<ModelOptions> const& options) {
  Json parameters = Json::object();
  if (!options) return parameters;
  if (options->temperature) parameters["temperature"] = *options->temperature;
  if (options->top_p) parameters["top_p"] = *options->top_p;
  if (options->top_k) parameters["top_k"] = *options->top_k;
  if (options->stop_sequences) parameters["stop_sequences"] = *options->stop_sequences;
  return parameters;
}

}  // namespace prompty::anthropic
