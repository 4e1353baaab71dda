#include "harness/report/export_document.hpp"

#include <nlohmann/json.hpp>

#include "harness/report/listing.hpp"
#include "harness/vectors/vector_file.hpp"
#include "mock-provider/values/encoding.hpp"
#include "mock-provider/values/json_text.hpp"

namespace conformance {
namespace {

Json fixtures_of(Corpus const& corpus) {
  Json fixtures = Json::object();
  for (auto const& [name, bytes] : corpus.fixtures) {
    fixtures[name] = mock_provider::json_text::is_utf8(bytes) ? Json(bytes)
                                                              : Json{{"base64", mock_provider::base64::encoded(bytes)}};
  }
  return fixtures;
}

/// The JSON files of a folder by their path without the ending.
Json documents_of(FileTree const& folder, std::string const& ending) {
  Json documents = Json::object();
  for (std::string const& path : folder.paths()) {
    if (!path.ends_with(ending)) continue;
    documents[path.substr(0, path.size() - ending.size())] =
        parse_json_file(folder.read(path), folder.name() + "/" + path);
  }
  return documents;
}

Json matching_cases_of(FileTree const& folder) {
  Json const documents = documents_of(folder, ".json");
  Json cases = Json::object();
  for (auto const& [name, document] : documents.items()) cases[name] = document.value("cases", Json::array());
  return cases;
}

}  // namespace

Json export_document(ExportParts const& parts) {
  Json document = listing_head(parts.corpus);
  document["clauses"] = Json::array();
  for (Clause const& clause : parts.registry.clauses())
    document["clauses"].push_back(clause_entry(clause, parts.corpus, parts.mutants));
  document["decisions"] = Json::array();
  for (Decision const& decision : parts.registry.decisions()) document["decisions"].push_back(decision_entry(decision));
  document["vectors"] = Json::array();
  for (Vector const& vector : parts.corpus.vectors) {
    Json entry = vector_entry(vector);
    entry["source"] = vector.source;
    document["vectors"].push_back(std::move(entry));
  }
  document["fixtures"] = fixtures_of(parts.corpus);
  document["matching"] = matching_cases_of(parts.vectors.below("matching"));
  document["schemas"] = documents_of(parts.schemas, ".schema.json");
  return document;
}

}  // namespace conformance
