#include "prompty/provider/provider_error.hpp"

#include <gtest/gtest.h>

namespace prompty::provider_error_test {
namespace {

std::string text(std::string body) {
  return error_text({.status = 500, .body = std::move(body)});
}

TEST(ProviderError, IsTheMessageOfTheProvider) {
  EXPECT_EQ(text(R"({"error":{"message":"Slow down","type":"t"}})"), "Slow down");
  EXPECT_EQ(text(R"({"error":"model not found"})"), "model not found");
  EXPECT_EQ(text(R"({"message":"m"})"), "m");
}

TEST(ProviderError, IsTheBodyWhenItHoldsNoMessage) {
  EXPECT_EQ(text("Bad Gateway"), "Bad Gateway");
  EXPECT_EQ(text(R"({"error":{"code":7}})"), R"({"error":{"code":7}})");
  EXPECT_EQ(text("[1]"), "[1]");
  EXPECT_EQ(text(" \n"), "no explanation");
  EXPECT_EQ(text(std::string(1000, 'x')), std::string(300, 'x') + " ...");
}

}  // namespace
}  // namespace prompty::provider_error_test
