#include "prompty/tools/openapi/operations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "prompty/conversation/argument_schema.hpp"
#include "prompty/core/error.hpp"
#include "prompty/tools/openapi/document.hpp"
#include "reference/support/raised.hpp"
#include "support/places.hpp"

namespace prompty::openapi::operations_test {
namespace {

using testing::ElementsAre;

Api paws(std::string const& name) {
  std::string const path = prompty_tests::repository() + "/tests/reference/tools/openapi/" + name;
  return read_operations(read_file(path, "t", {}), name);
}

std::vector<Operation> operations_in(std::string const& paths, std::string const& members = "") {
  Json const document = Json::parse(R"({"openapi":"3.1.0",)" + members + R"("paths":)" + paths + "}");
  return read_operations(document, "api.json").operations;
}

Operation only(std::string const& operation, std::string const& members = "") {
  return operations_in(R"({"/a/{id}":{"post":)" + operation + "}}", members).at(0);
}

std::vector<std::string> names(std::vector<Operation> const& operations) {
  std::vector<std::string> found;
  for (Operation const& operation : operations) found.push_back(operation.definition.name);
  return found;
}

TEST(OpenApiOperations, AreAllThoseOfARealisticDocument) {
  Api const api = paws("paws.yaml");
  EXPECT_EQ(api.operations.size(), 114U);
  for (char const* const name : {"listPets", "createPet", "getPet", "replacePet", "delete_pets_id", "search", "login",
                                 "addNote", "monthly_report", "listMessages"}) {
    EXPECT_NE(find_operation(api, name), nullptr) << name;
  }
  EXPECT_EQ(find_operation(api, "putPhoto"), nullptr);
}

TEST(OpenApiOperations, AreTheSameInBothVersions) {
  std::vector<Operation> const old = paws("paws.yaml").operations;
  std::vector<Operation> const current = paws("paws.json").operations;
  ASSERT_EQ(old.size(), current.size());
  for (std::size_t at = 0; at < old.size(); ++at) {
    EXPECT_EQ(old[at], current[at]) << old[at].definition.parameters.dump() << current[at].definition.parameters.dump();
  }
}

TEST(OpenApiOperations, HaveSchemasThatArgumentsCanBeHeldAgainst) {
  for (Operation const& operation : paws("paws.yaml").operations) {
    conversation::ArgumentSchema const schema(operation.definition.name, operation.definition.parameters);
    EXPECT_EQ(operation.definition.parameters["type"], "object");
  }
}

TEST(OpenApiOperations, ShowParametersAndBodyInOneObject) {
  Api const api = paws("paws.yaml");
  EXPECT_EQ(find_operation(api, "replacePet")->definition.parameters, Json::parse(R"json({"type":"object","properties":{
      "id":{"type":"string","pattern":"^[a-z0-9-]+$"},
      "body":{"allOf":[{"type":"object","properties":{}},{"type":"object","required":["name"],"properties":{
        "name":{"type":"string","description":"Shown to people.","minLength":1},
        "species":{"type":"string","enum":["dog","cat","bird","fish","other"]},
        "weight":{"type":["number","null"],"exclusiveMinimum":0},
        "owner_id":{"type":["string","null"]},
        "tags":{"type":"array","items":{"type":"string"},"uniqueItems":true},
        "chip":{"type":"string","pattern":"^[0-9]{15}$"}}}],"description":"The pet."}},
      "required":["id","body"]})json"));
  EXPECT_EQ(find_operation(api, "search")->definition.parameters, Json::parse(R"json({"type":"object","properties":{
      "q":{"type":"string"},"kinds":{"type":"array","items":{"type":"string"}},
      "near":{"type":"object","required":["street","city"],"properties":{"street":{"type":"string"},
        "city":{"type":"string"},"postcode":{"type":["string","null"]},
        "country":{"type":"string","minLength":2,"maxLength":2}}},
      "locale":{"type":"string"}},"required":["q"]})json"));
}

