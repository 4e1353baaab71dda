#include "mock-provider/scenario_file.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mock-provider/closed_object.hpp"
#include "mock-provider/yaml_value.hpp"

namespace mock_provider::scenario_file {

Json value_of(std::string const& text, Format format) {
  if (format == Format::yaml) return yaml_value::parse(text);
  std::variant<Json, json_text::Problem> parsed = json_text::parse_strictly(text);
  if (Json* const value = std::get_if<Json>(&parsed)) return std::move(*value);
  json_text::Problem const& problem = std::get<json_text::Problem>(parsed);
  throw ScenarioError("",
                      fmt::format("line {}, column {}: no JSON: {}", problem.line, problem.column, problem.message));
}

Json read(std::string const& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw ScenarioError("", "this is a folder: name a file inside");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || file.bad()) {
    throw ScenarioError("", fmt::format("the file cannot be read: {}", std::strerror(errno)));
  }
  bool const is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
  return value_of(text.str(), is_yaml ? Format::yaml : Format::json);
}

}  // namespace mock_provider::scenario_file
