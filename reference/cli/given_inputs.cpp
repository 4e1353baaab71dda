#include "cli/given_inputs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/inputs/inputs.hpp"
#include "prompty/load/yaml_value.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::cli {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> media_types = {{{".png", "image/png"},
                                                                                        {".jpg", "image/jpeg"},
                                                                                        {".jpeg", "image/jpeg"},
                                                                                        {".gif", "image/gif"},
                                                                                        {".webp", "image/webp"},
                                                                                        {".wav", "audio/wav"},
                                                                                        {".mp3", "audio/mpeg"},
                                                                                        {".flac", "audio/flac"},
                                                                                        {".ogg", "audio/ogg"},
                                                                                        {".pdf", "application/pdf"},
                                                                                        {".json", "application/json"},
                                                                                        {".txt", "text/plain"},
                                                                                        {".md", "text/markdown"},
                                                                                        {".csv", "text/csv"}}};

std::string_view media_type_of(std::string_view path) {
  std::size_t const dot = path.rfind('.');
  std::string const ending = dot == std::string_view::npos ? "" : utf8::lower_ascii(path.substr(dot));
  for (auto const& [known, media_type] : media_types) {
    if (ending == known) return media_type;
  }
  return "application/octet-stream";
}

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
  std::string_view const media_type = media_type_of(path);
  std::string value = base64(read_file(path));
  if (kind != "audio") value = fmt::format("data:{};base64,{}", media_type, value);
  return Json{{"kind", kind}, {"value", std::move(value)}, {"mediaType", media_type}};
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

Json given_inputs(PromptyAgent const& agent, InputChoices const& choices) {
  Json values = choices.file ? read_values(*choices.file) : Json::object();
  if (values.is_null()) values = Json::object();
  if (!values.is_object()) throw errors::inputs_not_a_mapping(values);
  for (std::string const& input : choices.inputs) add_input(agent, input, values);
  return values;
}

}  // namespace prompty::cli
