#include <string>
#include <utility>

#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::mcp_tools {
namespace {

bool is_about_servers(Json const& asked) {
  return called_kind(asked) == "mcp" && !is_named(asked);
}

Rule other_call(std::function<void(Json& asked)> change) {
  return other_dispatch([change = std::move(change)](Json& asked) {
    if (is_about_servers(asked)) change(asked);
  });
}

Rule other_result(std::function<Json(Json const& result)> instead) {
  return changed_dispatch_reply([instead = std::move(instead)](Reply reply, Json const& asked) {
    if (is_about_servers(asked) && reply.status == Reply::Status::result) {
      reply.value["result"] = instead(reply.value["result"]);
    }
    return reply;
  });
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"server-called-without-arguments", "P11.2-23", "The server does not get the arguments.",
       other_call([](Json& asked) { asked["call"]["arguments"] = "{}"; })},
      {"server-called-by-the-name-of-the-tool", "P11.2-23", "The server is asked for a function named as the tool is.",
       other_call([](Json& asked) { asked["call"]["name"] = asked["tool"].value("name", ""); })},
      {"server-asked-for-its-tools-instead", "P11.2-23", "The server is only asked what it has.",
       other_result([](Json const&) { return Json("[]"); })},
      {"answer-of-the-server-in-its-wrapper", "P11.2-23", "The result of a call is the whole answer of the server.",
       other_result([](Json const& result) {
         return Json{{"content", Json::array({Json{{"type", "text"}, {"text", result}}})}};
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::mcp_tools

namespace conformance::mutants {

std::vector<Mutant> mcp_tool_mutants() {
  return mcp_tools::mutants_of_room();
}

}  // namespace conformance::mutants
