#include "prompty/secrets/secrets.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

namespace prompty::secret_values_test {
namespace {

std::string masked(std::string_view secret, std::string_view text) {
  Secrets secrets;
  secrets.add(secret);
  return secrets.masked(text);
}

TEST(NamesOfSecrets, AreTakenByTheirWords) {
  for (char const* const name :
       {"apiKey", "APIKey", "api_key", "X-Api-Key", "client_secret", "accessToken", "OPENAI_KEY", "GITHUB_TOKEN",
        "DB_PASSWORD", "Authorization", "Set-Cookie", "Ocp-Apim-Subscription-Key", "AWS_SECRET_ACCESS_KEY"})
    EXPECT_TRUE(names_a_secret(name)) << name;
  for (char const* const name : {"", "key", "kind", "tokenizer", "max_tokens", "maxOutputTokens", "primary_key",
                                 "prompt_cache_key", "author", "authenticationMode", "monkey"})
    EXPECT_FALSE(names_a_secret(name)) << name;
}

TEST(SecretsOfUrls, AreUserInformationAndSecretParameters) {
  EXPECT_EQ(without_url_secrets("No answer from https://user:pw@host/p?api-key=abc&v=1#token=t: refused"),
            "No answer from https://[REDACTED]@host/p?api-key=[REDACTED]&v=1#token=[REDACTED] refused");
  EXPECT_EQ(without_url_secrets("postgres://u:p@h, \"https://t0k@g/x?sig=1&se=2\""),
            "postgres://[REDACTED]@h, \"https://[REDACTED]@g/x?sig=[REDACTED]&se=2\"");
  for (char const* const text :
       {"", "://", "a@b.c", "http://h/a@b?x=1&y", "http://h?api-key=", "http://h?key=${env:K}"})
    EXPECT_EQ(without_url_secrets(text), text);
}

TEST(SecretValues, AreMaskedInEachFormThatTheyMayTake) {
  std::string const secret = "pass\"word/1";
  EXPECT_EQ(masked(secret, "a pass\"word/1 b"), "a [REDACTED] b");
  EXPECT_EQ(masked(secret, R"({"a":"pass\"word/1"})"), R"({"a":"[REDACTED]"})");
  EXPECT_EQ(masked(secret, "q=pass%22word%2F1"), "q=[REDACTED]");
  EXPECT_EQ(masked("Bearer abcdefgh", "token abcdefgh"), "token [REDACTED]");
  EXPECT_EQ(masked("first line of it\nsecond line of it\n", "x second line of it"), "x [REDACTED]");
}

TEST(SecretValues, AreMaskedWhereATextWasCut) {
  EXPECT_EQ(masked("0123456789abcdef", "the key 0123456789ab"), "the key [REDACTED]");
  EXPECT_EQ(masked("0123456789abcdef", "0123456789… and 012345678 ..."), "[REDACTED]… and [REDACTED] ...");
  EXPECT_EQ(masked("0123456789abcdef", "0123456789 and 0123"), "0123456789 and 0123");
}

TEST(SecretValues, HaveEightCharactersAtTheLeast) {
  for (char const* const word : {"", "1", "none", "gpt-4o", "ollama", "hunter2"})
    EXPECT_EQ(masked(word, "1 none gpt-4o ollama hunter2"), "1 none gpt-4o ollama hunter2");
  EXPECT_EQ(masked("hunter22", "hunter22"), "[REDACTED]");
}

TEST(SecretValues, MayBePartsOfEachOther) {
  Secrets secrets;
  secrets.add("abcdefgh");
  secrets.add("abcdefghijkl");
  EXPECT_EQ(secrets.masked("abcdefghijkl abcdefgh"), "[REDACTED] [REDACTED]");
}

TEST(SecretValues, AreFoundByTheNamesOfMembers) {
  Secrets secrets;
  secrets.add_named(Json::parse(R"({"model":{"id":"model-name","connection":{"apiKey":"key-of-model",
    "endpoint":"https://u:password1@host/?api-key=in-the-query"}},"token":1234567890,
    "password":{"description":"what it is for"},"clientSecret":"${env:CLIENT_SECRET}"})"));
  EXPECT_EQ(
      secrets.masked("model-name key-of-model password1 in-the-query 1234567890 what it is for ${env:CLIENT_SECRET}"),
      "model-name [REDACTED] [REDACTED] [REDACTED] [REDACTED] what it is for ${env:CLIENT_SECRET}");
}

TEST(SecretValues, OfConnectionsAreMaskedHoweverManyAFileNames) {
  Json file = Json::object();
  for (int index = 0; index < 2'000; ++index)
    file["token_" + std::to_string(index)] = fmt::format("named-{:05}", index);
  Secrets secrets;
  secrets.add_named(file);
  secrets.add("key-of-the-connection");
  secrets.add_from_urls("https://user:password-of-it@host");
  EXPECT_EQ(secrets.masked("named-00000 key-of-the-connection password-of-it"), "[REDACTED] [REDACTED] [REDACTED]");
}

TEST(SecretValues, OfATokenSourceAreMaskedHoweverManyItHasGiven) {
  Secrets secrets;
  for (int index = 0; index < 2'000; ++index) secrets.add(fmt::format("token-{:05}", index));
  EXPECT_EQ(secrets.masked("token-01999"), "[REDACTED]");
  EXPECT_EQ(secrets.masked("token-00000"), "token-00000") << "the oldest makes room";
}

TEST(SecretValues, AreMaskedInNamesAndTextsOfJson) {
  Secrets secrets;
  secrets.add("abcdefgh");
  EXPECT_EQ(secrets.masked_json(Json::parse(R"({"abcdefgh":["x abcdefgh",1,null,{"a":true}]})")),
            Json::parse(R"({"[REDACTED]":["x [REDACTED]",1,null,{"a":true}]})"));
}

TEST(SecretValues, AreMaskedInManyMembersInLinearTime) {
  Json many = Json::object();
  Json::object_t::Container& members = many.get_ref<Json::object_t&>();
  for (int index = 0; index < 200'000; ++index) members.emplace_back("k" + std::to_string(index), "abcdefgh");
  Secrets secrets;
  secrets.add("abcdefgh");
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  Json const shown = secrets.masked_json(many);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_EQ(shown.size(), 200'000U);
  EXPECT_EQ(shown.back(), Json("[REDACTED]"));
}

}  // namespace
}  // namespace prompty::secret_values_test
