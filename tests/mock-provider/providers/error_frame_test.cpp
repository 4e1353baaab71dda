#include <gtest/gtest.h>

#include "mock-provider/providers/provider_error.hpp"

namespace mock_provider::error_frame_test {
namespace {

TEST(ErrorFrame, IsTheErrorBodyInChat) {
  EXPECT_EQ(error_frame::of_data({.status = 500, .message = "m"}, 3),
            "data: {\"error\":{\"message\":\"m\",\"type\":\"server_error\",\"param\":null,\"code\":null}}\n\n");
}

TEST(ErrorFrame, CountsOnInResponses) {
  EXPECT_EQ(error_frame::of_response({.status = 500, .code = "c", .message = "m"}, 3),
            "event: error\ndata: {\"type\":\"error\",\"sequence_number\":3,\"code\":\"c\",\"message\":\"m\","
            "\"param\":null}\n\n");
}

TEST(ErrorFrame, IsNamedInMessages) {
  EXPECT_EQ(error_frame::of_message({.status = 529, .message = "m"}, 3),
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"m\"}}\n\n");
}

}  // namespace
}  // namespace mock_provider::error_frame_test
