#include "harness/mutants/document_rules.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "harness/mutants/agent_rules.hpp"

namespace conformance::mutants {
namespace document_rules {
namespace {

bool is_served_by_the_runtime(std::string const& operation, Json const& params) {
  Json const& name = member_at(params, {"call", "name"});
  return operation == "dispatch" && member_at(params, {"tool", "kind"}) == "openapi" && name.is_string() &&
         member_at(params, {"call", "arguments"}).is_string() && member(params, "baseDir").is_string() &&
         !member(params, "names").contains(name.get<std::string>()) && !member(params, "kinds").contains("openapi");
}

Json document_of(Json const& params) {
  Json const& specification = member_at(params, {"tool", "specification"});
  if (!specification.is_string()) return nullptr;
  std::filesystem::path const folder = params["baseDir"].get<std::string>();
  std::ifstream stream(folder / specification.get<std::string>());
  Json document = Json::parse(stream, nullptr, false);
  return document.is_discarded() ? Json(nullptr) : document;
}

/// A file beside the prompt that holds the document; "" when it cannot be written.
std::filesystem::path written_beside(DocumentCall const& call) {
  std::string const suffix = ".json";
  std::string sibling = (std::filesystem::path(call.folder) / ("changed-XXXXXX" + suffix)).string();
  int const descriptor = mkstemps(sibling.data(), static_cast<int>(suffix.size()));
  if (descriptor < 0) return {};
  close(descriptor);
  std::ofstream(sibling, std::ios::binary) << call.document.dump();
  return sibling;
}

Reply carried_out(Json params, DocumentCall const& call, AskReference const& reference) {
  std::filesystem::path const sibling = written_beside(call);
  params["tool"] = call.tool;
  params["tool"]["specification"] = sibling.filename().string();
  params["call"]["arguments"] = call.arguments.dump();
  Reply reply = reference("dispatch", params);
  std::filesystem::remove(sibling);
  return reply;
}

}  // namespace
}  // namespace document_rules

Rule changed_document_call(ChangeDocumentCall change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (!document_rules::is_served_by_the_runtime(operation, params)) return reference(operation, params);
    DocumentCall call{
        .tool = params["tool"],
        .document = document_rules::document_of(params),
        .name = params["call"]["name"].get<std::string>(),
        .arguments = Json::parse(params["call"]["arguments"].get<std::string>(), nullptr, false),
        .folder = params["baseDir"].get<std::string>(),
    };
    if (call.document.is_null()) {
      // The files of a vector that was played are gone: then the question is another one, and has to be asked.
      Json asked = params;
      asked["tool"].erase("specification");
      return reference(operation, asked);
    }
    if (!call.arguments.is_object()) return reference(operation, params);
    DocumentCall const before = call;
    if (std::optional<Reply> instead = change(call)) return *std::move(instead);
    return call == before ? reference(operation, params) : document_rules::carried_out(params, call, reference);
  };
}

}  // namespace conformance::mutants
