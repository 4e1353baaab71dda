#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "reference/support/migrated_frontmatter.hpp"

// What migrating makes of the model of a file of version 1.
namespace prompty::migrate_model_test {
namespace {

using prompty_tests::left;
using prompty_tests::migrated;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(MigrateModel, MovesWhatTheServiceIsOutOfTheConfiguration) {
  EXPECT_EQ(migrated("# top\n"
                     "model:  # which\n"
                     "  api: chat   # kind\n"
                     "\n"
                     "  configuration:   # where\n"
                     "    # of the harbour\n"
                     "    type: azure_openai\n"
                     "    azure_endpoint: ${env:E}   # address\n"
                     "    azure_deployment: 'four'\n"
                     "    api_key: ${env:K}\n"
                     "  parameters: {max_tokens: 5, temperature: 0.1}   # how\n"
                     "name: a\n"),
            "# top\n"
            "model:  # which\n"
            "  apiType: chat   # kind\n"
            "\n"
            "  # of the harbour\n"
            "  provider: foundry\n"
            "  id: 'four'\n"
            "  connection:   # where\n"
            "    kind: key\n"
            "    endpoint: ${env:E}   # address\n"
            "    apiKey: ${env:K}\n"
            "  options: {maxOutputTokens: 5, temperature: 0.1}   # how\n"
            "name: a\n");
}

TEST(MigrateModel, TakesTheKindOfConnectionThatFits) {
  EXPECT_EQ(
      migrated("model: {configuration: {type: openai, name: m, api_key: k}}\n"),
      "model: {provider: openai, id: m, connection: {kind: key, endpoint: https://api.openai.com/v1, apiKey: k}}\n");
  EXPECT_EQ(migrated("model: {configuration: {type: azure_openai, azure_deployment: m, azure_endpoint: e}}\n"),
            "model: {provider: foundry, id: m, connection: {kind: foundry, endpoint: e}}\n");
  EXPECT_EQ(migrated("model: {configuration: {type: openai, name: m, base_url: e}}\n"),
            "model: {provider: openai, id: m, connection: {kind: anonymous, endpoint: e}}\n");
  EXPECT_EQ(migrated("model: {configuration: {type: openai, name: m}}\n"), "model: {provider: openai, id: m}\n");
}

TEST(MigrateModel, ListsWhatHasNoPlace) {
  std::string const old =
      "model:\n"
      "  api: completion\n"
      "  configuration:\n"
      "    type: azure_openai\n"
      "    azure_deployment: m\n"
      "    azure_endpoint: e\n"
      "    api_key: k\n"
      "    api_version: 2024-06-01\n"
      "  response: all\n";
  EXPECT_EQ(migrated(old),
            "model:\n"
            "  apiType: chat\n"
            "  provider: foundry\n"
            "  id: m\n"
            "  connection:\n"
            "    kind: key\n"
            "    endpoint: e\n"
            "    apiKey: k\n"
            "    # api_version: 2024-06-01\n"
            "  # response: all\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("3: There are no completions"),
                                     HasSubstr("9: model.configuration.api_version has no "),
                                     HasSubstr("10: model.response has no place")));
}

TEST(MigrateModel, NamesWhatStandsBesideTheNameOfToday) {
  std::string const old =
      "model:\n"
      "  id: a\n"
      "  apiType: chat\n"
      "  api: completion\n"
      "  configuration:\n"
      "    type: azure_openai\n"
      "    azure_endpoint: e\n"
      "    azure_deployment: b\n";
  EXPECT_EQ(migrated(old),
            "model:\n"
            "  id: a\n"
            "  apiType: chat\n"
            "  # api: completion\n"
            "  provider: foundry\n"
            "  connection:\n"
            "    kind: foundry\n"
            "    endpoint: e\n"
            "    # azure_deployment: b\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("5: model.api stands beside model.apiType"),
                                     HasSubstr("9: model.configuration.azure_deployment stands beside model.id")));
}

TEST(MigrateModel, TakesAMemberWithoutAValueForNone) {
  EXPECT_EQ(
      migrated("model: {configuration: {type: azure_openai, azure_deployment: m, azure_endpoint: e, api_key: ~}}\n"),
      "model: {provider: foundry, id: m, connection: {kind: foundry, endpoint: e}}\n");
  EXPECT_EQ(migrated("model:\n  configuration:\n    type: openai\n    name: m\n    api_key:   # of mine\n"),
            "model:\n  provider: openai\n  id: m\n    # of mine\n");
}

TEST(MigrateModel, ListsAProviderThatNobodyServes) {
  EXPECT_THAT(left("model: {configuration: {type: github, name: m, endpoint: e, api_key: k}}\n"),
              ElementsAre(HasSubstr("2: No executor is registered for the provider github")));
  EXPECT_THAT(left("model: {configuration: {type: '${env:P}', name: m, endpoint: e, api_key: k}}\n"), IsEmpty());
  EXPECT_THAT(left("model: {api: chat}\n"), ElementsAre(HasSubstr("2: The model names no provider")));
}

