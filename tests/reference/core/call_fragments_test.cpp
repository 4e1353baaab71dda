#include "prompty/core/call_fragments.hpp"

#include <gmock/gmock.h>

namespace prompty::call_fragments_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FragmentsOfCalls, AreJoinedByIndex) {
  CallFragments fragments;
  fragments.add(1, {.id = "b", .name = "zone", .arguments = "{"});
  fragments.add(0, {.id = "a", .name = "time", .arguments = "[1,"});
  fragments.add(1, {.id = "", .name = "", .arguments = "}"});
  fragments.add(0, {.id = "", .name = "", .arguments = "2]"});
  EXPECT_THAT(fragments.calls(), ElementsAre(ToolCall{.id = "a", .name = "time", .arguments = "[1,2]"},
                                             ToolCall{.id = "b", .name = "zone", .arguments = "{}"}));
}

TEST(FragmentsOfCalls, KeepTheFirstIdAndNameThatAreNotEmpty) {
  CallFragments fragments;
  fragments.add(3, {.id = "", .name = "", .arguments = ""});
  fragments.add(3, {.id = "first", .name = "", .arguments = ""});
  fragments.add(3, {.id = "second", .name = "zone", .arguments = ""});
  fragments.add(3, {.id = "third", .name = "time", .arguments = ""});
  EXPECT_THAT(fragments.calls(), ElementsAre(ToolCall{.id = "first", .name = "zone", .arguments = ""}));
}

TEST(FragmentsOfCalls, AreOrderedByNumber) {
  CallFragments fragments;
  fragments.add(10, {.id = "late", .name = "", .arguments = ""});
  fragments.add(9, {.id = "early", .name = "", .arguments = ""});
  EXPECT_THAT(fragments.calls(), ElementsAre(ToolCall{.id = "early", .name = "", .arguments = ""},
                                             ToolCall{.id = "late", .name = "", .arguments = ""}));
}

TEST(FragmentsOfCalls, MakeNoCallWhenThereIsNone) {
  EXPECT_THAT(CallFragments().calls(), IsEmpty());
}

}  // namespace
}  // namespace prompty::call_fragments_test
