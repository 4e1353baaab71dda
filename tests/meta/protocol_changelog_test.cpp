#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "support/places.hpp"

// The adapters' guide says with which version of the protocol each name came.
namespace meta::protocol_changelog {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::set<std::string>;

std::filesystem::path const root = prompty_tests::repository();

/// Operations, features, and the params of all operations and of a turn's options, of version 1.
constexpr char const* names_of_version_one = R"(
  build_request converse dispatch execute initialize invoke load lookup messages_from_wire messages_to_wire parse
  prepare process process_stream project_tools registry render run run_tools split turn validate_inputs
  async cancellation context-budget discovered env events guardrails handlers jinja2 mcp mustache openapi
  parallel-tools profiles prompty-tools register retries steering stream strict sync trace
  agent apiKey assistant baseDir broken call cancelAfter chunks clear component contextBudget cwd endpoint envAfter
  gate inputs key kinds maxIterations maxLlmRetries messages mode model names options parallelToolCalls path
  protocolVersion rendered response retryDelayMs runs scratch steps suite system target text tool tools
  turnOptions undefined variant via
  apiTypes features implementation maxInFlight operations providers)";

Names words_of(std::string const& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

void add_keys(Json const& properties, Names& names) {
  for (auto const& [name, property] : properties.items()) names.insert(name);
}

Names names_of_the_schema() {
  std::ifstream file(root / "vectors/schema/protocol.schema.json");
  Json const schema = Json::parse(file);
  Json const& definitions = schema.at("definitions");
  Json const& declared = definitions.at("Capabilities").at("properties");
  Names names;
  for (Json const& feature : declared.at("features").at("items").at("enum")) names.insert(feature.get<std::string>());
  add_keys(declared, names);
  add_keys(definitions.at("TurnOptions").at("properties"), names);
  add_keys(schema.at("operations"), names);
  for (Json const& operation : schema.at("operations")) {
    Json const params = operation.value("params", Json::object());
    add_keys(params.value("properties", Json::object()), names);
  }
  return names;
}

/// What stands between backticks in the rows of the table of versions.
Names names_of_the_changelog() {
  std::ifstream file(root / "harness/adapters/README.md");
  Names names;
  bool is_in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with('|')) is_in_table = false;
    if (line == "| version | what changed |") is_in_table = true;
    if (!is_in_table) continue;
    for (std::size_t open = line.find('`'); open != std::string::npos;) {
      std::size_t const close = line.find('`', open + 1);
      names.insert(line.substr(open + 1, close - open - 1));
      open = close == std::string::npos ? close : line.find('`', close + 1);
    }
  }
  return names;
}

TEST(ChangelogOfTheProtocol, NamesAllThatCameBehindVersionOne) {
  Names missing = names_of_the_schema();
  for (Names const& known : {words_of(names_of_version_one), names_of_the_changelog()}) {
    for (std::string const& name : known) missing.erase(name);
  }
  EXPECT_THAT(missing, testing::IsEmpty()) << "add it to the table of versions in harness/adapters/README.md";
}

TEST(ChangelogOfTheProtocol, KnowsTheNamesOfVersionOne) {
  Names const schema = names_of_the_schema();
  for (std::string const& name : words_of(names_of_version_one)) EXPECT_TRUE(schema.contains(name)) << name;
}

}  // namespace
}  // namespace meta::protocol_changelog
