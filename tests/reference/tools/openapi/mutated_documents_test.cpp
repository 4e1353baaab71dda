#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/tools/openapi/document.hpp"
#include "prompty/tools/openapi/operations.hpp"
#include "prompty/tools/openapi/request.hpp"
#include "support/random_text.hpp"

namespace prompty::openapi::mutated_documents_test {
namespace {

constexpr char const* seed =
    R"json({"openapi":"3.0.3","servers":[{"url":"https://{r}.a","variables":{"r":{"default":"e"}}}],
"security":[{"k":[]}],"paths":{"/a/{id}":{"parameters":[{"$ref":"#/components/parameters/P"},{"name":"q","in":"query",
"style":"deepObject","schema":{"$ref":"#/components/schemas/S"}},{"name":"h","in":"header"},{"name":"c","in":"cookie"}],
"get":{"operationId":"g","summary":"s"},"post":{"security":[{"b":[]},{}],"requestBody":{"required":true,"content":{
"application/x-www-form-urlencoded":{"schema":{"$ref":"#/components/schemas/S"},"encoding":{"n":{"style":"form"}}}}}}},
"/b":{"$ref":"#/paths/~1a~1{id}"}},"components":{"parameters":{"P":{"name":"id","in":"path","required":true,"schema":{
"type":"integer","minimum":1,"exclusiveMinimum":true,"nullable":true}}},"schemas":{"S":{"allOf":[{"type":"object",
"required":["n"],"properties":{"n":{"type":"string","readOnly":true,"enum":["x"],"pattern":"^a{2}$"},"s":{"$ref":
"#/components/schemas/S"},"m":{"type":"object","additionalProperties":{"type":"array","items":{"oneOf":[{},true]}}}}}]}},
"securitySchemes":{"k":{"type":"apiKey","in":"query","name":"k"},"b":{"type":"http","scheme":"basic"}}}})json";

std::vector<Json> values() {
  return {nullptr,
          true,
          -1,
          1e300,
          "",
          "#/",
          "#/paths",
          "$ref",
          Json::array(),
          Json::array({Json::array()}),
          Json::object(),
          Json{{"$ref", "#"}},
          Json{{"$ref", "#/components/schemas/S"}},
          Json{{"$ref", 7}},
          "{",
          "a{b}c{"};
}

/// All values inside a document, itself first.
void collect(Json& value, std::vector<Json*>& found) {
  found.push_back(&value);
  if (!value.is_structured()) return;
  for (Json& part : value) collect(part, found);
}

void mutate(Json& document, prompty_tests::Random& random) {
  std::vector<Json> const replacements = values();
  for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
    std::vector<Json*> places;
    collect(document, places);
    Json& place = *places[random() % places.size()];
    Json const other = *places[random() % places.size()];
    switch (random() % 4) {
      case 0:
        place = replacements[random() % replacements.size()];
        break;
      case 1:
        place = other;
        break;
      case 2:
        if (place.is_object() && !place.empty()) place.erase(place.begin());
        break;
      default:
        if (place.is_object()) place["$ref"] = "#/components/schemas/S";
        break;
    }
  }
}

/// Has every operation called with some arguments; false when the document is refused.
bool survives(Json const& document) {
  try {
    for (Operation const& operation : read_operations(document, "d").operations) {
      for (Json const& argument : values()) {
        Json arguments = Json::object();
        for (auto const& [name, schema] : operation.definition.parameters["properties"].items()) {
          arguments[name] = argument;
        }
        try {
          static_cast<void>(build_call(operation, arguments, "https://h", {}));
        } catch (Error const&) {
          continue;
        }
      }
    }
  } catch (ValueError const&) {
    return false;
  }
  return true;
}

TEST(MutatedOpenApiDocuments, AreReadOrRefused) {
  prompty_tests::Random random(7);
  int read = 0;
  constexpr int documents = 1'000;
  for (int i = 0; i < documents; ++i) {
    Json document = Json::parse(seed);
    mutate(document, random);
    if (survives(document)) ++read;
  }
  EXPECT_GT(read, documents / 10);
  EXPECT_LT(read, documents);
}

TEST(MutatedOpenApiDocuments, AreParsedOrRefused) {
  prompty_tests::Random random(8);
  constexpr std::array<std::string_view, 8> fragments = {"{", "}", "\"", "[", ": ", "\n", "\xFF", "&a *a"};
  for (int i = 0; i < 1'000; ++i) {
    std::string const text = prompty_tests::mutated(seed, random, fragments);
    try {
      static_cast<void>(read_operations(read_text(text, "d", {}), "d"));
    } catch (ValueError const&) {
      continue;
    }
  }
}

TEST(MutatedOpenApiDocuments, OfManyReferencesInARowAreBounded) {
  Json schemas = Json::object();
  for (int i = 0; i < 2'000; ++i) {
    schemas["D" + std::to_string(i)] = Json{{"$ref", "#/components/schemas/D" + std::to_string(i + 1)}};
  }
  schemas["D2000"] = Json{{"type", "string"}};
  Json document =
      Json::parse(R"({"openapi":"3.1.0","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{
      "schema":{"$ref":"#/components/schemas/D0"}}}}}}}})");
  document["components"]["schemas"] = std::move(schemas);
  Api const api = read_operations(document, "d");
  EXPECT_EQ(api.operations.at(0).definition.parameters["properties"]["body"], Json::object());
}

}  // namespace
}  // namespace prompty::openapi::mutated_documents_test
