#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/document_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openapi_calls {
namespace {

/// The operation that a call names, inside a document.
struct CalledOperation {
  std::string path;
  std::string method;
  Json operation;
};

/// Changes a document and the arguments of the call. Calls of operations that it does not hold are left alone.
using ChangeCall = std::function<void(Json& document, CalledOperation const& called, Json& arguments)>;

Json first_server(Json const& document) {
  return member(element_of(member(document, "servers"), 0), "url");
}

std::optional<CalledOperation> find_called(Json const& document, Json const& name) {
  for (auto const& [path, item] : member(document, "paths").items()) {
    for (auto const& [method, operation] : item.items()) {
      bool const is_it = operation.is_object() && member(operation, "operationId") == name;
      if (is_it) return CalledOperation{.path = path, .method = method, .operation = operation};
    }
  }
  return std::nullopt;
}

Json document_of(Json const& tool, std::string const& folder) {
  Json const& specification = member(tool, "specification");
  if (member(tool, "kind") != "openapi" || !specification.is_string()) return nullptr;
  std::ifstream stream(std::filesystem::path(folder) / specification.get<std::string>());
  Json document = Json::parse(stream, nullptr, false);
  return document.is_discarded() ? Json(nullptr) : document;
}

/// Asks the reference about the call with the document in a file of another name.
Reply asked_with(Json params, Json const& document, Json const& arguments, AskReference const& reference) {
  std::string const suffix = ".json";
  std::string sibling =
      (std::filesystem::path(params.at("baseDir").get<std::string>()) / ("mutated-XXXXXX" + suffix)).string();
  int const descriptor = mkstemps(sibling.data(), static_cast<int>(suffix.size()));
  if (descriptor < 0) return raised("FileNotFoundError");
  close(descriptor);
  std::ofstream(sibling, std::ios::binary) << document.dump();
  params["tool"]["specification"] = std::filesystem::path(sibling).filename().string();
  params["call"]["arguments"] = arguments.dump();
  Reply reply = reference("dispatch", params);
  std::filesystem::remove(sibling);
  return reply;
}

Json without_specification(Json params) {
  params["tool"].erase("specification");
  return params;
}

Rule changed_call(ChangeCall change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Json const& folder = member(params, "baseDir");
    Json const& text = member_at(params, {"call", "arguments"});
    if (operation != "dispatch" || !folder.is_string() || !text.is_string()) return reference(operation, params);
    Json document = document_of(member(params, "tool"), folder.get<std::string>());
    bool const is_of_api = member_at(params, {"tool", "kind"}) == "openapi";
    // The files of a vector that was played are gone: then the question is another one, and has to be asked.
    if (is_of_api && document.is_null()) return reference(operation, without_specification(params));
    std::optional<CalledOperation> const called = find_called(document, member_at(params, {"call", "name"}));
    Json arguments = Json::parse(text.get<std::string>(), nullptr, false);
    if (!called || !arguments.is_object()) return reference(operation, params);
    Json const before = {document, arguments};
    change(document, *called, arguments);
    bool const is_same = before == Json{document, arguments};
    return is_same ? reference(operation, params) : asked_with(params, document, arguments, reference);
  };
}

void ask_the_root(Json& document, CalledOperation const& called, Json& arguments) {
  document["paths"] = {{"/", {{"get", {{"operationId", called.operation.at("operationId")}}}}}};
  arguments = Json::object();
}

void ask_by(char const* method, Json& document, CalledOperation const& called) {
  Json item = document["paths"][called.path];
  item.erase(called.method);
  item[method] = called.operation;
  document["paths"] = {{called.path, std::move(item)}};
}

void keep_braces(Json& document, CalledOperation const& called, Json& arguments) {
  std::string path = called.path;
  for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{')) {
    std::size_t const close = path.find('}', open);
    arguments.erase(path.substr(open + 1, close - open - 1));
    path = path.substr(0, open) + "_" + path.substr(close + 1);
  }
  document["paths"] = {{path, {{called.method, document["paths"][called.path][called.method]}}}};
}

void forget_body(Json& document, CalledOperation const& called, Json& arguments) {
  if (!called.operation.contains("requestBody")) return;
  document["paths"][called.path][called.method].erase("requestBody");
  arguments.erase("body");
}

/// Takes references to other documents away.
void drop_references(Json& value) {
  Json const& reference = member(value, "$ref");
  if (reference.is_string() && !reference.get<std::string>().starts_with("#")) value = Json::object();
  if (!value.is_structured()) return;
  for (Json& inner : value) drop_references(inner);
}

}  // namespace
}  // namespace conformance::mutants::openapi_calls

namespace conformance::mutants {

std::vector<Mutant> openapi_call_mutants() {
  return {
      {"openapi-always-gets-the-root", "P11.2-24", "Whatever operation is called, the root of the server is fetched.",
       openapi_calls::changed_call(openapi_calls::ask_the_root)},
      {"openapi-always-posts", "P11.2-24", "All operations are called by POST.",
       openapi_calls::changed_call([](Json& document, openapi_calls::CalledOperation const& called, Json&) {
         openapi_calls::ask_by("post", document, called);
       })},
      {"openapi-always-gets", "P11.2-24", "All operations are called by GET.",
       openapi_calls::changed_call([](Json& document, openapi_calls::CalledOperation const& called, Json&) {
         openapi_calls::ask_by("get", document, called);
       })},
      {"openapi-path-not-filled", "P11.2-24", "Arguments do not get into the path.",
       openapi_calls::changed_call(openapi_calls::keep_braces)},
      {"openapi-body-forgotten", "P11.4-01", "Requests are sent without a body.",
       openapi_calls::changed_call(openapi_calls::forget_body)},
      {"references-to-files-dropped", "P11.4-04", "A schema that stands in another document allows everything.",
       changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
         openapi_calls::drop_references(call.document);
         return std::nullopt;
       })},
      {"key-sent-to-any-server", "P11.4-06", "A key is sent to the server that the document names.",
       changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
         Json const& connection = member(call.tool, "connection");
         if (connection.contains("apiKey") && !connection.contains("endpoint"))
           call.tool["connection"]["endpoint"] = openapi_calls::first_server(call.document);
         return std::nullopt;
       })},
      {"steps-upwards-sent", "P11.4-07", "A value may be a step upwards in a path.",
       changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
         for (Json& value : call.arguments) {
           if (value == "." || value == "..") value = "upwards";
         }
         return std::nullopt;
       })},
  };
}

}  // namespace conformance::mutants
