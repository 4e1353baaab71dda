#include "prompty/core/error_catalogue.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::error_catalogue_test {
namespace {

TEST(Errors, CarryTheNamesOfTheSpecification) {
  EXPECT_EQ(ValueError("m").kind(), "ValueError");
  EXPECT_EQ(FileNotFoundError("m").kind(), "FileNotFoundError");
  EXPECT_EQ(InvokerError("m").kind(), "InvokerError");
  EXPECT_EQ(NotImplementedError("m").kind(), "NotImplementedError");
  EXPECT_EQ(ConnectionError("m").kind(), "ConnectionError");
  EXPECT_EQ(ExecuteError("m", 429, "r").kind(), "ExecuteError");
  EXPECT_EQ(RuntimeError("m").kind(), "RuntimeError");
  EXPECT_EQ(CancelledError("m").kind(), "CancelledError");
  EXPECT_EQ(GuardrailError("m").kind(), "GuardrailError");
}

TEST(Errors, KeepMessageAndClauseWhenCaughtByTheirRoot) {
  try {
    throw ValueError("what and where", "P2.2-11");
  } catch (Error const& error) {
    EXPECT_STREQ(error.what(), "what and where");
    EXPECT_EQ(error.clause(), "P2.2-11");
  }
}

TEST(ErrorCatalogue, UsesTheWordsThatTheSpecificationPrints) {
  EXPECT_STREQ(errors::file_not_found("/a/b.prompty").what(), "Prompty file not found: /a/b.prompty");
  EXPECT_STREQ(errors::not_registered("executor", "acme").what(), "No executor registered for key: acme");
  EXPECT_EQ(
      std::string(errors::invalid_yaml("frontmatter YAML", {"f", 1, 2}, "r").what()).find("Invalid frontmatter YAML: "),
      0U);
  EXPECT_EQ(std::string(errors::unsupported_api_type("sing").what()).find("Unsupported API type: sing"), 0U);
  EXPECT_EQ(std::string(errors::unexpected_response("r").what()).find("Unexpected response format"), 0U);
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

}  // namespace
}  // namespace prompty::error_catalogue_test
