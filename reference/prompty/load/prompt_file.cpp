#include "prompty/load/prompt_file.hpp"

#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/references.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty::prompt_file {
namespace {

constexpr std::size_t most_bytes = 67'108'864;

frontmatter::Halves split(std::string_view content, std::string const& name) {
  try {
    return frontmatter::split(content);
  } catch (ValueError const& malformed) {
    Place place = malformed.place();
    place.file = name;
    throw errors::placed(malformed, place);
  }
}

yaml::Source source_of(frontmatter::Block const& block, std::string const& name) {
  return {.file = name, .line = block.line, .column = block.column};
}

// By address: to find each by its path would take quadratic time.
void collect_referenced(Json const& value, Outline const& outline, std::unordered_set<Json const*>& referenced) {
  if (outline.standing == Standing::referenced) referenced.insert(&value);
  if (!value.is_structured()) return;
  std::vector<Outline>::const_iterator part = outline.parts.begin();
  for (Json const& element : value) collect_referenced(element, *part++, referenced);
}

}  // namespace

std::string read(std::string const& path) {
  return match(
      file_access::read(path, most_bytes), [](std::string&& content) { return std::move(content); },
      // P4.1-01, P4.1-02: also for a folder or a device; the path shown is the absolute one.
      [&](file_access::NotFound) -> std::string { throw errors::file_not_found(path); },
      [&](file_access::TooLarge) -> std::string { throw errors::file_too_large(path, most_bytes); },
      [&](file_access::Unreadable const& failure) -> std::string {
        throw errors::file_unreadable(path, failure.reason);
      });
}

std::string absolute_name(std::filesystem::path const& path) {
  std::error_code failed;
  std::filesystem::path const absolute = std::filesystem::absolute(path, failed);
  return (failed ? path : absolute).lexically_normal().string();
}

PromptFile open(std::string_view content, std::string const& name) {
  // P4.1-03: checked once, so that no later stage has to doubt its text.
  if (std::optional<std::size_t> const invalid = utf8::first_invalid_byte(content)) {
    throw errors::file_not_utf8(yaml::place_at(content, *invalid, {.file = name}));
  }
  PromptFile file{.name = name, .halves = split(content, name)};
  if (!file.halves.block) return file;
  // the untrimmed text, so that errors name the line of the file.
  // P2.1-04: between plus signs too, which mean TOML elsewhere.
  yaml::Document document = yaml::parse_document(file.halves.block->raw, source_of(*file.halves.block, name));
  file.properties = std::move(document.value);
  file.outline = std::move(document.outline);
  // P4.1-04: null is what a block of nothing or of comments gives.
  if (!file.properties.is_null() && !file.properties.is_object()) {
    throw errors::frontmatter_not_a_mapping(place_at(file, file.outline.offset), file.properties);
  }
  return file;
}

void resolve_references(PromptFile& file, LoadOptions const& options, ProblemListener const& listener) {
  // P2.11-10: made absolute, so that it does not matter where the process runs.
  references::Surroundings const surroundings{
      .folder = file.name.empty() ? "." : std::filesystem::path(absolute_name(file.name)).parent_path(),
      .options = options,
      .place_at = [&](std::size_t offset) { return place_at(file, offset); }};
  // Before as well: what is wrong with a reference may be told with a line that holds a key.
  if (options.secrets) options.secrets->add_named(file.properties);
  references::resolve(file.properties, file.outline, surroundings, listener);
  if (options.secrets) options.secrets->add_named(file.properties);
}

PromptyAgent build_agent(PromptFile const& file, ProblemListener const& listener, UnreadListener const& unread) {
  std::unordered_set<Json const*> referenced;
  collect_referenced(file.properties, file.outline, referenced);
  Reading const reading{.listener = listener,
                        .is_referenced = [&](Json const& text) { return referenced.count(&text) > 0; },
                        .unread = unread};
  frontmatter::Halves const& halves = file.halves;
  // P2.1-01, P2.11-18: both halves come together here; the body as it was read, references in it are text.
  PromptyAgent agent = agent_codec::from_frontmatter(file.properties, halves.body, reading);
  agent.origin = Origin{.file = file.name, .body_line = halves.body_line, .body_column = halves.body_column};
  return agent;
}

Place place_of(PromptFile const& file, std::string_view property_path) {
  return place_at(file, outline::nearest(file.properties, file.outline, property_path).offset);
}

Place key_of(PromptFile const& file, std::string_view property_path) {
  return place_at(file, outline::nearest(file.properties, file.outline, property_path).key_offset);
}

Place place_at(PromptFile const& file, std::size_t offset) {
  if (!file.halves.block) return {.file = file.name};
  return yaml::place_at(file.halves.block->raw, offset, source_of(*file.halves.block, file.name));
}

}  // namespace prompty::prompt_file
