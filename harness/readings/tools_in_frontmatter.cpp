#include <filesystem>
#include <optional>
#include <string>

#include "harness/files/text_file.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::of_tools {
namespace {

using mutants::Rule;
using mutants::with_frontmatter;

bool is_of_kind(Json const& tool, std::string const& kind) {
  return member(tool, "kind") == kind;
}

// where children lie. Filters write no files.

/// Writes the text to a new file in that folder and gives its name.
std::string written_beside(std::filesystem::path const& folder, std::filesystem::path const& path, int level,
                           std::string const& text) {
  std::filesystem::path const sibling = path.parent_path() / (std::to_string(level) + "-" + path.filename().string());
  write_file(folder / sibling, text);
  return sibling.string();
}

/// A child that calls itself becomes a chain of files that call one another, so that nobody notices.
void unroll(Json& tool, std::filesystem::path const& folder) {
  constexpr int deepest = 8;
  if (!is_of_kind(tool, "prompty") || !member(tool, "path").is_string()) return;
  std::filesystem::path const path = tool["path"].get<std::string>();
  std::error_code missing;
  if (!std::filesystem::is_regular_file(folder / path, missing)) return;
  std::string const text = read_file(folder / path);
  std::optional<Json> const frontmatter = mutants::frontmatter_of(text);
  if (!frontmatter || !member(*frontmatter, "tools").is_array()) return;
  std::string next = path.string();
  for (int level = deepest; level >= 0; --level) {
    Json changed = *frontmatter;
    bool calls_itself = false;
    for (Json& inner : changed["tools"]) {
      if (!is_of_kind(inner, "prompty") || !member(inner, "path").is_string()) continue;
      std::filesystem::path const called = path.parent_path() / inner["path"].get<std::string>();
      if (called.lexically_normal() != path.lexically_normal()) continue;
      inner["path"] = std::filesystem::path(next).filename().string();
      calls_itself = true;
    }
    if (!calls_itself) return;
    next = written_beside(folder, path, level, with_frontmatter(text, changed));
  }
  tool["path"] = next;
}

Rule children_of_themselves() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!member(params, "baseDir").is_string()) return reference(operation, params);
    std::filesystem::path const folder = params["baseDir"].get<std::string>();
    Json changed = params;
    if (operation == "dispatch" && changed.contains("tool")) unroll(changed["tool"], folder);
    if (operation == "turn" && member(member(params, "agent"), "tools").is_array()) {
      for (Json& tool : changed["agent"]["tools"]) unroll(tool, folder);
    }
    return reference(operation, changed);
  };
}

/// The file with the children that lie at their paths below the working folder, copied beside it.
Json with_children_of(std::filesystem::path const& working_folder, Json const& params) {
  std::filesystem::path const path = params["path"].get<std::string>();
  std::error_code missing;
  if (!std::filesystem::is_regular_file(path, missing)) return params;
  std::string const text = read_file(path);
  std::optional<Json> frontmatter = mutants::frontmatter_of(text);
  if (!frontmatter || !member(*frontmatter, "tools").is_array()) return params;
  int count = 0;
  for (Json& tool : (*frontmatter)["tools"]) {
    if (!is_of_kind(tool, "prompty") || !member(tool, "path").is_string()) continue;
    std::filesystem::path const child = working_folder / tool["path"].get<std::string>();
    bool const is_there = std::filesystem::is_regular_file(child, missing);
    tool["path"] = is_there ? written_beside(path.parent_path(), child.filename(), count, read_file(child))
                            : "nowhere/" + child.filename().string();
    ++count;
  }
  if (count == 0) return params;
  Json changed = params;
  std::filesystem::path const parent = path.parent_path();
  changed["path"] =
      (parent / written_beside(parent, path.filename(), count, with_frontmatter(text, *frontmatter))).string();
  return changed;
}

Rule children_below_the_working_folder() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const is_told = member(params, "path").is_string() && member(params, "cwd").is_string();
    if (operation == "load" || !is_told) return reference(operation, params);
    return reference(operation, with_children_of(params["cwd"].get<std::string>(), params));
  };
}

}  // namespace
}  // namespace conformance::readings::of_tools

namespace conformance::readings {

std::vector<ReadingRule> tools_in_frontmatter() {
  return {
      {.decision = "A-038", .reading = "unbounded", .answer = of_tools::children_of_themselves()},
      {.decision = "A-143", .reading = "working-folder", .answer = of_tools::children_below_the_working_folder()},
  };
}

}  // namespace conformance::readings
