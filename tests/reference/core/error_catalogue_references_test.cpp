#include "prompty/core/error_catalogue_references.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error_catalogue.hpp"

namespace prompty::error_catalogue_references_test {
namespace {

errors::ReferenceSite const site{.property_path = "model.id", .place = {"a.prompty", 3, 7}};

TEST(ReferenceErrors, UseTheWordsThatTheSpecificationPrints) {
  EXPECT_EQ(std::string(errors::variable_not_set("X", site).what()).find("Environment variable 'X' not set"), 0U);
  EXPECT_EQ(std::string(errors::referenced_file_not_found("/a/b", site).what()).find("Referenced file not found: /a/b"),
            0U);
}

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

}  // namespace
}  // namespace prompty::error_catalogue_references_test
