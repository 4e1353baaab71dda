#include "prompty/provider/exchange.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
  std::string const message =
      raised<ExecuteError>([&] { demand_event_stream(response, "http://e/v1/x", "x-request-id"); });
  EXPECT_NE(message.find("points to /there"), std::string::npos) << message;
}

TEST(Exchange, PutsHeadersOfItsOwnBesideThoseOfTheRequest) {
  HttpRequest const request = to_http({.method = "POST", .path = "/x", .headers = {{"a", "b"}}, .body = Json::object()},
                                      "http://e/v1", {{"Authorization", "Bearer T"}});
  EXPECT_EQ(request.url, "http://e/v1/x");
  EXPECT_EQ(find_header(request.headers, "a"), "b");
  EXPECT_EQ(find_header(request.headers, "authorization"), "Bearer T");
  EXPECT_EQ(find_header(request.headers, "user-agent")->substr(0, 8), "prompty/");
}

}  // namespace
}  // namespace prompty::exchange_test
