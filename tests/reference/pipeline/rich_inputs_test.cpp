#include "prompty/pipeline/rich_inputs.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::rich_inputs_test {
namespace {

TemplateInputs replaced(std::string kind, Json value) {
  PromptyAgent const agent{.inputs = {{.name = "it", .kind = std::move(kind)}, {.name = "absent", .kind = "thread"}}};
  return replace_rich_inputs(agent, Json{{"it", std::move(value)}, {"extra", 1}}, [] { return "00000000000000aa"; });
}

/// The value behind the placeholder, which has to be there.
std::variant<std::vector<Message>, ContentPart> value_of(std::string kind, Json value) {
  TemplateInputs const inputs = replaced(std::move(kind), std::move(value));
  EXPECT_EQ(inputs.values, (Json{{"it", "__PROMPTY_THREAD_00000000000000aa_it__"}, {"extra", 1}}));
  EXPECT_EQ(inputs.rich_values.size(), 1U);
  EXPECT_EQ(inputs.rich_values.begin()->second.input, "it");
  return inputs.rich_values.begin()->second.value;
}

std::string refused(std::string kind, Json value) {
  return raised<ValueError>([&] { static_cast<void>(replaced(std::move(kind), std::move(value))); });
}

ContentPart part_of(std::string kind, Json value) {
  return std::get<ContentPart>(value_of(std::move(kind), std::move(value)));
}

TEST(RichInputs, HoldThreadsWithBothFormsOfContent) {
  Json const thread = Json::parse(R"([{"role":"user","content":"Hi"},
    {"role":"tool","content":[{"kind":"text","value":"T"}],"metadata":{"tool_call_id":"1"}}])");
  std::vector<Message> const expected = {
      {.role = "user", .content = {TextPart{.value = "Hi"}}},
      {.role = "tool", .content = {TextPart{.value = "T"}}, .metadata = Json{{"tool_call_id", "1"}}}};
  EXPECT_EQ(std::get<0>(value_of("thread", thread)), expected);
  EXPECT_EQ(std::get<0>(value_of("thread", Json::array())), std::vector<Message>{});
}

TEST(RichInputs, HoldImagesFilesAndAudio) {
  EXPECT_EQ(part_of("image", "https://x.y/z.png"), ContentPart(ImagePart{.value = "https://x.y/z.png"}));
  EXPECT_EQ(part_of("image", "data:image/png;base64,AAAA"),
            ContentPart(ImagePart{.value = "data:image/png;base64,AAAA", .media_type = "image/png"}));
  EXPECT_EQ(part_of("file", "data:,x"), ContentPart(FilePart{.value = "data:,x"}));
  EXPECT_EQ(part_of("audio", "AAAA"), ContentPart(AudioPart{.value = "AAAA"}));
}

TEST(RichInputs, TakeParts) {
  EXPECT_EQ(part_of("image", Json{{"kind", "image"}, {"value", "AAAA"}, {"mediaType", "image/png"}, {"detail", "low"}}),
            ContentPart(ImagePart{.value = "AAAA", .media_type = "image/png", .detail = "low"}));
  EXPECT_EQ(part_of("audio", Json{{"value", "DATA:audio/wav,x"}}),
            ContentPart(AudioPart{.value = "DATA:audio/wav,x", .media_type = "audio/wav"}));
  EXPECT_EQ(part_of("file", Json{{"kind", "file"}, {"value", "u"}, {"mediaType", nullptr}}),
            ContentPart(FilePart{.value = "u"}));
}

TEST(RichInputs, WithoutAValueShowNothing) {
  for (char const* const kind : {"thread", "image", "file", "audio"}) {
    EXPECT_EQ(replaced(kind, nullptr).values["it"], Json(""));
    EXPECT_TRUE(replaced(kind, "").rich_values.empty());
  }
}

TEST(RichInputs, LeaveOtherKindsAlone) {
  EXPECT_EQ(replaced("array", Json::array({1})),
            (TemplateInputs{.values = Json{{"it", Json::array({1})}, {"extra", 1}}}));
  EXPECT_EQ(replaced("string", nullptr).values["it"], Json(nullptr));
}

TEST(RichInputs, AreRefusedByNameWhenTheyHaveAnotherShape) {
  EXPECT_EQ(refused("thread", "Hi").find("Input 'it' is a thread: give a list of messages"), 0U);
  EXPECT_EQ(refused("thread", Json{{"role", "user"}}).find("Input 'it' is a thread"), 0U);
  EXPECT_NE(refused("thread", Json::parse(R"([{"content":"x"}])")).find("inputs.it[0].role"), std::string::npos);
  EXPECT_NE(refused("thread", Json::parse(R"(["x"])")).find("inputs.it[0]"), std::string::npos);
  EXPECT_EQ(refused("image", 7).find("Input 'it' is of kind image"), 0U);
  EXPECT_EQ(refused("file", Json::array()).find("Input 'it' is of kind file"), 0U);
  EXPECT_EQ(refused("image", Json{{"kind", "audio"}, {"value", "x"}}).find("Input 'it' is of kind image, but"), 0U);
  EXPECT_NE(refused("image", Json{{"kind", "image"}}).find("inputs.it.value"), std::string::npos);
}

TEST(RichInputs, HaveNoncesOfTheirOwn) {
  PromptyAgent const agent{.inputs = {{.name = "a", .kind = "image"}, {.name = "b", .kind = "image"}}};
  TemplateInputs const first = replace_rich_inputs(agent, Json{{"a", "u"}, {"b", "u"}}, system_nonces());
  TemplateInputs const second = replace_rich_inputs(agent, Json{{"a", "u"}, {"b", "u"}}, system_nonces());
  EXPECT_EQ(first.rich_values.size(), 2U);
  EXPECT_NE(first.values["a"], second.values["a"]);
  EXPECT_EQ(first.values["a"].get<std::string>().size(), std::string("__PROMPTY_THREAD_0123456789abcdef_a__").size());
}

}  // namespace
}  // namespace prompty::rich_inputs_test
