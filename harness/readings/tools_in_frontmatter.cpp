#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::of_tools {
namespace {

using mutants::changed_frontmatter_tree;
using mutants::changed_load_reply;
using mutants::LoadRequest;
using mutants::LoadText;
using mutants::member_at;
using mutants::other_dispatch;
using mutants::Rule;
using mutants::with_frontmatter;

bool is_of_kind(Json const& tool, std::string const& kind) {
  return member(tool, "kind") == kind;
}

Rule refused_tool(std::function<bool(Json const& tool)> predicate) {
  return mutants::refused_frontmatter("ValueError", [predicate = std::move(predicate)](Json const& frontmatter) {
    Json const& tools = member(frontmatter, "tools");
    return tools.is_array() && std::any_of(tools.begin(), tools.end(), predicate);
  });
}

Rule changed_tools_before_loading(std::function<void(Json& tools)> change) {
  return changed_frontmatter_tree([change = std::move(change)](Json& frontmatter) {
    if (member(frontmatter, "tools").is_array()) change(frontmatter["tools"]);
  });
}

Rule changed_tool_before_loading(std::function<void(Json& tool)> change) {
  return changed_tools_before_loading([change = std::move(change)](Json& tools) {
    for (Json& tool : tools) {
      if (tool.is_object()) change(tool);
    }
  });
}

// two tools of one name.

/// Nothing is done where a tool has no name at all, which is refused for that.
void with_named_tools(Json& holder, std::function<void(Json& list)> const& change) {
  Json const& tools = member(holder, "tools");
  bool const all_named = tools.is_array() && std::all_of(tools.begin(), tools.end(), [](Json const& tool) {
                           return member(tool, "name").is_string();
                         });
  if (all_named) change(holder["tools"]);
}

// bindings.

void take_values_of_inputs(Json& tool, Json const& inputs) {
  if (!member(tool, "bindings").is_object() || !inputs.is_object()) return;
  for (Json& value : tool["bindings"]) {
    Json const& name = member(value, "input");
    bool const names_an_input = value.is_object() && value.size() == 1 && name.is_string();
    if (names_an_input && inputs.contains(name.get<std::string>())) value = inputs[name.get<std::string>()];
  }
}

/// Whether a calling operation gets its bound values from the inputs that are given with it.
Rule bound_to_inputs() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation == "load" || !member(params, "inputs").is_object()) return reference(operation, params);
    Json changed = params;
    if (changed.contains("tool")) take_values_of_inputs(changed["tool"], params["inputs"]);
    if (member(member(params, "agent"), "tools").is_array()) {
      for (Json& tool : changed["agent"]["tools"]) take_values_of_inputs(tool, params["inputs"]);
    }
    return reference(operation, changed);
  };
}

bool declares(Json const& parameters, std::string const& name) {
  if (parameters.is_object()) return parameters.contains(name);
  return parameters.is_array() && std::any_of(parameters.begin(), parameters.end(),
                                              [&](Json const& parameter) { return member(parameter, "name") == name; });
}

/// A function with parameters and with a binding for which it has none of them.
bool binds_what_it_lacks(Json const& tool) {
  Json const& bindings = member(tool, "bindings");
  if (!is_of_kind(tool, "function") || member(tool, "parameters").is_null() || !bindings.is_object()) return false;
  auto const items = bindings.items();
  return std::any_of(items.begin(), items.end(),
                     [&](auto const& binding) { return !declares(member(tool, "parameters"), binding.key()); });
}

Rule undeclared_bindings_refused() {
  Rule const loading = refused_tool(binds_what_it_lacks);
  return [loading](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation == "dispatch" && binds_what_it_lacks(member(params, "tool"))) return mutants::raised("ValueError");
    return loading(operation, params, reference);
  };
}

// kinds.

std::string in_listed_case(std::string const& kind) {
  std::string const lower = mutants::in_lower_case(kind).get<std::string>();
  bool const is_listed = lower == "function" || lower == "prompty" || lower == "mcp" || lower == "openapi";
  return is_listed ? lower : kind;
}

// where children lie.

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

