#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "reference/pipeline/acme_provider.hpp"
#include "support/places.hpp"

namespace prompty::added_provider_test {
namespace {

std::string text_of_file(std::string const& path) {
  std::ifstream stream(prompty_tests::repository() + "/" + path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string shown_code(std::string const& page) {
  std::string const fence = "```cpp\n";
  std::size_t const start = page.find(fence) + fence.size();
  return page.substr(start, page.find("```", start) - start);
}

PromptyAgent acme_agent() {
  return {.model = Model{.id = "acme-2", .provider = "acme"}, .instructions = "user:\nGood {{time}}"};
}

TEST(AddedProvider, RunsAPrompt) {
  std::unique_ptr<Runtime> const runtime = make_runtime();
  acme::register_acme(*runtime);
  std::vector<Message> const messages = prepare(acme_agent(), Json{{"time", "morning"}}, *runtime);

  EXPECT_EQ(run(acme_agent(), messages, *runtime), Outcome(Text{.value = "You said user: Good morning\n"}));
  EXPECT_EQ(run_async(acme_agent(), messages, *runtime).get(), run(acme_agent(), messages, *runtime));
}

TEST(AddedProvider, ShowsItsRequests) {
  std::unique_ptr<Runtime> const runtime = make_runtime();
  acme::register_acme(*runtime);

  EXPECT_EQ(build_request(acme_agent(), {{.role = "user", .content = {TextPart{.value = "Hi"}}}}, *runtime).body,
            (Json{{"model", "acme-2"}, {"prompt", "user: Hi\n"}}));
}

TEST(AddedProvider, IsShownOnThePageAsItIsCompiled) {
  EXPECT_EQ(shown_code(text_of_file("reference/adding-a-provider.md")),
            text_of_file("tests/reference/pipeline/acme_provider.hpp"));
}

}  // namespace
}  // namespace prompty::added_provider_test
