#include "cli/run_setup.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/errors.hpp"
#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::given_inputs_test {
namespace {

class GivenInputs : public testing::Test {
 protected:
  [[nodiscard]] std::string given(std::vector<std::string> inputs,
                                  std::optional<std::string> file = std::nullopt) const {
    return cli::given_inputs(agent, {.inputs = std::move(inputs), .file = std::move(file)}).dump();
  }

  prompty_tests::TemporaryFolder folder;
  PromptyAgent agent{.inputs = {{.name = "photo", .kind = "image"}, {.name = "sound", .kind = "audio"}}};
};

TEST_F(GivenInputs, AreTextsOrJson) {
  EXPECT_EQ(given({"a=1", "b:=1", "c=x=:=y", "d:=[true, null]", "e="}),
            R"({"a":"1","b":1,"c":"x=:=y","d":[true,null],"e":""})");
  EXPECT_EQ(given({"a=1", "a=2"}), R"({"a":"2"})");
  EXPECT_EQ(given({}), "{}");
}

TEST_F(GivenInputs, AreRefusedInAnotherForm) {
  for (char const* const input : {"a", "=1", ":=1", "a:={", "a:="}) {
    EXPECT_THROW(static_cast<void>(given({input})), cli::UsageError) << input;
  }
}

TEST_F(GivenInputs, ComeFromJsonOrYamlFilesToo) {
  EXPECT_EQ(given({"b=2"}, folder.write("i.json", R"({"a": "\ud83d\ude00", "b": 1})")), R"({"a":"😀","b":"2"})");
  EXPECT_EQ(given({}, folder.write("i.yaml", "a: [1, yes]\nb: 007\n")), R"({"a":[1,"yes"],"b":7})");
  EXPECT_EQ(given({}, folder.write("empty.yaml", "")), "{}");
}

TEST_F(GivenInputs, NameThePlaceInABadFile) {
  std::string const path = folder.write("i.yaml", "a: 1\nb: [1\n");
  try {
    static_cast<void>(given({}, path));
    ADD_FAILURE() << "no error";
  } catch (ValueError const& error) {
    EXPECT_EQ(error.place().file, path);
    EXPECT_GE(error.place().line, 2U);
  }
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(given({}, folder.write("l.yaml", "- 1"))); }), "");
  EXPECT_NE(raised<FileNotFoundError>([&] { static_cast<void>(given({}, folder.path() + "/none")); }), "");
  EXPECT_NE(raised<RuntimeError>([&] { static_cast<void>(given({}, folder.path())); }), "");
}

TEST_F(GivenInputs, MayBeMediaFiles) {
  std::string const image = folder.write("a.PNG", "abc");
  EXPECT_EQ(given({"photo=@" + image}),
            R"({"photo":{"kind":"image","value":"data:image/png;base64,YWJj","mediaType":"image/png"}})");
  EXPECT_EQ(given({"sound=@" + folder.write("a.wav", "abcd")}),
            R"({"sound":{"kind":"audio","value":"YWJjZA==","mediaType":"audio/wav"}})");
  EXPECT_EQ(given({"photo=https://x.y/z.png", "text=@home"}), R"({"photo":"https://x.y/z.png","text":"@home"})");
  EXPECT_NE(raised<FileNotFoundError>([&] { static_cast<void>(given({"photo=@" + folder.path() + "/none.png"})); }),
            "");
}

TEST_F(GivenInputs, AreNeverReadFromADevice) {
  EXPECT_EQ(raised<RuntimeError>([&] { static_cast<void>(given({}, "/dev/zero")); }),
            "File cannot be read: /dev/zero is a device; name a regular file, or write what it gives into one");
  EXPECT_NE(raised<RuntimeError>([&] { static_cast<void>(given({"photo=@/dev/zero"})); }), "");
}

}  // namespace
}  // namespace prompty::given_inputs_test
