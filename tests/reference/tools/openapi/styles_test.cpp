#include "prompty/tools/openapi/request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace prompty::openapi::styles_test {
namespace {

using testing::ElementsAre;

Json const list = Json::array({"blue", "black"});
Json const object{{"R", 100}, {"G", 200}};

Parameter styled(Style style, Explode explode) {
  return {.name = "color", .argument = "color", .style = style, .explode = explode};
}

std::string path(Style style, Explode explode, Json const& value) {
  return in_path(styled(style, explode), value);
}

TEST(OpenApiStyles, WriteSimplePaths) {
  EXPECT_EQ(path(Style::simple, Explode::no, "blue"), "blue");
  EXPECT_EQ(path(Style::simple, Explode::no, list), "blue,black");
  EXPECT_EQ(path(Style::simple, Explode::no, object), "R,100,G,200");
  EXPECT_EQ(path(Style::simple, Explode::yes, object), "R=100,G=200");
}

TEST(OpenApiStyles, WriteLabels) {
  EXPECT_EQ(path(Style::label, Explode::no, "blue"), ".blue");
  EXPECT_EQ(path(Style::label, Explode::no, list), ".blue,black");
  EXPECT_EQ(path(Style::label, Explode::yes, list), ".blue.black");
  EXPECT_EQ(path(Style::label, Explode::no, object), ".R,100,G,200");
  EXPECT_EQ(path(Style::label, Explode::yes, object), ".R=100.G=200");
}

TEST(OpenApiStyles, WriteMatrices) {
  EXPECT_EQ(path(Style::matrix, Explode::no, "blue"), ";color=blue");
  EXPECT_EQ(path(Style::matrix, Explode::no, list), ";color=blue,black");
  EXPECT_EQ(path(Style::matrix, Explode::yes, list), ";color=blue;color=black");
  EXPECT_EQ(path(Style::matrix, Explode::no, object), ";color=R,100,G,200");
  EXPECT_EQ(path(Style::matrix, Explode::yes, object), ";R=100;G=200");
}

TEST(OpenApiStyles, EncodeEverythingInAPath) {
  EXPECT_EQ(path(Style::simple, Explode::no, "a/b?c#d%e f;ü"), "a%2Fb%3Fc%23d%25e%20f%3B%C3%BC");
  EXPECT_EQ(path(Style::simple, Explode::no, Json::array({"a,b", "c"})), "a%2Cb,c");
}

TEST(OpenApiStyles, WriteNumbersAndTruthValues) {
  EXPECT_EQ(path(Style::simple, Explode::no, 1.5), "1.5");
  EXPECT_EQ(path(Style::simple, Explode::no, true), "true");
}

std::vector<std::string> query(Style style, Explode explode, Json const& value) {
  return in_query(styled(style, explode), value);
}

TEST(OpenApiStyles, WriteForms) {
  EXPECT_THAT(query(Style::form, Explode::yes, "blue"), ElementsAre("color=blue"));
  EXPECT_THAT(query(Style::form, Explode::yes, ""), ElementsAre("color="));
  EXPECT_THAT(query(Style::form, Explode::no, list), ElementsAre("color=blue,black"));
  EXPECT_THAT(query(Style::form, Explode::yes, list), ElementsAre("color=blue", "color=black"));
  EXPECT_THAT(query(Style::form, Explode::no, object), ElementsAre("color=R,100,G,200"));
  EXPECT_THAT(query(Style::form, Explode::yes, object), ElementsAre("R=100", "G=200"));
}

TEST(OpenApiStyles, WriteDelimitedLists) {
  EXPECT_THAT(query(Style::space_delimited, Explode::no, list), ElementsAre("color=blue%20black"));
  EXPECT_THAT(query(Style::pipe_delimited, Explode::no, list), ElementsAre("color=blue%7Cblack"));
  EXPECT_THAT(query(Style::pipe_delimited, Explode::no, object), ElementsAre("color=R%7C100%7CG%7C200"));
  EXPECT_THAT(query(Style::space_delimited, Explode::yes, list), ElementsAre("color=blue", "color=black"));
}

TEST(OpenApiStyles, WriteDeepObjects) {
  EXPECT_THAT(query(Style::deep_object, Explode::yes, object), ElementsAre("color%5BR%5D=100", "color%5BG%5D=200"));
  EXPECT_THAT(query(Style::deep_object, Explode::yes, Json::parse(R"({"a":{"b":1},"c":[2,3]})")),
              ElementsAre("color%5Ba%5D%5Bb%5D=1", "color%5Bc%5D=2", "color%5Bc%5D=3"));
}

TEST(OpenApiStyles, WriteNothingForWhatHasNoParts) {
  for (Style const style : {Style::form, Style::pipe_delimited, Style::deep_object}) {
    EXPECT_THAT(query(style, Explode::no, Json::array()), ElementsAre());
    EXPECT_THAT(query(style, Explode::yes, Json::object()), ElementsAre());
  }
}

TEST(OpenApiStyles, WriteJsonForWhatIsTooDeep) {
  EXPECT_THAT(query(Style::form, Explode::yes, Json::parse(R"([{"a":1}])")), ElementsAre("color=%7B%22a%22%3A1%7D"));
  EXPECT_THAT(query(Style::json, Explode::no, Json::parse(R"({"a":[1]})")),
              ElementsAre("color=%7B%22a%22%3A%5B1%5D%7D"));
}

TEST(OpenApiStyles, KeepReservedCharactersWhereTheyMay) {
  Parameter parameter = styled(Style::form, Explode::yes);
  EXPECT_THAT(in_query(parameter, "a/b&c=d#e"), ElementsAre("color=a%2Fb%26c%3Dd%23e"));
  parameter.reserved = Reserved::kept;
  EXPECT_THAT(in_query(parameter, "a/b:c,d&e=f#g+h%i"), ElementsAre("color=a/b:c,d%26e%3Df%23g%2Bh%25i"));
}

TEST(OpenApiStyles, WriteHeadersAsTheyAre) {
  EXPECT_EQ(in_header(styled(Style::simple, Explode::no), "a b/c"), "a b/c");
  EXPECT_EQ(in_header(styled(Style::simple, Explode::no), list), "blue,black");
  EXPECT_EQ(in_header(styled(Style::simple, Explode::yes), object), "R=100,G=200");
}

TEST(OpenApiStyles, WriteCookies) {
  EXPECT_THAT(in_cookie(styled(Style::form, Explode::yes), "a;b"), ElementsAre("color=a%3Bb"));
  EXPECT_THAT(in_cookie(styled(Style::form, Explode::no), list), ElementsAre("color=blue,black"));
  EXPECT_THAT(in_cookie(styled(Style::form, Explode::yes), object), ElementsAre("R=100", "G=200"));
}

}  // namespace
}  // namespace prompty::openapi::styles_test
