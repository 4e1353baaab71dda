#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "harness/mutants/document_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {
namespace external_tools_rules {
namespace {

using mutants::DocumentCall;
using mutants::Rule;

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

}  // namespace
}  // namespace external_tools_rules

std::vector<ReadingRule> external_tools() {
  return {
      {.decision = "A-394", .reading = "followed", .answer = external_tools_rules::other_documents_read()},
  };
}

}  // namespace conformance::readings
