#include "prompty/plain.hpp"

#include <nlohmann/json.hpp>
#include <variant>

#include "prompty/core/json_text.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"

namespace prompty::plain {
namespace {

Json read_inputs(std::string_view text) {
  std::variant<Json, json_text::Failure> read = json_text::parse_or_failure(text);
  if (json_text::Failure const* const failure = std::get_if<json_text::Failure>(&read))
    throw errors::inputs_not_json(failure->reason);
  return std::get<Json>(std::move(read));
}

}  // namespace

std::string prepare(std::filesystem::path const& path, std::string_view inputs) {
  Json const values = read_inputs(inputs);
  return json_text::dump(message_codec::write(prompty::prepare(load_prompt(path), values)));
}

std::string run(std::filesystem::path const& path, std::string_view inputs) {
  Json const value = outcome_to_json(invoke(path, read_inputs(inputs))).at("value");
  return value.is_string() ? value.get<std::string>() : json_text::dump(value);
}

}  // namespace prompty::plain
