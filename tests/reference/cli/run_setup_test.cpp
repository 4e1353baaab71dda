#include "cli/run_setup.hpp"

#include <gtest/gtest.h>

namespace prompty::run_setup_test {
namespace {

std::optional<Connection> chosen(std::optional<Connection> of_file, std::optional<std::string> endpoint,
                                 std::optional<std::string> api_key) {
  PromptyAgent agent;
  agent.model = Model{.connection = std::move(of_file)};
  cli::RunChoices const choices{
      .prompt = {.file = "f"}, .endpoint = std::move(endpoint), .api_key = std::move(api_key)};
  return cli::with_connection(agent, choices).model->connection;
}

std::optional<Connection> key(std::optional<std::string> endpoint, std::optional<std::string> api_key) {
  return KeyConnection{.endpoint = std::move(endpoint), .api_key = std::move(api_key)};
}

std::optional<Connection> anonymous(std::string endpoint) {
  return AnonymousConnection{.endpoint = std::move(endpoint)};
}

TEST(RunConnection, IsThatOfTheFileUnlessTheCommandLineSaysMore) {
  EXPECT_EQ(chosen(key("E", "K"), std::nullopt, std::nullopt), key("E", "K"));
  EXPECT_EQ(chosen(std::nullopt, std::nullopt, std::nullopt), std::nullopt);
}

TEST(RunConnection, TakesWhatTheCommandLineSays) {
  EXPECT_EQ(chosen(key("E", "K"), "E2", std::nullopt), key("E2", "K"));
  EXPECT_EQ(chosen(key("E", "K"), std::nullopt, "K2"), key("E", "K2"));
  EXPECT_EQ(chosen(anonymous("E"), "E2", std::nullopt), anonymous("E2"));
  EXPECT_EQ(chosen(anonymous("E"), std::nullopt, "K2"), key("E", "K2"));
}

TEST(RunConnection, IsMadeWhenTheFileHasNoneToUse) {
  EXPECT_EQ(chosen(std::nullopt, "E2", std::nullopt), anonymous("E2"));
  EXPECT_EQ(chosen(std::nullopt, "E2", "K2"), key("E2", "K2"));
  EXPECT_EQ(chosen(std::nullopt, std::nullopt, "K2"), key("https://api.openai.com/v1", "K2"));
  EXPECT_EQ(chosen(ReferenceConnection{.name = "r"}, "E2", std::nullopt), anonymous("E2"));
}

TEST(RunConnection, IsAtTheAddressOfTheProvider) {
  PromptyAgent agent;
  agent.model = Model{.provider = "anthropic"};
  EXPECT_EQ(cli::with_connection(agent, cli::RunChoices{.prompt = {.file = "f"}, .api_key = "K"}).model->connection,
            key("https://api.anthropic.com", "K"));
}

}  // namespace
}  // namespace prompty::run_setup_test
