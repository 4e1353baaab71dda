#include "prompty/wire/requests.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::wire_live_anthropic_test {
namespace {

Message said(std::string role, std::string text) {
  return {.role = std::move(role), .content = {TextPart{.value = std::move(text)}}};
}

PromptyAgent agent_with(std::optional<ModelOptions> options) {
  PromptyAgent agent{.name = "foo"};
  agent.model = Model{.id = "m", .provider = "anthropic", .options = std::move(options)};
  return agent;
}

std::string request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  return json_text::dump(live::message_request(agent, messages));
}

Json image_block(ImagePart const& image) {
  return live::message_request(PromptyAgent{}, {{.role = "user", .content = {image}}})["messages"][0]["content"][0];
}

std::string wire(ImagePart const& image) {
  return json_text::dump(image_block(image));
}

TEST(LiveMessageImage, TakesAddressesOfImagesForWhatTheyAre) {
  EXPECT_EQ(wire(ImagePart{.value = "HTTPS://e/i.png", .media_type = "image/png"}),
            R"({"type":"image","source":{"type":"url","url":"HTTPS://e/i.png"}})");
  EXPECT_EQ(wire(ImagePart{.value = "http://e/i.png"}),
            R"({"type":"image","source":{"type":"url","url":"http://e/i.png"}})");
}

TEST(LiveMessageImage, TakesDataAddressesApart) {
  char const* const webp = R"({"type":"image","source":{"type":"base64","media_type":"image/webp","data":"QUJD"}})";
  EXPECT_EQ(wire(ImagePart{.value = "data:image/webp;base64,QUJD"}), webp);
  EXPECT_EQ(wire(ImagePart{.value = "Data:image/webp;name=x;base64,QUJD", .media_type = "image/png"}), webp);
  EXPECT_EQ(wire(ImagePart{.value = "data:;base64,QUJD", .media_type = "image/webp"}), webp);
}

TEST(LiveMessageImage, RefusesImagesThatTheProviderCannotRead) {
  auto const refusal = [](ImagePart const& image) {
    return raised<ValueError>([&] { static_cast<void>(image_block(image)); });
  };
  for (ImagePart const& image : {ImagePart{.value = "QUJD"}, ImagePart{.value = "QUJD", .media_type = ""},
                                 ImagePart{.value = "data:;base64,Q"}}) {
    EXPECT_NE(refusal(image).find("mediaType"), std::string::npos);
  }
  for (char const* const address :
       {"data:image/svg+xml,<svg/>", "data:image/png;base64", "data:", "data:a;base64x,Q"}) {
    EXPECT_NE(refusal({.value = address, .media_type = "image/png"}).find("base64"), std::string::npos) << address;
  }
}

TEST(LiveMessageImage, IsAmendedInResultsToo) {
  Message const result{
      .role = "tool", .content = {ImagePart{.value = "http://e/i.png"}}, .metadata = Json{{"tool_call_id", "c"}}};
  Json const sent = live::message_request(PromptyAgent{}, {result})["messages"][0]["content"][0];
  EXPECT_EQ(sent["content"][0]["source"], Json({{"type", "url"}, {"url", "http://e/i.png"}}));
}

TEST(LiveMessageImage, OfBlocksThatTheProviderWroteStaysAsItIs) {
  Json const blocks = Json::parse(R"([{"type":"image","source":{"type":"url","url":"http://e/i.png"}},
      {"type":"image","file_id":"f"},{"type":"tool_result","tool_use_id":"c"}])");
  Json const calls = Json::parse(R"([{"id":"c","function":{"name":"f","arguments":"{}"}}])");
  Message const turn{
      .role = "assistant", .content = {}, .metadata = Json{{"tool_calls", calls}, {"content_blocks", blocks}}};
  EXPECT_EQ(live::message_request(PromptyAgent{}, {turn})["messages"][0]["content"], blocks);
}

TEST(LiveMessageRequest, HasOutputsAndAdditionalPropertiesBehindTheLetter) {
  PromptyAgent agent = agent_with(ModelOptions{.additional_properties = Json{{"x", 1}}});
  agent.outputs = {{.name = "a", .kind = "float"}};
  EXPECT_EQ(request(agent, {}),
            R"({"model":"m","messages":[],"max_tokens":4096,"output_config":{"format":{"type":"json_schema",)"
            R"("schema":{"type":"object","properties":{"a":{"type":"number"}},"additionalProperties":false}}},"x":1})");
}

TEST(LiveMessageRequest, JoinsSystemMessages) {
  EXPECT_EQ(request(agent_with(std::nullopt), {said("system", "A"), said("system", ""), said("system", "B")}),
            R"({"model":"m","messages":[],"max_tokens":4096,"system":"A\n\nB"})");
  EXPECT_EQ(request(agent_with(std::nullopt), {said("system", "A"), said("system", "")}),
            R"({"model":"m","messages":[],"max_tokens":4096,"system":"A"})");
}

TEST(LiveMessageRequest, LetsAdditionalPropertiesReplaceNothing) {
  Json const additional{{"model", "x"}, {"messages", 1}, {"max_tokens", 1}, {"system", "x"}};
  EXPECT_EQ(request(agent_with(ModelOptions{.additional_properties = additional}), {said("system", "S")}),
            R"({"model":"m","messages":[],"max_tokens":4096,"system":"S"})");
}

}  // namespace
}  // namespace prompty::wire_live_anthropic_test
