#include "cli/run_setup.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/command_line.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "reference/support/local_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::cli_tracing_test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class HttpTracing : public testing::Test {
 protected:
  HttpTracing() {
    local.server.Post("/v1/chat/completions", [](httplib::Request const&, httplib::Response& response) {
      response.set_content(R"({"id":"r","choices":[{"message":{"content":"Hello!"}}]})", "application/json");
    });
    local.server.Post("/v1/traces", [this](httplib::Request const& request, httplib::Response& response) {
      exported = request.body;
      response.status = exporter_status;
    });
    local.start();
    file = folder.write("hello.prompty", "---\nmodel: {id: m, provider: openai}\n---\nSay hello.\n");
  }

  int run(std::vector<std::string> const& options) {
    std::vector<std::string> arguments = {"run", file, "--endpoint", "http://" + local.address() + "/v1"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return cli::run_command_line(arguments, out, err);
  }

  /// Everything is sent when the runtime is gone.
  void record_work() {
    std::unique_ptr<Runtime> const runtime = make_runtime();
    runtime->environment = fixed_environment({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + local.address()}});
    cli::record_traces(*runtime, {}, err);
    runtime->tracer.start("work").end();
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
  std::string file;
  std::string exported;
  int exporter_status = 200;
  std::ostringstream out;
  std::ostringstream err;
};

TEST_F(HttpTracing, WritesAFileForTheRun) {
  std::filesystem::path const traces = std::filesystem::path(folder.path()) / "traces";
  EXPECT_EQ(run({"--trace", traces.string()}), 0);
  EXPECT_EQ(out.str(), "Hello!\n");
  EXPECT_EQ(err.str(), "");
  std::filesystem::path const written = *std::filesystem::directory_iterator(traces);
  EXPECT_THAT(written.filename().string(), MatchesRegex("hello\\.[0-9]{8}\\.[0-9]{6}\\.tracy"));
  std::ifstream stream(written);
  Json const trace = json_text::parse(std::string(std::istreambuf_iterator<char>(stream), {})).value()["trace"];
  EXPECT_EQ(trace["__frames"][0]["name"], Json("prepare"));
  EXPECT_EQ(trace["__frames"][1]["__frames"][0]["gen_ai.response.id"], Json("r"));
}

TEST_F(HttpTracing, SaysOnStandardErrorWhatIsDone) {
  EXPECT_EQ(run({"--trace-console"}), 0);
  EXPECT_EQ(out.str(), "Hello!\n");
  EXPECT_THAT(err.str(), HasSubstr("[prompty] \xE2\x96\xB6 execute\n"));
  EXPECT_THAT(err.str(), MatchesRegex(".*hello \\([0-9]+ms\\)\n"));
}

TEST_F(HttpTracing, WarnsOfATraceThatCannotBeWrittenAndSucceeds) {
  EXPECT_EQ(run({"--trace", "/dev/null/traces"}), 0);
  EXPECT_EQ(out.str(), "Hello!\n");
  EXPECT_THAT(err.str(), HasSubstr("prompty: warning: The trace could not be written to /dev/null/traces/hello."));
}

TEST_F(HttpTracing, SendsTracesToTheCollectorOfTheEnvironment) {
  record_work();
  EXPECT_THAT(exported, HasSubstr("resourceSpans"));
  EXPECT_EQ(err.str(), "");
  exporter_status = 415;
  record_work();
  EXPECT_THAT(err.str(), HasSubstr("did not take the spans: status 415"));
}

}  // namespace
}  // namespace prompty::cli_tracing_test
