#include "prompty/provider/http_executor.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::exchange_test {
namespace {

std::string problem(HttpResponse const& response) {
  return raised<ExecuteError>([&] { static_cast<void>(read_answer(response, "http://e/v1/x", "x-request-id")); });
}

TEST(Exchange, NamesWhereARedirectPointsWithoutItsQuery) {
  EXPECT_EQ(
      problem({.status = 308, .headers = {{"Location", "https://other.example/v1/x?token=hush#part"}}}),
      "http://e/v1/x answered with status 308 and points to https://other.example/v1/x, where credentials are not "
      "sent along; if that is the provider, make it the endpoint of model.connection");
  EXPECT_NE(problem({.status = 302, .headers = {{"x-request-id", "req_1"}}}).find("points elsewhere"),
            std::string::npos);
}

TEST(Exchange, TakesARedirectForNoStream) {
  StreamedResponse const response{
      .status = 307, .headers = {{"location", "/there"}}, .body = [] { return std::optional<std::string>(); }};
  std::string const message = raised<ExecuteError>([&] {
    static_cast<void>(read_stream(response, "http://e/v1/x", "x-request-id", StreamFormat::chat_completion));
  });
  EXPECT_NE(message.find("points to /there"), std::string::npos) << message;
}

std::string text(std::string body) {
  return error_text({.status = 500, .body = std::move(body)});
}

TEST(ProviderError, IsTheBodyWhenItHoldsNoMessage) {
  EXPECT_EQ(text("Bad Gateway"), "Bad Gateway");
  EXPECT_EQ(text(R"({"error":{"code":7}})"), R"({"error":{"code":7}})");
  EXPECT_EQ(text("[1]"), "[1]");
  EXPECT_EQ(text(" \n"), "no explanation");
  EXPECT_EQ(text(std::string(1000, 'x')), std::string(300, 'x') + " ...");
  EXPECT_EQ(text(std::string(299, 'x') + "\u20AC!"), std::string(299, 'x') + " ...") << "no part of a character";
}

}  // namespace
}  // namespace prompty::exchange_test
