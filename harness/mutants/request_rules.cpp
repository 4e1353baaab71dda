#include "harness/mutants/request_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace conformance::mutants::request_rules {
namespace {

bool holds_name(std::vector<std::string> const& names, Json const& name) {
  return name.is_string() && std::find(names.begin(), names.end(), name.get<std::string>()) != names.end();
}

}  // namespace
}  // namespace conformance::mutants::request_rules

namespace conformance::mutants {

Json const& origin_of(Json const& definition_name, Json const& params) {
  static Json const missing = nullptr;
  for (Json const& tool : member(member(params, "agent"), "tools")) {
    bool const discovers = is_of_kind(tool, "mcp") || is_of_kind(tool, "openapi");
    if (discovers ? request_rules::holds_name(discovered_names(tool, params), definition_name)
                  : member(tool, "name") == definition_name)
      return tool;
  }
  return missing;
}

std::vector<std::string> discovered_names(Json const& tool, Json const& params) {
  std::vector<std::string> names;
  std::string const tool_name = member(tool, "name").is_string() ? tool["name"].get<std::string>() : "";
  for (Json const& function : member(member(params, "discovered"), tool_name)) {
    names.push_back(function.value("name", ""));
  }
  return names;
}

bool is_of_kind(Json const& tool, std::string const& kind) {
  return member(tool, "kind") == kind;
}

bool is_strict(Json const& tool) {
  return member(tool, "strict") == true;
}

}  // namespace conformance::mutants
