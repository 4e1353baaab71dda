#include "mock-provider/stored_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"

namespace mock_provider::stored_files_test {
namespace {

using mock_provider_tests::json_of;
using testing::HasSubstr;

StoredFile file_of(std::string content, std::string scenario = "s") {
  return {.scenario = std::move(scenario),
          .id = "",
          .filename = "a",
          .content_type = "",
          .purpose = "batch",
          .content = std::move(content)};
}

TEST(StoredFiles, KeepTheNewestThousand) {
  StoredFiles files;
  std::string const first = files.add(file_of("0"), "file-")->id;
  std::string const second = files.add(file_of("1"), "file-")->id;
  for (int number = 2; number <= 1'000; ++number) files.add(file_of(std::to_string(number)), "file-");
  EXPECT_EQ(files.find("s", first), nullptr);
  EXPECT_NE(files.find("s", second), nullptr);
  EXPECT_EQ(files.all("s", "file-").size(), 1'000U);
}

TEST(StoredFiles, HaveNoMoreThanTheirBytes) {
  StoredFiles files;
  std::string const large(200'000'000, 'a');
  std::string const first = files.add(file_of(large), "file-")->id;
  files.add(file_of(large), "file-");
  EXPECT_EQ(files.find("s", first), nullptr);
  EXPECT_EQ(files.all("s", "file-").size(), 1U);
}

TEST(StoredFiles, GiveTheSameContentAnotherIdOnlyWhileItIsThere) {
  StoredFiles files;
  std::string const first = files.add(file_of("a"), "file-")->id;
  EXPECT_NE(files.add(file_of("a"), "file-")->id, first);
  EXPECT_EQ(files.add(file_of("a", "other"), "file-")->id, first);
  EXPECT_TRUE(files.remove("s", first));
  EXPECT_FALSE(files.remove("s", first));
  EXPECT_EQ(files.add(file_of("a"), "file-")->id, first);
}

httplib::Result upload(int port, std::string const& path, httplib::MultipartFormDataItems const& items,
                       httplib::Headers headers = mock_provider_tests::sound_headers()) {
  httplib::Client client("127.0.0.1", port);
  return client.Post(path, headers, items);
}

TEST(HttpFiles, AreTakenWithAndWithoutV1AndKnownToOneScenario) {
  Server server{ServerOptions{}};
  server.put_scenario("s", Json::parse(R"({"steps": []})"));
  httplib::MultipartFormDataItems const items{{"purpose", "user_data", "", ""},
                                              {"file", std::string("a\0\r\nb", 5), "a.bin", "text/html"},
                                              {"expires_after[seconds]", "3600", "", ""}};
  httplib::Result const answer = upload(server.port(), "/files", items);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200) << answer->body;
  Json const file = json_of(answer->body);
  EXPECT_EQ(file.at("bytes"), 5);
  EXPECT_EQ(file.at("expires_at").get<int>(), file.at("created_at").get<int>() + 3600);
  std::string const path = "/v1/files/" + file.at("id").get<std::string>();
  httplib::Result const content = mock_provider_tests::get(server.port(), path + "/content");
  EXPECT_EQ(content->body, std::string("a\0\r\nb", 5));
  EXPECT_EQ(content->get_header_value("Content-Type"), "application/octet-stream");
  EXPECT_EQ(mock_provider_tests::get(server.port(), "/s" + path)->status, 404);
}

TEST(HttpFiles, AreRefusedWithTheFieldThatIsWrong) {
  Server const server{ServerOptions{}};
  httplib::MultipartFormData const file{"file", "a", "a.txt", "text/plain"};
  httplib::MultipartFormData const purpose{"purpose", "batch", "", ""};
  auto const param = [&](httplib::MultipartFormDataItems const& items) {
    httplib::Result const answer = upload(server.port(), "/v1/files", items);
    EXPECT_EQ(answer->status, 400);
    return json_of(answer->body).at("error").at("param");
  };
  EXPECT_EQ(param({purpose}), "file");
  EXPECT_EQ(param({file}), "purpose");
  EXPECT_EQ(param({file, {"purpose", "fun", "", ""}}), "purpose");
  EXPECT_EQ(param({file, purpose, {"expires_after[seconds]", "soon", "", ""}}), "expires_after[seconds]");
  EXPECT_EQ(mock_provider_tests::post(server.port(), "/v1/files", Json::object())->status, 415);
  httplib::Client client("127.0.0.1", server.port());
  EXPECT_EQ(client.Put("/v1/files", "", "text/plain")->status, 405);
}

TEST(HttpFiles, AreForgottenByAReset) {
  Server const server{ServerOptions{}};
  ASSERT_TRUE(upload(server.port(), "/v1/files", {{"purpose", "batch", "", ""}, {"file", "a", "a", ""}}));
  httplib::Client client("127.0.0.1", server.port());
  EXPECT_EQ(json_of(client.Get("/v1/files")->body).at("data").size(), 1U);
  ASSERT_EQ(client.Post("/_mock/reset")->status, 200);
  EXPECT_EQ(json_of(client.Get("/v1/files")->body).at("data").size(), 0U);
}

TEST(HttpFiles, CanBeScripted) {
  Server server{ServerOptions{}};
  server.put_scenario("s", Json::parse(R"({"steps": [
      {"match": {"path": "/v1/files", "body": {"purpose": "batch", "file": {"$subset": {"filename": "a.txt"}}}},
       "respond": {"error": {"status": 413, "message": "too large"}}}]})"));
  httplib::Result const answer =
      upload(server.port(), "/s/v1/files", {{"purpose", "batch", "", ""}, {"file", "a", "a.txt", "text/plain"}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 413);
  EXPECT_THAT(answer->body, HasSubstr("too large"));
}

}  // namespace
}  // namespace mock_provider::stored_files_test
