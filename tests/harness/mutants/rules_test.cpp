#include "harness/mutants/rules.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "harness/subject/in_process.hpp"

namespace conformance::mutants::rules_test {
namespace {

AskReference asking(Subject& subject) {
  return [&](std::string const& operation, Json const& params) { return subject.call(operation, params); };
}

std::string laid_out(Subject const& subject, std::string const& text) {
  std::filesystem::path const path = std::filesystem::path(subject.scratch()) / "laid-out.prompty";
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

std::ptrdiff_t files_in(std::string const& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

Json agent() {
  return {
      {"kind", "prompt"}, {"model", {{"id", "m"}, {"provider", "openai"}, {"apiType", "chat"}}}, {"instructions", ""}};
}

Json text_part(std::string const& value) {
  return {{"kind", "text"}, {"value", value}};
}

Json user_message(Json const& parts) {
  return {{"role", "user"}, {"content", parts}};
}

TEST(Elements, AreNullWhereAnotherMutantHasLeftNone) {
  Json const list = Json::array({"a", "b"});
  EXPECT_EQ(first_of(list), "a");
  EXPECT_EQ(element_of(list, 1), "b");
  EXPECT_EQ(element_of(list, 2), nullptr);
  EXPECT_EQ(first_of(Json::array()), nullptr);
  EXPECT_EQ(first_of(Json{{"0", "a"}}), nullptr);
  EXPECT_EQ(first_of(nullptr), nullptr);
}

TEST(Rules, ChangedSplitReachesSplitAndLoadAlike) {
  InProcessSubject reference;
  Rule const rule = changed_split([](Split split, FileAnatomy const& file, std::string const&) {
    return Split{.frontmatter = split.frontmatter, .body = split.body + file.closer, .error_kind = ""};
  });
  std::string const text = "+++\nname: left\n+++\nright";
  EXPECT_EQ(rule("split", {{"text", text}}, asking(reference)).value,
            Json({{"frontmatter", "name: left"}, {"body", "right+++"}}));
  Reply const loaded = rule("load", {{"path", laid_out(reference, text)}}, asking(reference));
  EXPECT_EQ(loaded.value.at("name"), "left");
  EXPECT_EQ(loaded.value.at("instructions"), "right+++");
}

TEST(Rules, ChangedSplitLoadsAFileWithoutFrontmatterAnew) {
  InProcessSubject reference;
  Rule const rule =
      changed_split([](Split const&, FileAnatomy const&, std::string const& text) { return all_body(text); });
  std::string const text = "---\nname: left\n---\nright";
  Reply const loaded = rule("load", {{"path", laid_out(reference, text)}}, asking(reference));
  EXPECT_FALSE(loaded.value.contains("name"));
  EXPECT_EQ(loaded.value.at("instructions"), text);
}

TEST(Rules, ChangedSplitRefuses) {
  InProcessSubject reference;
  Rule const rule =
      changed_split([](Split const&, FileAnatomy const&, std::string const&) { return refused("RuntimeError"); });
  EXPECT_EQ(rule("split", {{"text", "right"}}, asking(reference)).value.at("kind"), "RuntimeError");
  EXPECT_EQ(rule("load", {{"path", laid_out(reference, "right")}}, asking(reference)).value.at("kind"), "RuntimeError");
}

TEST(Rules, UnchangedSplitIsTheReferencesAnswer) {
  InProcessSubject reference;
  Rule const rule = changed_split([](Split split, FileAnatomy const&, std::string const&) { return split; });
  Reply const reply = rule("split", {{"text", "---\nopen"}}, asking(reference));
  EXPECT_EQ(reply.value, reference.call("split", {{"text", "---\nopen"}}).value);
}

TEST(Rules, LoadingAnotherTextLeavesNoFileBehind) {
  InProcessSubject reference;
  Json const params = {{"path", laid_out(reference, "right")}};
  Rule const rule = changed_load([](Reply const&, FileAnatomy const&, std::string const& text,
                                    LoadText const& load_text) { return load_text(text + "er"); });
  EXPECT_EQ(rule("load", params, asking(reference)).value.at("instructions"), "righter");
  EXPECT_EQ(files_in(reference.scratch()), 1);
}

TEST(Rules, ChangedMessageSeesEachMessageWithItsSource) {
  InProcessSubject reference;
  Rule const rule = changed_message([](Json& wire, Json const& message) { wire["from"] = message.at("role"); });
  Json const messages = Json::array({user_message(Json::array({text_part("a")})), user_message(Json::array())});
  Reply const reply = rule("build_request", {{"agent", agent()}, {"messages", messages}}, asking(reference));
  for (Json const& wire : reply.value.at("body").at("messages")) EXPECT_EQ(wire.at("from"), "user");
}

TEST(Rules, ChangedMessageLeavesReplacedMessagesAlone) {
  InProcessSubject reference;
  Json replacing = agent();
  replacing["model"]["options"] = {{"additionalProperties", {{"messages", Json::array({Json("planted")})}}}};
  Rule const rule = changed_message([](Json& wire, Json const&) { wire = "changed"; });
  Json const messages = Json::array({user_message(Json::array({text_part("a")}))});
  Reply const reply = rule("build_request", {{"agent", replacing}, {"messages", messages}}, asking(reference));
  EXPECT_EQ(reply.value.at("body").at("messages"), Json::array({Json("planted")}));
}

TEST(Rules, ChangedBlockOfMeetsItsKindOnly) {
  InProcessSubject reference;
  Rule const rule = changed_block_of("file", [](Json& block, Json const& part) { block = part.at("value"); });
  Json const parts = Json::array({text_part("a"), {{"kind", "file"}, {"value", "f"}}});
  Json const params = {{"agent", agent()}, {"messages", Json::array({user_message(parts)})}};
  Reply const reply = rule("build_request", params, asking(reference));
  Json const content = reply.value.at("body").at("messages").at(0).at("content");
  EXPECT_EQ(content.at(0).at("type"), "text");
  EXPECT_EQ(content.at(1), "f");
}

TEST(Rules, RefusedPartRefusesTheWholeRequest) {
  InProcessSubject reference;
  Rule const rule = refused_part([](Json const& part) { return member(part, "kind") == "file"; });
  Json params = {{"agent", agent()}, {"messages", Json::array({user_message(Json::array({text_part("a")}))})}};
  EXPECT_EQ(rule("build_request", params, asking(reference)).status, Reply::Status::result);
  params["messages"][0]["content"].push_back({{"kind", "file"}, {"value", "f"}});
  EXPECT_EQ(rule("build_request", params, asking(reference)).value.at("kind"), "ValueError");
}

TEST(Rules, ChangedOutcomeSeesTheFirstMessage) {
  InProcessSubject reference;
  Rule const rule = changed_outcome(
      [](Reply const&, Json const&, Json const& message) { return answered(member(message, "content")); });
  Json const response = {{"choices", Json::array({{{"message", {{"content", "first"}}}}})}};
  EXPECT_EQ(rule("process", {{"agent", agent()}, {"response", response}}, asking(reference)).value, "first");
  EXPECT_EQ(rule("process", {{"agent", agent()}, {"response", Json::object()}}, asking(reference)).value, nullptr);
}

TEST(Rules, MemberOfAnythingElseIsNull) {
  EXPECT_EQ(member(Json::array(), "a"), nullptr);
  EXPECT_EQ(member({{"a", 1}}, "b"), nullptr);
  EXPECT_EQ(member({{"a", 1}}, "a"), 1);
}

}  // namespace
}  // namespace conformance::mutants::rules_test
