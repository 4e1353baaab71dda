#include "cli/given_inputs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "cli/media_file.hpp"
#include "cli/named_file.hpp"
#include "cli/usage_error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/inputs/errors.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty::cli {
namespace inputs {
namespace {

/// The kind of an input that may be given as a file; "" for any other.
std::string media_kind(PromptyAgent const& agent, std::string const& name) {
  for (Property const& input : agent.inputs) {
    bool const is_media = input.kind == "image" || input.kind == "file" || input.kind == "audio";
    if (input.name == name && is_media) return input.kind;
  }
  return "";
}

Json read_value(PromptyAgent const& agent, std::string const& name, std::string const& text) {
  std::string const kind = media_kind(agent, name);
  if (kind.empty() || text.empty() || text.front() != '@') return text;
  std::string const path = text.substr(1);
  return media_part(kind, path, read_file(path));
}

void add_input(PromptyAgent const& agent, std::string const& given, Json& values) {
  std::size_t const equals = given.find('=');
  if (equals == std::string::npos || equals == 0 || given.substr(0, equals) == ":") {
    throw UsageError{fmt::format("--input {}: write name=text or name:=JSON", given)};
  }
  if (given[equals - 1] != ':') {
    std::string const name = given.substr(0, equals);
    values[name] = read_value(agent, name, given.substr(equals + 1));
    return;
  }
  std::optional<Json> value = json_text::parse(given.substr(equals + 1));
  if (!value) throw UsageError{fmt::format("--input {}: what follows ':=' is not JSON", given)};
  values[given.substr(0, equals - 1)] = std::move(*value);
}

Json read_values(std::string const& path) {
  std::string const text = read_file(path);
  // Not all of JSON is YAML to yaml-cpp, and YAML's errors have a place.
  if (std::optional<Json> values = json_text::parse(text)) return std::move(*values);
  return yaml::parse(text, {.file = path, .subject = "inputs file"});
}

}  // namespace
}  // namespace inputs

Json given_inputs(PromptyAgent const& agent, InputChoices const& choices) {
  Json values = choices.file ? inputs::read_values(*choices.file) : Json::object();
  if (values.is_null()) values = Json::object();
  if (!values.is_object()) throw errors::inputs_not_a_mapping(values);
  for (std::string const& input : choices.inputs) inputs::add_input(agent, input, values);
  return values;
}

}  // namespace prompty::cli
