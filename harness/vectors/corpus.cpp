#include "harness/vectors/corpus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "harness/files/sha256.hpp"
#include "harness/input_error.hpp"
#include "harness/vectors/canonical_json.hpp"

namespace conformance {
namespace {

constexpr std::string_view vector_file_ending = ".json";

void check_references(Corpus const& corpus) {
  std::set<std::string, std::less<>> ids;
  for (Vector const& vector : corpus.vectors) {
    if (!ids.insert(vector.id).second)
      throw InputError(fmt::format("{}: the id {} occurs twice", vector.file, vector.id));
  }
  for (Vector const& vector : corpus.vectors) {
    if (vector.twin && !ids.contains(*vector.twin)) {
      throw InputError(fmt::format("{}: {}: its twin {} does not exist", vector.file, vector.id, *vector.twin));
    }
  }
}

}  // namespace

Vector const* Corpus::find(std::string_view id) const {
  auto const found =
      std::find_if(vectors.begin(), vectors.end(), [id](Vector const& vector) { return vector.id == id; });
  return found == vectors.end() ? nullptr : &*found;
}

std::map<std::string, std::string> vector_topics(FileTree const& vectors) {
  if (!vectors.exists())
    throw InputError(fmt::format("{} is no folder; --vectors names the folder of the vectors", vectors.told()));
  std::map<std::string, std::string> topics;
  for (std::string const& path : vectors.paths()) {
    std::string const top = path.substr(0, path.find('/'));
    if (!path.ends_with(vector_file_ending) || top == "schema" || top == "fixtures" || top == "matching") continue;
    topics.emplace(path.substr(0, path.size() - vector_file_ending.size()), path);
  }
  if (topics.empty())
    throw InputError(fmt::format("no vector file in {}; --vectors names the folder of the vectors", vectors.told()));
  return topics;
}

std::map<std::string, std::filesystem::path> vector_files(std::filesystem::path const& folder) {
  std::map<std::string, std::filesystem::path> files;
  for (auto const& [topic, path] : vector_topics(folder)) files.emplace(topic, folder / path);
  return files;
}

Fixtures read_fixtures(FileTree const& folder) {
  Fixtures fixtures;
  for (std::string const& path : folder.paths()) fixtures.emplace(path, folder.read(path));
  return fixtures;
}

Corpus read_corpus(FileTree const& folder) {
  Corpus corpus{.vectors = {}, .fixtures = read_fixtures(folder.below("fixtures")), .digest = ""};
  std::string digested;
  for (auto const& [topic, path] : vector_topics(folder)) {
    std::string const name = folder.name() + "/" + path;
    Json const document = parse_json_file(folder.read(path), name);
    std::vector<Vector> vectors = parse_vector_document(document, name, topic, corpus.fixtures);
    std::move(vectors.begin(), vectors.end(), std::back_inserter(corpus.vectors));
    digested += topic + "\n" + canonical_json(document);
  }
  for (auto const& [name, bytes] : corpus.fixtures)
    digested.append("fixtures/").append(name).append("\n").append(bytes);
  check_references(corpus);
  corpus.digest = sha256(digested);
  return corpus;
}

}  // namespace conformance
