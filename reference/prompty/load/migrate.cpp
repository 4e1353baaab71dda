#include "prompty/load/migrate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "prompty/core/utf8.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/migrate_draft.hpp"
#include "prompty/load/prompt_file.hpp"

namespace prompty {
namespace migration {

namespace layout = yaml::layout;

bool is_mapping(Written const& written) {
  return written.shape == Written::Shape::mapping;
}

bool is_nothing(Written const& written) {
  constexpr std::array<std::string_view, 5> words = {"", "~", "null", "Null", "NULL"};
  return written.shape == Written::Shape::scalar && std::ranges::find(words, written.text) != words.end();
}

std::string text_of(Written const& written) {
  if (written.shape != Written::Shape::scalar) return "";
  Json const value = layout::value_of(written);
  return value.is_string() ? value.get<std::string>() : written.text;
}

std::size_t inner_column(Entry const& owner) {
  std::vector<Entry> const& entries = owner.value.entries;
  return entries.empty() || owner.value.is_flow ? owner.column + 2 : entries.front().column;
}

std::size_t outer_column(Written const& root) {
  return root.entries.empty() || root.is_flow ? 0 : root.entries.front().column;
}

void rename(Entry& entry, std::string_view name) {
  std::size_t const quote = entry.key.find_first_of("\"'");
  if (quote == std::string::npos) {
    entry.key = std::string(name);
  } else {
    entry.key = fmt::format("{0}{1}{0}", entry.key[quote], name);
  }
}

void add_to(Entry& owner, std::size_t index, Entry entry) {
  if (owner.value.is_flow && !layout::fits_in_brackets(entry)) layout::take_brackets(owner, owner.column + 2);
  layout::insert(owner.value, index, std::move(entry), inner_column(owner));
}

void append_to(Entry& owner, Entry entry) {
  add_to(owner, owner.value.entries.size(), std::move(entry));
}

std::size_t index_of(Written const& collection, Entry const& entry) {
  return static_cast<std::size_t>(&entry - collection.entries.data());
}

namespace {

/// The lines of an entry, each as a comment at its column.
std::string as_comment(Entry const& entry) {
  Written alone{.shape = entry.key.empty() ? Written::Shape::list : Written::Shape::mapping, .entries = {entry}};
  alone.entries.front().before = "";
  std::istringstream lines(layout::joined(alone));
  std::string const indentation(entry.column, ' ');
  std::string comment;
  for (std::string line; std::getline(lines, line);) {
    bool const is_indented = line.starts_with(indentation);
    comment += fmt::format("{}# {}\n", indentation, is_indented ? line.substr(entry.column) : line);
  }
  return comment;
}

/// Puts whole lines of comments where the entry with this number stood.
void keep_comment(Written& collection, std::size_t index, std::string const& lines) {
  if (index < collection.entries.size()) {
    std::string& before = collection.entries[index].before;
    before = lines + before;
  } else {
    collection.closing = lines + collection.closing;
  }
}

}  // namespace

void leave_out(Draft& draft, Written& collection, std::size_t index, std::string const& message,
               std::string const& hint) {
  Entry const taken = layout::take_at(collection, index);
  draft.note(taken.offset, message, hint);
  if (!collection.is_flow && !collection.is_compact) keep_comment(collection, index, taken.before + as_comment(taken));
}

void remove_empty(Written& collection, std::size_t index) {
  Entry const taken = layout::take_at(collection, index);
  if (!collection.is_flow) keep_comment(collection, index, layout::comments_of(taken));
}

Entry& member_at_root(Draft& draft, std::string_view name) {
  if (Entry* const found = layout::find(draft.root, name)) return *found;
  Entry made = layout::member(name, layout::mapping(draft.root.is_flow), outer_column(draft.root));
  layout::append(draft.root, std::move(made), outer_column(draft.root));
  return draft.root.entries.back();
}

namespace {

/// An engine of version 1 that has no name of today.
void note_unknown_engine(Draft& draft, Entry& stages) {
  Written* engine = &stages.value;
  for (std::string_view const name : {"format", "kind"}) {
    Entry* const member = layout::find(*engine, name);
    if (member != nullptr) engine = &member->value;
  }
  std::string const name = text_of(*engine);
  if (name.empty() || name == "jinja2" || name == "mustache" || name.find("${") != std::string::npos) return;
  draft.note(engine->offset, fmt::format("There is no engine {}", name),
             "choose jinja2 or mustache, and write the tags of the prompt as it has them");
}

void rename_engines(Draft& draft, Entry& stages) {
  auto const rename_engine = [](Written& engine) {
    if (engine.shape != Written::Shape::scalar) return;
    if (std::optional<std::string_view> const now = version1::renamed(version1::engines, text_of(engine))) {
      engine.text = std::string(*now);
    }
  };
  rename_engine(stages.value);
  if (!is_mapping(stages.value)) return;
  if (Entry* const format = layout::find(stages.value, "format")) {
    rename_engine(format->value);
    if (Entry* const kind = layout::find(format->value, "kind")) rename_engine(kind->value);
  }
  Entry* const type = layout::find(stages.value, "type");
  if (type == nullptr) return;
  if (layout::find(stages.value, "format") != nullptr) {
    leave_out(draft, stages.value, index_of(stages.value, *type), "template.type stands beside template.format",
              "the engine of template.format counts");
    return;
  }
  rename_engine(type->value);
  std::size_t const index = index_of(stages.value, *type);
  Entry kind = layout::take_at(stages.value, index);
  bool const is_flow = stages.value.is_flow;
  std::size_t const column = is_flow ? stages.column + 2 : kind.column;
  rename(kind, "kind");
  Entry format = layout::member("format", layout::mapping(is_flow), column);
  format.offset = kind.offset;
  format.before = is_flow ? "" : std::exchange(kind.before, "");
  append_to(format, std::move(kind));
  if (stages.value.entries.empty()) {
    stages.value.entries.push_back(std::move(format));
    if (is_flow) stages.value.entries.back().after = "";
  } else {
    add_to(stages, index, std::move(format));
  }
}

}  // namespace

void migrate_template(Draft& draft) {
  Entry* const stages = layout::find(draft.root, "template");
  if (stages == nullptr) return;
  rename_engines(draft, *stages);
  if (draft.is_old) note_unknown_engine(draft, *layout::find(draft.root, "template"));
}

namespace {

/// Whether the name is one that no member of a prompt was meant to have.
bool is_of_author(std::string const& name) {
  if (agent_codec::is_property(name) || name == "kind" || name == "instructions") return false;
  return !spelling::meant(name, agent_codec::properties);
}

bool is_metadata_of_version_1(std::string const& name) {
  return name == "authors" || name == "tags" || name == "version";
}

void move_to_metadata(Draft& draft, std::string const& name) {
  Entry* metadata = layout::find(draft.root, "metadata");
  std::size_t const column = outer_column(draft.root);
  if (metadata != nullptr && is_nothing(metadata->value)) {
    remove_empty(draft.root, index_of(draft.root, *metadata));
    metadata = nullptr;
  }
  if (metadata != nullptr && !is_mapping(metadata->value)) return;
  if (metadata != nullptr && layout::find(metadata->value, name) != nullptr) {
    Entry const& member = *layout::find(draft.root, name);
    leave_out(draft, draft.root, index_of(draft.root, member), fmt::format("metadata has a member {} of its own", name),
              "take one of them out");
    return;
  }
  if (metadata == nullptr) {
    std::size_t const index = index_of(draft.root, *layout::find(draft.root, name));
    Entry made = layout::member("metadata", layout::mapping(draft.root.is_flow), column);
    layout::insert(draft.root, index, std::move(made), column);
    metadata = &draft.root.entries[index];
    Entry& moved = draft.root.entries[index + 1];
    // What stands above the first of them stands above all of them.
    if (!draft.root.is_flow) metadata->before = std::exchange(moved.before, "");
  }
  Entry moved = *layout::take(draft.root, name);
  append_to(*layout::find(draft.root, "metadata"), std::move(moved));
}

}  // namespace

void migrate_metadata(Draft& draft) {
  std::vector<std::string> names;
  for (Entry const& entry : draft.root.entries) {
    std::string const name = layout::name_of(entry);
    if (is_metadata_of_version_1(name) || (draft.is_old && is_of_author(name))) names.push_back(name);
  }
  for (std::string const& name : names) {
    if (name == "base") {
      draft.note(layout::find(draft.root, name)->offset, "A file takes nothing over from another one",
                 "copy what it needs out of that file, or refer to parts with ${file:…}");
    }
    move_to_metadata(draft, name);
  }
}

namespace {

/// Synthesized lines end as those of the file.
std::string with_line_ends_of(std::string const& old, std::string text) {
  bool const has_returns = old.find("\r\n") != std::string::npos;
  if (!has_returns || old.find('\n') != old.find("\r\n") + 1) return text;
  std::string changed;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n' && (at == 0 || text[at - 1] != '\r')) changed += '\r';
    changed += text[at];
  }
  return changed;
}

constexpr std::string_view cannot_be_cut =
    "This frontmatter cannot be edited: it has keys behind question marks, pairs in lists without braces, or lines "
    "that end in carriage returns alone";

constexpr std::string_view cannot_be_moved =
    "This frontmatter cannot be edited: what has to be moved would stand above the anchor that it refers to";

bool can_be_read(std::string const& frontmatter) {
  try {
    static_cast<void>(yaml::parse(frontmatter, {}));
    return true;
  } catch (Error const&) {
    return false;
  }
}

}  // namespace
}  // namespace migration

