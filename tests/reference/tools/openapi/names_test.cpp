#include "prompty/tools/openapi/names.hpp"

#include <gtest/gtest.h>

namespace prompty::openapi::names_test {
namespace {

TEST(OpenApiNames, KeepWhatEveryProviderTakes) {
  EXPECT_EQ(valid_name("get_Pet-2"), "get_Pet-2");
}

TEST(OpenApiNames, HaveOneUnderscoreForOtherCharacters) {
  EXPECT_EQ(valid_name("get /pets/{id}"), "get_pets_id");
  EXPECT_EQ(valid_name("pets.find(byName)"), "pets_find_byName");
  EXPECT_EQ(valid_name("größe"), "gr_e");
}

TEST(OpenApiNames, AreNeverEmpty) {
  EXPECT_EQ(valid_name(""), "unnamed");
  EXPECT_EQ(valid_name("/{}"), "unnamed");
}

TEST(OpenApiNames, HaveAtMost64Characters) {
  EXPECT_EQ(valid_name(std::string(65, 'a')), std::string(64, 'a'));
}

TEST(OpenApiNames, BecomeUniqueByANumber) {
  std::set<std::string> taken;
  EXPECT_EQ(unique_name("a", taken), "a");
  EXPECT_EQ(unique_name("a", taken), "a_2");
  EXPECT_EQ(unique_name("/a", taken), "a_3");
  EXPECT_EQ(unique_name(std::string(64, 'b'), taken), std::string(64, 'b'));
  EXPECT_EQ(unique_name(std::string(70, 'b'), taken), std::string(62, 'b') + "_2");
}

}  // namespace
}  // namespace prompty::openapi::names_test
