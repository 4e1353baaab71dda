#include "harness/mutants/message_rules.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace conformance::mutants::message_rules_test {
namespace {

Json text_message(std::string const& text) {
  return {{"role", "user"}, {"content", Json::array({{{"kind", "text"}, {"value", text}}})}};
}

/// A reference that renders a template as it is and makes one message of a text.
Reply plain_reference(std::string const& operation, Json const& params) {
  if (operation == "validate_inputs") return answered(params.at("inputs"));
  if (operation == "render") return answered({{"rendered", params.at("agent").at("instructions")}});
  if (operation == "parse") return answered(Json::array({text_message(params.at("rendered").get<std::string>())}));
  return answered(Json::array({text_message(params.at("agent").at("instructions").get<std::string>())}));
}

Json params_of(std::string const& instructions) {
  return {{"agent", {{"instructions", instructions}}}, {"inputs", {{"a", 1}}}};
}

TEST(MessageRules, ChangeTheTemplateOfRenderAndPrepare) {
  Rule const rule = changed_template_text([](std::string const& text) { return text + "!"; });
  EXPECT_EQ(rule("render", params_of("Hi"), plain_reference).value.at("rendered"), "Hi!");
  EXPECT_EQ(rule("prepare", params_of("Hi"), plain_reference).value, Json::array({text_message("Hi!")}));
  EXPECT_EQ(rule("parse", {{"rendered", "Hi"}}, plain_reference).value, Json::array({text_message("Hi")}));
}

TEST(MessageRules, CarryAChangedTextFromRenderToPrepare) {
  Rule const rule = changed_rendered([](std::string& rendered, Json const&, Json const&) { rendered += "?"; });
  EXPECT_EQ(rule("render", params_of("Hi"), plain_reference).value.at("rendered"), "Hi?");
  EXPECT_EQ(rule("prepare", params_of("Hi"), plain_reference).value, Json::array({text_message("Hi?")}));
  Json rich = params_of("Hi");
  rich["agent"]["inputs"] = Json::array({{{"name", "a"}, {"kind", "image"}}});
  EXPECT_EQ(rule("prepare", rich, plain_reference).value, Json::array({text_message("Hi")}));
}

TEST(MessageRules, ChangeMessagesKnowingTheText) {
  Rule const rule = changed_parsed([](Json& messages, std::string const& text) { messages.push_back(text); });
  EXPECT_EQ(rule("parse", {{"rendered", "Hi"}}, plain_reference).value.back(), "Hi");
  EXPECT_EQ(rule("prepare", params_of("Ho"), plain_reference).value.back(), "Ho");
}

TEST(MessageRules, CompleteInputsOtherwise) {
  Rule const rule = changed_completed_inputs(
      [](Json& completed, Json const&, Json const& given) { completed["twice"] = given.at("a").get<int>() * 2; });
  EXPECT_EQ(rule("validate_inputs", params_of(""), plain_reference).value, Json({{"a", 1}, {"twice", 2}}));
}

TEST(MessageRules, RefuseWhatFits) {
  Rule const rule =
      refused_asking({"render"}, "InvokerError", [](Json const& params) { return params.contains("inputs"); });
  EXPECT_EQ(rule("render", params_of("Hi"), plain_reference).value.at("kind"), "InvokerError");
  EXPECT_EQ(rule("prepare", params_of("Hi"), plain_reference).status, Reply::Status::result);
}

}  // namespace
}  // namespace conformance::mutants::message_rules_test
