#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "mock-provider/http/request_reader.hpp"

namespace mock_provider::http::content_coding_test {
namespace {

std::string deflated(std::string const& text) {
  std::string result(compressBound(text.size()), '\0');
  uLongf length = result.size();
  Bytef* const out = static_cast<Bytef*>(static_cast<void*>(result.data()));
  Bytef const* const in = static_cast<Bytef const*>(static_cast<void const*>(text.data()));
  EXPECT_EQ(compress(out, &length, in, text.size()), Z_OK);
  result.resize(length);
  return result;
}

int status_of(std::string const& body, std::string const& coding, std::size_t limit) {
  std::variant<std::string, Refusal> const result = content_coding::decoded(body, coding, limit);
  Refusal const* const refusal = std::get_if<Refusal>(&result);
  return refusal == nullptr ? 200 : refusal->status;
}

TEST(ContentCoding, GivesBackWhatWasCompressed) {
  std::string const text(100'000, 'a');
  EXPECT_EQ(std::get<std::string>(content_coding::decoded(deflated(text), "Deflate", 100'000)), text);
  EXPECT_EQ(std::get<std::string>(content_coding::decoded("as it is", "identity", 0)), "as it is");
}

TEST(ContentCoding, BoundsWhatComesOutOfAFewBytes) {
  EXPECT_EQ(status_of(deflated(std::string(1'000'000, 'a')), "gzip", 999'999), 413);
}

TEST(ContentCoding, RefusesBrokenBytesAndOtherCodings) {
  std::string const whole = deflated("some text that is long enough");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(status_of(whole.substr(0, length), "gzip", 1'000), 400) << length;
  }
  EXPECT_EQ(status_of("noise", "gzip", 1'000), 400);
  EXPECT_EQ(status_of("noise", "br", 1'000), 415);
}

}  // namespace
}  // namespace mock_provider::http::content_coding_test
