#include "harness/mutants/recorded_fates.hpp"

#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <unordered_map>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/matching/same_json.hpp"

namespace conformance {
namespace recorded_fates {
namespace {

using KillersOfMutants = std::unordered_map<std::string, std::set<std::string>>;

KillersOfMutants read_lines(std::istream& lines) {
  KillersOfMutants killers;
  for (std::string line; std::getline(lines, line);) {
    Json const fate = Json::parse(line);
    killers[fate.at("mutant").get<std::string>()] = fate.at("killers").get<std::set<std::string>>();
  }
  return killers;
}

}  // namespace
}  // namespace recorded_fates

std::string fates_text(KillMatrix const& matrix, std::string const& corpus_digest) {
  std::string text = Json{{"corpusDigest", corpus_digest}}.dump() + "\n";
  for (MutantFate const& fate : matrix.fates) {
    Json const line = {{"mutant", fate.mutant}, {"clause", fate.clause}, {"killers", fate.killers}};
    text += line.dump() + "\n";
  }
  return text;
}

Kills read_fates(std::filesystem::path const& path, std::string const& corpus_digest) {
  std::istringstream lines(read_file(path));
  std::string about;
  std::shared_ptr<recorded_fates::KillersOfMutants const> killers;
  try {
    std::string first;
    std::getline(lines, first);
    about = Json::parse(first).at("corpusDigest").get<std::string>();
    killers = std::make_shared<recorded_fates::KillersOfMutants const>(recorded_fates::read_lines(lines));
  } catch (Json::exception const& error) {
    throw InputError(
        fmt::format("{} is not what 'prompty-conformance mutants --fates' writes: {}", path.string(), error.what()));
  }
  std::string const again = fmt::format("measure again with 'prompty-conformance mutants --fates {}'", path.string());
  if (about != corpus_digest)
    throw InputError(fmt::format("{} was measured with other vectors; {}", path.string(), again));
  return [killers, file = path.string(), again](Mutant const& mutant, std::string const& vector) {
    auto const found = killers->find(mutant.id);
    if (found == killers->end())
      throw InputError(fmt::format("{} does not tell of the mutant {}; {}", file, mutant.id, again));
    return found->second.contains(vector);
  };
}

}  // namespace conformance
