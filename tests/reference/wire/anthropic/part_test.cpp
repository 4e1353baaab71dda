#include "prompty/wire/anthropic/part.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_anthropic_part_test {
namespace {

std::string wire(ContentPart const& part) {
  std::optional<Json> const block = anthropic::part_to_wire(part);
  return block ? json_text::dump(*block) : "(none)";
}

TEST(AnthropicPart, IsABlockForTextAndImages) {
  EXPECT_EQ(wire(TextPart{.value = " a\n"}), R"({"type":"text","text":" a\n"})");
  EXPECT_EQ(wire(ImagePart{.value = "QUJD", .media_type = "image/png", .detail = "low"}),
            R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}})");
}

TEST(AnthropicPart, IsNothingForAudioAndFiles) {
  EXPECT_EQ(wire(AudioPart{.value = "QUJD", .media_type = "audio/wav"}), "(none)");
  EXPECT_EQ(wire(FilePart{.value = "https://e/f.pdf"}), "(none)");
}

TEST(AnthropicPart, SendsEveryImageAsBase64) {
  EXPECT_EQ(wire(ImagePart{.value = "https://e/i.png", .media_type = "image/png"}),
            R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"https://e/i.png"}})");
  EXPECT_EQ(wire(ImagePart{.value = "QUJD"}),
            R"({"type":"image","source":{"type":"base64","media_type":null,"data":"QUJD"}})");
}

}  // namespace
}  // namespace prompty::wire_anthropic_part_test
