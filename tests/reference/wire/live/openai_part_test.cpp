#include "prompty/wire/requests.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::wire_live_part_test {
namespace {

std::string block(ContentPart const& part) {
  return json_text::dump(live::chat_block(part));
}

std::string refusal(ContentPart const& part) {
  return raised<ValueError>([&] { static_cast<void>(live::chat_block(part)); });
}

TEST(LiveChatBlock, IsThatOfTheLetterForTextsAndImages) {
  EXPECT_EQ(block(TextPart{.value = "a"}), R"({"type":"text","text":"a"})");
  EXPECT_EQ(block(ImagePart{.value = "https://a/b.png", .detail = "low"}),
            R"({"type":"image_url","image_url":{"url":"https://a/b.png","detail":"low"}})");
}

TEST(LiveChatBlock, HasBareBase64OfAnImageAsADataUri) {
  EXPECT_EQ(block(ImagePart{.value = "iVBORw0KGgo=", .media_type = "image/png"}),
            R"({"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}})");
  EXPECT_EQ(block(ImagePart{.value = "iVBORw0KGgo="}), R"({"type":"image_url","image_url":{"url":"iVBORw0KGgo="}})");
  EXPECT_EQ(block(ImagePart{.value = "pictures/i.png", .media_type = "image/png"}),
            R"({"type":"image_url","image_url":{"url":"pictures/i.png"}})");
}

TEST(LiveChatBlock, TakesAudioAsWavAndMp3) {
  EXPECT_EQ(block(AudioPart{.value = "s", .media_type = "audio/x-wav"}),
            R"({"type":"input_audio","input_audio":{"data":"s","format":"wav"}})");
  EXPECT_EQ(block(AudioPart{.value = "s", .media_type = "audio/mpeg"}),
            R"({"type":"input_audio","input_audio":{"data":"s","format":"mp3"}})");
}

TEST(LiveChatBlock, RefusesOtherAudioByName) {
  EXPECT_NE(refusal(AudioPart{.value = "s", .media_type = "audio/flac"}).find("wav and mp3, not flac"),
            std::string::npos);
  EXPECT_NE(refusal(AudioPart{.value = "s"}).find("give mediaType"), std::string::npos);
}

TEST(LiveChatBlock, HasTheDataOfAFileUnderAName) {
  EXPECT_EQ(block(FilePart{.value = "data:application/pdf;base64,QQ=="}),
            R"({"type":"file","file":{"filename":"file.pdf","file_data":"data:application/pdf;base64,QQ=="}})");
  EXPECT_EQ(block(FilePart{.value = "QUJD", .media_type = "text/plain"}),
            R"({"type":"file","file":{"filename":"file.txt","file_data":"data:text/plain;base64,QUJD"}})");
  EXPECT_EQ(block(FilePart{.value = "data:,a"}),
            R"({"type":"file","file":{"filename":"file.txt","file_data":"data:,a"}})");
}

TEST(LiveChatBlock, RefusesAFileThatIsElsewhere) {
  EXPECT_NE(refusal(FilePart{.value = "https://a/b.pdf", .media_type = "application/pdf"}).find("data: address"),
            std::string::npos);
  EXPECT_NE(refusal(FilePart{.value = "QUJD"}).find("base64 with mediaType"), std::string::npos);
}

}  // namespace
}  // namespace prompty::wire_live_part_test
