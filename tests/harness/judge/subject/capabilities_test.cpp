#include "harness/judge/subject/subject.hpp"

#include <gmock/gmock.h>

#include <utility>

namespace conformance::capabilities_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(DeclaredCapabilities, HaveNamesThatCannotSteerATerminalOrForgeALine) {
  Capabilities const declared = capabilities_from(Json::parse(R"({
    "protocolVersion": 6,
    "implementation": {"name": "ev\u001b[31mil\n| x | conformant |", "version": "1\u202e2", "language": "C\u009b"},
    "operations": ["spl\u001bit"]})"));
  EXPECT_EQ(declared.name, "ev [31mil | x | conformant |");
  EXPECT_EQ(declared.version, "1 2");
  EXPECT_EQ(declared.language, "C ");
  EXPECT_THAT(declared.operations, ElementsAre("spl it"));
}

TEST(DeclaredCapabilities, AreReadInFull) {
  Capabilities const declared = capabilities_from(Json::parse(R"({
    "protocolVersion": 6,
    "implementation": {"name": "n", "version": "2.1", "language": "Rust", "url": "https://example.org"},
    "operations": ["split", "load"], "providers": ["azure"], "apiTypes": ["image"], "features": ["sync"],
    "connectionKinds": ["oauth"], "maxInFlight": 8})"));
  EXPECT_EQ(declared.name, "n");
  EXPECT_EQ(declared.version, "2.1");
  EXPECT_EQ(declared.language, "Rust");
  EXPECT_THAT(declared.operations, ElementsAre("load", "split"));
  EXPECT_THAT(declared.providers, ElementsAre("azure"));
  EXPECT_THAT(declared.api_types, ElementsAre("image"));
  EXPECT_THAT(declared.connection_kinds, ElementsAre("oauth"));
  EXPECT_THAT(declared.features, ElementsAre("sync"));
  EXPECT_EQ(declared.protocol, 6);
  EXPECT_EQ(declared.max_in_flight, 8);
}

TEST(DeclaredCapabilities, AreComparedMemberByMember) {
  Capabilities const one = {.name = "n", .operations = {"load"}};
  EXPECT_EQ(differing_member(one, one), "");
  std::vector<std::pair<std::string, Capabilities>> const others = {
      {"implementation", {.name = "m", .operations = {"load"}}},
      {"implementation", {.name = "n", .version = "2", .operations = {"load"}}},
      {"operations", {.name = "n", .operations = {"load", "parse"}}},
      {"providers", {.name = "n", .operations = {"load"}, .providers = {"openai"}}},
      {"apiTypes", {.name = "n", .operations = {"load"}, .api_types = {"chat"}}},
      {"connectionKinds", {.name = "n", .operations = {"load"}, .connection_kinds = {}}},
      {"features", {.name = "n", .operations = {"load"}, .features = {"env"}}},
      {"maxInFlight", {.name = "n", .operations = {"load"}, .max_in_flight = 2}},
      {"protocolVersion", {.name = "n", .operations = {"load"}, .protocol = 1}}};
  for (auto const& [member, other] : others) EXPECT_EQ(differing_member(one, other), member);
}

TEST(DeclaredCapabilities, HaveDefaults) {
  Capabilities const declared =
      capabilities_from(Json::parse(R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[]})"));
  EXPECT_EQ(declared.version, "");
  EXPECT_THAT(declared.operations, IsEmpty());
  EXPECT_THAT(declared.providers, ElementsAre("openai"));
  EXPECT_THAT(declared.api_types, ElementsAre("chat"));
  EXPECT_THAT(declared.connection_kinds, ElementsAre("anonymous", "foundry", "key", "oauth", "reference", "remote"));
  EXPECT_THAT(declared.features, ElementsAre("jinja2"));
  EXPECT_EQ(declared.max_in_flight, 1);
}

TEST(DeclaredCapabilities, MayHaveEmptyLists) {
  Capabilities const declared = capabilities_from(Json::parse(
      R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[],"providers":[],"apiTypes":[],
          "connectionKinds":[],"features":[]})"));
  EXPECT_THAT(declared.providers, IsEmpty());
  EXPECT_THAT(declared.api_types, IsEmpty());
  EXPECT_THAT(declared.connection_kinds, IsEmpty());
  EXPECT_THAT(declared.features, IsEmpty());
}

