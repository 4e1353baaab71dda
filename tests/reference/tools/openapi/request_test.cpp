#include "prompty/tools/openapi/request.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/tools/openapi/operations.hpp"
#include "prompty/transport/url.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openapi::request_test {
namespace {

using testing::Contains;
using testing::Key;
using testing::Not;
using testing::Pair;

/// An operation at `path` with the given members.
Operation operation(std::string const& path, std::string const& members, std::string const& method = "get") {
  Json const document = Json::parse(R"({"openapi":"3.0.3","paths":{")" + path + R"(":{")" + method +
                                    R"(":{"operationId":"f",)" + members + "}}}}");
  return read_operations(document, "api.json").operations.at(0);
}

Operation const pet = operation("/pets/{id}", R"("parameters":[{"name":"id","in":"path","required":true}])");

HttpRequest call(Operation const& called, char const* arguments, Authentication const& proof = {}) {
  return build_call(called, Json::parse(arguments), "https://h.example/v1", proof);
}

std::string url(Operation const& called, char const* arguments) {
  return call(called, arguments).url;
}

std::string refusal(Operation const& called, char const* arguments, Authentication const& proof = {}) {
  return raised<ValueError>([&] { static_cast<void>(call(called, arguments, proof)); });
}

TEST(OpenApiRequest, GoesBelowTheServer) {
  HttpRequest const request = call(pet, R"({"id":"7"})");
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.url, "https://h.example/v1/pets/7");
  EXPECT_EQ(request.body, "");
  EXPECT_THAT(request.headers, Contains(Pair("User-Agent", "prompty/" + std::string(version()))));
  EXPECT_THAT(request.headers, Not(Contains(Key("Content-Type"))));
}

TEST(OpenApiRequest, KeepsTheQueryOfItsServer) {
  Operation const search = operation("/s", R"("parameters":[{"name":"q","in":"query"}])");
  EXPECT_EQ(build_call(search, Json{{"q", "a b"}}, "https://h/v1?key=1", {}).url, "https://h/v1/s?q=a%20b&key=1");
}

TEST(OpenApiRequest, CannotLeaveItsHostOrPath) {
  for (char const* const id : {"//evil.example", "@evil.example/", "x?a=b", "x#y", "\\evil", "x;y", "%2e%2e", "a b",
                               ":80", "\r\nHost: evil"}) {
    Json const arguments{{"id", id}};
    Url const parts = parse_url(build_call(pet, arguments, "https://h.example/v1", {}).url);
    EXPECT_EQ(parts.origin, "https://h.example") << id;
    EXPECT_EQ(parts.target, "/v1/pets/" + utf8::percent_encoded(id)) << id;
  }
}

TEST(OpenApiRequest, DoesNotGoUpThePath) {
  for (char const* const arguments :
       {R"({"id":".."})", R"({"id":"."})", R"({"id":"../admin"})", R"({"id":"a/../../b"})", R"({"id":"..\\admin"})"}) {
    EXPECT_EQ(refusal(pet, arguments), "The arguments of f must not put . or .. into the path /pets/{id}") << arguments;
  }
  EXPECT_EQ(url(pet, R"({"id":"..."})"), "https://h.example/v1/pets/...");
  Operation const two = operation("/a/{x}{y}", R"("summary":"s")");
  EXPECT_NE(refusal(two, R"({"x":".","y":"."})"), "");
}

TEST(OpenApiRequest, NeedsWhatThePathNeeds) {
  EXPECT_EQ(refusal(pet, "{}"), "The argument id of f is missing");
  EXPECT_EQ(refusal(pet, R"({"id":null})"), "The argument id of f is missing");
  EXPECT_EQ(refusal(pet, R"({"id":""})"), "The argument id of f must not be empty");
}

