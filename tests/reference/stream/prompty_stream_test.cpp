#include "prompty/stream/prompty_stream.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace prompty::prompty_stream_test {
namespace {

using testing::ElementsAre;

TEST(PromptyStreams, GiveTheirChunksInOrderAndKeepThem) {
  PromptyStream stream = stream_of({Json(1), Json{{"a", 2}}});
  EXPECT_EQ(stream.next(), Json(1));
  EXPECT_EQ(stream.next(), Json({{"a", 2}}));
  EXPECT_EQ(stream.next(), std::nullopt);
  EXPECT_THAT(stream.items(), ElementsAre(Json(1), Json{{"a", 2}}));
}

TEST(PromptyStreams, MayBeEmpty) {
  PromptyStream stream = stream_of({});
  EXPECT_EQ(stream.next(), std::nullopt);
  EXPECT_TRUE(stream.is_exhausted());
}

}  // namespace
}  // namespace prompty::prompty_stream_test
