#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::yaml_value {

/// The JSON value of a YAML text; plain scalars are typed by the YAML 1.2 core schema, so `yes` is a string and `on`
/// too. Throws ScenarioError, with line and column in its reason, for bad syntax, bytes that are no UTF-8, a second
/// document, duplicate keys, keys that are no scalars, and more than 200 levels or 100,000 values (aliases counted each
/// time they are used).
[[nodiscard]] Json parse(std::string const& text);

}  // namespace mock_provider::yaml_value

namespace mock_provider::scenario_file {

/// How the text of a scenario is written.
enum class Format { json, yaml };

/// The JSON value of a scenario's text. Throws ScenarioError with line and column for bad syntax.
[[nodiscard]] Json value_of(std::string const& text, Format format);

/// The JSON value in a file; `.yaml` and `.yml` are YAML, everything else JSON. Throws ScenarioError when the file
/// cannot be read or has bad syntax.
[[nodiscard]] Json read(std::string const& path);

}  // namespace mock_provider::scenario_file
