#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::tools {
namespace {

bool is_listed(std::string const& kind) {
  return kind == "function" || kind == "prompty" || kind == "mcp" || kind == "openapi";
}

/// Whether the file has a tool that fits.
Rule refused_tool(std::function<bool(Json const& tool)> predicate) {
  return refused_frontmatter("ValueError", [predicate = std::move(predicate)](Json const& frontmatter) {
    Json const& list = member(frontmatter, "tools");
    return list.is_array() && std::any_of(list.begin(), list.end(), predicate);
  });
}

/// Reads the kind of each tool otherwise before loading.
Rule read_kind(std::function<std::string(Json const& tool)> kind) {
  return changed_frontmatter_tree([kind = std::move(kind)](Json& frontmatter) {
    if (!member(frontmatter, "tools").is_array()) return;
    for (Json& tool : frontmatter["tools"]) {
      if (!kind_of(tool).empty()) tool["kind"] = kind(tool);
    }
  });
}

std::string kind_by_fields(Json const& tool) {
  if (tool.contains("parameters")) return "function";
  if (tool.contains("path")) return "prompty";
  if (tool.contains("specification")) return "openapi";
  return kind_of(tool);
}

std::string kind_by_path(Json const& tool) {
  return tool.contains("path") ? "prompty" : kind_of(tool);
}

/// Refuses files with two tools whose names are the same after a change.
bool has_two_alike(Json const& frontmatter, std::function<Json(Json const& name)> const& seen_as) {
  std::set<std::string> names;
  Json const& list = member(frontmatter, "tools");
  return list.is_array() && std::any_of(list.begin(), list.end(), [&](Json const& tool) {
           return !names.insert(seen_as(member(tool, "name")).dump()).second;
         });
}

/// Only one of two tools of a name gets as far as the reference.
Rule same_names_merged() {
  return changed_frontmatter_tree([](Json& frontmatter) {
    if (!member(frontmatter, "tools").is_array()) return;
    std::set<std::string> names;
    Json kept = Json::array();
    for (Json const& tool : frontmatter["tools"]) {
      if (names.insert(member(tool, "name").dump()).second) kept.push_back(tool);
    }
    if (kept.size() < frontmatter["tools"].size()) frontmatter["tools"] = kept;
  });
}

std::vector<Mutant> list_mutants() {
  return {
      {"tools-lost", "P2.9-01", "The tools are not read.", lost({"tools"})},
      {"tools-first", "P2.9-01", "Of the tools the first is read.", altered({"tools"}, first_only)},
      {"tools-invented", "P2.9-01", "An agent without tools gets one.",
       made_up({"tools"}, Json::array({{{"name", "default"}, {"kind", "function"}}}))},
      {"tool-kind-from-fields", "P2.9-02", "The fields of a tool decide what it is.", read_kind(kind_by_fields)},
      {"tool-kind-from-path", "P2.9-02", "A tool with a path is a prompty tool.", read_kind(kind_by_path)},
      {"tool-names-lost", "P2.9-03", "Tools are numbered instead of named.",
       altered({"tools"},
               [](Json const& list) {
                 Json numbered = list;
                 for (std::size_t index = 0; index < numbered.size(); ++index)
                   numbered[index]["name"] = "tool-" + std::to_string(index);
                 return numbered;
               })},
      {"tool-names-lower-case", "P2.9-03", "Tool names are kept in lower case.",
       changed_tools(is_any, with_other("name", in_lower_case))},
      {"two-tools-of-a-name-merged", "P2.9-03", "Of two tools with one name the first is kept.", same_names_merged()},
      {"several-tools-refused", "P2.9-03", "Names are compared by their first two letters.",
       refused_frontmatter("ValueError",
                           [](Json const& frontmatter) {
                             return has_two_alike(frontmatter, [](Json const& name) {
                               return name.is_string() ? Json(name.get<std::string>().substr(1)) : name;
                             });
                           })},
  };
}

std::vector<Mutant> common_mutants() {
  return {
      {"tool-kind-lost", "P2.9-04", "The kind of a tool is not kept.", changed_tools(is_any, without("kind"))},
      {"tool-kind-by-class", "P2.9-04", "The kind of a tool is replaced by the name of its class.",
       changed_tools(is_any,
                     with_other("kind", [](Json const& kind) { return Json(kind.get<std::string>() + "_tool"); }))},
      {"own-kind-generalised", "P2.9-04", "The kind of a custom tool is replaced by a general one.",
       changed_custom_tools([](Json& tool) { tool["kind"] = "custom"; })},
      {"tool-description-lost", "P2.9-05", "The description of a tool is not read.",
       changed_tools(is_any, without("description"))},
      {"tool-description-from-name", "P2.9-05", "A tool without description is described by its name.",
       changed_tools(is_any,
                     [](Json& tool) {
                       if (!tool.contains("description")) copy_member(tool, "name", "description");
                     })},
      {"tool-description-of-functions-only", "P2.9-05", "Only function tools keep their description.",
       changed_tools([](Json const& tool) { return kind_of(tool) != "function"; }, without("description"))},
      {"tool-description-untold", "P2.9-05", "The model does not get the descriptions of tools.",
       changed_body([](Json& body, Json const&) {
         if (!body.contains("tools")) return;
         for (Json& tool : body["tools"]) {
           if (member(tool, "function").is_object()) tool["function"].erase("description");
         }
       })},
      {"bindings-of-functions-lost", "P2.9-06", "Function tools have no bindings.",
       changed_tools_of("function", without("bindings"))},
      {"bindings-of-prompts-lost", "P2.9-06", "Prompty tools have no bindings.",
       changed_tools_of("prompty", without("bindings"))},
      {"bindings-of-servers-lost", "P2.9-06", "Tools of servers have no bindings.",
       changed_tools([](Json const& tool) { return kind_of(tool) == "mcp" || kind_of(tool) == "openapi"; },
                     without("bindings"))},
      {"bindings-of-custom-tools-lost", "P2.9-06", "Custom tools have no bindings.",
       changed_custom_tools(without("bindings"))},
      {"bindings-as-text", "P2.9-06", "Bound values become text.",
       changed_tools(is_any, with_other("bindings",
                                        [](Json const& bindings) {
                                          Json texts = bindings;
                                          for (Json& value : texts) value = as_text(value);
                                          return texts;
                                        }))},
      {"bindings-from-parameters", "P2.9-06", "Every parameter of a tool is bound.",
       changed_tools_of("function",
                        [](Json& tool) {
                          Json const parameters = member(tool, "parameters");
                          for (Json const& parameter : parameters)
                            tool["bindings"][member(parameter, "name").get<std::string>()] = nullptr;
                        })},
  };
}

/// Fields that come and go with their kind: lost, or with another value.
std::vector<Mutant> field_mutants(std::string const& clause, std::string const& kind, std::string const& name) {
  std::string const slug = fmt::format("{}-{}", kind, in_lower_case(name).get<std::string>());
  std::function<bool(Json const& tool)> const fits = [kind](Json const& tool) {
    return kind == "custom" ? member(tool, "type") == "CustomTool" : kind_of(tool) == kind;
  };
  return {
      {slug + "-lost", clause, fmt::format("The {} of a tool of kind {} is not read.", name, kind),
       changed_tools(fits, without(name))},
      {slug + "-renamed", clause, fmt::format("The {} of a tool of kind {} is kept among its options.", name, kind),
       changed_tools(fits,
                     [name](Json& tool) {
                       if (!tool.contains(name)) return;
                       Json const value = tool[name];
                       tool.erase(name);
                       tool["options"] = {{"value", value}};
                     })},
  };
}

std::vector<Mutant> kind_mutants() {
  return {
      {"parameters-as-schema", "P2.9-07", "The parameters of a function tool stay a mapping of names.",
       changed_tools_of("function", with_other("parameters",
                                               [](Json const& parameters) {
                                                 Json schema = Json::object();
                                                 for (Json const& parameter : parameters)
                                                   schema[parameter.value("name", "")] = parameter;
                                                 return schema;
                                               }))},
      {"parameters-without-details", "P2.9-07", "Of a parameter only name and kind are read.",
       changed_tools_of("function",
                        with_other("parameters",
                                   [](Json const& parameters) {
                                     Json bare = Json::array();
                                     for (Json const& parameter : parameters)
                                       bare.push_back({{"name", parameter["name"]}, {"kind", parameter["kind"]}});
                                     return bare;
                                   }))},
      {"strict-by-default", "P2.9-07", "A function tool is strict unless the file says otherwise.",
       changed_tools_of("function", with("strict", true))},
      {"mode-always-single", "P2.9-08", "The mode of every prompty tool is single.",
       changed_tools_of("prompty", with_other("mode", [](Json const&) { return "single"; }))},
      {"mode-always-agentic", "P2.9-08", "The mode of every prompty tool is agentic.",
       changed_tools_of("prompty", with_other("mode", [](Json const&) { return "agentic"; }))},
      {"path-without-folder", "P2.9-08", "Of the path of a prompty tool the name of the file is kept.",
       changed_tools_of("prompty", with_other("path",
                                              [](Json const& path) {
                                                std::string const text = path.get<std::string>();
                                                return Json(text.substr(text.rfind('/') + 1));
                                              }))},
      {"allowed-tools-sorted", "P2.9-09", "The allowed tools of a server are sorted.",
       changed_tools_of("mcp", with_other("allowedTools", sorted))},
      {"approval-mode-always", "P2.9-09", "Every call of a server's tool needs approval.",
       changed_tools_of("mcp", with_other("approvalMode", [](Json const&) { return "ask"; }))},
      {"specification-address-refused", "P2.9-10", "A specification at an address is refused.",
       refused_tool([](Json const& tool) {
         Json const& specification = member(tool, "specification");
         return kind_of(tool) == "openapi" && specification.is_string() &&
                specification.get<std::string>().find("://") != std::string::npos;
       })},
      {"specification-path-changed", "P2.9-10", "The path of a specification loses its leading dot.",
       changed_tools_of("openapi", with_other("specification",
                                              [](Json const& path) {
                                                std::string const text = path.get<std::string>();
                                                return Json(text.starts_with("./") ? text.substr(2) : text);
                                              }))},
      {"custom-options-as-text", "P2.9-11", "Structured options of a custom tool become text.",
       changed_custom_tools(with_other("options",
                                       [](Json const& options) {
                                         Json texts = options;
                                         for (Json& value : texts) value = as_text(value);
                                         return texts;
                                       }))},
      {"unlisted-kind-refused", "P2.9-12", "A tool of a kind that is not listed is refused.",
       refused_tool([](Json const& tool) { return !kind_of(tool).empty() && !is_listed(kind_of(tool)); })},
      {"star-refused", "P2.9-12", "The kind for every tool is refused as one that nobody has.",
       refused_tool([](Json const& tool) { return kind_of(tool) == "*"; })},
      {"kinds-without-case", "P2.9-12", "Tool kinds are compared without case.", read_kind([](Json const& tool) {
         std::string const lower = in_lower_case(member(tool, "kind")).get<std::string>();
         return is_listed(lower) ? lower : kind_of(tool);
       })},
      {"kinds-by-beginning", "P2.9-12", "A tool kind is recognised by its beginning.", read_kind([](Json const& tool) {
         return kind_of(tool).starts_with("function") ? std::string("function") : kind_of(tool);
       })},
      {"custom-type-lost", "P2.9-12", "A custom tool is no longer known as one.",
       changed_custom_tools(without("type"))},
      {"every-tool-custom", "P2.9-12", "Tools of listed kinds are custom tools as well.",
       changed_tools(is_any, with("type", "CustomTool"))},
  };
}

}  // namespace
}  // namespace conformance::mutants::tools

namespace conformance::mutants {

std::vector<Mutant> tool_mutants() {
  std::vector<Mutant> mutants = tools::list_mutants();
  for (std::vector<Mutant> const& more :
       {tools::common_mutants(), tools::kind_mutants(), tools::field_mutants("P2.9-07", "function", "parameters"),
        tools::field_mutants("P2.9-07", "function", "strict"), tools::field_mutants("P2.9-08", "prompty", "path"),
        tools::field_mutants("P2.9-08", "prompty", "mode"), tools::field_mutants("P2.9-09", "mcp", "connection"),
        tools::field_mutants("P2.9-09", "mcp", "serverName"), tools::field_mutants("P2.9-09", "mcp", "approvalMode"),
        tools::field_mutants("P2.9-09", "mcp", "allowedTools"),
        tools::field_mutants("P2.9-10", "openapi", "connection"),
        tools::field_mutants("P2.9-10", "openapi", "specification"),
        tools::field_mutants("P2.9-11", "custom", "connection"), tools::field_mutants("P2.9-11", "custom", "options")})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
