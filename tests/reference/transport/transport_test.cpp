#include "prompty/transport/transport.hpp"

#include <gtest/gtest.h>

namespace prompty::transport_test {
namespace {

TEST(Headers, AreFoundInAnyLetterCase) {
  Headers const headers = {{"X-Request-Id", "1"}, {"x-request-id", "2"}};
  EXPECT_EQ(find_header(headers, "x-request-ID"), "1");
  EXPECT_EQ(find_header(headers, "x-request"), std::nullopt);
}

}  // namespace
}  // namespace prompty::transport_test
