#include "harness/judge/run/trial.hpp"

#include <gmock/gmock.h>

#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::demanded_places_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(DemandedPlaces, AreMembersOfObjectsAndOfElements) {
  EXPECT_THAT(demanded_places(Json::parse(R"({"a": {"b/c": 1}, "list": [{"x": 1}, {"y": null}]})")),
              ElementsAre("/a", "/a/b~1c", "/list", "/list/*/x", "/list/*/y"));
}

TEST(DemandedPlaces, AreLookedForInMatchersThatLeaveNoChoice) {
  EXPECT_THAT(demanded_places(Json::parse(R"({"$subset": {"a": {"$unordered": [{"b": 1}]}, "c": {"$absent": true}}})")),
              ElementsAre("/a", "/a/*/b"));
  EXPECT_THAT(demanded_places(Json::parse(R"({"a": {"$oneOf": [{"b": 1}, {"c": 1}]}, "d": {"$literal": {"$e": 1}}})")),
              ElementsAre("/a", "/d"));
}

TEST(DemandedPlaces, OfAVectorAreThoseOfEachReading) {
  auto const of = [](char const* expect) {
    return demanded_places(one_sample_vector({{"clauses", Json::array({"P1.1-04"})}, {"expect", Json::parse(expect)}}));
  };
  EXPECT_THAT(of(R"({"value": {"a": 1}})"), ElementsAre("/a"));
  EXPECT_THAT(of(R"({"error": {"kind": "ValueError"}})"), IsEmpty());
  EXPECT_THAT(of(R"({"readings": {"literal": {"value": {"a": 1, "b": 2}}, "modern": {"value": {"b": 3, "c": 4}}}})"),
              ElementsAre("/b"));
  EXPECT_THAT(of(R"({"readings": {"literal": {"value": {"a": 1}}, "modern": {"error": {}}}})"), IsEmpty());
}

TEST(DemandedPlaces, OfAPointerHaveNoIndexes) {
  EXPECT_EQ(place_of_pointer("/inputs/12/kind"), "/inputs/*/kind");
  EXPECT_EQ(place_of_pointer("/a~1b"), "/a~1b");
  EXPECT_EQ(place_of_pointer(""), "");
}

}  // namespace
}  // namespace conformance::demanded_places_test
