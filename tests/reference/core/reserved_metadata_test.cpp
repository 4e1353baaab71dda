#include "prompty/core/reserved_metadata.hpp"

#include <gtest/gtest.h>

namespace prompty::reserved_metadata_test {
namespace {

TEST(ReservedMetadata, IsWhatRequestsAreBuiltFrom) {
  for (char const* const key :
       {"tool_calls", "tool_call_id", "function_call", "responses_function_call", "responses_anything",
        "content_blocks", "refusal", "audio", "reasoning", "reasoning_content", "reasoning_details"}) {
    EXPECT_TRUE(is_reserved_metadata(key)) << key;
  }
}

TEST(ReservedMetadata, IsNoOtherKey) {
  for (char const* const key : {"", "name", "nonce", "tool", "response", "toolcalls", "reasoned"}) {
    EXPECT_FALSE(is_reserved_metadata(key)) << key;
  }
}

}  // namespace
}  // namespace prompty::reserved_metadata_test
