#include "harness/judge/vectors/corpus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance {
namespace {

constexpr std::string_view vector_file_ending = ".json";

/// Topics to paths below the folder.
std::map<std::string, std::string> vector_topics(FileTree const& vectors) {
  if (!vectors.exists())
    throw InputError(fmt::format("{} is no folder; --vectors names the folder of the vectors", vectors.display_name()));
  std::map<std::string, std::string> topics;
  for (std::string const& path : vectors.paths()) {
    std::string const top = path.substr(0, path.find('/'));
    if (!path.ends_with(vector_file_ending) || top == "schema" || top == "fixtures" || top == "matching") continue;
    topics.emplace(path.substr(0, path.size() - vector_file_ending.size()), path);
  }
  if (topics.empty())
    throw InputError(
        fmt::format("no vector file in {}; --vectors names the folder of the vectors", vectors.display_name()));
  return topics;
}

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

/// In so many topics a name has to be expected to count as a word of the protocol.
constexpr std::size_t topics_of_a_word = 3;

/// What has members of any name.
constexpr std::array<std::string_view, 5> members_with_chosen_names = {"properties", "arguments", "bindings", "input",
                                                                       "sessions"};

void collect_keys(Json const& value, std::set<std::string>& keys) {
  if (value.is_object())
    for (auto const& [key, member] : value.items()) keys.insert(key);
  if (value.is_structured())
    for (Json const& element : value) collect_keys(element, keys);
}

}  // namespace

Vector const* Corpus::find(std::string_view id) const {
  auto const found =
      std::find_if(vectors.begin(), vectors.end(), [id](Vector const& vector) { return vector.id == id; });
  return found == vectors.end() ? nullptr : &*found;
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
    Json document = parse_json_file(folder.read(path), name);
    digested += topic + "\n" + document.dump() + "\n";
    std::vector<Vector> vectors = parse_vector_document(std::move(document), name, topic, corpus.fixtures);
    std::move(vectors.begin(), vectors.end(), std::back_inserter(corpus.vectors));
  }
  for (auto const& [name, bytes] : corpus.fixtures)
    digested.append("fixtures/").append(name).append("\n").append(bytes);
  check_references(corpus);
  corpus.digest = sha256(digested);
  return corpus;
}

ProtocolWords::ProtocolWords(Corpus const& corpus) {
  std::map<std::string, std::set<std::string_view>> topics;
  for (Vector const& vector : corpus.vectors) {
    std::set<std::string> expected;
    collect_keys(vector.source->value("expect", Json()), expected);
    for (Json const& step : vector.source->value("steps", Json::array()))
      collect_keys(step.value("expect", Json()), expected);
    for (std::string const& key : expected) topics[key].insert(vector.topic);
  }
  for (auto const& [key, where] : topics) {
    if (where.size() >= topics_of_a_word) words_.insert(key);
  }
}

bool ProtocolWords::contain(std::string_view name, std::string_view above) const {
  bool const is_chosen = std::find(members_with_chosen_names.begin(), members_with_chosen_names.end(), above) !=
                         members_with_chosen_names.end();
  return !is_chosen && words_.contains(name);
}

}  // namespace conformance
