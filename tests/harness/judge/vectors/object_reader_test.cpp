#include "harness/judge/vectors/vector_file.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/files/input_error.hpp"

namespace conformance::object_reader_test {
namespace {

using testing::ElementsAre;
using testing::StrEq;
using testing::ThrowsMessage;

TEST(ObjectReaders, HandOutMembers) {
  Json const object = {{"text", "a"}, {"list", Json::array({"x", "y"})}, {"flag", false}, {"none", nullptr}};
  ObjectReader reader(object, "f.json", "here");
  EXPECT_EQ(reader.required_string("text"), "a");
  EXPECT_THAT(reader.required_strings("list"), ElementsAre("x", "y"));
  EXPECT_EQ(reader.optional_boolean("flag"), false);
  EXPECT_EQ(reader.optional_boolean("other"), std::nullopt);
  EXPECT_EQ(reader.optional_string("missing"), std::nullopt);
  EXPECT_EQ(reader.required("none"), nullptr);
  EXPECT_EQ(reader.optional("nowhere"), nullptr);
  EXPECT_NO_THROW(reader.finish());
}

TEST(ObjectReaders, RefuseUnknownMembers) {
  Json const object = {{"text", "a"}, {"elsewhere", 1}};
  ObjectReader reader(object, "f.json", "here");
  (void)reader.required("text");
  EXPECT_THAT([&] { reader.finish(); },
              ThrowsMessage<InputError>(StrEq("f.json: here: unknown member \"elsewhere\"; known are: text")));
  reader.allow("elsewhere");
  EXPECT_NO_THROW(reader.finish());
}

TEST(ObjectReaders, SuggestTheNearestName) {
  Json const object = {{"texts", "a"}};
  ObjectReader reader(object, "f.json", "here");
  (void)reader.optional("list");
  (void)reader.optional("text");
  EXPECT_THAT([&] { reader.finish(); },
              ThrowsMessage<InputError>(StrEq("f.json: here: unknown member \"texts\"; did you mean \"text\"?")));
}

TEST(ObjectReaders, TakeObjectsOnly) {
  Json const array = Json::array();
  EXPECT_THAT([&] { ObjectReader(array, "f.json", "here"); },
              ThrowsMessage<InputError>(StrEq("f.json: here: must be an object, is array")));
}

}  // namespace
}  // namespace conformance::object_reader_test
