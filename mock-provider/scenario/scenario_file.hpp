#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::yaml_value {

/// The JSON value of a YAML text; plain scalars are typed by the YAML 1.2 core schema, so `yes` is a string and `on`
/// too. Throws ScenarioError, with line and column in its reason, for bad syntax, bytes that are no UTF-8, a second
/// document, duplicate keys, keys that are no scalars, and more than 200 levels or 100,000 values (aliases counted each
/// time they are used).
[[nodiscard]] Json parse(std::string const& text);

/// A place in a text, both counted from 1.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;

  bool operator==(Place const&) const = default;
};

/// Where the value of a JSON pointer stands in a YAML or JSON text: its key, or the element itself; where the pointer
/// leads beyond what is there, the last value on the way. Nothing for the whole text, and when it is no YAML.
[[nodiscard]] std::optional<Place> place_of(std::string const& text, std::string_view pointer);

}  // namespace mock_provider::yaml_value

namespace mock_provider::scenario_file {

/// Of a file: as much as is usually read of a request, which may give a scenario as well.
inline constexpr std::size_t most_bytes = std::size_t{16} * 1024 * 1024;

/// How the text of a scenario is written.
enum class Format { json, yaml };

/// The JSON value of a scenario's text. Throws ScenarioError with line and column for bad syntax.
[[nodiscard]] Json value_of(std::string const& text, Format format);

/// The JSON value in a file, or in the preset that "preset:NAME" names; `.yaml` and `.yml` are YAML, everything else
/// JSON. Throws ScenarioError when the file cannot be read or has bad syntax, and for a preset that is not there.
[[nodiscard]] Json read(std::string const& path);

/// A scenario in which nothing is wrong.
struct Loaded {
  std::string name;  ///< "default" when the scenario has none
  Json value;
  std::size_t steps = 0;
};

/// The scenario in a file, or the preset. Throws std::runtime_error with "FILE:LINE:COLUMN: at POINTER: REASON" for the
/// first thing wrong with it; line and column are left out where the reason has them, or where there is no such place.
[[nodiscard]] Loaded load(std::string const& path);

}  // namespace mock_provider::scenario_file
