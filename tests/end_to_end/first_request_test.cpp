#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// A prompt file is sent to the mock provider, the answer printed, and the journal shows the request.
namespace end_to_end::first_request {
namespace {

using Json = nlohmann::ordered_json;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;

std::string const prompt_file = repository() + "/tests/end_to_end/capital.prompty";

/// The port in "listening on http://127.0.0.1:PORT".
int port_of(std::string const& line) {
  return std::stoi(line.substr(line.rfind(':') + 1));
}

Json journal(int port) {
  httplib::Client client("127.0.0.1", port);
  httplib::Result const response = client.Get("/_mock/requests");
  if (!response) return nullptr;
  return Json::parse(response->body);
}

TEST(HttpFirstRequest, IsWhatTheSpecificationDemands) {
  TemporaryFolder const folder;
  std::string const scenario = folder.write("default.json", R"({"steps": [{"respond": {"text": "Paris"}}]})");
  BackgroundProgram mock({built_program("prompty-mock-provider"), "--port", "0", "--scenario", scenario});
  int const port = port_of(mock.read_line());
  std::string const endpoint = "http://127.0.0.1:" + std::to_string(port) + "/v1";

  ProgramResult const result =
      run_program({built_program("prompty"), "run", prompt_file, "--endpoint", endpoint, "--profile", "as-written"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "Paris\n");
  Json const requests = journal(port);
  ASSERT_EQ(requests.size(), 1U) << requests.dump(2);
  Json const body =
      requests[0]["body"].is_string() ? Json::parse(requests[0]["body"].get<std::string>()) : requests[0]["body"];
  EXPECT_EQ(
      body.dump(),
      R"({"model":"gpt-4o-mini","messages":[{"role":"system","content":"Name the capital of France. Answer with one word."}],"temperature":0.2,"max_completion_tokens":60})");
  EXPECT_EQ(requests[0]["method"], "POST");
  EXPECT_EQ(requests[0]["path"], "/v1/chat/completions");
  EXPECT_EQ(mock.terminate(), 0);
}

TEST(HttpFirstRequest, TemplatesAreFilledAndMarkersOpenMessages) {
  TemporaryFolder const folder;
  std::string const file = folder.write("p.prompty",
                                        "---\nname: p\nmodel:\n  id: gpt-4o\n  provider: openai\ninputs:\n"
                                        "  topic: bees\n---\nsystem:\nBe kind.\n\nuser:\n{{ greeting|upper }}! What "
                                        "about {{ topic }}?\n");
  std::string const scenario = folder.write("default.json", R"({"steps": [{"respond": {"text": "They hum."}}]})");
  BackgroundProgram mock({built_program("prompty-mock-provider"), "--port", "0", "--scenario", scenario});
  int const port = port_of(mock.read_line());
  std::string const endpoint = "http://127.0.0.1:" + std::to_string(port) + "/v1";

  ProgramResult const result =
      run_program({built_program("prompty"), "run", file, "--endpoint", endpoint, "--input", "greeting=hello"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "They hum.\n");
  Json const requests = journal(port);
  ASSERT_EQ(requests.size(), 1U) << requests.dump(2);
  Json const body =
      requests[0]["body"].is_string() ? Json::parse(requests[0]["body"].get<std::string>()) : requests[0]["body"];
  EXPECT_EQ(body["messages"].dump(),
            R"([{"role":"system","content":"Be kind."},{"role":"user","content":"HELLO! What about bees?"}])");
}

TEST(HttpFirstRequest, AnErrorOfTheProviderIsReportedInOneSentence) {
  TemporaryFolder const folder;
  std::string const scenario =
      folder.write("default.json",
                   R"({"steps": [{"respond": {"error": {"status": 401, "message": "Incorrect API key provided"}}}]})");
  BackgroundProgram mock({built_program("prompty-mock-provider"), "--port", "0", "--scenario", scenario});
  std::string const endpoint = "http://127.0.0.1:" + std::to_string(port_of(mock.read_line())) + "/v1";
  ProgramResult const result = run_program({built_program("prompty"), "run", prompt_file, "--endpoint", endpoint});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, testing::AllOf(testing::HasSubstr("ExecuteError"), testing::HasSubstr("401"),
                                         testing::HasSubstr("Incorrect API key provided")));
}

TEST(HttpFirstRequest, AClosedPortIsAConnectionError) {
  ProgramResult const result =
      run_program({built_program("prompty"), "run", prompt_file, "--endpoint", "http://127.0.0.1:1/v1"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err,
              testing::AllOf(testing::HasSubstr("ConnectionError"), testing::HasSubstr("http://127.0.0.1:1/v1")));
}

}  // namespace
}  // namespace end_to_end::first_request
