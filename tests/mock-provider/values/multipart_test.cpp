#include "mock-provider/values/multipart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mock_provider::multipart_test {
namespace {

std::string const type = "multipart/form-data; boundary=\"b\"";

Json form_of(std::string const& body) {
  std::variant<Json, std::string> const parsed = multipart::parse(body, type);
  Json const* const form = std::get_if<Json>(&parsed);
  return form == nullptr ? Json(std::get<std::string>(parsed)) : *form;
}

TEST(Multipart, GivesFieldsAndFiles) {
  EXPECT_EQ(form_of("--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n"
                    "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a b.mp3\"\r\n"
                    "Content-Type: audio/mpeg\r\n\r\n\r\n-\xFF\r\n--b--\r\n"),
            Json::parse(R"({"model": "whisper-1",
                            "file": {"filename": "a b.mp3", "contentType": "audio/mpeg", "bytes": 4}})"));
}

TEST(Multipart, MakesListsOfWhatComesAgain) {
  std::string const part = "--b\r\nContent-Disposition: form-data; name=";
  EXPECT_EQ(form_of(part + "a\r\n\r\n1\r\n" + part + "a\r\n\r\n2\r\n" + part + "\"c[]\"\r\n\r\n3\r\n--b--"),
            Json::parse(R"({"a": ["1", "2"], "c": ["3"]})"));
}

TEST(Multipart, SaysWhatIsNoForm) {
  std::string const part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n";
  EXPECT_THAT(form_of("x").get<std::string>(), testing::HasSubstr("begin with the boundary"));
  EXPECT_THAT(form_of(part).get<std::string>(), testing::HasSubstr("end with its boundary"));
  EXPECT_THAT(form_of("--b\r\nX: y\r\n\r\n1\r\n--b--").get<std::string>(), testing::HasSubstr("no name"));
  EXPECT_THAT(form_of("--b\r\n\r\n--b--").get<std::string>(), testing::HasSubstr("empty line"));
  EXPECT_THAT(form_of("--b--"), Json::object());
  EXPECT_THAT(std::get<std::string>(multipart::parse("--b--", "multipart/form-data")),
              testing::HasSubstr("no boundary"));
  std::string many;
  for (int parts = 0; parts <= 1'000; ++parts) many += part;
  EXPECT_THAT(form_of(many + "--b--").get<std::string>(), testing::HasSubstr("1000 parts"));
}

}  // namespace
}  // namespace mock_provider::multipart_test
