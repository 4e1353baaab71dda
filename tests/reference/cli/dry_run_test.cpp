#include "cli/command_line.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace prompty::dry_run_test {
namespace {

using cli::Printing;

std::string printed(HttpRequest const& request, Printing printing) {
  std::ostringstream out;
  cli::print_request(request, printing, {}, out);
  return out.str();
}

HttpRequest const request{.method = "POST",
                          .url = "http://a/v1/x",
                          .headers = {{"Accept", "application/json"},
                                      {"Authorization", "Bearer s3cret"},
                                      {"x-api-key", "s3cret"},
                                      {"api-key", "s3cret"}},
                          .body = R"({"max_tokens":7})"};

TEST(DryRun, ShowsTheRequestWithoutItsCredentials) {
  EXPECT_EQ(printed(request, Printing::plain),
            "POST http://a/v1/x\nAccept: application/json\nAuthorization: [REDACTED]\nx-api-key: [REDACTED]\n"
            "api-key: [REDACTED]\n\n{\n  \"max_tokens\": 7\n}\n");
}

TEST(DryRun, ShowsItOnOneLineAsJson) {
  std::string const line = printed(request, Printing::json_lines);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  Json const shown = Json::parse(line);
  EXPECT_EQ(shown["body"]["max_tokens"], 7);
  EXPECT_EQ(shown["headers"]["Authorization"], "[REDACTED]");
  EXPECT_EQ(line.find("s3cret"), std::string::npos);
}

TEST(RequestKeepers, AnswerInTheRequestedForm) {
  cli::RequestKeeper const keeper;
  EXPECT_EQ(keeper.send(request).body, "{}");
  EXPECT_EQ(keeper.kept(), request);
  HttpRequest events = request;
  events.headers = {{"Accept", "text/event-stream"}};
  EXPECT_EQ(find_header(keeper.stream(events).headers, "content-type"), "text/event-stream");
}

}  // namespace
}  // namespace prompty::dry_run_test
