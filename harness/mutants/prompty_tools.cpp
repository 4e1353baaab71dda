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

bool has_mode(Json const& asked, std::string const& mode) {
  return member(member(asked, "tool"), "mode") == mode;
}

bool has_no_mode(Json const& asked) {
  return member(member(asked, "tool"), "mode").is_null();
}

Rule other_child(std::function<void(Json& asked)> change) {
  return other_dispatch([change = std::move(change)](Json& asked) {
    if (is_about_prompts(asked)) change(asked);
  });
}

/// Changes the reply to a call of a prompty tool.
Rule changed_child(std::function<Reply(Reply reply, Json const& asked)> change) {
  return changed_dispatch_reply([change = std::move(change)](Reply reply, Json const& asked) {
    return is_about_prompts(asked) ? change(std::move(reply), asked) : reply;
  });
}

Rule changed_result(std::function<void(Json& result)> change) {
  return changed_child([change = std::move(change)](Reply reply, Json const&) {
    if (reply.status == Reply::Status::result) change(reply.value["result"]);
    return reply;
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

void leave_the_folder(Json& asked) {
  std::string const path = asked["tool"].value("path", "");
  if (!path.starts_with("../") || !member(asked, "baseDir").is_string()) return;
  asked["tool"]["path"] = path.substr(3);
  asked["baseDir"] = std::filesystem::path(asked["baseDir"].get<std::string>()).parent_path().string();
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

std::vector<Mutant> mutants_of_room() {
  return {
      {"children-of-files-elsewhere", "P2.9.2-02", "The path of a child does not start at the file that is run.",
       children_of_files_elsewhere()},
      {"child-from-the-working-folder", "P2.9.2-02", "The path of a child starts at the working folder.",
       other_child([](Json& asked) { asked["baseDir"] = "."; })},
      {"child-anywhere", "P2.9.2-02", "The path of a child may lead out of the folder.", other_child(leave_the_folder)},
      {"child-keeps-its-own-in-its-folder", "P2.9.2-02", "What a child calls has to lie in the folder of the child.",
       other_text(led_further_up)},
      {"mode-demanded", "P2.9.2-03", "A prompty tool without a mode is refused.",
       changed_child([](Reply reply, Json const& asked) { return has_no_mode(asked) ? raised("ValueError") : reply; })},
      {"agentic-unless-told", "P2.9.2-03", "A child without a mode runs through the loop.",
       other_child([](Json& asked) {
         if (has_no_mode(asked)) asked["tool"]["mode"] = "agentic";
       })},
      {"child-without-variables", "P2.9.2-04", "A child does not see the environment.",
       other_child([](Json& asked) { asked["env"] = Json::object(); })},
      {"child-without-short-inputs", "P2.9.2-04", "Inputs of a child that are written short are passed over.",
       other_text(without_short_inputs)},
      {"arguments-as-one-input", "P2.9.2-05", "The child gets all arguments as one text.", other_child([](Json& asked) {
         asked["call"]["arguments"] = Json{{"arguments", asked["call"]["arguments"]}}.dump();
       })},
      {"arguments-kept-from-the-child", "P2.9.2-05", "The child runs without inputs.",
       other_child([](Json& asked) { asked["call"]["arguments"] = "{}"; })},
      {"single-mode-not-known", "P2.9.2-06", "A child of mode single is not run.",
       changed_child(
           [](Reply reply, Json const& asked) { return has_mode(asked, "single") ? raised("ValueError") : reply; })},
      {"single-mode-runs-the-loop", "P2.9.2-06", "Mode single runs through the loop as well.",
       other_child([](Json& asked) {
         if (has_mode(asked, "single")) asked["tool"]["mode"] = "agentic";
       })},
      {"result-of-the-child-in-a-wrapper", "P11.2-22", "The result of a child says of which type it is.",
       changed_result([](Json& result) {
         result = Json{{"type", "text"}, {"value", Json(result)}};
       })},
      {"child-never-run", "P11.2-22", "Prompts cannot be tools.",
       changed_child([](Reply, Json const&) { return raised("NotImplementedError"); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::prompty_tools

namespace conformance::mutants {

std::vector<Mutant> prompty_tool_mutants() {
  return prompty_tools::mutants_of_room();
}

}  // namespace conformance::mutants