TEST(MigrateModel, ListsAModelWithoutAProviderInEveryFormOfAFileOfVersion1) {
  EXPECT_THAT(left("model: gpt-4o\ninputSchema: {a: {type: string}}\n"),
              ElementsAre(testing::AllOf(HasSubstr("2: The model names no provider"), HasSubstr("model.id"))));
  EXPECT_THAT(left("model: {id: gpt-4o}\ninputSchema: {a: {type: string}}\n"),
              ElementsAre(HasSubstr("2: The model names no provider")));
  EXPECT_THAT(left("model: ${file:model.json}\ninputSchema: {a: {type: string}}\n"), IsEmpty());
  for (std::string const old :
       {"sample: {a: b}\n", "inputSchema: {a: {type: string}}\n", "inputs: {a: {type: string}}\n",
        "template: {type: jinja2}\n", "tools: [{type: function, function: {name: f}}]\n"})
    EXPECT_THAT(left("name: n\n" + old),
                testing::Contains(testing::AllOf(HasSubstr("2: The file names no model"), HasSubstr("model.id"))))
        << old;
  EXPECT_THAT(left("inputSchema: {a: {type: string}}\nmodel: ~\n"),
              ElementsAre(HasSubstr("3: The file names no model")));
  EXPECT_THAT(left("authors: [a]\ntags: [b]\nversion: 1\n"), IsEmpty()) << "files of today may have these";
  EXPECT_THAT(left("model: gpt-4o\n"), IsEmpty()) << "the file is of today, and check says so";
}

TEST(MigrateModel, MendsNamesInAConnectionOfToday) {
  EXPECT_EQ(migrated("model: {id: m, connection: {kind: key, type: azure_openai, azure_endpoint: e, api_key: k}}\n"),
            "model: {id: m, provider: foundry, connection: {kind: key, endpoint: e, apiKey: k}}\n");
  std::string const current =
      "model: {id: m, connection: {kind: reference, name: n, type: openai}}\n"
      "modl: x\n";
  EXPECT_EQ(migrated(current), current) << "a name there is that of a registered client";
  std::string const others =
      "model: {id: m, connection: {kind: key, endpoint: e, apiKey: k, type: mine}}\nlicense: y\n";
  EXPECT_EQ(migrated(others), others) << "it is no provider, and the file is of today";
}

TEST(MigrateModel, ListsOptionsOfCompletions) {
  std::string const old = "model: {api: completion, provider: openai, parameters: {best_of: 2, echo: true, seed: 1}}\n";
  EXPECT_EQ(migrated(old), "model: {apiType: chat, provider: openai, options: {seed: 1}}\n");
  EXPECT_THAT(left(old),
              ElementsAre(HasSubstr("2: There are no completions"), HasSubstr("2: Chats have no option best_of"),
                          HasSubstr("2: Chats have no option echo")));
}

TEST(MigrateModel, ListsMembersThatOnlyMergeOthers) {
  std::string const old = "b: &b {max_tokens: 3}\nmodel:\n  parameters:\n    <<: *b\n    temperature: 0\n";
  EXPECT_EQ(migrated(old),
            "metadata:\n  b: &b {max_tokens: 3}\nmodel:\n  options:\n    # <<: *b\n    temperature: 0\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("3: The model names no provider"),
                                     HasSubstr("5: model.parameters: YAML 1.2 merges no mappings")));
}

TEST(MigrateModel, RenamesParametersAndKeepsTheOthers) {
  EXPECT_EQ(migrated("model:\n"
                     "  parameters:\n"
                     "    max_tokens: \"20\"\n"
                     "    top_p: 0.5\n"
                     "    frequency_penalty: 1\n"
                     "    presence_penalty: 2\n"
                     "    stop: END\n"
                     "    seed: 3\n"
                     "    user: u   # who\n"
                     "    logit_bias:\n"
                     "      \"1\": 2\n"),
            "model:\n"
            "  options:\n"
            "    maxOutputTokens: 20\n"
            "    topP: 0.5\n"
            "    frequencyPenalty: 1\n"
            "    presencePenalty: 2\n"
            "    stopSequences: [END]\n"
            "    seed: 3\n"
            "    additionalProperties:\n"
            "      user: u   # who\n"
            "      logit_bias:\n"
            "        \"1\": 2\n");
}

TEST(MigrateModel, LeavesWhatIsNotInTheFile) {
  std::string const old = "model: {api: chat, configuration: '${file:c.json}', parameters: '${file:p.json}'}\n";
  EXPECT_EQ(migrated(old), "model: {apiType: chat, configuration: '${file:c.json}', parameters: '${file:p.json}'}\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("2: model.configuration is no mapping of its own here"),
                                     HasSubstr("2: model.parameters is no mapping of its own here")));
  EXPECT_THAT(left("c: &c {type: openai}\nmodel: {configuration: *c}\n"),
              ElementsAre(HasSubstr("3: model.configuration")));
}

TEST(MigrateModel, LosesNothingWhereBothNamesAreThere) {
  std::string const old =
      "model:\n"
      "  parameters: {max_tokens: 1}\n"
      "  options: {max_tokens: 2, maxOutputTokens: 3}\n";
  EXPECT_EQ(migrated(old),
            "model:\n"
            "  # parameters: {max_tokens: 1}\n"
            "  options: {maxOutputTokens: 3}\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("2: The model names no provider"),
                                     HasSubstr("3: model.parameters stands beside model.options"),
                                     HasSubstr("4: model.options.max_tokens stands beside maxOutputTokens")));
}

}  // namespace
}  // namespace prompty::migrate_model_test
