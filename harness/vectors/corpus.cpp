#include "harness/vectors/corpus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "harness/files/sha256.hpp"
#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/vectors/canonical_json.hpp"

namespace conformance {
namespace {

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
    for (std::string const& need : vector.needs) {
      if (!ids.contains(need))
        throw InputError(fmt::format("{}: {}: it needs {}, which does not exist", vector.file, vector.id, need));
    }
  }
}

}  // namespace

Vector const* Corpus::find(std::string_view id) const {
  auto const found =
      std::find_if(vectors.begin(), vectors.end(), [id](Vector const& vector) { return vector.id == id; });
  return found == vectors.end() ? nullptr : &*found;
}

std::map<std::string, std::filesystem::path> vector_files(std::filesystem::path const& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw InputError(fmt::format("{} is no folder; --vectors names the folder of the vectors", folder.string()));
  }
  std::map<std::string, std::filesystem::path> files;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".json") continue;
    std::filesystem::path const relative = std::filesystem::relative(entry.path(), folder);
    std::string const top = relative.begin()->string();
    if (top == "schema" || top == "fixtures" || top == "matching") continue;
    files.emplace(std::filesystem::path(relative).replace_extension().generic_string(), entry.path());
  }
  if (files.empty())
    throw InputError(fmt::format("no vector file in {}; --vectors names the folder of the vectors", folder.string()));
  return files;
}

Fixtures read_fixtures(std::filesystem::path const& folder) {
  Fixtures fixtures;
  if (!std::filesystem::is_directory(folder)) return fixtures;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    fixtures.emplace(std::filesystem::relative(entry.path(), folder).generic_string(), read_file(entry.path()));
  }
  return fixtures;
}

Corpus read_corpus(std::filesystem::path const& folder) {
  Corpus corpus{.vectors = {}, .fixtures = read_fixtures(folder / "fixtures"), .digest = ""};
  std::string digested;
  for (auto const& [topic, path] : vector_files(folder)) {
    std::string const text = read_file(path);
    std::string const name = (folder.filename() / std::filesystem::relative(path, folder)).generic_string();
    std::vector<Vector> vectors = parse_vector_file(text, name, topic, corpus.fixtures);
    std::move(vectors.begin(), vectors.end(), std::back_inserter(corpus.vectors));
    digested += topic + "\n" + canonical_json(parse_json_file(text, name));
  }
  for (auto const& [name, bytes] : corpus.fixtures)
    digested.append("fixtures/").append(name).append("\n").append(bytes);
  check_references(corpus);
  corpus.digest = sha256(digested);
  return corpus;
}

}  // namespace conformance
