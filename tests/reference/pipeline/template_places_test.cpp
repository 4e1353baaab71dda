#include "prompty/pipeline/template_places.hpp"

#include <gtest/gtest.h>

namespace prompty::template_places_test {
namespace {

bool on_changed_line(std::size_t line, std::size_t body_line) {
  PromptyAgent const agent{.instructions = "a\nb\nc", .origin = Origin{.file = "f", .body_line = body_line}};
  ValueError error("wrong");
  error.set_place({.file = "f", .line = line, .column = 1});
  return is_on_changed_line(error, agent, "a\nB\nc");
}

TEST(TemplatePlaces, TellWhetherTheLineOfAnErrorChanged) {
  EXPECT_FALSE(on_changed_line(1, 1));
  EXPECT_TRUE(on_changed_line(2, 1));
  EXPECT_FALSE(on_changed_line(3, 1));
  EXPECT_FALSE(on_changed_line(4, 1));
  EXPECT_TRUE(on_changed_line(6, 5));
  EXPECT_FALSE(on_changed_line(2, 5));
  EXPECT_FALSE(on_changed_line(0, 1));
}

}  // namespace
}  // namespace prompty::template_places_test
