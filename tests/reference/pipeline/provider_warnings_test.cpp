#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "prompty/pipeline/check_prompt.hpp"

namespace prompty::provider_warnings_test {
namespace {

std::vector<std::string> warnings(std::string const& content) {
  std::vector<std::string> messages;
  for (Problem const& problem : check_prompt(content, "a.prompty")) {
    EXPECT_EQ(problem.severity, Severity::warning) << problem.message;
    messages.push_back(problem.message);
  }
  return messages;
}

using Messages = std::vector<std::string>;

TEST(ProviderWarnings, TellOfSystemMessagesThatAnthropicDoesNotGet) {
  std::string const body = "system:\na\nuser:\nb\nsystem:\nc\n";
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: anthropic}\n---\n" + body),
            Messages{"Of several system messages only the last is sent to the provider anthropic"});
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: openai}\n---\n" + body), Messages{});
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: anthropic}\n---\nsystem:\na\nuser:\nb\n"), Messages{});
}

TEST(ProviderWarnings, TellOfInputsThatAnthropicDoesNotGet) {
  std::string const inputs =
      "inputs:\n  - {name: voice, kind: audio}\n  - {name: paper, kind: file}\n  - {name: view, kind: image}\n";
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: anthropic}\n" + inputs + "---\nuser:\nb\n"),
            (Messages{"inputs.voice: audio parts are not sent to the provider anthropic",
                      "inputs.paper: file parts are not sent to the provider anthropic"}));
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: openai}\n" + inputs + "---\nuser:\nb\n"), Messages{});
}

TEST(ProviderWarnings, TellOfEmptyListsOfAllowedTools) {
  std::string const start = "---\ntools:\n  - {name: docs, kind: mcp, serverName: s, ";
  std::string const connection = "connection: {kind: reference, name: r}";
  EXPECT_EQ(warnings(start + connection + ", allowedTools: []}\n---\nuser:\nb\n"),
            Messages{"tools.docs.allowedTools: an empty list allows every tool"});
  EXPECT_EQ(warnings(start + connection + ", allowedTools: [a]}\n---\nuser:\nb\n"), Messages{});
  EXPECT_EQ(warnings(start + connection + "}\n---\nuser:\nb\n"), Messages{});
}

}  // namespace
}  // namespace prompty::provider_warnings_test
