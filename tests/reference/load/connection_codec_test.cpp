#include "prompty/load/connection_codec.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::connection_codec_test {
namespace {

class ConnectionCodec : public testing::TestWithParam<char const*> {};

TEST_P(ConnectionCodec, WritesWhatItRead) {
  EXPECT_EQ(json_text::dump(connection_codec::write(connection_codec::read(Json::parse(GetParam()), "c"))), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Kinds, ConnectionCodec,
                         testing::Values(R"({"kind":"key","endpoint":"E","apiKey":"K"})", R"({"kind":"key"})",
                                         R"({"kind":"reference","name":"n"})",
                                         R"({"kind":"remote","endpoint":"E","target":"T"})",
                                         R"({"kind":"anonymous","endpoint":"E"})",
                                         R"({"kind":"foundry","endpoint":"E"})",
                                         R"({"kind":"oauth","endpoint":"E","authenticationMode":"user"})",
                                         R"({"kind":"vault","path":[1]})", R"({"endpoint":"E"})"));

TEST(ConnectionCodecKind, DecidesWhichMembersCount) {
  Connection const connection =
      connection_codec::read(Json::parse(R"({"kind":"anonymous","endpoint":"E","apiKey":"K"})"), "c");
  EXPECT_EQ(connection, Connection(AnonymousConnection{.endpoint = "E"}));
}

TEST(ConnectionCodecKind, RefusesWrongTypes) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(connection_codec::read("E", "model.connection")); }),
            "model.connection must be a mapping, not the string \"E\"");
  EXPECT_EQ(
      raised<ValueError>([] {
        static_cast<void>(connection_codec::read(Json::parse(R"({"kind":"key","endpoint":1})"), "model.connection"));
      }),
      "model.connection.endpoint must be a string, not the number 1");
}

}  // namespace
}  // namespace prompty::connection_codec_test
