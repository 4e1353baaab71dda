#include "prompty/load/load.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/frontmatter.hpp"
#include "prompty/load/references.hpp"
#include "prompty/load/yaml_value.hpp"

namespace prompty {
namespace load_file {
namespace {

void demand_utf8(std::string_view content, std::string const& name) {
  std::optional<std::size_t> const invalid = utf8::first_invalid_byte(content);
  if (!invalid) return;
  std::string_view const before = content.substr(0, *invalid);
  std::size_t const line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t const last_break = before.rfind('\n');
  std::string_view const on_line = last_break == std::string_view::npos ? before : before.substr(last_break + 1);
  throw errors::file_not_utf8({name, line, 1 + utf8::length(on_line)});
}

Json read_properties(std::optional<frontmatter::Block> const& block, std::string const& name) {
  if (!block) return nullptr;
  // the untrimmed text, so that errors name the line of the file.
  Json properties = yaml::parse(block->raw, {.file = name, .line = block->line, .column = block->column});
  if (!properties.is_null() && !properties.is_object()) throw errors::frontmatter_not_a_mapping(name, properties);
  if (std::optional<references::Found> const found = references::find_first(properties)) {
    throw errors::reference_not_resolved(found->property_path, found->text);
  }
  return properties;
}

}  // namespace
}  // namespace load_file

PromptyAgent load(std::filesystem::path const& path) {
  return load_text(file_access::read(path), path.string());
}

PromptyAgent load_text(std::string_view content, std::string const& name) {
  load_file::demand_utf8(content, name);
  frontmatter::Halves halves = frontmatter::split(content);
  return agent_codec::from_frontmatter(load_file::read_properties(halves.block, name), std::move(halves.body));
}

}  // namespace prompty
