#pragma once

#include "prompty/load/errors.hpp"
#include "prompty/load/load.hpp"
#include "prompty/load/references.hpp"
#include "prompty/load/yaml_value.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {

/// A file whose frontmatter is a mapping, or null. `outline` is that of the properties as they were written.
struct PromptFile {
  std::string name;
  frontmatter::Halves halves;
  Json properties = nullptr;
  Outline outline = Outline(1);
};

/// The steps of loading, so that it can stop at the first problem or collect them all.
namespace prompt_file {

/// The absolute form of a path, without dots in it; the path itself when it is empty.
[[nodiscard]] std::string absolute_name(std::filesystem::path const& path);

/// The bytes of a file. Throws `not_found`; ValueError for more than 64 MiB; RuntimeError when it cannot be read.
[[nodiscard]] std::string read(
    std::string const& path,
    errors::Wording<FileNotFoundError, std::string_view> const& not_found = errors::file_not_found);

/// Splits `content` and parses its frontmatter. Throws ValueError for what is not UTF-8, malformed or no mapping.
[[nodiscard]] PromptFile open(std::string_view content, std::string const& name);

/// Replaces the references; see references::resolve for the errors.
[[nodiscard]] references::Outcome resolve_references(PromptFile& file, LoadOptions const& options,
                                                     ProblemListener const& listener);

/// The agent in a file whose references have been `resolved`, by the edition of `options`; see
/// agent_codec::from_frontmatter for what is left of its properties. Throws ValueError without a place, or reports it,
/// for a wrong type.
[[nodiscard]] PromptyAgent build_agent(PromptFile& file, references::Outcome const& resolved,
                                       LoadOptions const& options, ProblemListener const& listener,
                                       UnreadListener const& unread = {});

/// Where the property at `property_path` stands, or what encloses it.
[[nodiscard]] Place place_of(PromptFile const& file, std::string_view property_path);

/// Where the key of the member at `property_path` stands, or what encloses it.
[[nodiscard]] Place key_of(PromptFile const& file, std::string_view property_path);

/// The place of an offset of the outline.
[[nodiscard]] Place place_at(PromptFile const& file, std::size_t offset);

}  // namespace prompt_file

}  // namespace prompty
