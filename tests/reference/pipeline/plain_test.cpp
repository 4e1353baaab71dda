#include "prompty/plain.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::plain_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class HttpPlainTexts : public testing::Test {
 protected:
  /// A prompt that asks for a capital, with these lines in its frontmatter.
  std::string prompt(std::string const& lines = "") const {
    return folder.write("capital.prompty",
                        "---\nmodel:\n  id: m\n  provider: openai\n  connection: {kind: key, apiKey: K, endpoint: " +
                            server.base_url() + "/p/v1}\n" + lines + "---\nName the capital of {{ country }}.\n");
  }

  void answer(std::string const& text) { server.put_scenario("p", {{"steps", {{{"respond", {{"text", text}}}}}}}); }

  prompty_tests::TemporaryFolder const folder;
  mock_provider::Server server{mock_provider::ServerOptions{}};
};

TEST_F(HttpPlainTexts, OfMessagesAreJson) {
  EXPECT_EQ(plain::prepare(prompt(), R"({"country": "France"})"),
            R"([{"role":"system","content":[{"kind":"text","value":"Name the capital of France."}]}])");
}

TEST_F(HttpPlainTexts, OfAnswersAreTheAnswer) {
  answer("\"Paris\"\n");
  EXPECT_EQ(plain::run(prompt(), R"({"country": "France"})"), "\"Paris\"\n");
  ASSERT_EQ(server.requests("p").size(), 1U);
  EXPECT_THAT(server.requests("p")[0].body, HasSubstr("capital of France"));
}

TEST_F(HttpPlainTexts, OfStructuredAnswersAreJson) {
  answer("{ \"city\": \"Paris\" }");
  EXPECT_EQ(plain::run(prompt("outputs:\n  - {name: city, kind: string}\n")), R"({"city":"Paris"})");
}

TEST_F(HttpPlainTexts, OfInputsHaveToBeJson) {
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(plain::prepare(prompt(), "country=France")); }),
              StartsWith("inputs must be the text of a JSON object, such as {\"country\": \"France\"}: "));
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(plain::run(prompt(), "[1]")); }),
              HasSubstr("inputs must be a mapping"));
  EXPECT_TRUE(server.requests("p").empty());
}

TEST_F(HttpPlainTexts, OfNoFileAreAnError) {
  EXPECT_THAT(raised<FileNotFoundError>([&] { static_cast<void>(plain::prepare("/nowhere.prompty")); }),
              HasSubstr("/nowhere.prompty"));
}

}  // namespace
}  // namespace prompty::plain_test
