#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/describe.hpp"
#include "prompty/core/errors.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/provider/errors.hpp"

namespace prompty::errors_test {
namespace {

TEST(Errors, KeepMessageAndClauseWhenCaughtByTheirRoot) {
  try {
    throw ValueError("what and where", "P2.2-11");
  } catch (Error const& error) {
    EXPECT_STREQ(error.what(), "what and where");
    EXPECT_EQ(error.clause(), "P2.2-11");
  }
}

TEST(ErrorCatalogue, PlacesYamlErrorsByFileLineAndColumn) {
  EXPECT_STREQ(errors::invalid_yaml("frontmatter YAML", {"a.prompty", 3, 7}, "reason").what(),
               "Invalid frontmatter YAML: a.prompty, line 3, column 7: reason");
  EXPECT_STREQ(errors::invalid_yaml("frontmatter YAML", {"", 3, 7}, "reason").what(),
               "Invalid frontmatter YAML: line 3, column 7: reason");
  EXPECT_STREQ(errors::invalid_yaml("frontmatter YAML", {"a.prompty", 0, 0}, "reason").what(),
               "Invalid frontmatter YAML: a.prompty: reason");
}

TEST(ErrorCatalogue, KeepsStatusAndRequestIdOfARefusal) {
  ExecuteError const error = errors::provider_refused("http://h/v1", 429, "Slow down", "req_1");
  EXPECT_EQ(error.status(), 429);
  EXPECT_EQ(error.request_id(), "req_1");
  EXPECT_STREQ(error.what(), "http://h/v1 answered with status 429: Slow down (request id req_1)");
  EXPECT_STREQ(errors::provider_refused("http://h/v1", 500, "Oops", "").what(),
               "http://h/v1 answered with status 500: Oops");
}

errors::ReferenceSite const site{.property_path = "model.id", .place = {"a.prompty", 3, 7}};

TEST(ReferenceErrors, NamePropertyAndPlace) {
  ValueError const error = errors::variable_not_set("X", site);
  EXPECT_STREQ(error.what(),
               "Environment variable 'X' not set (model.id in a.prompty, line 3, column 7); set it, or give a default: "
               "${env:X:default}");
  EXPECT_EQ(error.place(), site.place);
  EXPECT_EQ(error.explanation().property_path, "model.id");
  EXPECT_EQ(error.explanation().problem, "Environment variable 'X' not set (model.id)");
  EXPECT_EQ(error.explanation().hint, "set it, or give a default: ${env:X:default}");
  EXPECT_EQ(error.clause(), "P2.11-04");
}

TEST(ReferenceErrors, KeepThePlaceInTheReferencedFile) {
  ValueError const error = errors::referred_to(errors::invalid_json({"c.json", 1, 2}, "reason"), site);
  EXPECT_STREQ(error.what(),
               "Invalid JSON: c.json, line 1, column 2: reason (model.id in a.prompty, line 3, column 7)");
  EXPECT_EQ(error.place(), (Place{"c.json", 1, 2}));
}

TEST(PlacedErrors, SayTheirPlaceFirstAndKeepTheirParts) {
  ValueError const error = errors::placed(errors::property_missing("tools[0].name", "the tool a name"), {"f", 2, 3});
  EXPECT_STREQ(error.what(), "f, line 2, column 3: tools[0].name is missing; give the tool a name");
  EXPECT_EQ(error.explanation().problem, "tools[0].name is missing");
  EXPECT_EQ(error.explanation().hint, "give the tool a name");
}

TEST(ErrorExplanations, AreTheMessageUnlessSomebodySaysMore) {
  EXPECT_EQ(ValueError("all of it").explanation().problem, "all of it");
}

TEST(DescribePlace, SaysWhatIsKnown) {
  EXPECT_EQ(describe_place({"a.prompty", 3, 7}), "a.prompty, line 3, column 7");
  EXPECT_EQ(describe_place({"", 3, 7}), "line 3, column 7");
  EXPECT_EQ(describe_place({"a.prompty"}), "a.prompty");
  EXPECT_EQ(describe_place({}), "");
}

TEST(DescribeJson, NamesTypeAndShowsShortValues) {
  EXPECT_EQ(describe_json(nullptr), "nothing");
  EXPECT_EQ(describe_json(true), "true");
  EXPECT_EQ(describe_json(3), "the number 3");
  EXPECT_EQ(describe_json("hot"), "the string \"hot\"");
  EXPECT_EQ(describe_json(Json::array({1, 2})), "a list of 2");
  EXPECT_EQ(describe_json(Json::object()), "a mapping");
}

TEST(DescribeJson, DoesNotShowLongStrings) {
  EXPECT_EQ(describe_json(std::string(100, 'a')), "a long string");
}

}  // namespace
}  // namespace prompty::errors_test
