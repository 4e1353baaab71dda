#include "prompty/parse/messages.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::prompty_parser_test {
namespace {

TEST(ThreadsPromptyParser, ReadsRoleMarkersInBothVariants) {
  std::shared_ptr<Parser const> const parser = make_prompty_parser();
  std::vector<Message> const read = parser->parse({}, "user[nonce=abc]:\nHi");
  EXPECT_EQ(read, (std::vector<Message>{{.role = "user", .content = {TextPart{.value = "Hi"}}}}));
  EXPECT_EQ(parser->parse_async({}, "user[nonce=abc]:\nHi").get(), read);
}

TEST(PromptyParser, ReadsWhatItTagged) {
  std::shared_ptr<Parser const> const parser = make_prompty_parser();
  std::string const text = "user[a=b]:\nHi";
  EXPECT_EQ(parser->parse_tagged({}, parser->tag(text, "0123456789abcdef"), "0123456789abcdef"),
            parser->parse({}, text));
  EXPECT_NE(raised<ValueError>([&] {
              static_cast<void>(parser->parse_tagged({}, parser->tag(text, "0123456789abcdee"), "0123456789abcdef"));
            }),
            "");
}

}  // namespace
}  // namespace prompty::prompty_parser_test
