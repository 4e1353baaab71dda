#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mock-provider/json_text.hpp"

namespace mock_provider::scenario_file {

/// How the text of a scenario is written.
enum class Format { json, yaml };

/// The JSON value of a scenario's text. Throws ScenarioError with line and column for bad syntax.
[[nodiscard]] Json value_of(std::string const& text, Format format);

/// The JSON value in a file; `.yaml` and `.yml` are YAML, everything else JSON. Throws ScenarioError when the file
/// cannot be read or has bad syntax.
[[nodiscard]] Json read(std::string const& path);

}  // namespace mock_provider::scenario_file
