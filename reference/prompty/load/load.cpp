#include "prompty/load/load.hpp"

#include <algorithm>
#include <system_error>

#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/load/references.hpp"
#include "prompty/load/yaml_schema.hpp"

namespace prompty {
namespace frontmatter {
namespace {

constexpr std::string_view blanks = " \t\n\r\f\v";
constexpr std::size_t delimiter_length = 3;

std::size_t find_delimiter(std::string_view text, std::size_t from) {
  // P2.2-05, P2.2-13: whichever comes first closes, inside a line as well and whatever the opener was.
  return std::min(text.find("---", from), text.find("+++", from));
}

std::size_t line_of(std::string_view text, std::size_t at) {
  return yaml::place_at(text, at, {}).line;
}

std::size_t start_of_body(std::string_view text, std::size_t from) {
  // P2.2-06: blank lines go, and with them the indentation of the first line of text.
  std::size_t const first = text.find_first_not_of(blanks, from);
  // P2.2-21: the expression gives back one blank so that its second group is not empty.
  return first == std::string_view::npos ? text.size() - 1 : first;
}

}  // namespace

Halves split(std::string_view content) {
  // P4.1-03: the byte order mark of an editor must not hide the block behind it.
  std::string_view const text = utf8::without_byte_order_mark(content);

  // P2.2-12, P2.2-18: blanks before the opener are in neither half.
  std::size_t const opener = std::min(text.find_first_not_of(blanks), text.size());
  std::string_view const delimiter = text.substr(opener, delimiter_length);
  // P2.1-02, P2.1-03: either may open a block. P2.2-09: one further down is never looked for.
  if (delimiter != "---" && delimiter != "+++") {
    // P2.1-06, P2.2-10, P2.2-16: the blanks stay in the body, and there is no block rather than an empty one.
    return {.block = std::nullopt, .body = std::string(text)};
  }

  std::size_t const start = opener + delimiter_length;
  // P2.2-04: a later delimiter leaves less text behind it, so if the first one does not fit, none does.
  // P2.2-02: nothing but a delimiter is looked for, so blank lines end no block.
  std::size_t const closer = find_delimiter(text, start);
  if (closer == std::string_view::npos) throw errors::frontmatter_not_closed(delimiter, line_of(text, opener));
  std::size_t const end = closer + delimiter_length;
  if (end == text.size()) throw errors::nothing_after_frontmatter(line_of(text, closer));

  // P2.2-03, P2.2-07: from here to the very end, with the blanks there.
  std::size_t const body = start_of_body(text, end);
  // P2.2-08, P2.2-15: the line ends next to the delimiters are in `raw` only.
  std::string_view const raw = text.substr(start, closer - start);
  Place const raw_place = yaml::place_at(text, start, {});
  Place const body_place = yaml::place_at(text, body, {});
  // P2.2-17: a block of blanks is an empty text, not a missing block.
  return {.block = Block{.text = std::string(utf8::trimmed(raw, blanks)),
                         .raw = std::string(raw),
                         .line = raw_place.line,
                         .column = raw_place.column,
                         .offset = content.size() - text.size() + start},
          .body = std::string(text.substr(body)),
          .body_line = body_place.line,
          .body_column = body_place.column};
}

}  // namespace frontmatter

namespace prompt_file {
namespace {

constexpr std::size_t max_bytes = 67'108'864;

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

/// Whether the path is what `absolute_name` makes of it, as most are. To take one apart takes as long as to build an
/// agent.
bool is_normal(std::filesystem::path const& path) {
  std::string const& name = path.native();
  return path.is_absolute() && name.find("/.") == std::string::npos && name.find("//") == std::string::npos;
}

/// A dollar sign in a value is one in the text as well, or an escape.
bool may_refer(PromptFile const& file) {
  if (!file.halves.block) return false;
  std::string_view const raw = file.halves.block->raw;
  return raw.find('$') != std::string_view::npos || raw.find('\\') != std::string_view::npos;
}

}  // namespace

std::string read(std::string const& path, errors::Wording<FileNotFoundError, std::string_view> const& not_found) {
  return match(
      file_access::read(path, max_bytes), [](std::string&& content) { return std::move(content); },
      // P4.1-01, P4.1-02: also for a folder or a device; the path shown is the absolute one.
      [&](file_access::NotFound) -> std::string { throw not_found(path); },
      [&](file_access::TooLarge) -> std::string { throw errors::file_too_large(path, max_bytes); },
      [&](file_access::Unreadable const& failure) -> std::string {
        throw errors::file_unreadable(path, failure.reason);
      });
}

std::string absolute_name(std::filesystem::path const& path) {
  if (is_normal(path)) return path;
  std::error_code failed;
  std::filesystem::path const absolute = std::filesystem::absolute(path, failed);
  return (failed ? path : absolute).lexically_normal().string();
}

PromptFile open(std::string_view content, std::string const& name) {
  // P4.1-03: checked once, so that no later stage has to check its text again.
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
    throw errors::frontmatter_not_a_mapping(place_at(file, file.outline.front().offset), file.properties);
  }
  return file;
}

references::Outcome resolve_references(PromptFile& file, LoadOptions const& options, ProblemListener const& listener) {
  // P2.11-10: made absolute, so that it does not matter where the process runs.
  references::Surroundings const surroundings{
      .folder = [&] { return std::filesystem::path(absolute_name(file.name.empty() ? "." : file.name)).parent_path(); },
      .options = options,
      .place_at = [&](std::size_t offset) { return place_at(file, offset); }};
  // Before as well: an error about a reference may quote a line that holds a key.
  if (options.secrets) options.secrets->add_named(file.properties);
  references::Outcome outcome;
  if (may_refer(file)) outcome = references::resolve(file.properties, file.outline, surroundings, listener);
  if (options.secrets) options.secrets->add_named(file.properties);
  return outcome;
}

PromptyAgent build_agent(PromptFile& file, references::Outcome const& resolved, LoadOptions const& options,
                         ProblemListener const& listener, UnreadListener const& unread) {
  auto const value_of_reference = [&](Json const& found) -> std::optional<Json> {
    if (!resolved.values.contains(&found)) return std::nullopt;
    // P4.2-07: a reference has no way to give a number; an author who puts one in quotes means text.
    return found.is_string() ? yaml::resolve_plain_scalar(found.get_ref<std::string const&>()).value_or(found) : found;
  };
  Reading const reading{
      .listener = listener, .value_of_reference = value_of_reference, .unread = unread, .edition = options.edition};
  frontmatter::Halves const& halves = file.halves;
  // P2.1-01, P2.11-18: both halves come together here; the body as it was read, references in it are text.
  PromptyAgent agent = agent_codec::from_frontmatter(file.properties, halves.body, reading);
  agent.origin = Origin{.file = file.name, .body_line = halves.body_line, .body_column = halves.body_column};
  return agent;
}

Place place_of(PromptFile const& file, std::string_view property_path) {
  return place_at(file, outline::nearest(file.properties, file.outline, property_path).spot.offset);
}

Place key_of(PromptFile const& file, std::string_view property_path) {
  return place_at(file, outline::nearest(file.properties, file.outline, property_path).spot.key_offset);
}

Place place_at(PromptFile const& file, std::size_t offset) {
  if (!file.halves.block) return {.file = file.name};
  return yaml::place_at(file.halves.block->raw, offset, source_of(*file.halves.block, file.name));
}

}  // namespace prompt_file

PromptyAgent load(std::filesystem::path const& path, LoadOptions const& options) {
  std::string const name = prompt_file::absolute_name(path);
  return load_text(prompt_file::read(name), name, options);
}

PromptyAgent load_text(std::string_view content, std::string const& name, LoadOptions const& options) {
  PromptFile file = prompt_file::open(content, name);
  // P2.11-02, P4.1-06: before short forms are expanded, so a referenced file may hold one; the agent keeps the values.
  references::Outcome const resolved = prompt_file::resolve_references(file, options, {});
  try {
    return prompt_file::build_agent(file, resolved, options, {});
  } catch (ValueError const& wrong) {
    throw errors::placed(wrong, prompt_file::place_of(file, wrong.explanation().property_path));
  }
}

std::future<PromptyAgent> load_async(std::filesystem::path path, LoadOptions options) {
  return std::async(std::launch::async, load, std::move(path), std::move(options));
}

}  // namespace prompty
