// Templates written by hand, against the real Jinja2.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "differential/oracle.hpp"
#include "prompty/core/json_text.hpp"
#include "support/places.hpp"

namespace prompty_tests {
namespace hand_made {
namespace {

using jinja::UndefinedRule;
using prompty::Json;

std::filesystem::path const folder = std::filesystem::path(prompty_tests::repository()) / "tests" / "differential";

Json read(std::filesystem::path const& file) {
  std::ifstream stream(file);
  std::string const text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  std::optional<Json> value = prompty::json_text::parse(text);
  EXPECT_TRUE(value.has_value()) << file << " is not JSON";
  return value.value_or(Json());
}

std::vector<std::string> templates() {
  std::vector<std::string> found;
  for (std::string const name : {"output", "expressions", "statements", "filters", "tests"}) {
    for (Json const& source : read(folder / "templates" / (name + ".json"))) found.push_back(source.get<std::string>());
  }
  return found;
}

/// The templates that render otherwise on purpose, with the reason.
std::map<std::string, std::string> exceptions() {
  std::map<std::string, std::string> reasons;
  for (Json const& entry : read(folder / "exceptions.json")) {
    for (Json const& source : entry["templates"]) reasons[source.get<std::string>()] = entry["reason"];
  }
  return reasons;
}

std::string shown(Rendered const& rendered) {
  return rendered ? prompty::json_text::dump(Json(*rendered)) : "an error";
}

class HandMade : public testing::TestWithParam<UndefinedRule> {};

TEST_P(HandMade, TemplatesRenderAsInJinja2) {
  Json const shared = read(folder / "inputs.json");
  std::map<std::string, std::string> const known = exceptions();
  std::vector<JinjaCase> cases;
  for (std::string const& source : templates()) cases.push_back({.source = source, .undefined = GetParam()});
  ASSERT_GE(cases.size(), 500U);
  std::vector<Rendered> const expected = render_with_python(cases, shared);
  ASSERT_FALSE(expected.empty());
  std::size_t rendered = 0;
  for (std::size_t at = 0; at < cases.size(); ++at) {
    Rendered const ours = render_with_ours(cases[at], shared);
    if (expected[at]) ++rendered;
    if (known.contains(cases[at].source)) continue;
    EXPECT_TRUE(ours == expected[at]) << cases[at].source << "\nJinja2: " << shown(expected[at])
                                      << "\nours:   " << shown(ours);
  }
  EXPECT_GT(rendered, 200U) << "too many of the templates are errors";
}

TEST_P(HandMade, ExceptionsAreStillExceptions) {
  Json const shared = read(folder / "inputs.json");
  std::vector<JinjaCase> cases;
  for (auto const& [source, reason] : exceptions()) cases.push_back({.source = source, .undefined = GetParam()});
  std::vector<Rendered> const expected = render_with_python(cases, shared);
  for (std::size_t at = 0; at < expected.size(); ++at) {
    EXPECT_FALSE(render_with_ours(cases[at], shared) == expected[at])
        << cases[at].source << " is no exception any more";
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, HandMade, testing::Values(UndefinedRule::empty, UndefinedRule::error),
                         [](testing::TestParamInfo<UndefinedRule> const& rule) {
                           return rule.param == UndefinedRule::empty ? "Lenient" : "Strict";
                         });

}  // namespace
}  // namespace hand_made
}  // namespace prompty_tests
