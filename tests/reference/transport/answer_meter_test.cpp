#include "prompty/transport/connection_guards.hpp"

#include <gmock/gmock.h>

namespace prompty::answer_meter_test {
namespace {

using testing::HasSubstr;

TEST(AnswerMeter, TakesHeadersUpToTheirBound) {
  AnswerMeter meter({.max_header_bytes = 6});
  EXPECT_TRUE(meter.take("a:b"));
  EXPECT_TRUE(meter.take("\r\n\r"));
  EXPECT_FALSE(meter.take("\n"));
  EXPECT_THAT(meter.excess()->what(), HasSubstr("its headers have more than"));
}

TEST(AnswerMeter, TakesLinesUpToTheirBound) {
  AnswerMeter meter({.max_header_bytes = 100'000});
  for (int line = 0; line < 2; ++line) {
    EXPECT_TRUE(meter.take(std::string(AnswerMeter::max_line_bytes, 'x')));
    EXPECT_TRUE(meter.take("\nab"));
    EXPECT_TRUE(meter.take("c\n"));
  }
  EXPECT_FALSE(meter.take(std::string(AnswerMeter::max_line_bytes + 1, 'x')));
  EXPECT_THAT(meter.excess()->what(), HasSubstr("its status line, a header"));
}

TEST(AnswerMeter, DoesNotTakeContentForHeaders) {
  AnswerMeter meter({.max_header_bytes = 4});
  EXPECT_TRUE(meter.take("a\r\n"));
  meter.begin_body(BodyKind::answer);
  for (int piece = 0; piece < 3; ++piece) {
    EXPECT_TRUE(meter.take("12345"));
    EXPECT_TRUE(meter.take_content(5));
  }
  EXPECT_TRUE(meter.take("12345"));
  EXPECT_FALSE(meter.take("6"));
  EXPECT_THAT(meter.excess()->what(), HasSubstr("its headers have more than"));
}

TEST(AnswerMeter, BoundsAnswersAndStreamsApart) {
  AnswerMeter answer({.max_answer_bytes = 3, .max_stream_bytes = 5});
  answer.begin_body(BodyKind::answer);
  EXPECT_TRUE(answer.take_content(3));
  EXPECT_TRUE(answer.take_content(0));
  EXPECT_FALSE(answer.take_content(1));
  EXPECT_THAT(answer.excess()->what(), HasSubstr("The answer of"));
  AnswerMeter stream({.max_answer_bytes = 3, .max_stream_bytes = 5});
  stream.begin_body(BodyKind::event_stream);
  EXPECT_TRUE(stream.take_content(5));
  EXPECT_FALSE(stream.take_content(1));
  EXPECT_THAT(stream.excess()->what(), HasSubstr("The stream of"));
}

}  // namespace
}  // namespace prompty::answer_meter_test
