#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/limits.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

[[nodiscard]] bool is_url(std::string_view specification);

/// Where the file of a specification is: below the folder of the agent's file, or the working folder without one. Links
/// are followed first. Throws ValueError when that is outside.
[[nodiscard]] std::filesystem::path locate(std::string const& specification, PromptyAgent const& agent,
                                           std::string const& tool);

/// The value of a document in a file, JSON or YAML. Throws FileNotFoundError or RuntimeError when it cannot be read and
/// ValueError, with the place, when it is malformed or too large.
[[nodiscard]] Json read_file(std::filesystem::path const& path, std::string const& tool, Limits const& limits);

/// The value of a document at a URL, fetched without credentials. Throws ConnectionError when no answer arrives,
/// ExecuteError for any status but one of success, and ValueError as `read_file`.
[[nodiscard]] Json read_url(std::string const& url, Transport const& transport, Limits const& limits);

/// The value of a document's text: JSON when it begins like an object, else YAML.
[[nodiscard]] Json read_text(std::string const& text, std::string const& source, Limits const& limits);

}  // namespace prompty::openapi
