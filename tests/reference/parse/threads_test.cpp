#include "prompty/parse/threads.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::threads_test {
namespace {

using Messages = std::vector<Message>;

Message message(std::string role, std::string text, Json metadata = Json::object()) {
  return {.role = std::move(role), .content = {TextPart{.value = std::move(text)}}, .metadata = std::move(metadata)};
}

std::string const thread = placeholder_of("00000000000000aa", "history");
std::string const other = placeholder_of("00000000000000bb", "more");
std::string const nothing = placeholder_of("00000000000000cc", "nothing");
std::string const image = placeholder_of("00000000000000dd", "photo");
std::string const audio = placeholder_of("0000ee", "sound");
Message const question = message("user", "Q?");
Message const answer = message("assistant", "A!", Json{{"a", 1}});
ContentPart const image_part = ImagePart{.value = "https://x.y/z.png"};
ContentPart const audio_part = AudioPart{.value = "AAAA", .media_type = "audio/wav"};

RichValues values() {
  return {{"00000000000000aa", {.input = "history", .value = Messages{question, answer}}},
          {"00000000000000bb", {.input = "more", .value = Messages{message("tool", "T")}}},
          {"00000000000000cc", {.input = "nothing", .value = Messages{}}},
          {"00000000000000dd", {.input = "photo", .value = image_part}},
          {"0000ee", {.input = "sound", .value = audio_part}}};
}

Messages spliced(std::string text) {
  return threads::splice({message("user", std::move(text), Json{{"name", "bob"}})}, values());
}

Message own(std::string text) {
  return message("user", std::move(text), Json{{"name", "bob"}});
}

Message own(std::vector<ContentPart> parts) {
  return {.role = "user", .content = std::move(parts), .metadata = Json{{"name", "bob"}}};
}

TEST(ThreadSplicing, SplitTheMessageThatTheyStandIn) {
  EXPECT_EQ(spliced("Before\n\n" + thread + "\n\nAfter\n"), (Messages{own("Before"), question, answer, own("After")}));
  EXPECT_EQ(spliced("Before " + thread + " after"), (Messages{own("Before "), question, answer, own(" after")}));
}

TEST(ThreadSplicing, LeaveNoBlankTextBeside) {
  EXPECT_EQ(spliced(thread), (Messages{question, answer}));
  EXPECT_EQ(spliced(" \n" + thread + "\n "), (Messages{question, answer}));
}

TEST(ThreadSplicing, MayStandSeveralTimes) {
  EXPECT_EQ(spliced(thread + "\nmid\n" + other + thread),
            (Messages{question, answer, own("mid"), message("tool", "T"), question, answer}));
}

TEST(ThreadSplicing, MayBeEmptyOrUnused) {
  EXPECT_EQ(spliced("a" + nothing + "b"), (Messages{own("a"), own("b")}));
  EXPECT_EQ(spliced(nothing), Messages{});
  EXPECT_EQ(spliced("a"), (Messages{own("a")}));
  EXPECT_EQ(spliced(""), (Messages{own("")}));
}

TEST(ThreadSplicing, AreNotSearchedThemselves) {
  RichValues const nested = {{"aa", {.input = "t", .value = Messages{message("user", placeholder_of("aa", "t"))}}}};
  EXPECT_EQ(threads::splice({message("user", placeholder_of("aa", "t"))}, nested),
            (Messages{message("user", placeholder_of("aa", "t"))}));
}

TEST(MediaParts, StandAtTheirPlace) {
  EXPECT_EQ(spliced("Look:\n" + image + "\nand hear " + audio),
            (Messages{own({TextPart{.value = "Look:"}, image_part, TextPart{.value = "and hear "}, audio_part})}));
  EXPECT_EQ(spliced(image + "\n" + image), (Messages{own({image_part, image_part})}));
  EXPECT_EQ(spliced(image), (Messages{own(std::vector<ContentPart>{image_part})}));
}

TEST(MediaParts, StayOnTheirSideOfAThread) {
  EXPECT_EQ(spliced(image + thread + "x" + audio), (Messages{own(std::vector<ContentPart>{image_part}), question,
                                                             answer, own({TextPart{.value = "x"}, audio_part})}));
}

TEST(Placeholders, OfAnotherNonceOrInputAreText) {
  for (std::string const& text :
       {placeholder_of("00000000000000ab", "history"), placeholder_of("00000000000000aa", "photo"),
        std::string("__PROMPTY_THREAD_00000000000000aa_history_"), std::string("__PROMPTY_THREAD_"),
        std::string("__PROMPTY_THREAD_00000000000000aa"), std::string("__PROMPTY_THREAD__history__")}) {
    EXPECT_EQ(spliced(text), (Messages{own(text)}));
  }
}

TEST(Placeholders, AreFoundBehindWhatLooksLikeOne) {
  EXPECT_EQ(spliced("__PROMPTY_THREAD" + thread), (Messages{own("__PROMPTY_THREAD"), question, answer}));
  EXPECT_EQ(spliced("__PROMPTY_THREAD_" + thread), (Messages{own("__PROMPTY_THREAD_"), question, answer}));
}

}  // namespace
}  // namespace prompty::threads_test
