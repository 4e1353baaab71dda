#include "prompty/typed/cast.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace cast_test {

using prompty::cast;
using prompty::Json;
using prompty::Outcome;
using prompty::structured;
using prompty::StructuredValue;
using prompty::Text;
using prompty::ValueError;

// As programs have them: the macro of the JSON library, and a function written by hand.
struct Street {
  std::string name;
  int number = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Street, name, number)

struct Address {
  Street street;
  std::vector<Street> others;
  double height = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Address, street, others, height)

struct Positive {
  int value = 0;
};
void from_json(nlohmann::json const& json, Positive& positive) {
  // Read against the order of the members, which is that of the names.
  int const scale = json.at("scale").get<int>();
  positive.value = json.at("number").get<int>() * scale;
  if (positive.value <= 0) throw std::invalid_argument("the number must be positive");
}

struct Directory {
  std::map<std::string, int> numbers;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Directory, numbers)

struct Backwards {
  int sum = 0;
};
void from_json(nlohmann::json const& json, Backwards& backwards) {
  for (std::size_t place = json.size(); place > 0; --place) backwards.sum += json.at(place - 1).get<int>();
}

struct Place {
  std::string city;
  std::uint8_t days = 1;
  std::optional<double> height;
  std::map<std::string, bool> open;

  friend void describe(prompty::Fields<Place>& place) {
    place.field("city", &Place::city, "The city")
        .optional("days", &Place::days, "How many days")
        .field("height", &Place::height)
        .optional("open", &Place::open);
  }
};

struct Route {
  Place from;
  std::vector<Place> to;
  Json options = Json::object();
};
void describe(prompty::Fields<Route>& route) {
  route.field("from", &Route::from).field("to", &Route::to).optional("options", &Route::options);
}

// Holds itself.
struct Branch {
  std::string name;
  std::vector<Branch> branches;
  friend void describe(prompty::Fields<Branch>& branch) {
    branch.field("name", &Branch::name).optional("branches", &Branch::branches);
  }
};

namespace {

template <class T>
std::string misfit(char const* text) {
  return raised<ValueError>([&] { static_cast<void>(cast<T>(Json::parse(text))); });
}

TEST(Cast, ReadsWhatTheProgramReadsFromJson) {
  RecordProperty("clause", "P8.8-03");
  Address const address = cast<Address>(Json::parse(
      R"({"height":1.5,"street":{"name":"Baker","number":221},"others":[{"name":"A","number":1}],"more":1})"));
  EXPECT_EQ(address.street.name, "Baker");
  EXPECT_EQ(address.street.number, 221);
  ASSERT_EQ(address.others.size(), 1U);
  EXPECT_EQ(address.others[0].number, 1);
  EXPECT_EQ(address.height, 1.5);
}

TEST(Cast, NamesThePlaceAtWhichFromJsonStops) {
  RecordProperty("clause", "P8.8-07");
  EXPECT_EQ(misfit<Address>(R"({"street":{"name":"B","number":"ten"},"others":[],"height":1})"),
            R"(/street/number must be of type number, not the string "ten")");
  EXPECT_EQ(
      misfit<Address>(
          R"({"street":{"name":"B","number":1},"others":[{"name":"A","number":1},{"name":2,"number":1}],"height":1})"),
      "/others/1/name must be of type string, not the number 2");
  EXPECT_EQ(misfit<Address>(R"({"street":{"name":"B"},"others":[],"height":1})"), "/street/number is missing");
  EXPECT_EQ(misfit<Address>(R"({"street":{"name":"B","number":1},"others":{},"height":1})"),
            "/others must be a list, not a mapping");
  EXPECT_EQ(misfit<Address>(R"({"street":{"name":"B","number":1},"others":[]})"), "/height is missing");
  EXPECT_EQ(misfit<Address>("[1]"),
            "The JSON does not fit: [json.exception.type_error.304] cannot use at() with array");
}

TEST(Cast, FindsThePlaceInWhateverOrderMembersAreRead) {
  EXPECT_EQ(cast<Positive>(Json::parse(R"({"number":2,"scale":3})")).value, 6);
  EXPECT_EQ(misfit<Positive>(R"({"number":"2","scale":3})"), R"(/number must be of type number, not the string "2")");
  EXPECT_EQ(misfit<Positive>(R"({"number":2,"scale":"3"})"), R"(/scale must be of type number, not the string "3")");
  EXPECT_EQ(misfit<Positive>(R"({"number":"2","scale":"3"})"), R"(/scale must be of type number, not the string "3")");
  EXPECT_EQ(misfit<Positive>(R"({"number":-2,"scale":3})"), "/number does not fit: the number must be positive");
}

TEST(Cast, FindsThePlaceInALongList) {
  Json address = Json::parse(R"({"street":{"name":"B","number":1},"others":[],"height":1})");
  for (int number = 0; number < 1000; ++number) address["others"].push_back(Json{{"name", "S"}, {"number", number}});
  EXPECT_EQ(cast<Address>(address).others.size(), 1000U);
  for (int const wrong : {999, 512, 511, 1, 0}) {
    address["others"][wrong]["number"] = nullptr;
    EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(cast<Address>(address)); }),
              "/others/" + std::to_string(wrong) + "/number must be of type number, not nothing");
  }
}

