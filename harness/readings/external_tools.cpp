#include <filesystem>
#include <fstream>
#include <string>

#include "harness/mutants/document_rules.hpp"
#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {
namespace external_tools_rules {
namespace {

using mutants::DocumentCall;
using mutants::Rule;

constexpr char const* not_discovered =
    "what a document offers is handed in by `discovered`, so that no operation shows what is made of it";

Rule operations_with_an_id_alone() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    if (mutants::operation_named(call.document, call.name)) return std::nullopt;
    return mutants::raised("ValueError");
  });
}

/// Takes the members of a body from among the arguments, and knows no argument `body`.
Rule members_of_the_body_among_arguments() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    auto const called = mutants::operation_named(call.document, call.name);
    if (!called || !called->operation.contains("requestBody")) return std::nullopt;
    Json const& content = member(member(called->operation, "requestBody"), "content");
    Json const schema = mutants::schema_in(call.document, member(member(content, "application/json"), "schema"));
    Json const& properties = member(schema, "properties");
    if (!properties.is_object()) return std::nullopt;
    if (call.arguments.contains("body") && !properties.contains("body")) return mutants::raised("ValueError");
    Json body = Json::object();
    for (auto const& [name, property] : properties.items()) {
      if (call.arguments.contains(name)) body[name] = call.arguments[name];
      call.arguments.erase(name);
    }
    call.arguments["body"] = body;
    return std::nullopt;
  });
}

/// Whether no model could write the body of an operation in any of the media types that it may have.
bool has_unwritable_body(Json const& operation) {
  Json const& content = member(member(operation, "requestBody"), "content");
  if (!content.is_object()) return false;
  for (auto const& [type, form] : content.items()) {
    bool const is_writable = type.find("json") != std::string::npos || type.starts_with("text/") ||
                             type.find("urlencoded") != std::string::npos;
    if (is_writable) return false;
  }
  return true;
}

Rule documents_refused_for_a_body() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    if (!mutants::any_operation(call.document, has_unwritable_body)) return std::nullopt;
    return mutants::raised("ValueError");
  });
}

/// Puts in place of each reference to another file what stands there.
void follow_references(Json& value, std::filesystem::path const& folder) {
  Json const& reference = member(value, "$ref");
  std::string const text = reference.is_string() ? reference.get<std::string>() : "";
  std::size_t const hash = text.find('#');
  if (hash != std::string::npos && hash > 0) {
    std::ifstream stream(folder / text.substr(0, hash));
    Json const other = Json::parse(stream, nullptr, false);
    Json::json_pointer const place(text.substr(hash + 1));
    if (!other.is_discarded() && other.contains(place)) value = Json(other.at(place));
  }
  if (value.is_structured()) {
    for (Json& inner : value) follow_references(inner, folder);
  }
}

Rule other_documents_read() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    std::filesystem::path const path = call.tool.value("specification", "");
    follow_references(call.document, std::filesystem::path(call.folder) / path.parent_path());
    return std::nullopt;
  });
}

Rule servers_of_the_document_alone() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    Json const& server = mutants::first_server(call.document);
    if (member(call.tool, "connection").contains("endpoint") && server.is_string())
      call.tool["connection"]["endpoint"] = server;
    return std::nullopt;
  });
}

Rule credentials_for_any_server() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    Json const& connection = member(call.tool, "connection");
    Json const& server = mutants::first_server(call.document);
    if (connection.contains("apiKey") && !connection.contains("endpoint") && server.is_string())
      call.tool["connection"]["endpoint"] = server;
    return std::nullopt;
  });
}

/// Lets values fill a path that would change it; what answers is asked with a harmless value instead.
Rule steps_not_looked_at() {
  return mutants::changed_document_call([](DocumentCall& call) -> std::optional<Reply> {
    for (Json& value : call.arguments) {
      if (value == "." || value == "..") value = "step";
    }
    return std::nullopt;
  });
}

Rule whole_results_of_servers() {
  return mutants::changed_dispatch([](Json& told, Json const& asked) {
    bool const is_of_a_server = mutants::called_kind(asked) == "mcp" && !mutants::is_named(asked) &&
                                !member(asked, "kinds").contains("mcp") && told["result"].is_string();
    if (!is_of_a_server) return;
    Json const part = {{"type", "text"}, {"text", told["result"]}};
    told["result"] = Json{{"content", Json::array({part})}}.dump();
  });
}

}  // namespace
}  // namespace external_tools_rules

std::vector<ReadingRule> external_tools() {
  return {
      {.decision = "A-390", .reading = "ids-only", .answer = external_tools_rules::operations_with_an_id_alone()},
      {.decision = "A-391",
       .reading = "flattened",
       .answer = external_tools_rules::members_of_the_body_among_arguments()},
      {.decision = "A-392", .reading = "refused", .answer = external_tools_rules::documents_refused_for_a_body()},
      {.decision = "A-393", .reading = "three-headers", .unobservable = external_tools_rules::not_discovered},
      {.decision = "A-394", .reading = "followed", .answer = external_tools_rules::other_documents_read()},
      {.decision = "A-395", .reading = "definitions-kept", .unobservable = external_tools_rules::not_discovered},
      {.decision = "A-396",
       .reading = "document-only",
       .answer = external_tools_rules::servers_of_the_document_alone()},
      {.decision = "A-397",
       .reading = "to-the-documents-server",
       .answer = external_tools_rules::credentials_for_any_server()},
      {.decision = "A-398", .reading = "encoded-only", .answer = external_tools_rules::steps_not_looked_at()},
      {.decision = "A-399",
       .reading = "unbounded",
       .unobservable = "what is beyond the limits is too large for a vector"},
      {.decision = "A-410",
       .reading = "command",
       .unobservable = "a vector brings no program, and a command that cannot be run ends in an error as well"},
      {.decision = "A-411", .reading = "ignored", .unobservable = "no operation has anybody who could be asked"},
      {.decision = "A-412", .reading = "everything", .unobservable = "no operation starts a server"},
      {.decision = "A-413", .reading = "json", .answer = external_tools_rules::whole_results_of_servers()},
  };
}

}  // namespace conformance::readings