TEST(OpenApiOperations, AreNamedByIdOrElseByMethodAndPath) {
  EXPECT_THAT(names(operations_in(R"({"/a/{b}":{"get":{},"put":{"operationId":"put it"},"delete":{"operationId":""}},
                                      "/a":{"get":{"operationId":"put_it"}}})")),
              ElementsAre("get_a_b", "put_it", "delete_a_b", "put_it_2"));
}

TEST(OpenApiOperations, AreDescribedByDescriptionOrElseSummary) {
  EXPECT_EQ(only(R"({"description":"D","summary":"S"})").definition.description, "D");
  EXPECT_EQ(only(R"({"description":"","summary":"S"})").definition.description, "S");
  EXPECT_EQ(only("{}").definition.description, std::nullopt);
  std::string const text = std::string(1023, 'a') + "ü";
  EXPECT_EQ(only(R"({"summary":")" + text + R"("})").definition.description, std::string(1023, 'a'));
}

TEST(OpenApiOperations, HaveTheParametersOfTheirPathUnlessTheyHaveTheirOwn) {
  std::vector<Operation> const found = operations_in(R"({"/a":{
      "parameters":[{"name":"x","in":"query","schema":{"type":"integer"}},{"name":"y","in":"query"}],
      "get":{"parameters":[{"name":"z","in":"query"},{"name":"x","in":"query","required":true}]}}})");
  EXPECT_EQ(found.at(0).definition.parameters,
            Json::parse(R"({"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"},
                            "z":{"type":"string"}},"required":["x"]})"));
}

TEST(OpenApiOperations, AskForWhatTheirPathNames) {
  EXPECT_EQ(only("{}").definition.parameters,
            Json::parse(R"({"type":"object","properties":{"id":{"type":"string"}},"required":["id"]})"));
  EXPECT_EQ(only(R"({"parameters":[{"name":"other","in":"path","required":true}]})").parameters.size(), 1U);
}

TEST(OpenApiOperations, GiveParametersOfOneNameTwoNames) {
  Operation const operation = only(R"({"parameters":[{"name":"id","in":"path"},{"name":"id","in":"query"},
      {"name":"body","in":"query"},{"name":"f[a]","in":"query"}],"requestBody":{"content":{"application/json":{}}}})");
  std::vector<std::string> arguments;
  for (auto const& [name, schema] : operation.definition.parameters["properties"].items()) arguments.push_back(name);
  EXPECT_THAT(arguments, ElementsAre("id", "query_id", "body", "f_a", "request_body"));
  EXPECT_EQ(operation.parameters.at(3).name, "f[a]");
}

TEST(OpenApiOperations, LeaveHeadersOfHttpAlone) {
  Operation const operation = only(R"({"parameters":[{"name":"id","in":"path"},{"name":"Authorization","in":"header"},
      {"name":"content-type","in":"header"},{"name":"HOST","in":"header"},{"name":"X-A","in":"header"}]})");
  ASSERT_EQ(operation.parameters.size(), 2U);
  EXPECT_EQ(operation.parameters[1].name, "X-A");
}

TEST(OpenApiOperations, DoNotAskTheModelForCredentials) {
  Api const api = paws("paws.yaml");
  EXPECT_EQ(find_operation(api, "monthly_report")->definition.parameters,
            Json::parse(R"({"type":"object","properties":{"year":{"type":"integer"},"month":{"type":"integer"}},
                            "required":["year","month"]})"));
}

TEST(OpenApiOperations, AreSecuredAsTheySayOrElseAsTheDocumentSays) {
  Api const api = paws("paws.yaml");
  EXPECT_EQ(find_operation(api, "getPet")->security,
            (std::vector<Requirement>{{{.kind = SchemeKind::key_in_header, .name = "X-Paws-Key"}}}));
  EXPECT_EQ(find_operation(api, "delete_pets_id")->security,
            (std::vector<Requirement>{{{.kind = SchemeKind::bearer}}, {{.kind = SchemeKind::basic}}}));
  EXPECT_EQ(find_operation(api, "search")->security, std::vector<Requirement>());
  EXPECT_EQ(only("{}").security, std::nullopt);
}