TEST(OpenApiRequest, RefusesUnknownArguments) {
  EXPECT_EQ(refusal(pet, R"({"id":"7","url":"http://evil"})"), "f has no argument url; it takes id");
  EXPECT_EQ(refusal(pet, "[]"), "The arguments of f must be an object");
}

TEST(OpenApiRequest, EncodesWhatAPathMayNotHold) {
  EXPECT_EQ(url(operation("/a b/{open", R"("summary":"s")"), "{}"), "https://h.example/v1/a%20b/%7Bopen");
  EXPECT_EQ(url(operation("/a:b?c", R"("summary":"s")"), "{}"), "https://h.example/v1/a:b%3Fc");
}

TEST(OpenApiRequest, WritesTheQueryInTheOrderOfTheDocument) {
  Operation const search = operation("/s", R"("parameters":[{"name":"b","in":"query","schema":{"type":"array"}},
      {"name":"a","in":"query"},{"name":"c","in":"query"}])");
  EXPECT_EQ(url(search, R"({"a":"1","c":null,"b":[2,3]})"), "https://h.example/v1/s?b=2&b=3&a=1");
  EXPECT_EQ(url(search, "{}"), "https://h.example/v1/s");
}

TEST(OpenApiRequest, WritesHeadersAndCookies) {
  Operation const both = operation("/s", R"("parameters":[{"name":"X-A","in":"header"},{"name":"lang","in":"cookie"},
      {"name":"theme","in":"cookie"}])");
  Headers const headers = call(both, R"({"X-A":"a b","lang":"de","theme":"x;y"})").headers;
  EXPECT_THAT(headers, Contains(Pair("X-A", "a b")));
  EXPECT_THAT(headers, Contains(Pair("Cookie", "lang=de; theme=x%3By")));
}

TEST(OpenApiRequest, RefusesToEndAHeader) {
  Operation const header = operation("/s", R"("parameters":[{"name":"X-A","in":"header"}])");
  for (char const* const arguments :
       {R"({"X-A":"a\r\nX-B: c"})", R"({"X-A":"a\nb"})", R"({"X-A":"a\u0000b"})", R"({"X-A":["a","b\rc"]})"}) {
    EXPECT_EQ(refusal(header, arguments),
              "The argument X-A of f goes into a header and must not hold control characters")
        << arguments;
  }
}

TEST(OpenApiRequest, CarriesTheProof) {
  Authentication const proof{.headers = {{"X-Key", "K"}}, .query = {"key=Q"}, .cookies = {"sid=C"}};
  HttpRequest const request = call(pet, R"({"id":"7"})", proof);
  EXPECT_EQ(request.url, "https://h.example/v1/pets/7?key=Q");
  EXPECT_THAT(request.headers, Contains(Pair("X-Key", "K")));
  EXPECT_THAT(request.headers, Contains(Pair("Cookie", "sid=C")));
}

TEST(OpenApiRequest, DoesNotLetArgumentsStandForTheProof) {
  Operation const free = operation("/s", R"("parameters":[{"name":"any","in":"query","schema":{"type":"object"}}])");
  EXPECT_EQ(refusal(free, R"({"any":{"key":"mine"}})", {.headers = {}, .query = {"key=Q"}, .cookies = {}}),
            "The argument any of f stands in the place of a credential");
}

Operation posting(std::string const& body) {
  return operation("/s", R"("requestBody":)" + body, "post");
}

TEST(OpenApiRequest, WritesJsonBodies) {
  Operation const post = posting(R"({"required":true,"content":{"application/json":{}}})");
  HttpRequest const request = call(post, R"({"body":{"b":[1],"a":null}})");
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.body, R"({"b":[1],"a":null})");
  EXPECT_THAT(request.headers, Contains(Pair("Content-Type", "application/json")));
  EXPECT_EQ(refusal(post, "{}"), "The argument body of f is missing");
}

TEST(OpenApiRequest, HasNoBodyUnlessItIsGiven) {
  HttpRequest const request = call(posting(R"({"content":{"application/json":{}}})"), "{}");
  EXPECT_EQ(request.body, "");
  EXPECT_THAT(request.headers, Not(Contains(Key("Content-Type"))));
}

TEST(OpenApiRequest, WritesForms) {
  Operation const post = posting(R"({"content":{"application/x-www-form-urlencoded":{"encoding":{
      "c":{"style":"deepObject"},"d":{"explode":false},"e":{"contentType":"application/json"}}}}})");
  EXPECT_EQ(call(post, R"({"body":{"a":"x y&z","b":[1,2],"c":{"k":"v"},"d":[3,4],"e":[5],"f":{"g":1},"h":null}})").body,
            "a=x%20y%26z&b=1&b=2&c%5Bk%5D=v&d=3,4&e=%5B5%5D&f=%7B%22g%22%3A1%7D");
  EXPECT_EQ(refusal(post, R"({"body":"a=b"})"), "The argument body of f is sent as a form and must be an object");
}

TEST(OpenApiRequest, WritesText) {
  Operation const post = posting(R"({"content":{"text/plain; charset=utf-8":{}}})");
  HttpRequest const request = call(post, R"({"body":"a\nb"})");
  EXPECT_EQ(request.body, "a\nb");
  EXPECT_THAT(request.headers, Contains(Pair("Content-Type", "text/plain; charset=utf-8")));
  EXPECT_EQ(call(post, R"({"body":[1]})").body, "[1]");
}

}  // namespace
}  // namespace prompty::openapi::request_test
