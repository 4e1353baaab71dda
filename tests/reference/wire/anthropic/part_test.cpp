#include "prompty/wire/anthropic/part.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::wire_anthropic_part_test {
namespace {

std::string wire(ContentPart const& part, Profile profile = Profile::live) {
  std::optional<Json> const block = anthropic::part_to_wire(part, profile);
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

TEST(AnthropicPart, SendsEveryImageAsBase64AsWritten) {
  EXPECT_EQ(wire(ImagePart{.value = "https://e/i.png", .media_type = "image/png"}, Profile::as_written),
            R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"https://e/i.png"}})");
  EXPECT_EQ(wire(ImagePart{.value = "QUJD"}, Profile::as_written),
            R"({"type":"image","source":{"type":"base64","media_type":null,"data":"QUJD"}})");
}

TEST(AnthropicPart, TakesAddressesOfImagesForWhatTheyAre) {
  EXPECT_EQ(wire(ImagePart{.value = "HTTPS://e/i.png", .media_type = "image/png"}),
            R"({"type":"image","source":{"type":"url","url":"HTTPS://e/i.png"}})");
  EXPECT_EQ(wire(ImagePart{.value = "http://e/i.png"}),
            R"({"type":"image","source":{"type":"url","url":"http://e/i.png"}})");
}

TEST(AnthropicPart, TakesDataAddressesApart) {
  char const* const webp = R"({"type":"image","source":{"type":"base64","media_type":"image/webp","data":"QUJD"}})";
  EXPECT_EQ(wire(ImagePart{.value = "data:image/webp;base64,QUJD"}), webp);
  EXPECT_EQ(wire(ImagePart{.value = "Data:image/webp;name=x;base64,QUJD", .media_type = "image/png"}), webp);
  EXPECT_EQ(wire(ImagePart{.value = "data:;base64,QUJD", .media_type = "image/webp"}), webp);
}

TEST(AnthropicPart, RefusesImagesThatTheProviderCannotRead) {
  auto const refusal = [](ImagePart const& image) {
    return raised<ValueError>([&] { static_cast<void>(anthropic::part_to_wire(image, Profile::live)); });
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

}  // namespace
}  // namespace prompty::wire_anthropic_part_test
