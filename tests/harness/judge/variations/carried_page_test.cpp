#include "harness/judge/variations/carried_page.hpp"

#include <gmock/gmock.h>

#include "harness/input_error_of.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::carried_page_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class CarriedPages : public testing::Test {
 protected:
  CarriedPage read(std::string const& text) {
    static_cast<void>(folder_.write("carried.yaml", text));
    return read_carried_page(folder_.path());
  }

  std::string refused(std::string const& text) {
    return input_error_of([&] { static_cast<void>(read(text)); });
  }

  prompty_tests::TemporaryFolder folder_;
};

TEST_F(CarriedPages, NeedNotBeThere) {
  EXPECT_THAT(read_carried_page(folder_.path()).types, IsEmpty());
}

TEST_F(CarriedPages, HaveHostileTextsAndPlaces) {
  CarriedPage const page = read(
      "hostile:\n"
      "  inside: {nul: \"{}\\u0000b{}\"}\n"
      "  instead: {long: {repeat: ab, times: 3}}\n"
      "words: 'def a: .b;'\n"
      "named_members: [handlers]\n"
      "carried:\n"
      "  names: {operations: [run], in: [b, name], at: [.name, a], names: true, except: {instead: a name is short}}\n");
  ASSERT_EQ(page.hostile.size(), 2U);
  EXPECT_EQ(page.hostile[0].name, "inside/nul");
  EXPECT_EQ(page.hostile[0].in_place_of("x{}"), std::string("x{}\0bx{}", 8));
  EXPECT_EQ(page.hostile[1].in_place_of("x"), "ababab");
  EXPECT_EQ(page.words, "def a: .b;");
  EXPECT_THAT(page.named_members, ElementsAre("handlers"));
  ASSERT_EQ(page.types.size(), 1U);
  EXPECT_THAT(page.types[0].operations, ElementsAre("run"));
  EXPECT_THAT(page.types[0].members, ElementsAre("b", "name"));
  EXPECT_THAT(page.types[0].places, ElementsAre(".name", "a"));
  EXPECT_TRUE(page.types[0].is_name);
  EXPECT_THAT(page.types[0].except, ElementsAre(Pair("instead", "a name is short")));
  EXPECT_THAT(page.types[0].at, EndsWith("carried.yaml:7"));
}

TEST_F(CarriedPages, HaveHostileValuesOfOtherTypes) {
  CarriedPage const page = read(
      "hostile:\n"
      "  values: {zero: '-0.0', deep: {json: '[1]', nested: 2}, many: {json: '{\"a\": null}', times: 3}}\n"
      "carried:\n"
      "  options: {at: [.a], values: true}\n"
      "  arguments: {at: [.b], json: true}\n");
  ASSERT_EQ(page.hostile.size(), 3U);
  EXPECT_EQ(page.hostile[0].name, "values/zero");
  EXPECT_EQ(page.hostile[0].value->dump(), "-0.0");
  EXPECT_EQ(page.hostile[1].value->dump(), "[[[1]]]");
  EXPECT_EQ(page.hostile[2].value->dump(), R"([{"a":null},{"a":null},{"a":null}])");
  ASSERT_EQ(page.types.size(), 2U);
  EXPECT_TRUE(page.types[0].is_any && !page.types[0].is_json);
  EXPECT_TRUE(page.types[1].is_json && !page.types[1].is_any);
}

TEST_F(CarriedPages, SayWhereTheyAreWrong) {
  EXPECT_THAT(refused("hostile: [\n"), AllOf(HasSubstr("carried.yaml:"), HasSubstr("this is no YAML")));
  EXPECT_THAT(refused("hostle: {}\n"), HasSubstr("there is no 'hostle' on this page"));
  EXPECT_THAT(refused("hostile:\n  beside: {a: b}\n"), AllOf(HasSubstr(":2:"), HasSubstr("'beside' is no kind")));
  EXPECT_THAT(refused("hostile:\n  around: {a: b}\n"), HasSubstr("around/a does not say with {}"));
  EXPECT_THAT(refused("hostile:\n  instead: {a: [b]}\n"), HasSubstr("a mapping of repeat and times"));
  EXPECT_THAT(refused("hostile:\n  values: {a: '01'}\n"), HasSubstr("'01' is no JSON"));
  EXPECT_THAT(refused("hostile:\n  values: {a: [1]}\n"), HasSubstr("a mapping of json and nested or times"));
  EXPECT_THAT(refused("carried:\n  names: {names: true}\n"), HasSubstr("names does not say where"));
  EXPECT_THAT(refused("carried:\n  names: {at: [.a], but: x}\n"), HasSubstr("has no 'but'"));
  EXPECT_THAT(refused("carried:\n  names: {at: [.a], except: {inside/nul: x}}\n"),
              HasSubstr("there is no hostile text 'inside/nul'"));
}

}  // namespace
}  // namespace conformance::carried_page_test
