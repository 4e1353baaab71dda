#include <gtest/gtest.h>

#include "mock-provider/scenario/route.hpp"

namespace mock_provider::route_test {
namespace {

struct Case {
  char const* name;
  char const* target;
  Route route;
};

using Kind = Route::Kind;

class Routes : public testing::TestWithParam<Case> {};

TEST_P(Routes, AreTakenApart) {
  EXPECT_EQ(route_of(GetParam().target), GetParam().route);
}

INSTANTIATE_TEST_SUITE_P(
    All, Routes,
    testing::Values(
        Case{"Chat", "/v1/chat/completions", {Kind::chat_completions, "default", "/v1/chat/completions", "", ""}},
        Case{"ChatWithoutVersion",
             "/chat/completions",
             {Kind::chat_completions, "default", "/chat/completions", "", ""}},
        Case{"Scenario",
             "/s.1/v1/chat/completions?a=b%20c",
             {Kind::chat_completions, "s.1", "/v1/chat/completions", "a=b%20c", ""}},
        Case{"DefaultByName",
             "/default/chat/completions",
             {Kind::chat_completions, "default", "/chat/completions", "", ""}},
        Case{"Messages", "/s.1/v1/messages", {Kind::messages, "s.1", "/v1/messages", "", ""}},
        Case{"MessagesWithoutVersion", "/messages", {Kind::messages, "default", "/messages", "", ""}},
        Case{"BelowMessages", "/v1/messages/other", {Kind::unknown, "default", "/v1/messages/other", "", ""}},
        Case{"MessageBatches",
             "/s/v1/messages/batches/b/results",
             {Kind::message_batches, "s", "/v1/messages/batches/b/results", "", "b/results"}},
        Case{"Batches", "/batches?limit=1", {Kind::batches, "default", "/batches", "limit=1", ""}},
        Case{"OneBatch", "/v1/batches/b", {Kind::batches, "default", "/v1/batches/b", "", "b"}},
        Case{"Conversations",
             "/s/conversations/c/items",
             {Kind::conversations, "s", "/conversations/c/items", "", "c/items"}},
        Case{"VectorStores", "/v1/vector_stores", {Kind::vector_stores, "default", "/v1/vector_stores", "", ""}},
        Case{"Speech", "/v1/audio/speech", {Kind::speech, "default", "/v1/audio/speech", "", ""}},
        Case{"Compact", "/v1/responses/compact", {Kind::compact, "default", "/v1/responses/compact", "", ""}},
        Case{"Embeddings", "/v1/embeddings", {Kind::embeddings, "default", "/v1/embeddings", "", ""}},
        Case{"Images", "/s/images/generations", {Kind::images, "s", "/images/generations", "", ""}},
        Case{"ImagesAlone", "/images", {Kind::unknown, "default", "/images", "", ""}},
        Case{"Responses", "/s/v1/responses", {Kind::responses, "s", "/v1/responses", "", ""}},
        Case{"ResponseById", "/responses/r", {Kind::response, "default", "/responses/r", "", "r"}},
        Case{"InputItems",
             "/v1/responses/r/input_items?order=asc",
             {Kind::response, "default", "/v1/responses/r/input_items", "order=asc", "r/input_items"}},
        Case{"InputTokens",
             "/v1/responses/input_tokens",
             {Kind::input_tokens, "default", "/v1/responses/input_tokens", "", ""}},
        Case{"CountTokens",
             "/s/v1/messages/count_tokens",
             {Kind::count_tokens, "s", "/v1/messages/count_tokens", "", ""}},
        Case{"Transcriptions",
             "/v1/audio/transcriptions",
             {Kind::transcriptions, "default", "/v1/audio/transcriptions", "", ""}},
        Case{"ImageEdits", "/images/edits", {Kind::image_edits, "default", "/images/edits", "", ""}},
        Case{"TranscriptionsAlone",
             "/audio/translations",
             {Kind::transcriptions, "default", "/audio/translations", "", ""}},
        Case{"ModerationsAlone", "/moderations", {Kind::moderations, "default", "/moderations", "", ""}},
        Case{"Files", "/s/v1/files?limit=1", {Kind::files, "s", "/v1/files", "limit=1", ""}},
        Case{"FilesAlone", "/files", {Kind::files, "default", "/files", "", ""}},
        Case{"FileContent", "/v1/files/f/content", {Kind::files, "default", "/v1/files/f/content", "", "f/content"}},
        Case{"Moderations", "/v1/moderations", {Kind::moderations, "default", "/v1/moderations", "", ""}},
        Case{"Completions", "/s/v1/completions", {Kind::completions, "s", "/v1/completions", "", ""}},
        Case{"CompletionsOfADeployment",
             "/openai/deployments/d/completions",
             {Kind::completions, "default", "/openai/deployments/d/completions", "", "", "d"}},
        Case{"OllamaChat", "/api/chat", {Kind::ollama_chat, "default", "/api/chat", "", ""}},
        Case{"OllamaEmbed", "/s/api/embed", {Kind::ollama_embed, "s", "/api/embed", "", ""}},
        Case{"BelowOllamaChat", "/s/api/chat/x", {Kind::api, "s", "/api/chat/x", "", ""}},
        Case{"Gemini",
             "/v1beta/models/g-2.5:streamGenerateContent?alt=sse",
             {Kind::gemini, "default", "/v1beta/models/g-2.5:streamGenerateContent", "alt=sse",
              "g-2.5:streamGenerateContent"}},
        Case{"GeminiOfVersion1",
             "/s/v1/models/g%2D2:generateContent",
             {Kind::gemini, "s", "/v1/models/g%2D2:generateContent", "", "g-2:generateContent"}},
        Case{"FineTunedModel",
             "/v1/models/ft:gpt-4o:me::1",
             {Kind::model, "default", "/v1/models/ft:gpt-4o:me::1", "", "ft:gpt-4o:me::1"}},
        Case{"GeminiEmbed",
             "/s/v1beta/models/g:embedContent",
             {Kind::gemini_embed, "s", "/v1beta/models/g:embedContent", "", "g:embedContent"}},
        Case{"GeminiCountTokens",
             "/v1beta/models/g:countTokens",
             {Kind::unknown, "default", "/v1beta/models/g:countTokens", "", "g:countTokens"}},
        Case{"Models", "/v1/models", {Kind::models, "default", "/v1/models", "", ""}},
        Case{"Model", "/x/models/a%2Fb", {Kind::model, "x", "/models/a%2Fb", "", "a/b"}},
        Case{"ModelWithSlash", "/v1/models/a/b", {Kind::model, "default", "/v1/models/a/b", "", "a/b"}},
        Case{"ModelWithoutId", "/v1/models/", {Kind::unknown, "default", "/v1/models/", "", ""}},
        Case{"Admin",
             "/_mock/requests?scenario=x",
             {Kind::admin, "default", "/_mock/requests", "scenario=x", "requests"}},
        Case{"Deployment",
             "/s/openai/deployments/my%20d/chat/completions?api-version=2024-10-21",
             {Kind::chat_completions, "s", "/openai/deployments/my%20d/chat/completions", "api-version=2024-10-21", "",
              "my d"}},
        Case{"DeploymentWithoutName",
             "/openai/deployments//embeddings",
             {Kind::unknown, "default", "/openai/deployments//embeddings", "", ""}},
        Case{"DeploymentAlone",
             "/openai/deployments/d",
             {Kind::unknown, "default", "/openai/deployments/d", "", "", "d"}},
        Case{"AzureVersion", "/openai/v1/responses", {Kind::responses, "default", "/openai/v1/responses", "", ""}},
        Case{"AzureModels", "/openai/models", {Kind::models, "default", "/openai/models", "", ""}},
        Case{"Mcp", "/s/mcp", {Kind::mcp, "s", "/mcp", "", ""}},
        Case{"BelowMcp", "/s/mcp/x", {Kind::unknown, "s", "/mcp/x", "", ""}},
        Case{"Api", "/s/api/weather/today?a=b", {Kind::api, "s", "/api/weather/today", "a=b", ""}},
        Case{"ApiLongerWord", "/s/apis", {Kind::unknown, "s", "/apis", "", ""}},
        Case{"Unknown", "/v1/nothing", {Kind::unknown, "default", "/v1/nothing", "", ""}},
        Case{"LongerWord", "/v12/chat/completions", {Kind::chat_completions, "v12", "/chat/completions", "", ""}},
        Case{"VersionTwice", "/v1/v1/chat/completions", {Kind::unknown, "default", "/v1/v1/chat/completions", "", ""}},
        Case{"ScenarioAlone", "/x", {Kind::unknown, "x", "", "", ""}},
        Case{"NoName", "/a%20b/v1/models", {Kind::unknown, "default", "/a%20b/v1/models", "", ""}},
        Case{"Root", "/", {Kind::unknown, "default", "/", "", ""}},
        Case{"Star", "*", {Kind::unknown, "default", "*", "", ""}},
        Case{"Empty", "", {Kind::unknown, "default", "", "", ""}}),
    [](testing::TestParamInfo<Case> const& tested) { return tested.param.name; });

TEST(QueryValues, ArePercentDecodedAndFoundByTheirWholeName) {
  EXPECT_EQ(query_value("a=1&b=%41c&b=2", "b"), "Ac");
  EXPECT_EQ(query_value("a=", "a"), "");
  EXPECT_EQ(query_value("ab=1&a", "a"), std::nullopt);
  EXPECT_EQ(query_value("", "a"), std::nullopt);
}

TEST(RoutesOfScenarios, NeedAStepForModelsAndApis) {
  EXPECT_TRUE(needs_step(route_of("/s/v1/messages")));
  EXPECT_TRUE(needs_step(route_of("/s/api/x")));
  EXPECT_FALSE(needs_step(route_of("/s/v1/models")));
  EXPECT_FALSE(needs_step(route_of("/s/mcp")));
}

TEST(PercentDecoding, LeavesBrokenEscapesAlone) {
  EXPECT_EQ(percent_decoded("%41%6a"), "Aj");
  EXPECT_EQ(percent_decoded("%"), "%");
  EXPECT_EQ(percent_decoded("%4"), "%4");
  EXPECT_EQ(percent_decoded("%4x"), "%4x");
  EXPECT_EQ(percent_decoded("a%zz%41"), "a%zzA");
}

TEST(AdminRequests, AreKnownByTheirFirstBytes) {
  for (char const* const bytes :
       {"GET /_mock/health HTTP/1.1\r\n", "DELETE /_mock/", "GET /_mock HTTP/1.1", "GET /_mock?x"}) {
    EXPECT_TRUE(begins_admin_request(bytes)) << bytes;
  }
  for (char const* const bytes : {"", "GET", "GET /", "GET /_mock", "GET /_mocked/x HTTP/1.1",
                                  "GET /v1/models HTTP/1.1", "GET /a/_mock/ HTTP/1.1"}) {
    EXPECT_FALSE(begins_admin_request(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace mock_provider::route_test
