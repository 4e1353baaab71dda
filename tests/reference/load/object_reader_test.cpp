#include "prompty/load/object_reader.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::object_reader_test {
namespace {

Json const object = Json::parse(R"({"text": "t", "number": 1.5, "whole": 7, "yes": true, "none": null, "empty": {},
  "texts": ["a", "b"], "mixed": ["a", 1], "float whole": 100.0, "big": 18446744073709551615, "huge": 1e300})");

ObjectReader reader() {
  return ObjectReader(object, "model.options");
}

TEST(ObjectReader, ReadsMembersOfTheirTypes) {
  EXPECT_EQ(reader().text("text"), "t");
  EXPECT_EQ(reader().number("number"), 1.5);
  EXPECT_EQ(reader().number("whole"), 7.0);
  EXPECT_EQ(reader().integer("whole"), 7);
  EXPECT_EQ(reader().integer("float whole"), 100);
  EXPECT_EQ(reader().boolean("yes"), true);
  EXPECT_EQ(reader().texts("texts"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(reader().list("mixed"), (std::vector<Json>{"a", 1}));
  EXPECT_EQ(reader().mapping("empty"), Json::object());
}

TEST(ObjectReader, TakesNullForAbsent) {
  for (char const* const name : {"none", "absent"}) {
    EXPECT_EQ(reader().find(name), nullptr);
    EXPECT_EQ(reader().text(name), std::nullopt);
    EXPECT_EQ(reader().number(name), std::nullopt);
    EXPECT_EQ(reader().integer(name), std::nullopt);
    EXPECT_EQ(reader().boolean(name), std::nullopt);
    EXPECT_EQ(reader().texts(name), std::nullopt);
    EXPECT_TRUE(reader().list(name).empty());
    EXPECT_EQ(reader().mapping(name), Json::object());
  }
}

template <class Read>
std::string problem(Read read) {
  return raised<ValueError>([&] { static_cast<void>(read()); });
}

TEST(ObjectReader, NamesPathExpectationAndFinding) {
  EXPECT_EQ(problem([] { return reader().number("text"); }),
            "model.options.text must be a number, not the string \"t\"");
  EXPECT_EQ(problem([] { return reader().text("whole"); }), "model.options.whole must be a string, not the number 7");
  EXPECT_EQ(problem([] { return reader().boolean("whole"); }),
            "model.options.whole must be true or false, not the number 7");
  EXPECT_EQ(problem([] { return reader().list("empty"); }), "model.options.empty must be a list, not a mapping");
  EXPECT_EQ(problem([] { return reader().mapping("texts"); }),
            "model.options.texts must be a mapping, not a list of 2");
  EXPECT_EQ(problem([] { return reader().texts("mixed"); }),
            "model.options.mixed[1] must be a string, not the number 1");
  EXPECT_EQ(problem([] { return reader().required_text("none", "it a name"); }),
            "model.options.none is missing; give it a name");
}

TEST(ObjectReader, RefusesNumbersThatAreNotWholeOrTooLarge) {
  for (char const* const name : {"number", "big", "huge", "yes"}) {
    EXPECT_NE(problem([&] { return reader().integer(name); }).find("a whole number of 64 bits"), std::string::npos);
  }
}

TEST(ObjectReader, ReadsNumbersAndTruthFromReferencedTexts) {
  Json const texts = Json::parse(R"({"half":"0.5","seven":"7","yes":"true","word":"w","other":"1"})");
  ObjectReader const read(texts, "m", {.is_referenced = [&](Json const& text) { return &text != &texts["other"]; }});
  EXPECT_EQ(read.number("half"), 0.5);
  EXPECT_EQ(read.number("seven"), 7.0);
  EXPECT_EQ(read.integer("seven"), 7);
  EXPECT_EQ(read.boolean("yes"), true);
  EXPECT_EQ(read.text("seven"), "7");
  EXPECT_EQ(problem([&] { return read.integer("half"); }),
            "m.half must be a whole number of 64 bits, not the text that its reference gives");
  EXPECT_NE(problem([&] { return read.number("word"); }), "");
  EXPECT_NE(problem([&] { return read.number("other"); }), "");
  EXPECT_NE(problem([&] { return ObjectReader(texts, "m", {}).number("half"); }), "");
}

TEST(ObjectReader, GoesOnWhenSomebodyListens) {
  std::vector<std::string> heard;
  Reading const reading{.listener = [&](Error const& error) { heard.push_back(error.explanation().property_path); }};
  ObjectReader const read(object, "m", reading);
  EXPECT_EQ(read.text("whole"), std::nullopt);
  EXPECT_EQ(read.number("text"), std::nullopt);
  EXPECT_EQ(read.integer("number"), std::nullopt);
  EXPECT_EQ(read.boolean("text"), std::nullopt);
  EXPECT_EQ(read.texts("mixed"), std::vector<std::string>{"a"});
  EXPECT_TRUE(read.list("text").empty());
  EXPECT_EQ(read.mapping("text"), Json::object());
  EXPECT_EQ(read.required_text("none", "it"), "");
  EXPECT_EQ(read.required_text("whole", "it"), "");
  EXPECT_EQ(ObjectReader(Json(1), "n", reading).text("a"), std::nullopt);
  EXPECT_EQ(heard, (std::vector<std::string>{"m.whole", "m.text", "m.number", "m.text", "m.mixed[1]", "m.text",
                                             "m.text", "m.none", "m.whole", "n"}));
}

TEST(ObjectReader, DemandsAnObject) {
  Json const list = Json::array();
  EXPECT_EQ(problem([&] { return ObjectReader(list, "model").path_of("a"); }),
            "model must be a mapping, not a list of 0");
}

}  // namespace
}  // namespace prompty::object_reader_test
