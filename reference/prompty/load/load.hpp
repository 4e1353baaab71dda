#pragma once

#include <cstddef>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/core/describe.hpp"
#include "prompty/core/json.hpp"
#include "prompty/load/object_reader.hpp"
#include "prompty/load/references.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty {

/// The agent in the .prompty file at `path` (absolute, or relative to the working directory); its body becomes
/// `instructions`, unchanged, and its references have been replaced. `origin` holds the absolute path.
/// Throws FileNotFoundError when the file or one that it refers to does not exist; ValueError, with its place, when the
/// file is not UTF-8 or too large, when its frontmatter is not closed, is not YAML, is not a mapping or holds a value
/// of a wrong type, when an environment variable is not set, and when a file referred to is malformed, lies outside the
/// folders allowed or refers back to itself; RuntimeError when a file cannot be read.
[[nodiscard]] PromptyAgent load(std::filesystem::path const& path, LoadOptions const& options = {});

/// As `load`, for content that is already in memory; `name` is the path that the content would have as a file: errors
/// name it, and files that the content refers to are looked for beside it.
[[nodiscard]] PromptyAgent load_text(std::string_view content, std::string const& name = "prompt.prompty",
                                     LoadOptions const& options = {});

/// As `load`, on another thread.
[[nodiscard]] std::future<PromptyAgent> load_async(std::filesystem::path path, LoadOptions options = {});

namespace frontmatter {

/// The properties of a file. `text` has no blanks at its ends; `raw` is the same with them, and its first character is
/// at `line` and `column` of the file (both from 1), so that errors in it can be placed.
struct Block {
  std::string text;
  std::string raw;
  std::size_t line = 1;
  std::size_t column = 1;

  bool operator==(Block const&) const = default;
};

/// The two halves of a file; no `block` means that the file has no frontmatter. The body begins at `body_line` and
/// `body_column` of the file.
struct Halves {
  std::optional<Block> block = std::nullopt;
  std::string body;
  std::size_t body_line = 1;
  std::size_t body_column = 1;

  bool operator==(Halves const&) const = default;
};

/// Splits the content of a .prompty file (UTF-8) as the reference expression of §2.2 does when it is matched at the
/// start of the content (P2.2-01), in linear time. Blanks are space, tab and the line and page breaks of ASCII. A byte
/// order mark at the start is dropped and counts as no column. Throws ValueError when an opened block is never closed
/// (P2.2-11) or nothing follows its end (P2.2-20).
[[nodiscard]] Halves split(std::string_view content);

}  // namespace frontmatter

/// A file whose frontmatter is a mapping, or null. `properties` and `outline` change when references are resolved.
struct PromptFile {
  std::string name;
  frontmatter::Halves halves;
  Json properties = nullptr;
  Outline outline = {};
};

/// The steps of loading, so that it can stop at the first problem or collect them all.
namespace prompt_file {

/// The absolute form of a path, without dots in it; the path itself when it is empty.
[[nodiscard]] std::string absolute_name(std::filesystem::path const& path);

/// The bytes of a .prompty file. Throws FileNotFoundError when there is none, ValueError when it is larger than 64 MiB,
/// RuntimeError when it cannot be read.
[[nodiscard]] std::string read(std::string const& path);

/// Splits `content` and parses its frontmatter. Throws ValueError for content that is not UTF-8, for malformed
/// frontmatter, and for frontmatter that is not a mapping.
[[nodiscard]] PromptFile open(std::string_view content, std::string const& name);

/// Replaces the references; see references::resolve for the errors.
void resolve_references(PromptFile& file, LoadOptions const& options, ProblemListener const& listener);

/// The agent in a file whose references are resolved. Throws ValueError, without a place, for a value of a wrong type,
/// or reports it to the listener.
[[nodiscard]] PromptyAgent build_agent(PromptFile const& file, ProblemListener const& listener,
                                       UnreadListener const& unread = {});

/// Where the property at `property_path` stands, or what encloses it.
[[nodiscard]] Place place_of(PromptFile const& file, std::string_view property_path);

/// Where the key of the member at `property_path` stands, or what encloses it.
[[nodiscard]] Place key_of(PromptFile const& file, std::string_view property_path);

/// The place of an offset of the outline.
[[nodiscard]] Place place_at(PromptFile const& file, std::size_t offset);

}  // namespace prompt_file

}  // namespace prompty
