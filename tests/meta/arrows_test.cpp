#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/places.hpp"

// The arrows between the folders of the reference, and between the parts of the repository, point one way only.
namespace meta::arrows {
namespace {

using Folders = std::set<std::string>;

std::filesystem::path const root = prompty_tests::repository();

/// Which folders below reference/prompty/ a folder may include, besides itself.
std::map<std::string, Folders> allowed_arrows() {
  Folders const core = {"core"};
  Folders const components = {"core", "protocols", "secrets",      "typed", "load",    "render",  "parse",
                              "wire", "transport", "conversation", "trace", "process", "registry"};
  Folders everything = components;
  everything.insert({"inputs", "provider", "tools", "agent"});
  return {{"core", {}},
          {"protocols", core},
          {"trace", {"core", "secrets", "typed"}},
          {"registry", {"core", "protocols", "secrets", "trace"}},
          {"secrets", core},
          {"typed", core},
          {"load", {"core", "secrets", "typed"}},
          {"inputs", {"core", "typed", "load"}},
          {"render", {"core", "protocols", "jinja"}},
          {"parse", {"core", "protocols"}},
          {"wire", {"core", "typed"}},
          {"transport", {"core", "secrets"}},
          {"conversation", {"core", "typed"}},
          {"process", {"core", "secrets", "typed", "trace"}},
          {"provider", components},
          {"tools", components},
          {"agent", {"core", "trace", "registry", "conversation"}},
          {"pipeline", everything}};
}

std::vector<std::filesystem::path> sources_below(std::filesystem::path const& folder) {
  std::vector<std::filesystem::path> sources;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::string const extension = entry.path().extension().string();
    if (extension == ".cpp" || extension == ".hpp") sources.push_back(entry.path());
  }
  return sources;
}

std::vector<std::string> includes_of(std::filesystem::path const& source) {
  static std::regex const include("^\\s*#\\s*include\\s*\"([^\"]+)\".*");
  std::ifstream stream(source);
  std::vector<std::string> includes;
  std::smatch match;
  for (std::string line; std::getline(stream, line);) {
    if (std::regex_match(line, match, include)) includes.push_back(match[1]);
  }
  return includes;
}

/// "prompty/wire/openai/chat.hpp" -> "wire", "jinja/template.hpp" -> "jinja"; "" for the umbrella header and for other
/// includes.
std::string folder_of_include(std::string const& include) {
  if (include.starts_with("jinja/")) return "jinja";
  static std::regex const form("prompty/([^/]+)/.*");
  std::smatch match;
  return std::regex_match(include, match, form) ? std::string(match[1]) : "";
}

TEST(Arrows, InsideTheReferencePointOneWay) {
  std::map<std::string, Folders> const allowed = allowed_arrows();
  std::filesystem::path const reference = root / "reference" / "prompty";
  int arrows = 0;
  for (std::filesystem::path const& source : sources_below(reference)) {
    std::filesystem::path const relative = std::filesystem::relative(source, reference);
    if (!relative.has_parent_path()) continue;
    std::string const folder = relative.begin()->string();
    ASSERT_TRUE(allowed.contains(folder)) << "reference/prompty/" << folder << " is in no list of arrows";
    for (std::string const& include : includes_of(source)) {
      std::string const target = folder_of_include(include);
      if (target.empty() || target == folder) continue;
      ++arrows;
      EXPECT_TRUE(allowed.at(folder).contains(target))
          << relative.string() << " includes " << include << ": " << folder << " must not know " << target;
    }
  }
  EXPECT_GT(arrows, 20) << "the test sees no includes and would pass whatever they are";
}

TEST(Arrows, TheTemplateEngineStandsAlone) {
  for (std::filesystem::path const& source : sources_below(root / "reference" / "jinja")) {
    for (std::string const& include : includes_of(source)) {
      EXPECT_TRUE(include.starts_with("jinja/")) << source << " includes " << include;
    }
  }
}

TEST(Arrows, TheReferenceKnowsNeitherHarnessNorMock) {
  for (std::filesystem::path const& source : sources_below(root / "reference")) {
    EXPECT_THAT(includes_of(source), testing::Each(testing::Not(testing::AnyOf(testing::HasSubstr("harness/"),
                                                                               testing::HasSubstr("mock-provider/")))))
        << source;
  }
}

TEST(Arrows, TheMockStandsAlone) {
  for (std::filesystem::path const& source : sources_below(root / "mock-provider")) {
    EXPECT_THAT(includes_of(source),
                testing::Each(testing::Not(testing::ContainsRegex("^(harness|prompty|adapter|cli)/"))))
        << source;
  }
}

/// The folder of a source below `top`, or of an include, as an order lists it: the longest listed one that it lies in,
/// else "".
std::string listed_folder(std::vector<std::string> const& order, std::filesystem::path const& below_top) {
  for (std::filesystem::path folder = below_top.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    if (std::find(order.begin(), order.end(), folder.string()) != order.end()) return folder.string();
  }
  return "";
}

/// Each folder of `top` includes only itself and those listed before it, the files that lie in `top` itself any.
void expect_order(std::string const& top, std::vector<std::string> const& order) {
  auto const rank = [&](std::string const& folder) {
    return std::find(order.begin(), order.end(), folder) - order.begin();
  };
  int arrows = 0;
  for (std::filesystem::path const& source : sources_below(root / top)) {
    std::filesystem::path const relative = std::filesystem::relative(source, root / top);
    std::string const folder = listed_folder(order, relative);
    EXPECT_TRUE(!folder.empty() || !relative.has_parent_path())
        << relative << " lies in a folder that has no place in the order";
    for (std::string const& include : includes_of(source)) {
      if (!include.starts_with(top + "/")) continue;
      ++arrows;
      EXPECT_LE(rank(listed_folder(order, include.substr(top.size() + 1))), rank(folder))
          << relative.string() << " includes " << include;
    }
  }
  EXPECT_GT(arrows, 100) << "the test sees no includes and would pass whatever they are";
}

TEST(Arrows, InsideTheMockPointOneWay) {
  expect_order("mock-provider",
               {"values", "matching", "http", "scenario", "check", "providers", "recording", "journal"});
}

TEST(Arrows, InsideTheHarnessPointOneWay) {
  expect_order("harness",
               {"judge/files",      "judge/jq",     "judge/clauses", "judge/vectors",      "judge/subject",
                "judge/variations", "judge/suite",  "judge/verdict", "judge/replay",       "judge/deviations",
                "judge/faults",     "judge/run",    "judge/report",  "proof/kept",         "proof/sharpness",
                "proof/readings",   "proof/habits", "proof/lint",    "proof/differential", "commands",
                "adapters"});
}

TEST(Arrows, TheHarnessKnowsOfTheMockItsServerItsValuesAndTheMatching) {
  for (std::filesystem::path const& source : sources_below(root / "harness")) {
    for (std::string const& include : includes_of(source)) {
      if (!include.starts_with("mock-provider/")) continue;
      EXPECT_THAT(include, testing::ContainsRegex("^mock-provider/(server\\.hpp|values/.*|matching/.*)$")) << source;
    }
  }
}

TEST(Arrows, TheHarnessReachesTheReferenceThroughItsAdapterOnly) {
  for (std::filesystem::path const& source : sources_below(root / "harness")) {
    for (std::string const& include : includes_of(source)) {
      EXPECT_FALSE(include.starts_with("prompty/")) << source << " includes " << include;
      std::string const name = source.filename().string();
      bool const is_subject = name.starts_with("in_process") || name == "reference_adapter_command.cpp";
      EXPECT_TRUE(!include.starts_with("adapter/") || is_subject) << source << " includes " << include;
    }
  }
}

}  // namespace
}  // namespace meta::arrows