Migrated migrate(std::string_view content, std::string const& name) {
  PromptFile const file = prompt_file::open(content, name);
  Migrated migrated{.content = std::string(content)};
  if (!file.halves.block || !file.properties.is_object()) return migrated;
  std::string const& raw = file.halves.block->raw;
  std::size_t const start = file.halves.block->offset;
  auto const leave = [&](migration::Left const& left) {
    migrated.left.push_back({.severity = Severity::warning,
                             .place = yaml::place_at(content, left.offset, {.file = name}),
                             .message = left.message,
                             .hint = left.hint});
  };
  bool const is_old = version1::is_of_version_1(file.properties);
  std::optional<yaml::Written> const root = yaml::layout::cut(raw);
  if (!root) {
    if (is_old)
      leave({.offset = start, .message = std::string(migration::cannot_be_cut), .hint = "write these otherwise first"});
    return migrated;
  }
  migration::Draft draft{.root = *root,
                         .start = start,
                         .rest = migrated.content.substr(start + raw.size()),
                         .rest_start = start + raw.size(),
                         .is_old = is_old,
                         .is_without_provider = version1::model_of_version_1(file.properties).has_value()};
  for (auto const step : {migration::migrate_schemas, migration::migrate_model, migration::migrate_samples,
                          migration::migrate_properties, migration::migrate_template, migration::migrate_tools,
                          migration::migrate_history, migration::migrate_images, migration::migrate_metadata}) {
    step(draft);
  }
  std::string const frontmatter = migration::with_line_ends_of(raw, yaml::layout::joined(draft.root));
  if (!migration::can_be_read(frontmatter)) {
    leave({.offset = start, .message = std::string(migration::cannot_be_moved), .hint = "write the value out there"});
    return migrated;
  }
  std::ranges::stable_sort(draft.left, {}, &migration::Left::offset);
  std::ranges::for_each(draft.left, leave);
  if (draft.root == *root) return migrated;
  migrated.content = migrated.content.substr(0, start) + frontmatter + draft.rest;
  return migrated;
}

}  // namespace prompty
