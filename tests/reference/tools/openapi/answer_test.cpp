#include "prompty/tools/openapi/request.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openapi::answer_test {
namespace {

HttpRequest const request{.method = "GET", .url = "https://h/pets?key=secret", .headers = {}, .body = ""};

HttpResponse answered(int status, std::string type, std::string body) {
  return {.status = status, .headers = {{"Content-Type", std::move(type)}}, .body = std::move(body)};
}

TEST(OpenApiAnswer, IsTheValueOfJson) {
  EXPECT_EQ(result_of(request, answered(200, "application/json", R"({"a":[1]})")), Json::parse(R"({"a":[1]})"));
  EXPECT_EQ(result_of(request, answered(201, "Application/HAL+JSON; charset=utf-8", "7")), Json(7));
}

TEST(OpenApiAnswer, IsOtherwiseTheTextAsItIs) {
  EXPECT_EQ(result_of(request, answered(200, "text/csv", "a,b\n")), Json("a,b\n"));
  EXPECT_EQ(result_of(request, answered(200, "text/plain", "{}")), Json("{}"));
  EXPECT_EQ(result_of(request, answered(200, "application/json", "{cut")), Json("{cut"));
}

TEST(OpenApiAnswer, IsASentenceWhenThereIsNothing) {
  EXPECT_EQ(result_of(request, answered(204, "", "")), Json("Status 204, without content"));
}

TEST(OpenApiAnswer, OfAnErrorSaysStatusAndStartWithoutTheQuery) {
  EXPECT_EQ(raised<ExecuteError>([] { static_cast<void>(result_of(request, answered(404, "", "no such pet"))); }),
            "GET https://h/pets was answered with status 404: no such pet");
  std::string const message = raised<ExecuteError>(
      [] { static_cast<void>(result_of(request, answered(500, "", std::string(499, 'a') + "üü"))); });
  EXPECT_EQ(message, "GET https://h/pets was answered with status 500: " + std::string(499, 'a') + "…");
}

TEST(OpenApiAnswer, OfARedirectIsNotFollowed) {
  HttpResponse const redirect{.status = 302, .headers = {{"Location", "https://other/pets?token=t"}}, .body = ""};
  EXPECT_EQ(raised<ExecuteError>([&] { static_cast<void>(result_of(request, redirect)); }),
            "GET https://h/pets was answered with status 302 and points to https://other/pets, which is not followed; "
            "make it the endpoint of the tool's connection");
}

/// Gives its blocks one after another, and asks for an end before the second.
class Blocks final : public Transport {
 public:
  Blocks(std::vector<std::string> blocks, Cancellation cancellation = {})
      : blocks_(std::move(blocks)), cancellation_(std::move(cancellation)) {}

  [[nodiscard]] HttpResponse send(HttpRequest const&) const override { return {}; }

  [[nodiscard]] StreamedResponse stream(HttpRequest const&) const override {
    std::shared_ptr<std::size_t> const next = std::make_shared<std::size_t>(0);
    return {.status = 200, .headers = {}, .body = [this, next]() -> std::optional<std::string> {
              if (*next == 1) cancellation_.request();
              if (*next == blocks_.size()) return std::nullopt;
              return blocks_[(*next)++];
            }};
  }

 private:
  std::vector<std::string> blocks_;
  Cancellation cancellation_;
};

constexpr std::chrono::seconds long_enough(60);

TEST(OpenApiExchange, ReadsUpToTheMostBytes) {
  EXPECT_EQ(exchange(request, Blocks({"ab", "cd"}), {.max_bytes = 4, .time = long_enough}).body, "abcd");
  EXPECT_EQ(raised<ConnectionError>([] {
              static_cast<void>(exchange(request, Blocks({"ab", "cde"}), {.max_bytes = 4, .time = long_enough}));
            }),
            "The answer to GET https://h/pets has more than 4 bytes; request less");
}

TEST(OpenApiExchange, ReadsUpToTheTimeLimit) {
  std::string const message = raised<ConnectionError>([] {
    static_cast<void>(exchange(request, Blocks({"ab"}), {.max_bytes = 4, .time = std::chrono::milliseconds(-1000)}));
  });
  EXPECT_NE(message.find("https://h/pets"), std::string::npos) << message;
  EXPECT_NE(message.find("the time limit of the request is over"), std::string::npos) << message;
  EXPECT_EQ(message.find("secret"), std::string::npos) << message;
}

TEST(OpenApiExchange, StopsWhenItIsCancelled) {
  Cancellation const cancellation;
  EXPECT_EQ(raised<CancelledError>([&] {
              static_cast<void>(exchange(request, Blocks({"ab", "cd"}, cancellation),
                                         {.max_bytes = 9, .time = long_enough, .cancellation = cancellation}));
            }),
            "GET https://h/pets was cancelled");
  EXPECT_EQ(raised<CancelledError>([&] {
              static_cast<void>(exchange(request, Blocks({"ab"}),
                                         {.max_bytes = 9, .time = long_enough, .cancellation = cancellation}));
            }),
            "GET https://h/pets was cancelled");
}

}  // namespace
}  // namespace prompty::openapi::answer_test