void leave_the_folder(Json& asked) {
  if (!is_of_kind(member(asked, "tool"), "prompty") || !member(asked["tool"], "path").is_string()) return;
  while (asked["tool"].value("path", "").starts_with("../") && member(asked, "baseDir").is_string()) {
    asked["tool"]["path"] = asked["tool"].value("path", "").substr(3);
    asked["baseDir"] = std::filesystem::path(asked["baseDir"].get<std::string>()).parent_path().string();
  }
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

// arguments that the child does not declare.

Rule extra_arguments_refused() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    Json const& tool = member(params, "tool");
    bool const is_child = operation == "dispatch" && is_of_kind(tool, "prompty") && !mutants::is_named(params) &&
                          member(params, "baseDir").is_string() && member(tool, "path").is_string();
    if (!is_child) return reference(operation, params);
    std::filesystem::path const path =
        std::filesystem::path(params["baseDir"].get<std::string>()) / tool["path"].get<std::string>();
    std::error_code missing;
    if (!std::filesystem::is_regular_file(path, missing)) return reference(operation, params);
    std::optional<Json> const child = mutants::frontmatter_of(read_file(path));
    Json const arguments = Json::parse(member(params["call"], "arguments").get<std::string>(), nullptr, false);
    if (!child || !arguments.is_object()) return reference(operation, params);
    auto const items = arguments.items();
    bool const has_extras = std::any_of(items.begin(), items.end(), [&](auto const& argument) {
      return !declares(member(*child, "inputs"), argument.key());
    });
    return has_extras ? mutants::raised("ValueError") : reference(operation, params);
  };
}

//

void discover_nothing_where_nothing_is_allowed(Json& params) {
  Json const& tools = member(member(params, "agent"), "tools");
  if (!tools.is_array() || !member(params, "discovered").is_object()) return;
  for (Json const& tool : tools) {
    bool const allows_nothing =
        is_of_kind(tool, "mcp") && member(tool, "allowedTools").is_array() && tool["allowedTools"].empty();
    if (allows_nothing) params["discovered"][tool.value("name", "")] = Json::array();
  }
}

std::vector<ReadingRule> rules_about_loading() {
  return {
      {.decision = "A-029", .reading = "list-only", .answer = refused_tool([](Json const& tool) {
                                                      return member(tool, "parameters").is_object();
                                                    })},
      {.decision = "A-031",
       .reading = "last-wins",
       .answer = changed_tools_before_loading(mutants::keep_last_of_each_name)},
      {.decision = "A-031",
       .reading = "first-wins",
       .answer = changed_tools_before_loading(mutants::keep_first_of_each_name)},
      {.decision = "A-031", .reading = "both", .answer = mutants::loaded_with_same_names(with_named_tools)},
      {.decision = "A-036", .reading = "missing-is-custom", .answer = changed_tool_before_loading([](Json& tool) {
                                                              if (member(tool, "kind").is_null()) tool["kind"] = "*";
                                                            })},
      {.decision = "A-036", .reading = "any-case", .answer = changed_tool_before_loading([](Json& tool) {
                                                     if (member(tool, "kind").is_string())
                                                       tool["kind"] = in_listed_case(tool["kind"].get<std::string>());
                                                   })},
      {.decision = "A-037", .reading = "as-single", .answer = changed_tool_before_loading([](Json& tool) {
                                                      bool const is_third =
                                                          member(tool, "mode").is_string() && tool["mode"] != "agentic";
                                                      if (is_of_kind(tool, "prompty") && is_third)
                                                        tool["mode"] = "single";
                                                    })},
  };
}

std::vector<ReadingRule> rules_about_calls() {
  return {
      {.decision = "A-032", .reading = "input-reference", .answer = bound_to_inputs()},
      {.decision = "A-033", .reading = "refused", .answer = undeclared_bindings_refused()},
      {.decision = "A-038", .reading = "unbounded", .answer = children_of_themselves()},
      {.decision = "A-039", .reading = "anywhere", .answer = other_dispatch(leave_the_folder)},
      {.decision = "A-040", .reading = "extras-refused", .answer = extra_arguments_refused()},
      {.decision = "A-143", .reading = "working-folder", .answer = children_below_the_working_folder()},
      {.decision = "A-144",
       .reading = "nothing-allowed",
       .answer = mutants::changed_request(discover_nothing_where_nothing_is_allowed)},
  };
}

}  // namespace
}  // namespace conformance::readings::of_tools

namespace conformance::readings {

std::vector<ReadingRule> tools_in_frontmatter() {
  return joined(of_tools::rules_about_loading(), of_tools::rules_about_calls());
}

}  // namespace conformance::readings
