#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/judge/replay/replay.hpp"

namespace conformance::unset_members_test {
namespace {

TEST(UnsetMembers, OfAnAgentAreLeftOutAtEveryLevel) {
  Json const shown = Json::parse(R"({
    "kind": "prompt", "name": null, "outputs": null,
    "model": {"id": "m", "provider": null, "connection": {"kind": "key", "apiKey": null}, "options": {"seed": null}},
    "inputs": [{"name": "a", "kind": "string", "default": null}],
    "tools": [{"name": "t", "kind": "function", "strict": null,
               "parameters": [{"name": "p", "kind": "array", "description": null}]}],
    "template": {"format": {"kind": "jinja2", "strict": null}, "parser": null}})");
  Json const expected = Json::parse(R"({
    "kind": "prompt",
    "model": {"id": "m", "connection": {"kind": "key"}, "options": {}},
    "inputs": [{"name": "a", "kind": "string"}],
    "tools": [{"name": "t", "kind": "function", "parameters": [{"name": "p", "kind": "array"}]}],
    "template": {"format": {"kind": "jinja2"}}})");
  EXPECT_EQ(without_unset_members("load", shown), expected);
}

TEST(UnsetMembers, AreThoseThatAreFalseOfThemselves) {
  Json const shown = Json::parse(R"({
    "inputs": [{"name": "a", "required": false}, {"name": "b", "required": true}],
    "outputs": [{"name": "c", "required": false, "default": false}],
    "tools": [{"name": "t", "strict": false, "parameters": [{"name": "p", "required": false}]}, {"name": "u", "strict": true}],
    "metadata": {"required": false, "strict": false}})");
  Json const expected = Json::parse(R"({
    "inputs": [{"name": "a"}, {"name": "b", "required": true}],
    "outputs": [{"name": "c", "default": false}],
    "tools": [{"name": "t", "parameters": [{"name": "p"}]}, {"name": "u", "strict": true}],
    "metadata": {"required": false, "strict": false}})");
  EXPECT_EQ(without_unset_members("load", shown), expected);
}

TEST(UnsetMembers, StayWhereNullIsAValue) {
  Json const agent = Json::parse(R"({
    "metadata": {"reviewer": null},
    "model": {"options": {"additionalProperties": {"user": null}, "stopSequences": []}},
    "inputs": [{"name": "a", "kind": "array", "default": [null], "example": {"b": null}, "enumValues": [null]}],
    "tools": [{"name": "t", "kind": "mine", "bindings": {"city": null}, "options": {"c": null}}]})");
  EXPECT_EQ(without_unset_members("load", agent), agent);
}

TEST(UnsetMembers, OfMessagesAndPartsAreLeftOut) {
  Json const shown = Json::parse(R"([{"role": "user", "metadata": null,
    "content": [{"kind": "image", "value": "v", "mediaType": null, "detail": "low"}]},
    {"role": "tool", "content": [], "metadata": {"name": null}}])");
  Json const expected = Json::parse(R"([{"role": "user", "content": [{"kind": "image", "value": "v", "detail": "low"}]},
    {"role": "tool", "content": [], "metadata": {"name": null}}])");
  EXPECT_EQ(without_unset_members("parse", shown), expected);
  EXPECT_EQ(without_unset_members("prepare", shown), expected);
}

TEST(UnsetMembers, AreEmptyMetadataOfMessages) {
  Json const messages = Json::parse(R"([{"role": "user", "content": [], "metadata": {}},
                                        {"role": "user", "content": [], "metadata": {"name": {}}}])");
  Json const expected = Json::parse(R"([{"role": "user", "content": []},
                                        {"role": "user", "content": [], "metadata": {"name": {}}}])");
  EXPECT_EQ(without_unset_members("prepare", messages), expected);
  EXPECT_EQ(without_unset_members("turn", {{"messages", messages}, {"iterations", nullptr}}),
            Json({{"messages", expected}, {"iterations", nullptr}}));
}

TEST(UnsetMembers, AreLeftOutOfWhatAnErrorCarriesOfATurn) {
  Json const shown = Json::parse(R"([{"role": "user", "metadata": null, "content": []},
                                     {"role": "tool", "metadata": {}, "content": []}])");
  Json const expected = Json::parse(R"([{"role": "user", "content": []}, {"role": "tool", "content": []}])");
  auto const error = [](Json const& messages) {
    return Json{{"kind", "CancelledError"}, {"message", ""}, {"partial", {{"messages", messages}}}};
  };
  Reply const reply{.status = Reply::Status::error, .value = error(shown)};
  EXPECT_EQ(reply_without_unset_members("turn", reply).value, error(expected));
  EXPECT_EQ(reply_without_unset_members("run", reply).value, error(shown));
  Reply const result{.status = Reply::Status::result, .value = {{"messages", shown}}};
  EXPECT_EQ(reply_without_unset_members("turn", result).value, Json({{"messages", expected}}));
  Reply const without{.status = Reply::Status::error, .value = {{"kind", "ValueError"}, {"message", ""}}};
  EXPECT_EQ(reply_without_unset_members("turn", without).value, without.value);
}

TEST(UnsetMembers, OfOtherResultsAndShapesStay) {
  for (std::string const operation : {"split", "process", "validate_inputs", "build_request"})
    EXPECT_EQ(without_unset_members(operation, {{"frontmatter", nullptr}}), Json({{"frontmatter", nullptr}}));
  for (Json const& odd : {Json(nullptr), Json(1), Json::array({nullptr, 1}), Json::object({{"model", 1}})}) {
    EXPECT_EQ(without_unset_members("load", odd), odd);
    EXPECT_EQ(without_unset_members("parse", odd), odd);
  }
}

}  // namespace
}  // namespace conformance::unset_members_test
