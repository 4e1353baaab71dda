#include <set>
#include <utility>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::custom_tools {
namespace {

bool is_custom(Json const& tool) {
  static std::set<std::string> const listed = {"function", "prompty", "mcp", "openapi"};
  return !listed.contains(tool.value("kind", ""));
}

/// Asks for the request of an agent with custom tools something else.
Rule other_custom(std::function<void(Json& tool, Json& handlers)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    bool const bears = operation == "build_request" && member(params, "handlers").is_object() &&
                       member(member(params, "agent"), "tools").is_array();
    if (!bears) return reference(operation, params);
    Json asked = params;
    for (Json& tool : asked["agent"]["tools"]) {
      if (is_custom(tool)) change(tool, asked["handlers"]);
    }
    return reference(operation, asked);
  };
}

Json handler_without_parameters() {
  return Json{{"parameters", Json{{"type", "object"}, {"properties", Json::object()}}}};
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"custom-tools-without-parameters", "P7.1.3-11", "Custom tools are offered without parameters.",
       other_custom([](Json& tool, Json& handlers) {
         std::string const name = tool.value("name", "");
         if (handlers.contains(name)) handlers[name] = handler_without_parameters();
       })},
      {"unregistered-custom-tool-offered", "P7.1.3-11",
       "A custom tool without a handler is offered without parameters.", other_custom([](Json& tool, Json& handlers) {
         std::string const name = tool.value("name", "");
         if (!handlers.contains(name)) handlers[name] = handler_without_parameters();
       })},
      {"parameters-of-the-first-handler", "P7.1.3-11", "All custom tools get the parameters of one handler.",
       other_custom([](Json& tool, Json& handlers) {
         std::string const name = tool.value("name", "");
         if (handlers.contains(name)) handlers[name] = Json(*handlers.begin());
       })},
      {"custom-tools-not-registered", "P7.1.3-11", "Handlers of custom tools are not found.",
       other_custom([](Json&, Json& handlers) { handlers = Json::object(); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::custom_tools

namespace conformance::mutants {

std::vector<Mutant> custom_tool_mutants() {
  return custom_tools::mutants_of_room();
}

}  // namespace conformance::mutants
