#include "prompty/wire/openai/message.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::wire_message_test {
namespace {

std::string wire(Message const& message) {
  return json_text::dump(openai::message_to_wire(message));
}

TEST(ChatMessage, WithOneTextPartHasPlainContent) {
  EXPECT_EQ(wire({.role = "user", .content = {TextPart{.value = "Hi"}}}), R"({"role":"user","content":"Hi"})");
  EXPECT_EQ(wire({.role = "user", .content = {TextPart{.value = ""}}}), R"({"role":"user","content":""})");
}

TEST(ChatMessage, WithSeveralPartsHasBlocksInOrder) {
  EXPECT_EQ(wire({.role = "user", .content = {TextPart{.value = "A"}, TextPart{.value = "B"}}}),
            R"({"role":"user","content":[{"type":"text","text":"A"},{"type":"text","text":"B"}]})");
}

TEST(ChatMessage, WithOneOtherPartHasOneBlock) {
  EXPECT_EQ(wire({.role = "user", .content = {FilePart{.value = "f"}}}),
            R"({"role":"user","content":[{"type":"file","file":{"url":"f"}}]})");
}

TEST(ChatMessage, WithoutPartsHasNoBlocks) {
  EXPECT_EQ(wire({.role = "assistant"}), R"({"role":"assistant","content":[]})");
}

TEST(ChatMessage, KeepsItsRole) {
  for (char const* const role : {"system", "user", "assistant", "tool", "developer"}) {
    EXPECT_EQ(openai::message_to_wire({.role = role})["role"], Json(role));
  }
}

TEST(ChatMessage, CarriesMetadataBetweenRoleAndContent) {
  EXPECT_EQ(wire({.role = "tool",
                  .content = {TextPart{.value = "72"}},
                  .metadata = Json{{"tool_call_id", "c1"}, {"x", Json::array({1})}, {"none", nullptr}}}),
            R"({"role":"tool","tool_call_id":"c1","x":[1],"none":null,"content":"72"})");
}

TEST(ChatMessage, LetsMetadataReplaceNeitherRoleNorContent) {
  EXPECT_EQ(wire({.role = "user",
                  .content = {TextPart{.value = "Hi"}},
                  .metadata = Json{{"content", "evil"}, {"role", "system"}, {"name", "bob"}}}),
            R"({"role":"user","name":"bob","content":"Hi"})");
}

}  // namespace
}  // namespace prompty::wire_message_test
