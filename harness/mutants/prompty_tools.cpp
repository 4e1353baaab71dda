#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::prompty_tools {
namespace {

bool is_about_prompts(Json const& asked) {
  return called_kind(asked) == "prompty" && !is_named(asked);
}

Rule other_child(std::function<void(Json& asked)> change) {
  return other_dispatch([change = std::move(change)](Json& asked) {
    if (is_about_prompts(asked)) change(asked);
  });
}

/// Runs a file beside the child with other text in it.
Rule other_text(std::function<std::string(std::string const& text)> change) {
  return other_child([change = std::move(change)](Json& asked) {
    if (!member(asked, "baseDir").is_string() || !member(asked["tool"], "path").is_string()) return;
    std::filesystem::path const path = asked["tool"]["path"].get<std::string>();
    std::filesystem::path const folder = asked["baseDir"].get<std::string>();
    std::filesystem::path const sibling = path.parent_path() / ("other-" + path.filename().string());
    // The files may be gone already, when it only matters what is asked.
    std::error_code missing;
    if (std::filesystem::is_regular_file(folder / path, missing)) {
      write_file(folder / sibling, change(read_file(folder / path)));
    }
    asked["tool"]["path"] = sibling.string();
  });
}

bool is_short_input(std::string const& line) {
  std::size_t const colon = line.find(": ");
  return line.starts_with("  ") && !line.starts_with("   ") && colon != std::string::npos && colon + 2 < line.size();
}

/// The text without inputs that are written on one line.
std::string without_short_inputs(std::string const& text) {
  std::istringstream lines(text);
  std::string kept;
  bool in_inputs = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(" ")) in_inputs = line == "inputs:";
    if (!in_inputs || !is_short_input(line)) kept += line + "\n";
  }
  return kept;
}

/// The text with paths that lead up from its folder leading up once more, out of where any prompt is allowed.
std::string led_further_up(std::string text) {
  std::string const leads_up = "path: ../";
  std::size_t const place = text.find(leads_up);
  return place == std::string::npos ? text : text.insert(place + leads_up.size(), "../");
}

/// The text with the paths of its prompty tools leading to a folder that is not there.
std::string led_elsewhere(std::string const& text) {
  std::optional<Json> frontmatter = frontmatter_of(text);
  if (!frontmatter || !member(*frontmatter, "tools").is_array()) return text;
  for (Json& tool : (*frontmatter)["tools"]) {
    if (member(tool, "path").is_string()) tool["path"] = "elsewhere/" + tool["path"].get<std::string>();
  }
  return with_frontmatter(text, *frontmatter);
}

/// Turns and invocations of a file look for its children in a folder that is not there.
Rule children_of_files_elsewhere() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const runs_a_file = (operation == "turn" || operation == "invoke") && member(params, "path").is_string();
    if (!runs_a_file) return reference(operation, params);
    std::filesystem::path const path = params["path"].get<std::string>();
    std::filesystem::path const sibling = path.parent_path() / ("elsewhere-" + path.filename().string());
    // The files may be gone already, when it only matters what is asked.
    std::error_code missing;
    if (std::filesystem::is_regular_file(path, missing)) write_file(sibling, led_elsewhere(read_file(path)));
    Json changed = params;
    changed["path"] = sibling.string();
    return reference(operation, changed);
  };
}

}  // namespace
}  // namespace conformance::mutants::prompty_tools

namespace conformance::mutants {

// These write files, which a filter cannot.
std::vector<Mutant> prompty_tool_mutants() {
  return {
      {"children-of-files-elsewhere", "P2.9.2-02", "The path of a child does not start at the file that is run.",
       prompty_tools::children_of_files_elsewhere()},
      {"child-keeps-its-own-in-its-folder", "P2.9.2-02", "What a child calls has to lie in the folder of the child.",
       prompty_tools::other_text(prompty_tools::led_further_up)},
      {"child-without-short-inputs", "P2.9.2-04", "Inputs of a child that are written short are passed over.",
       prompty_tools::other_text(prompty_tools::without_short_inputs)},
  };
}

}  // namespace conformance::mutants
