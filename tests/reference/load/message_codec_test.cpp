#include "prompty/load/message_codec.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::message_codec_test {
namespace {

std::string problem(char const* json) {
  return raised<ValueError>([&] { static_cast<void>(message_codec::read(Json::parse(json), "messages")); });
}

TEST(MessageCodec, WritesWhatItRead) {
  char const* const all =
      R"([{"role":"user","content":[{"kind":"text","value":""},{"kind":"image","value":"u","mediaType":"image/png","detail":"low"},)"
      R"({"kind":"audio","value":"QQ==","mediaType":"audio/wav"},{"kind":"file","value":"f","mediaType":"application/pdf"}],)"
      R"("metadata":{"name":"bob"}},{"role":"tool","content":[]}])";
  EXPECT_EQ(json_text::dump(message_codec::write(message_codec::read(Json::parse(all), "messages"))), all);
}

TEST(MessageCodec, TakesNullForAbsent) {
  std::vector<Message> const messages = message_codec::read(
      Json::parse(
          R"([{"role":"user","content":null,"metadata":null},{"role":"user","content":[{"kind":"image","value":"u","detail":null}]}])"),
      "messages");
  EXPECT_EQ(messages[0], Message{.role = "user"});
  EXPECT_EQ(messages[1].content, std::vector<ContentPart>{ImagePart{.value = "u"}});
}

TEST(MessageCodec, NamesWhatIsWrong) {
  EXPECT_EQ(problem("{}"), "messages must be a list, not a mapping");
  EXPECT_EQ(problem(R"([{"content":[]}])"), "messages[0].role is missing; give the message a role");
  EXPECT_EQ(problem(R"([{"role":"user","content":"Hi"}])"),
            "messages[0].content must be a list, not the string \"Hi\"");
  EXPECT_EQ(problem(R"([{"role":"user","content":[{"kind":"video","value":"v"}]}])"),
            "messages[0].content[0].kind must be text, image, audio or file, not 'video'");
  EXPECT_EQ(problem(R"([{"role":"user","content":[{"kind":"text"}]}])"),
            "messages[0].content[0].value is missing; give the content of the part");
  EXPECT_EQ(problem(R"([{"role":"user","content":[],"metadata":[1]}])"),
            "messages[0].metadata must be a mapping, not a list of 1");
}

}  // namespace
}  // namespace prompty::message_codec_test