TEST(Cast, NamesTheObjectThatIsTooLargeToSearch) {
  Json numbers = Json::object();
  for (int number = 0; number < 500; ++number) numbers["n" + std::to_string(number)] = number;
  numbers["n499"] = "last";
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(cast<Directory>(Json{{"numbers", numbers}}));
            }),
            "/numbers does not fit: [json.exception.type_error.302] type must be number, but is string");
}

TEST(Cast, NamesTheListThatIsReadFromItsEnd) {
  EXPECT_EQ(misfit<Backwards>("[1, \"two\", 3]"),
            "The JSON does not fit: [json.exception.type_error.302] type must be number, but is string");
}

TEST(Cast, ReadsDescribedStructs) {
  Route const route = cast<Route>(Json::parse(
      R"({"from":{"city":"Oslo","days":3,"height":null},"to":[{"city":"Rome","height":21.5,"open":{"mo":true}}],"x":0})"));
  EXPECT_EQ(route.from.city, "Oslo");
  EXPECT_EQ(route.from.days, 3);
  EXPECT_EQ(route.from.height, std::nullopt);
  ASSERT_EQ(route.to.size(), 1U);
  EXPECT_EQ(route.to[0].days, 1);
  EXPECT_EQ(route.to[0].height, 21.5);
  EXPECT_TRUE(route.to[0].open.at("mo"));
  EXPECT_EQ(route.options, Json::object());
  EXPECT_EQ(cast<Place>(Json{{"city", "Oslo"}, {"days", nullptr}}).days, 1);
}

TEST(Cast, NamesThePlaceThatDoesNotFitADescribedStruct) {
  EXPECT_EQ(misfit<Route>(R"({"from":{"days":1},"to":[]})"), "/from/city is missing; it is: The city");
  EXPECT_EQ(misfit<Route>(R"({"from":{"city":"O"}})"), "/to is missing");
  EXPECT_EQ(misfit<Route>(R"({"from":{"city":7},"to":[]})"), "/from/city must be a string, not the number 7");
  EXPECT_EQ(misfit<Route>(R"({"from":{"city":"O"},"to":[{"city":"O"},{"city":null}]})"),
            "/to/1/city must be a string, not nothing");
  EXPECT_EQ(misfit<Route>(R"({"from":{"city":"O","open":{"a/b":1}},"to":[]})"),
            "/from/open/a~1b must be true or false, not the number 1");
  EXPECT_EQ(misfit<Route>(R"({"from":{"city":"O"},"to":[],"options":[]})"),
            "/options must be an object, not a list of 0");
  EXPECT_EQ(misfit<Route>("3"), "The JSON must be an object, not the number 3");
}

TEST(Cast, ReadsAStructThatHoldsItself) {
  RecordProperty("clause", "P8.8-03");
  Branch const branch = cast<Branch>(
      Json::parse(R"({"name":"a","branches":[{"name":"b","branches":[{"name":"c","branches":[{"name":"d"}]}]}]})"));
  EXPECT_EQ(branch.branches.at(0).branches.at(0).branches.at(0).name, "d");
  EXPECT_EQ(misfit<Branch>(R"({"name":"a","branches":[{"name":"b","branches":[{"name":"c"},{"name":4}]}]})"),
            "/branches/0/branches/1/name must be a string, not the number 4");
}

TEST(FieldsOfAStruct, ShowOneThatHoldsItselfOnceInside) {
  EXPECT_EQ(prompty::Fields<Branch>().schema(), Json::parse(R"({
    "type": "object",
    "properties": {
      "name": {"type": "string"},
      "branches": {"type": "array",
                   "items": {"type": "object",
                             "properties": {"name": {"type": "string"},
                                            "branches": {"type": "array", "items": {"type": "object"}}},
                             "required": ["name"]}}},
    "required": ["name"]})"));
}

