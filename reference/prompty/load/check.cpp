#include "prompty/load/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include "prompty/core/utf8.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/load/references.hpp"
#include "prompty/load/version1.hpp"

namespace prompty {
namespace spelling {
namespace {

bool same(char a, char b) {
  return utf8::lower_ascii(a) == utf8::lower_ascii(b);
}

bool is_swapped(std::string_view one, std::string_view other, std::size_t row, std::size_t column) {
  return row > 1 && column > 1 && same(one[row - 1], other[column - 2]) && same(one[row - 2], other[column - 1]);
}

/// The number of mistakes between two words.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before_last(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  std::vector<std::size_t> current(other.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t row = 1; row <= one.size(); ++row) {
    current[0] = row;
    for (std::size_t column = 1; column <= other.size(); ++column) {
      std::size_t const changed = last[column - 1] + (same(one[row - 1], other[column - 1]) ? 0 : 1);
      current[column] = std::min({last[column] + 1, current[column - 1] + 1, changed});
      if (is_swapped(one, other, row, column)) current[column] = std::min(current[column], before_last[column - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[other.size()];
}

}  // namespace

std::optional<std::string_view> meant(std::string_view word, std::span<std::string_view const> known) {
  std::optional<std::string_view> best;
  std::size_t fewest = 3;
  for (std::string_view const candidate : known) {
    std::size_t const mistakes = distance(word, candidate);
    if (mistakes < fewest && 2 * mistakes < candidate.size()) {
      fewest = mistakes;
      best = candidate;
    }
  }
  return best;
}

}  // namespace spelling

namespace {

// To find a place takes a pass over all of the text before it.
constexpr std::size_t max_shown = references::max_placed_problems;
constexpr std::size_t longest_name = 60;

Problem problem_of(Error const& error, Place place) {
  return {.severity = Severity::error,
          .place = std::move(place),
          .message = error.explanation().problem,
          .hint = error.explanation().hint};
}

Problem warning_at(Place place, std::string message, std::string hint) {
  return {
      .severity = Severity::warning, .place = std::move(place), .message = std::move(message), .hint = std::move(hint)};
}

std::string what_to_do_with(UnreadMember const& member) {
  std::string const& path = member.property_path;
  if (path.starts_with("model.options.")) {
    return "put it under model.options.additionalProperties, from where it is sent as it is";
  }
  // Tools of another file in the form of a request: `migrate` does not see them.
  bool const is_in_list = path.starts_with("tools") || path.starts_with("inputs") || path.starts_with("outputs");
  if (is_in_list && member.name == "type") return "write kind";
  if (path.starts_with("tools") && member.name == "function") return "write its members beside kind";
  return "take it out, or put it under metadata";
}

Problem unread_member(UnreadMember const& member, Place place) {
  bool const is_short = member.name.size() <= longest_name;
  std::optional<std::string_view> const meant = is_short ? spelling::meant(member.name, member.known) : std::nullopt;
  return warning_at(std::move(place),
                    fmt::format("{} has no meaning here and is ignored", is_short ? member.property_path : "This"),
                    meant ? fmt::format("did you mean {}?", *meant) : what_to_do_with(member));
}

/// The paths of members that have been reported.
using Reported = std::set<std::string, std::less<>>;

void collect_values(PromptFile& file, references::Outcome const& resolved, LoadOptions const& options,
                    Reported const& reported, std::vector<Problem>& problems) {
  std::vector<Problem> unread;
  auto const on_problem = [&](Error const& error) {
    if (problems.size() >= max_shown) return;
    std::string const& path = error.explanation().property_path;
    // The error about its reference has been reported already.
    if (resolved.failed.contains(&outline::nearest(file.properties, file.outline, path).value)) return;
    problems.push_back(problem_of(error, prompt_file::place_of(file, path)));
  };
  auto const on_unread = [&](UnreadMember const& member) {
    if (unread.size() < max_shown && !reported.contains(member.property_path) && member.name != "<<")
      unread.push_back(unread_member(member, prompt_file::key_of(file, member.property_path)));
  };
  static_cast<void>(prompt_file::build_agent(file, resolved, options, on_problem, on_unread));
  std::move(unread.begin(), unread.end(), std::back_inserter(problems));
}

Problem unknown_property(std::string const& name, Place place) {
  Problem warning{.severity = Severity::warning, .place = std::move(place)};
  if (name == "kind" || name == "instructions") {
    warning.message = fmt::format("{} is ignored: the file cannot set it", name);
    warning.hint = name == "kind" ? "take it out" : "write the prompt below the frontmatter";
    return warning;
  }
  bool const is_short = name.size() <= longest_name;
  warning.message = fmt::format("{} is no property of a prompt; it is kept under metadata",
                                is_short ? fmt::format("'{}'", name) : "This");
  std::optional<std::string_view> const meant =
      is_short ? spelling::meant(name, agent_codec::properties) : std::nullopt;
  warning.hint = meant ? fmt::format("did you mean {}?", *meant) : "put it there, if that is what you want";
  return warning;
}

void warn_of_unknown_properties(PromptFile const& file, Reported const& reported, std::vector<Problem>& problems) {
  std::size_t shown = 0;
  Outline::const_iterator next = file.outline.begin() + 1;
  for (auto const& [name, value] : file.properties.items()) {
    Outline::const_iterator const spot = std::exchange(next, next + static_cast<std::ptrdiff_t>(next->size));
    if (agent_codec::is_property(name) || reported.contains(name)) continue;
    if (++shown > max_shown) return;
    problems.push_back(unknown_property(name, prompt_file::place_at(file, spot->key_offset)));
  }
}

/// Where the delimiter that ends the block stands within a line, as it may by the expression of §2.2.
void warn_of_early_end(std::string_view content, std::string const& name, frontmatter::Block const& block,
                       std::vector<Problem>& problems) {
  std::size_t const last_line = block.raw.rfind('\n');
  // A file that begins and ends its frontmatter on one line means to.
  if (last_line == std::string::npos) return;
  bool const is_inside = block.raw.find_first_not_of(" \t", last_line + 1) != std::string::npos;
  std::size_t const closer = block.offset + block.raw.size();
  std::string_view const written = content.substr(closer, 4);
  bool const is_longer = written == "----" || written == "++++";
  if (!is_inside && !is_longer) return;
  problems.push_back(
      warning_at(yaml::place_at(content, closer, {.file = name}),
                 fmt::format("The frontmatter ends here, at the first {} behind its beginning", written.substr(0, 3)),
                 is_inside ? "write the value otherwise, for example with a dash of another kind"
                           : "write three of them; the others are text of the prompt"));
}

/// YAML 1.2 merges nothing; most loaders of its predecessor did.
/// `spot` is that of `value`, and then the one behind all in it.
void warn_of_merge_keys(PromptFile const& file, Json const& value, Outline::const_iterator& spot,
                        std::vector<Problem>& problems) {
  ++spot;
  if (!value.is_structured()) return;
  for (auto const& [key, part] : value.items()) {
    if (problems.size() >= max_shown) return;
    if (key == "<<" && part.is_structured()) {
      problems.push_back(warning_at(prompt_file::place_at(file, spot->key_offset),
                                    "'<<' is a member like any other: YAML 1.2 merges no mappings",
                                    "write the members out"));
    }
    warn_of_merge_keys(file, part, spot, problems);
  }
}

/// A word in the place of a kind that is no kind of §2.7.
std::optional<Problem> unknown_kind(PromptFile const& file, std::string const& path, Json const& kind) {
  if (!kind.is_string() || version1::is_kind(kind.get_ref<std::string const&>())) return std::nullopt;
  std::string const& word = kind.get_ref<std::string const&>();
  if (word.empty() || word.find("${") != std::string::npos || word.size() > longest_name) return std::nullopt;
  std::optional<std::string_view> meant = version1::kind_meant_by(word);
  if (!meant) meant = spelling::meant(word, version1::property_kinds);
  return warning_at(prompt_file::place_of(file, path), fmt::format("{}: there is no kind '{}'", path, word),
                    meant ? fmt::format("did you mean {}?", *meant)
                          : fmt::format("there are {}", fmt::join(version1::property_kinds, ", ")));
}

/// The name of a kind in the place of a property, which makes it the default.
std::optional<Problem> kind_as_default(PromptFile const& file, std::string const& path, Json const& value) {
  if (!value.is_string() || !version1::is_word_of_kind(value.get_ref<std::string const&>())) return std::nullopt;
  std::string const& word = value.get_ref<std::string const&>();
  return warning_at(prompt_file::place_of(file, path),
                    fmt::format("{}: this is the default '{}', not a kind", path, word),
                    fmt::format("write {{kind: {}}}", version1::renamed(version1::kinds, word).value_or(word)));
}

/// `day: {type: date}`: a mapping of a type alone describes a property, and would be the default.
std::optional<Problem> type_as_default(PromptFile const& file, std::string const& path, Json const& value) {
  std::string const type = text_in(value, "type");
  if (value.size() != 1 || type.empty() || version1::is_typed_property(value)) return std::nullopt;
  return warning_at(prompt_file::key_of(file, path + ".type"),
                    fmt::format("{}: a mapping without a member of a property is itself the default", path),
                    fmt::format("write kind, one of {}", fmt::join(version1::property_kinds, ", ")));
}

void warn_of_kinds(PromptFile const& file, std::string const& path, Json const& properties, Reported const& reported,
                   std::vector<Problem>& problems) {
  if (!properties.is_structured()) return;
  for (auto const& [name, value] : properties.items()) {
    if (problems.size() >= max_shown) return;
    bool const is_list = properties.is_array();
    std::string const here = is_list ? fmt::format("{}[{}]", path, name) : fmt::format("{}.{}", path, name);
    std::optional<Problem> problem = unknown_kind(file, here + ".kind", member_of(value, "kind"));
    if (!problem && !is_list) problem = kind_as_default(file, here, value);
    if (!problem && !is_list) problem = type_as_default(file, here, value);
    if (problem && !reported.contains(here)) problems.push_back(*std::move(problem));
  }
}

/// A word for a kind of connection or tool that is nearly one of §2.5 or §2.9, which leave others to the program.
std::optional<Problem> misspelt_kind(PromptFile const& file, std::string const& path, Json const& kind,
                                     std::span<std::string_view const> known) {
  if (!kind.is_string()) return std::nullopt;
  std::string const& word = kind.get_ref<std::string const&>();
  if (word.size() > longest_name || std::ranges::find(known, word) != known.end()) return std::nullopt;
  std::optional<std::string_view> const meant = spelling::meant(word, known);
  if (!meant) return std::nullopt;
  return warning_at(prompt_file::place_of(file, path),
                    fmt::format("{}: '{}' is a kind of the program's own", path, word),
                    fmt::format("did you mean {}?", *meant));
}

void warn_of_misspelt_kinds(PromptFile const& file, std::vector<Problem>& problems) {
  static constexpr std::array<std::string_view, 6> connections = {"key",       "reference", "remote",
                                                                  "anonymous", "foundry",   "oauth"};
  static constexpr std::array<std::string_view, 4> tools = {"function", "prompty", "mcp", "openapi"};
  Json const& connection = member_of(member_of(file.properties, "model"), "connection");
  std::optional<Problem> problem =
      misspelt_kind(file, "model.connection.kind", member_of(connection, "kind"), connections);
  if (problem) problems.push_back(*std::move(problem));
  std::size_t index = 0;
  for (Json const& tool : list_in(file.properties, "tools")) {
    problem = misspelt_kind(file, fmt::format("tools[{}].kind", index++), member_of(tool, "kind"), tools);
    if (problem && problems.size() < max_shown) problems.push_back(*std::move(problem));
  }
}

/// Of inputs, outputs and the parameters of functions.
void warn_of_kinds(PromptFile const& file, Reported const& reported, std::vector<Problem>& problems) {
  for (std::string const name : {"inputs", "outputs"}) {
    warn_of_kinds(file, name, member_of(file.properties, name), reported, problems);
  }
  std::size_t index = 0;
  for (Json const& tool : list_in(file.properties, "tools")) {
    warn_of_kinds(file, fmt::format("tools[{}].parameters", index++), member_of(tool, "parameters"), reported,
                  problems);
  }
}

constexpr std::string_view command = "prompty migrate writes it so";

std::string what_becomes_of(version1::Moved const& moved) {
  std::string const& path = moved.property_path;
  std::string const owner = path.substr(0, path.rfind('.'));
  bool const is_top_level = path.find_first_of(".[") == std::string::npos;
  if (is_top_level) return fmt::format("'{}' is no property of a prompt; it is kept under metadata", path);
  if (moved.manner == version1::Moved::Manner::makes_default) {
    return fmt::format("{}: a mapping without a member of a property is itself the default", owner);
  }
  if (moved.manner == version1::Moved::Manner::makes_schema) {
    return fmt::format("{}: the members of a JSON Schema are taken for properties of their names", owner);
  }
  return fmt::format("{} is of version 1 of the format and is ignored", path);
}

std::string how_to_mend(version1::Moved const& moved) {
  if (moved.place.empty()) return "it has no place in the format; prompty migrate says what to do";
  if (moved.manner == version1::Moved::Manner::is_elsewhere) {
    return fmt::format("write its members out, as {} has them", moved.place);
  }
  if (moved.manner == version1::Moved::Manner::makes_schema) {
    return fmt::format("write the properties of the schema in its place; {}", command);
  }
  return fmt::format("write {}; {}", moved.place, command);
}

/// What version 1 of the format had under another name or elsewhere. Returns their paths.
Reported warn_of_version_1(PromptFile const& file, std::vector<Problem>& problems) {
  Reported reported;
  for (version1::Moved const& moved : version1::moved_members(file.properties)) {
    reported.insert(moved.property_path);
    if (reported.size() > max_shown) continue;
    problems.push_back(
        warning_at(prompt_file::key_of(file, moved.property_path), what_becomes_of(moved), how_to_mend(moved)));
  }
  return reported;
}

}  // namespace

std::vector<Problem> check(std::string_view content, std::string const& name, LoadOptions const& options) {
  PromptFile file;
  std::vector<Problem> problems;
  try {
    // Before the YAML is read: a value that is cut in two may not be any.
    std::optional<frontmatter::Block> const block = frontmatter::split(content).block;
    if (block) warn_of_early_end(content, name, *block, problems);
    file = prompt_file::open(content, name);
  } catch (Error const& error) {
    Place place = error.place();
    place.file = name;
    problems.insert(problems.begin(), problem_of(error, std::move(place)));
    return problems;
  }
  Reported const reported = warn_of_version_1(file, problems);
  Outline::const_iterator spot = file.outline.begin();
  warn_of_merge_keys(file, file.properties, spot, problems);
  warn_of_kinds(file, reported, problems);
  warn_of_misspelt_kinds(file, problems);
  references::Outcome const resolved = prompt_file::resolve_references(file, options, [&](Error const& error) {
    if (problems.size() < max_shown) problems.push_back(problem_of(error, error.place()));
  });
  collect_values(file, resolved, options, reported, problems);
  if (file.properties.is_object()) warn_of_unknown_properties(file, reported, problems);
  std::ranges::stable_sort(problems, {},
                           [](Problem const& problem) { return std::pair(problem.place.line, problem.place.column); });
  return problems;
}

std::vector<Problem> check_file(std::filesystem::path const& path, LoadOptions const& options) {
  std::string const name = prompt_file::absolute_name(path);
  std::string content;
  try {
    content = prompt_file::read(name);
  } catch (Error const& error) {
    return {problem_of(error, {.file = name})};
  }
  return check(content, name, options);
}

}  // namespace prompty
