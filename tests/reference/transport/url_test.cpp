#include "prompty/transport/url.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/transport/transport.hpp"
#include "reference/support/raised.hpp"

namespace prompty::url_test {
namespace {

TEST(Url, IsOriginAndTarget) {
  EXPECT_EQ(parse_url("http://h"), (Url{.origin = "http://h", .target = "/"}));
  EXPECT_EQ(parse_url("https://h:8443/v1/x?a=b#part"), (Url{.origin = "https://h:8443", .target = "/v1/x?a=b"}));
  EXPECT_EQ(parse_url("http://[::1]:80/v1"), (Url{.origin = "http://[::1]:80", .target = "/v1"}));
  EXPECT_EQ(parse_url("http://[::1]/v1"), (Url{.origin = "http://[::1]", .target = "/v1"}));
  EXPECT_EQ(parse_url("http://h?a=b"), (Url{.origin = "http://h", .target = "/?a=b"}));
}

TEST(Url, RefusesWhatNoClientCanUse) {
  for (char const* const url : {"", "h/v1", "ftp://h", "HTTP", "http://", "http:///v1", "http://:80", "http://h:",
                                "http://h:x", "http://h:0", "http://h:65536", "http://h/a b", "http://h/\r\nX: y"}) {
    std::string const message = raised<ValueError>([&] { static_cast<void>(parse_url(url)); });
    EXPECT_NE(message.find(std::string("The URL '") + url + "' cannot be used"), std::string::npos) << message;
  }
}

TEST(Url, RefusesUserInformationWithoutShowingIt) {
  std::string const message = raised<ValueError>([] { static_cast<void>(parse_url("http://me:s3cret@h/v1")); });
  EXPECT_EQ(message.find("s3cret"), std::string::npos) << message;
}

TEST(Url, JoinsWithOneSlash) {
  EXPECT_EQ(join_url("http://h/v1", "/chat"), "http://h/v1/chat");
  EXPECT_EQ(join_url("http://h/v1/", "chat"), "http://h/v1/chat");
  EXPECT_EQ(join_url("http://h", "//chat"), "http://h/chat");
}

TEST(Url, PutsTheQueryOfTheEndpointBehindThePath) {
  EXPECT_EQ(join_url("http://h/v1?a=b#part", "/chat"), "http://h/v1/chat?a=b");
  EXPECT_EQ(join_url("http://h?a=b&c", "/chat?d=e"), "http://h/chat?d=e&a=b&c");
  EXPECT_EQ(join_url("http://h", "/chat?d=e"), "http://h/chat?d=e");
  EXPECT_EQ(join_url("http://h?d=own", "/chat?d=e&f=g"), "http://h/chat?f=g&d=own");
}

TEST(Url, EncodesASegmentOfAPath) {
  EXPECT_EQ(utf8::percent_encoded("gpt-4.1_mini~x"), "gpt-4.1_mini~x");
  EXPECT_EQ(utf8::percent_encoded("a/b c?\xC3\xA9"), "a%2Fb%20c%3F%C3%A9");
}

TEST(Base64, PadsAndTakesAllBytes) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xFF\xFE\xFD"), "//79");
}

TEST(Headers, AreFoundInAnyLetterCase) {
  Headers const headers = {{"X-Request-Id", "1"}, {"x-request-id", "2"}};
  EXPECT_EQ(find_header(headers, "x-request-ID"), "1");
  EXPECT_EQ(find_header(headers, "x-request"), std::nullopt);
}

}  // namespace
}  // namespace prompty::url_test