TEST(CapabilitiesOfVersionOne, HaveWhatNoVectorRequiredThen) {
  Capabilities const declared = capabilities_from(
      Json::parse(R"({"protocolVersion":1,"implementation":{"name":"n"},"operations":[],"features":["sync"]})"));
  EXPECT_EQ(declared.protocol, 1);
  EXPECT_THAT(declared.features, ElementsAre("env", "jinja2", "strict", "sync", "whole-answers"));
}

TEST(CapabilitiesOfLaterVersions, HaveNoFeatureThatIsNotDeclaredButWholeAnswers) {
  for (int version = 2; version <= 5; ++version) {
    Json const answer = {{"protocolVersion", version},
                         {"implementation", {{"name", "n"}}},
                         {"operations", Json::array()},
                         {"features", Json::array({"sync"})}};
    Capabilities const declared = capabilities_from(answer);
    EXPECT_EQ(declared.protocol, version);
    EXPECT_THAT(declared.features, ElementsAre("sync", "whole-answers"));
  }
}

TEST(CapabilitiesOfAnOlderVersion, AreWarnedOf) {
  Capabilities declared;
  EXPECT_EQ(version_notice(declared), "");
  declared.protocol = 1;
  EXPECT_THAT(version_notice(declared), HasSubstr("speaks protocol version 1; this harness speaks 6"));
  EXPECT_THAT(version_notice(declared), HasSubstr("harness/adapters/README.md"));
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
        Malformed{"NewerProtocolVersion", R"({"protocolVersion":7,"implementation":{"name":"n"},"operations":[]})",
                  "version 7, which is newer than this harness, which speaks versions 1 to 6; update the suite"},
        Malformed{"VersionBeforeTheFirst", R"({"protocolVersion":0,"implementation":{"name":"n"},"operations":[]})",
                  "/protocolVersion must be an integer from 1 to 6, not 0"},
        Malformed{"VersionIsText", R"({"protocolVersion":"4","implementation":{"name":"n"},"operations":[]})",
                  "/protocolVersion must be an integer"},
        Malformed{"KindsAreText",
                  R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[],"connectionKinds":"key"})",
                  "/connectionKinds must be an array of strings"},
        Malformed{"NoImplementation", R"({"protocolVersion":6,"operations":[]})", "/implementation must be"},
        Malformed{"NoName", R"({"protocolVersion":6,"implementation":{},"operations":[]})", "/implementation/name"},
        Malformed{"NameIsNumber", R"({"protocolVersion":6,"implementation":{"name":3},"operations":[]})",
                  "/implementation/name must be a string, not 3"},
        Malformed{"NoOperations", R"({"protocolVersion":6,"implementation":{"name":"n"}})", "/operations must be"},
        Malformed{"OperationsAreText", R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":"split"})",
                  "/operations must be an array of strings"},
        Malformed{"OperationIsNumber", R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[1]})",
                  "/operations must be an array of strings"},
        Malformed{"FeaturesAreAnObject",
                  R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[],"features":{}})", "/features"},
        Malformed{"NoRequestAtOnce",
                  R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[],"maxInFlight":0})",
                  "/maxInFlight must be an integer from 1"},
        Malformed{"HalfARequest",
                  R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[],"maxInFlight":1.5})",
                  "/maxInFlight"}),
    [](testing::TestParamInfo<Malformed> const& tested) { return tested.param.name; });

TEST(DeclaredCapabilities, AreRequestedWithVersionSuiteScratchAndEditions) {
  EXPECT_EQ(initialize_params("suite", "0.1", "/tmp/x", {"2026-04", "2026-10"}),
            Json::parse(R"({"protocolVersion":6,"suite":{"name":"suite","version":"0.1"},"scratch":"/tmp/x",)"
                        R"("editions":["2026-04","2026-10"]})"));
}

TEST(DeclaredCapabilities, NameTheEditionsOfTheSpecification) {
  EXPECT_THAT(capabilities_from(Json::parse(R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[],)"
                                            R"("editions":["2026-10","2026-04"]})"))
                  .editions,
              ElementsAre("2026-04", "2026-10"));
  EXPECT_THAT(
      capabilities_from(Json::parse(R"({"protocolVersion":6,"implementation":{"name":"n"},"operations":[]})")).editions,
      ElementsAre("2026-04"));
}

}  // namespace
}  // namespace conformance::capabilities_test
