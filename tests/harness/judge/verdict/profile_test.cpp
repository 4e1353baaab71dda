#include "harness/judge/verdict/profile.hpp"

#include <gtest/gtest.h>

namespace conformance::profile_test {
namespace {

TEST(Profiles, AreNamedAsOnTheCommandLine) {
  EXPECT_EQ(profile_named("as-written"), Profile::as_written);
  EXPECT_EQ(profile_named("lenient"), Profile::lenient);
  EXPECT_EQ(profile_named("live"), Profile::live);
  EXPECT_EQ(profile_name(Profile::as_written), "as-written");
}

TEST(Profiles, HaveNoOtherNames) {
  EXPECT_EQ(profile_named("strict"), std::nullopt);
  EXPECT_EQ(profile_named("Live"), std::nullopt);
  EXPECT_EQ(profile_named(""), std::nullopt);
}

}  // namespace
}  // namespace conformance::profile_test