TEST(Cast, TakesNoNumberForAnother) {
  EXPECT_EQ(cast<int>(Json(3.0)), 3);
  EXPECT_EQ(cast<std::uint64_t>(Json(18446744073709551615U)), 18446744073709551615U);
  EXPECT_EQ(cast<std::int64_t>(Json(INT64_MIN)), INT64_MIN);
  EXPECT_EQ(cast<double>(Json(3)), 3.0);
  EXPECT_EQ(misfit<int>("3.5"), "The JSON must be an integer from -2147483648 to 2147483647, not the number 3.5");
  EXPECT_EQ(misfit<int>("2147483648"),
            "The JSON must be an integer from -2147483648 to 2147483647, not the number 2147483648");
  EXPECT_EQ(misfit<std::int64_t>("9223372036854775808"),
            "The JSON must be an integer from -9223372036854775808 to 9223372036854775807, not the number "
            "9223372036854775808");
  EXPECT_EQ(misfit<std::uint8_t>("-1"), "The JSON must be an integer from 0 to 255, not the number -1");
  EXPECT_EQ(misfit<std::uint8_t>("256"), "The JSON must be an integer from 0 to 255, not the number 256");
  EXPECT_EQ(misfit<int>("true"), "The JSON must be an integer from -2147483648 to 2147483647, not true");
  EXPECT_EQ(misfit<bool>("0"), "The JSON must be true or false, not the number 0");
}

TEST(Structured, IsReadFromTheTextOfTheModel) {
  RecordProperty("clause", "P8.8-04");
  // The value says otherwise, to show which of the two is read.
  Outcome const outcome =
      StructuredValue{.value = Json{{"name", "value"}, {"number", 1}}, .raw = R"({ "number": 2, "name": "text" })"};
  EXPECT_EQ(structured<Street>(outcome).name, "text");
  EXPECT_EQ(structured<Street>(outcome).number, 2);
  EXPECT_EQ(structured(outcome), (Json{{"name", "value"}, {"number", 1}}));
}

TEST(Structured, IsReadFromTheValueWhereThereIsNoText) {
  EXPECT_EQ(structured<Street>(StructuredValue{.value = Json{{"name", "value"}, {"number", 1}}}).name, "value");
}

TEST(Structured, IsReadFromTextThatIsJson) {
  EXPECT_EQ(structured<Place>(Text{R"({"city": "Oslo"})"}).city, "Oslo");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(structured<Place>(Text{R"({"city": 1})"})); }),
            "/city must be a string, not the number 1");
  std::string const message = raised<ValueError>([] { static_cast<void>(structured<Place>(Text{"Oslo"})); });
  EXPECT_NE(message.find("The outcome is text that is not JSON"), std::string::npos) << message;
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(structured<Place>(prompty::Image{})); }),
            "The outcome is an image, not structured JSON: read it with images()");
}

TEST(FieldsOfAStruct, MakeItsSchema) {
  EXPECT_EQ(prompty::Fields<Route>().schema(), Json::parse(R"({
    "type": "object",
    "properties": {
      "from": {"type": "object",
               "properties": {"city": {"type": "string", "description": "The city"},
                              "days": {"type": "integer", "description": "How many days"},
                              "height": {"type": "number"},
                              "open": {"type": "object", "additionalProperties": {"type": "boolean"}}},
               "required": ["city"]},
      "to": {"type": "array",
             "items": {"type": "object",
                       "properties": {"city": {"type": "string", "description": "The city"},
                                      "days": {"type": "integer", "description": "How many days"},
                                      "height": {"type": "number"},
                                      "open": {"type": "object", "additionalProperties": {"type": "boolean"}}},
                       "required": ["city"]}},
      "options": {"type": "object"}},
    "required": ["from", "to"]})"));
  std::vector<prompty::Property> const properties = prompty::Fields<Place>().properties();
  ASSERT_EQ(properties.size(), 4U);
  EXPECT_EQ(properties[0],
            (prompty::Property{.name = "city", .kind = "string", .description = "The city", .required = true}));
  EXPECT_EQ(properties[2], (prompty::Property{.name = "height", .kind = "float", .required = false}));
}

}  // namespace
}  // namespace cast_test
