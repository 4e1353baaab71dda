#include "prompty/wire/openai/part.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::part_test {
namespace {

std::string block(ContentPart const& part) {
  return json_text::dump(openai::part_to_wire(part));
}

TEST(ChatPart, TextIsATextBlock) {
  EXPECT_EQ(block(TextPart{.value = "A"}), R"({"type":"text","text":"A"})");
}

TEST(ChatPart, ImageIsAnImageUrlBlock) {
  EXPECT_EQ(block(ImagePart{.value = "https://e/i.png", .media_type = "image/png"}),
            R"({"type":"image_url","image_url":{"url":"https://e/i.png"}})");
  EXPECT_EQ(block(ImagePart{.value = "data:image/png;base64,iVB", .media_type = "image/gif"}),
            R"({"type":"image_url","image_url":{"url":"data:image/png;base64,iVB"}})");
}

TEST(ChatPart, DetailStandsInsideTheImageUnlessItIsEmpty) {
  EXPECT_EQ(block(ImagePart{.value = "u", .detail = "high"}),
            R"({"type":"image_url","image_url":{"url":"u","detail":"high"}})");
  EXPECT_EQ(block(ImagePart{.value = "u", .detail = ""}), R"({"type":"image_url","image_url":{"url":"u"}})");
}

TEST(ChatPart, BareBase64IsSentAsItIs) {
  EXPECT_EQ(block(ImagePart{.value = "iVBORw0KGgo=", .media_type = "image/png"}),
            R"({"type":"image_url","image_url":{"url":"iVBORw0KGgo="}})");
}

TEST(ChatPart, FileIsAFileBlockWithoutItsMediaType) {
  EXPECT_EQ(block(FilePart{.value = "https://e/f.pdf", .media_type = "application/pdf"}),
            R"({"type":"file","file":{"url":"https://e/f.pdf"}})");
}

TEST(ChatPart, AudioIsAnInputAudioBlock) {
  EXPECT_EQ(block(AudioPart{.value = "QUJD", .media_type = "audio/wav"}),
            R"({"type":"input_audio","input_audio":{"data":"QUJD","format":"wav"}})");
  EXPECT_EQ(block(AudioPart{.value = "x.mp3"}), R"({"type":"input_audio","input_audio":{"data":"x.mp3"}})");
}

struct Format {
  char const* media_type;
  char const* format;
};

class AudioFormat : public testing::TestWithParam<Format> {};

TEST_P(AudioFormat, FollowsTheTable) {
  Json const wire = openai::part_to_wire(AudioPart{.value = "x.mp3", .media_type = GetParam().media_type});
  EXPECT_EQ(wire["input_audio"]["format"], Json(GetParam().format));
}

INSTANTIATE_TEST_SUITE_P(MediaTypes, AudioFormat,
                         testing::Values(Format{"audio/wav", "wav"}, Format{"audio/x-wav", "wav"},
                                         Format{"audio/mp3", "mp3"}, Format{"audio/mpeg", "mp3"},
                                         Format{"audio/flac", "flac"}, Format{"audio/ogg", "ogg"},
                                         Format{"audio/webm", "webm"}, Format{"audio/vnd.wave", "vnd.wave"},
                                         Format{"audio/x-aiff", "x-aiff"}, Format{"Audio/X-WAV", "wav"},
                                         Format{"audio/ogg; codecs=opus", "ogg"}, Format{" audio/wav ", "wav"}));

TEST(AudioFormatError, NamesAMediaTypeThatIsNotAudio) {
  for (char const* const media_type : {"video/mp4", "wav", "audio/", "audio", " ", ";", "audio/;a=1"}) {
    std::string const message = raised<ValueError>(
        [&] { static_cast<void>(openai::part_to_wire(AudioPart{.value = "Q", .media_type = media_type})); });
    EXPECT_NE(message.find(std::string("'") + media_type + "'"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace prompty::part_test
