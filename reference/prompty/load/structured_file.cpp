#include "prompty/load/structured_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty::structured_file {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// At least the number of values that the text can hold, in one pass and before any of them takes memory.
std::size_t most_values_in_json(std::string_view text) {
  std::size_t values = 1;
  bool inside_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (c == '"') inside_string = !inside_string;
    if (inside_string && c == '\\') ++at;
    if (!inside_string && (c == ',' || c == '[' || c == '{')) ++values;
  }
  return values;
}

Json parse_json(std::string_view content, std::string const& file, std::size_t most_values) {
  if (most_values_in_json(content) > most_values) {
    throw errors::invalid_json({.file = file}, fmt::format("more than {} values", most_values));
  }
  std::variant<Json, json_text::Failure> parsed = json_text::parse_or_failure(content);
  return match(
      parsed, [](Json& value) -> Json { return std::move(value); },
      [&](json_text::Failure const& failure) -> Json {
        Place const place =
            failure.offset ? yaml::place_at(content, *failure.offset, {.file = file}) : Place{.file = file};
        throw errors::invalid_json(place, failure.reason);
      });
}

}  // namespace

std::optional<Format> format_of(std::filesystem::path const& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), lower);
  if (extension == ".json") return Format::json;
  if (extension == ".yaml" || extension == ".yml") return Format::yaml;
  return std::nullopt;
}

Json parse(Format format, std::string_view content, std::string const& file, std::size_t most_values) {
  if (content.substr(0, byte_order_mark.size()) == byte_order_mark) content.remove_prefix(byte_order_mark.size());
  if (format == Format::json) return parse_json(content, file, most_values);
  yaml::Limits limits;
  limits.nodes = std::min(limits.nodes, most_values);
  return yaml::parse(content, {.file = file, .subject = "YAML"}, limits);
}

}  // namespace prompty::structured_file
