#include "harness/subject/capabilities.hpp"

#include <gmock/gmock.h>

namespace conformance::capabilities_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(DeclaredCapabilities, AreReadInFull) {
  Capabilities const declared = capabilities_from(Json::parse(R"({
    "protocolVersion": 1,
    "implementation": {"name": "n", "version": "2.1", "language": "Rust", "url": "https://example.org"},
    "operations": ["split", "load"], "providers": ["openai"], "apiTypes": ["chat"], "features": ["sync"],
    "maxInFlight": 8})"));
  EXPECT_EQ(declared.name, "n");
  EXPECT_EQ(declared.version, "2.1");
  EXPECT_EQ(declared.language, "Rust");
  EXPECT_THAT(declared.operations, ElementsAre("load", "split"));
  EXPECT_THAT(declared.providers, ElementsAre("openai"));
  EXPECT_THAT(declared.api_types, ElementsAre("chat"));
  EXPECT_THAT(declared.features, ElementsAre("sync"));
  EXPECT_EQ(declared.max_in_flight, 8);
}

TEST(DeclaredCapabilities, HaveDefaults) {
  Capabilities const declared =
      capabilities_from(Json::parse(R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":[]})"));
  EXPECT_EQ(declared.version, "");
  EXPECT_THAT(declared.operations, IsEmpty());
  EXPECT_THAT(declared.providers, IsEmpty());
  EXPECT_EQ(declared.max_in_flight, 1);
}

struct Malformed {
  char const* name;
  char const* result;
  char const* message;
};

class MalformedCapabilities : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedCapabilities, AreStartErrorsThatNameTheMember) {
  Json const result = Json::parse(GetParam().result);
  EXPECT_THAT([&] { static_cast<void>(capabilities_from(result)); },
              ThrowsMessage<SubjectStartError>(HasSubstr(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    Protocol, MalformedCapabilities,
    testing::Values(
        Malformed{"NoObject", R"("hello")", "the result must be an object"},
        Malformed{"NoProtocolVersion", R"({"implementation":{"name":"n"},"operations":[]})", "/protocolVersion"},
        Malformed{"OtherProtocolVersion", R"({"protocolVersion":2,"implementation":{"name":"n"},"operations":[]})",
                  "speaks protocol version 2, this harness speaks version 1"},
        Malformed{"NoImplementation", R"({"protocolVersion":1,"operations":[]})", "/implementation must be"},
        Malformed{"NoName", R"({"protocolVersion":1,"implementation":{},"operations":[]})", "/implementation/name"},
        Malformed{"NameIsNumber", R"({"protocolVersion":1,"implementation":{"name":3},"operations":[]})",
                  "/implementation/name must be a string, not 3"},
        Malformed{"NoOperations", R"({"protocolVersion":1,"implementation":{"name":"n"}})", "/operations must be"},
        Malformed{"OperationsAreText", R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":"split"})",
                  "/operations must be an array of strings"},
        Malformed{"OperationIsNumber", R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":[1]})",
                  "/operations must be an array of strings"},
        Malformed{"FeaturesAreAnObject",
                  R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":[],"features":{}})", "/features"},
        Malformed{"NoRequestAtOnce",
                  R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":[],"maxInFlight":0})",
                  "/maxInFlight must be an integer from 1"},
        Malformed{"HalfARequest",
                  R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":[],"maxInFlight":1.5})",
                  "/maxInFlight"}),
    [](testing::TestParamInfo<Malformed> const& tested) { return tested.param.name; });

TEST(DeclaredCapabilities, AreAskedForWithVersionSuiteAndScratch) {
  EXPECT_EQ(initialize_params("suite", "0.1", "/tmp/x"),
            Json::parse(R"({"protocolVersion":1,"suite":{"name":"suite","version":"0.1"},"scratch":"/tmp/x"})"));
}

}  // namespace
}  // namespace conformance::capabilities_test