TEST(OpenApiOperations, HaveTheNearestServer) {
  Api const api = paws("paws.yaml");
  EXPECT_EQ(find_operation(api, "getPet")->server, "https://eu.paws.example/v4");
  EXPECT_EQ(find_operation(api, "monthly_report")->server, "https://reports.paws.example");
  EXPECT_EQ(only("{}").server, "/");
  EXPECT_EQ(only(R"({"servers":[{"url":"https://o"}]})", R"("servers":[{"url":"https://d"}],)").server, "https://o");
}

TEST(OpenApiOperations, PreferJsonThenFormsThenText) {
  Operation const all = only(R"({"requestBody":{"content":{"text/plain":{},"application/x-www-form-urlencoded":{},
      "application/vnd.a+json":{},"application/json":{}}}})");
  EXPECT_EQ(all.body->media_type, "application/vnd.a+json");
  Operation const form =
      only(R"({"requestBody":{"content":{"text/plain":{},"application/x-www-form-urlencoded":{}}}})");
  EXPECT_EQ(form.body->format, BodyFormat::form);
  EXPECT_EQ(only(R"({"requestBody":{"content":{"*/*":{}}}})").body->media_type, "application/json");
}

TEST(OpenApiOperations, AreLeftOutWhenTheyNeedABodyOfAnotherType) {
  EXPECT_THAT(
      names(operations_in(R"({"/a":{"post":{"requestBody":{"required":true,"content":{"multipart/form-data":{}}}},
      "put":{"requestBody":{"content":{"multipart/form-data":{}}}}}})")),
      ElementsAre("put_a"));
}

std::string refusal(std::string const& paths) {
  return raised<ValueError>([&] { static_cast<void>(operations_in(paths)); });
}

TEST(OpenApiOperations, SayWhereTheDocumentIsWrong) {
  EXPECT_EQ(refusal("[]"), "api.json#/paths must be an object");
  EXPECT_EQ(refusal(R"({"a":{}})"), "api.json#/paths/a must be a path that begins with a slash");
  EXPECT_EQ(refusal(R"({"/a":{"get":7}})"), "api.json#/paths/~1a/get must be an object");
  EXPECT_EQ(refusal(R"({"/a":{"get":{"parameters":{}}}})"), "api.json#/paths/~1a/get/parameters must be a list");
  EXPECT_EQ(refusal(R"({"/a":{"get":{"parameters":[{"in":"query"}]}}})"),
            "api.json#/paths/~1a/get/parameters/0 has no name");
  EXPECT_EQ(refusal(R"({"/a":{"get":{"parameters":[{"in":"body","name":"b"}]}}})"),
            "api.json#/paths/~1a/get/parameters/0/in must be path, query, header or cookie, not body");
  EXPECT_EQ(refusal(R"({"/a":{"get":{"parameters":[{"in":"query","name":"b","style":"matrix"}]}}})"),
            "api.json#/paths/~1a/get/parameters/0/style is matrix, which a parameter in the query cannot have");
  EXPECT_EQ(refusal(R"({"/a":{"get":{"parameters":[{"in":"header","name":"a\r\nb"}]}}})"),
            "api.json#/paths/~1a/get/parameters/0/name must be a name that headers can have");
  EXPECT_EQ(refusal(R"({"/a":{"get":{"security":[{"k":[]}]}}})"),
            "api.json#/paths/~1a/get/security/0 names k, which components/securitySchemes does not describe");
  EXPECT_EQ(refusal(R"({"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}})"),
            "api.json#/paths/~1a is a reference that leads in a circle");
}

TEST(OpenApiOperations, TakeNoOtherAwayWhenOneIsWrong) {
  std::string const wrong[] = {
      R"("/a":{"get":{"parameters":[{"in":"query"}]}})",
      R"("/a":{"$ref":"other.json#/a"})",
      R"("a":{"get":{}})",
      R"("/a":7)",
      R"("/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"items":[]}}}}}})",
      R"("/a":{"get":{"security":[{"k":[]}]}})",
      R"("/a":{"post":{"requestBody":{"required":true,"content":{"image/png":{}}}}})"};
  for (std::string const& one : wrong) {
    Json const document =
        Json::parse(R"({"openapi":"3.1.0","paths":{)" + one + R"(,"/b":{"get":{"operationId":"b"}}}})");
    Api const api = read_operations(document, "api.json");
    EXPECT_THAT(names(api.operations), ElementsAre("b")) << one;
    EXPECT_THAT(api.omitted, ElementsAre(testing::HasSubstr("a is not offered: "))) << one;
  }
}

TEST(OpenApiOperations, LeaveOutWhatIsNewInVersion32ByName) {
  Json const document = Json::parse(R"({"openapi":"3.2.0","$self":"https://a.test/api","paths":{
    "/a":{"query":{},"additionalOperations":{"COPY":{}},"get":{"operationId":"a"},
          "post":{"operationId":"p","parameters":[{"in":"querystring","name":"q","content":{}}]},
          "put":{"operationId":"u","parameters":[{"in":"cookie","name":"c","style":"cookie","schema":{}}]},
          "delete":{"operationId":"d","security":[{"#/components/securitySchemes/k":[]}]}}}})");
  Api const api = read_operations(document, "api.json");
  EXPECT_THAT(names(api.operations), ElementsAre("a"));
  EXPECT_THAT(api.omitted, testing::SizeIs(5));
  for (std::string const& omitted : api.omitted)
    EXPECT_NE(omitted.find("new in OpenAPI 3.2"), std::string::npos) << omitted;
}

/// The type of the parameter of the only operation, whose schema is a reference; what was left out when there is none.
std::string type_behind(std::string const& reference, std::string const& self, std::string const& source) {
  Json document = Json::parse(R"({"openapi":"3.2.0","components":{"schemas":{"Id":{"type":"integer"}}},"paths":{
    "/a":{"get":{"operationId":"a","parameters":[{"in":"query","name":"id","schema":{}}]}}, "/b":{"get":{"operationId":"b"}}}})");
  if (!self.empty()) document["$self"] = self;
  document["paths"]["/a"]["get"]["parameters"][0]["schema"] = {{"$ref", reference + "#/components/schemas/Id"}};
  Api const api = read_operations(document, source);
  if (!api.omitted.empty()) return api.omitted.front();
  return api.operations.front().definition.parameters.dump();
}

// A `$self` is the address of the document also for references that are relative (OpenAPI 3.2, "Establishing the Base
// URI"); without one it is where the document was read.
TEST(OpenApiOperations, FollowReferencesByTheAddressOfTheDocument) {
  std::string const self = "https://a.test/apis/one.json";
  for (std::string const reference : {"", "https://a.test/apis/one.json", "one.json", "./one.json", "/apis/one.json",
                                      "../apis/one.json", "//a.test/apis/one.json"})
    EXPECT_NE(type_behind(reference, self, "/home/p/api.json").find("integer"), std::string::npos) << reference;
  EXPECT_NE(type_behind("my%20api.json", "", "/home/p/my api.json").find("integer"), std::string::npos);
  EXPECT_NE(type_behind("api.json", "", "api.json").find("integer"), std::string::npos);
  EXPECT_NE(type_behind("https://b.test/v1/x.json", "x.json", "https://b.test/v1/api.json").find("integer"),
            std::string::npos)
      << "a relative one is in relation to where the document is from";
  for (std::string const reference :
       {"two.json", "https://b.test/apis/one.json", "apis/one.json", "http://a.test/apis/one.json"})
    EXPECT_NE(type_behind(reference, self, "/home/p/api.json").find("refers to another document, " + reference),
              std::string::npos)
        << reference;
  EXPECT_NE(type_behind("api.json", self, "/home/p/api.json").find("another document"), std::string::npos)
      << "$self goes before where it is from";
}

TEST(OpenApiOperations, AreReadFromVersion3Alone) {
  for (char const* const text : {R"({"swagger":"2.0"})", "{}", "[]", R"({"openapi":"4.0.0"})", R"({"openapi":"3.3.0"})",
                                 R"({"openapi":"3.20"})"}) {
    EXPECT_NE(raised<ValueError>([&] { static_cast<void>(read_operations(Json::parse(text), "s")); }), "") << text;
  }
  EXPECT_TRUE(read_operations(Json::parse(R"({"openapi":3.1})"), "s").operations.empty());
}

}  // namespace
}  // namespace prompty::openapi::operations_test
