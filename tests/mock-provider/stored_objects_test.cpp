#include "mock-provider/stored_objects.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mock_provider::stored_objects_test {
namespace {

StoredObject object_of(Json shown, Json hidden = nullptr) {
  return {.scenario = "s", .id = "", .shown = std::move(shown), .hidden = std::move(hidden)};
}

TEST(StoredObjects, KeepTheNewestThousand) {
  StoredObjects objects;
  std::string const first = objects.add(object_of({{"n", 0}}), "a_").id;
  std::string const second = objects.add(object_of({{"n", 1}}), "a_").id;
  for (int number = 2; number <= 1'000; ++number) objects.add(object_of({{"n", number}}), "a_");
  EXPECT_FALSE(objects.find("s", first));
  EXPECT_TRUE(objects.find("s", second));
  EXPECT_EQ(objects.all("s", "a_").size(), 1'000U);
  EXPECT_EQ(objects.all("s", "b_").size(), 0U);
  EXPECT_EQ(objects.all("other", "a_").size(), 0U);
}

TEST(StoredObjects, HaveNoMoreThanTheirBytesAlsoWhenTheyGrow) {
  StoredObjects objects;
  std::string const large(40'000'000, 'a');
  std::string const first = objects.add(object_of(Json::object(), large), "a_").id;
  std::string const second = objects.add(object_of({{"n", 1}}, "small"), "a_").id;
  EXPECT_TRUE(objects.find("s", first));
  objects.change("s", second, [&](StoredObject& object) { object.hidden = large; });
  EXPECT_FALSE(objects.find("s", first));
  EXPECT_TRUE(objects.find("s", second));
}

TEST(StoredObjects, HaveIdsOfTheirOwnThatRepeat) {
  StoredObjects objects;
  StoredObject const first = objects.add(object_of({{"n", 0}}), "a_");
  EXPECT_EQ(first.shown.at("id"), first.id);
  EXPECT_NE(objects.add(object_of({{"n", 0}}), "a_").id, first.id);
  EXPECT_TRUE(objects.remove("s", first.id));
  EXPECT_FALSE(objects.remove("s", first.id));
  EXPECT_EQ(objects.add(object_of({{"n", 0}}), "a_").id, first.id);
  EXPECT_FALSE(objects.change("s", "a_x", [](StoredObject&) { FAIL(); }));
}

std::vector<Json> three() {
  return {Json{{"id", "a"}}, Json{{"id", "b"}}, Json{{"id", "c"}}};
}

TEST(ObjectPages, AreCutByTheirQuery) {
  auto const page = [](char const* query) { return object_page::of(three(), query, 2, 3); };
  EXPECT_EQ(page(""), Json::parse(R"({"data":[{"id":"c"},{"id":"b"}],"first_id":"c","last_id":"b","has_more":true})"));
  EXPECT_EQ(page("order=asc&after=a"),
            Json::parse(R"({"data":[{"id":"b"},{"id":"c"}],"first_id":"b","last_id":"c","has_more":false})"));
  EXPECT_EQ(page("limit=1&after_id=c").at("data"), Json::parse(R"([{"id":"b"}])"));
  EXPECT_EQ(page("limit=99").at("data").size(), 3U);
  EXPECT_EQ(page("limit=0").at("data").size(), 1U);
  EXPECT_EQ(object_page::of({}, "", 2, 3),
            Json::parse(R"({"data":[],"first_id":null,"last_id":null,"has_more":false})"));
}

}  // namespace
}  // namespace mock_provider::stored_objects_test
