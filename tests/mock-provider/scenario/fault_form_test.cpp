#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::fault_form_test {
namespace {

constexpr std::array<std::string_view, 1> only_fault{"fault"};

Fault decoded(char const* fault) {
  Json const respond{{"fault", Json::parse(fault)}};
  return fault_form::decode(ClosedObject(respond, "/r", only_fault));
}

struct Case {
  char const* name;
  char const* text;
  Fault fault;
};

class FaultForm : public testing::TestWithParam<Case> {};

TEST_P(FaultForm, IsRead) {
  EXPECT_EQ(decoded(GetParam().text), GetParam().fault);
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultForm,
    testing::Values(
        Case{"Cut", R"({"kind": "cut"})", CutBody{}},
        Case{"CutBytes", R"({"kind": "cut", "afterBytes": 9, "end": "reset"})",
             CutBody{.after = {.count = 9}, .ending = Ending::reset}},
        Case{"CutFrames", R"({"kind": "cut", "afterFrames": 2})",
             CutBody{.after = {.count = 2, .unit = Extent::Unit::frames}}},
        Case{"Stall", R"({"kind": "stall", "afterFrames": 1})",
             CutBody{.after = {.count = 1, .unit = Extent::Unit::frames}, .ending = Ending::stall}},
        Case{"Silence", R"({"kind": "silence"})", Silence{}},
        Case{"SilenceThatEnds", R"({"kind": "silence", "end": "close"})", Silence{.ending = Ending::close}},
        Case{"TruncatedJson", R"({"kind": "truncatedJson", "keepBytes": 0})", TruncatedJson{.keep_bytes = 0}},
        Case{"Html", R"({"kind": "html", "status": 504})", HtmlPage{.status = 504}},
        Case{"WrongContentType", R"({"kind": "wrongContentType", "contentType": "a/b"})",
             WrongContentType{.content_type = "a/b"}},
        Case{"MalformedEvent", R"({"kind": "malformedEvent", "afterFrames": 3, "line": "x"})",
             MalformedEvent{.after_frames = 3, .line = "x"}},
        Case{"ErrorEvent", R"({"kind": "errorEvent", "afterFrames": 0, "error": {"status": 529}})",
             ErrorEvent{.after_frames = 0, .error = {.status = 529}}},
        Case{"UsualErrorEvent", R"({"kind": "errorEvent"})", ErrorEvent{}},
        Case{"HugeBody", R"({"kind": "hugeBody", "bytes": 5})", HugeBody{.bytes = 5}},
        Case{"Drip", R"({"kind": "drip", "bytes": 2, "everyMs": 0})",
             SlowDrip{.bytes = 2, .every = std::chrono::milliseconds(0)}},
        Case{"DripFrom", R"({"kind": "drip", "bytes": 7, "firstBytes": 3})", SlowDrip{.bytes = 7, .first_bytes = 3}},
        Case{"Split", R"({"kind": "split"})", SplitWrites{}},
        Case{"SplitLineEnd", R"({"kind": "split", "inside": "lineEnd"})",
             SplitWrites{.inside = SplitWrites::Inside::line_end}}),
    [](testing::TestParamInfo<Case> const& tested) { return tested.param.name; });

struct Mistake {
  char const* name;
  char const* text;
  char const* pointer;
  char const* reason;
};

class FaultMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(FaultMistakes, AreReportedWithTheirPlace) {
  try {
    static_cast<void>(decoded(GetParam().text));
    FAIL() << "was accepted";
  } catch (ScenarioError const& error) {
    EXPECT_EQ(error.pointer(), GetParam().pointer);
    EXPECT_THAT(error.reason(), testing::HasSubstr(GetParam().reason));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultMistakes,
    testing::Values(Mistake{"UnknownKind", R"({"kind": "flood"})", "/r/fault/kind", "must be one of cut, stall"},
                    Mistake{"OthersMember", R"({"kind": "html", "afterBytes": 1})", "/r/fault/afterBytes",
                            "does not go with the fault \"html\""},
                    Mistake{"TwoExtents", R"({"kind": "cut", "afterBytes": 1, "afterFrames": 1})",
                            "/r/fault/afterFrames", "keep one"},
                    Mistake{"UnknownEnd", R"({"kind": "cut", "end": "bang"})", "/r/fault/end", "close, reset, stall"},
                    Mistake{"UnknownInside", R"({"kind": "split", "inside": "out"})", "/r/fault/inside", "lineEnd"},
                    Mistake{"NoFirstBytes", R"({"kind": "drip", "firstBytes": 0})", "/r/fault/firstBytes", "from 1 to"},
                    Mistake{"NoBytes", R"({"kind": "drip", "bytes": 0})", "/r/fault/bytes", "from 1 to"},
                    Mistake{"ErrorThatIsNone", R"({"kind": "errorEvent", "error": {"status": 200}})",
                            "/r/fault/error/status", "from 400 to 599"},
                    Mistake{"ContentTypeWithLineBreak", R"({"kind": "wrongContentType", "contentType": "a\nb"})",
                            "/r/fault/contentType", "line breaks"}),
    [](testing::TestParamInfo<Mistake> const& tested) { return tested.param.name; });

}  // namespace
}  // namespace mock_provider::fault_form_test
