#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "mock-provider/server.hpp"
#include "mock-provider/support/certificate.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace mock_provider::program_test {
namespace {

using prompty_tests::BackgroundProgram;
using prompty_tests::ProgramResult;
using prompty_tests::TemporaryFolder;

ProgramResult run(std::vector<std::string> words) {
  words.insert(words.begin(), prompty_tests::built_program("prompty-mock-provider"));
  return prompty_tests::run_program(words, std::chrono::seconds(20));
}

BackgroundProgram started(std::vector<std::string> words) {
  words.insert(words.begin(), prompty_tests::built_program("prompty-mock-provider"));
  return BackgroundProgram(words);
}

int port_in(std::string const& line) {
  std::string const start = "listening on http://127.0.0.1:";
  EXPECT_EQ(line.substr(0, start.size()), start) << line;
  return line.size() > start.size() ? std::stoi(line.substr(start.size())) : 0;
}

TEST(HttpProgram, ListensAnswersAndStopsOnSigterm) {
  TemporaryFolder const folder;
  std::string const scenario =
      folder.write("s.yaml", "name: s\nsteps:\n  - respond: {text: a}\n  - respond: {text: b}\n");
  std::filesystem::create_directory(folder.path() + "/ports");
  std::string const port_path = folder.path() + "/ports/port";
  BackgroundProgram program = started({"--port-file", port_path, "--scenario", scenario});
  int const port = port_in(program.read_line());
  httplib::Result const result =
      mock_provider_tests::post(port, "/s/v1/chat/completions", mock_provider_tests::sound_request());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 200);
  std::ifstream port_file(port_path);
  int written = 0;
  port_file >> written;
  EXPECT_EQ(written, port);
  EXPECT_EQ(program.terminate(), 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() + "/ports")) << "the port file outlives the program";
}

TEST(HttpProgram, ReplacesAPortFileInsteadOfWritingIntoIt) {
  TemporaryFolder const folder;
  std::string const file = folder.write("port", "stale");
  std::string const reader = folder.path() + "/reader";
  std::filesystem::create_hard_link(file, reader);
  BackgroundProgram program = started({"--port-file", file});
  std::string const port = std::to_string(port_in(program.read_line())) + "\n";
  EXPECT_EQ(prompty_tests::text_of(file), port);
  EXPECT_EQ(prompty_tests::text_of(reader), "stale") << "who has the old file open would see it half written";
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, LeavesThePortFileOfAnotherProgram) {
  TemporaryFolder const folder;
  std::string const file = folder.write("port", "stale");
  BackgroundProgram program = started({"--port-file", file});
  std::string const port = std::to_string(port_in(program.read_line())) + "\n";
  EXPECT_EQ(prompty_tests::text_of(file), port);
  ASSERT_EQ(folder.write("port", "1\n"), file);
  EXPECT_EQ(program.terminate(), 0);
  EXPECT_EQ(prompty_tests::text_of(file), "1\n");
}

TEST(HttpProgram, TakesItsPortFileAlongWhenTheTerminalGoes) {
  TemporaryFolder const folder;
  std::string const file = folder.path() + "/port";
  BackgroundProgram program = started({"--port-file", file});
  port_in(program.read_line());
  kill(program.process(), SIGHUP);
  EXPECT_EQ(program.read_line(std::chrono::seconds(20)), "") << "standard output ends with the program";
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(HttpProgram, StaysWhenTheTerminalGoesAndNohupHasSaidSo) {
  BackgroundProgram program(
      {"bash", "-c", "trap '' HUP; exec \"$0\"", prompty_tests::built_program("prompty-mock-provider")});
  int const port = port_in(program.read_line());
  kill(program.process(), SIGHUP);
  httplib::Result const answer =
      mock_provider_tests::post(port, "/v1/chat/completions", mock_provider_tests::sound_request());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, WritesThePortIntoAPipeAsItIs) {
  BackgroundProgram program = started({"--port-file", "/dev/stdout"});
  std::string const port = program.read_line();
  EXPECT_EQ(port_in(program.read_line()), std::stoi(port));
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, KeepsServingWhenItsOutputIsClosed) {
  TemporaryFolder const folder;
  std::string const scenario = folder.write("s.yaml", "steps: [{respond: {text: a}}]");
  std::string const command = "cd " + folder.path() + "; mkfifo pipe; true <pipe & " +
                              prompty_tests::built_program("prompty-mock-provider") + " --port-file port --scenario " +
                              scenario + " >pipe & mock=$!; until [ -s port ]; do sleep 0.05; done; sleep 0.2; " +
                              "kill -TERM $mock; wait $mock; echo $?";
  ProgramResult const result = prompty_tests::run_program({"bash", "-c", command}, std::chrono::seconds(20));
  EXPECT_EQ(result.out, "0\n") << result.err;
}

TEST(HttpProgram, StopsAtOnceWithAStreamOpen) {
  TemporaryFolder const folder;
  std::string const scenario =
      folder.write("s.yaml", "name: s\nsteps:\n  - respond: {chunks: [1, 2], chunkDelayMs: 60000}\n");
  BackgroundProgram program = started({"--scenario", scenario});
  mock_provider_tests::RawSocket const socket(port_in(program.read_line()));
  Json streaming = mock_provider_tests::sound_request();
  streaming["stream"] = true;
  std::string const body = json_text::dump(streaming);
  socket.send("POST /s/chat/completions HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
              body);
  EXPECT_TRUE(socket.receives_items_within(std::chrono::seconds(5)));
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(program.terminate(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, mock_provider_tests::at_once);
}

TEST(HttpProgram, StopsAtOnceWhileARequestKeepsItBusy) {
  // To find partners for a list in any order each element is held against each: long work for a few bytes.
  std::string expected = "0";
  std::string sent = "-1";
  for (int number = 1; number < 50'000; ++number) {
    expected += "," + std::to_string(number);
    sent += "," + std::to_string(-1 - number);
  }
  TemporaryFolder const folder;
  std::string const scenario =
      folder.write("s.json", R"({"name": "s", "steps": [{"match": {"body": {"$subset": {"messages": {"$unordered": [)" +
                                 expected + R"(]}}}}, "respond": {"text": "x"}}]})");
  BackgroundProgram program = started({"--scenario", scenario});
  mock_provider_tests::RawSocket const socket(port_in(program.read_line()));
  std::string const body = R"({"model": "m", "messages": [)" + sent + "]}";
  socket.send("POST /s/chat/completions HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
              body);
  ASSERT_FALSE(socket.receives_items_within(std::chrono::milliseconds(300))) << "the request was too easy";
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(program.terminate(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, mock_provider_tests::at_once);
}

TEST(HttpProgram, LetsInConfiguredCallers) {
  BackgroundProgram program = started({"--allow-host", "mock.test", "--allow-host", "other.test", "--allow-origin",
                                       "https://app.example", "--deadline-ms", "5000"});
  httplib::Client client("127.0.0.1", port_in(program.read_line()));
  auto const status = [&](httplib::Headers const& headers) {
    httplib::Result const answer = client.Get("/_mock/health", headers);
    return answer ? answer->status : 0;
  };
  for (char const* const host : {"mock.test", "other.test:80"})
    EXPECT_EQ(status({{"Host", host}, {"Origin", "https://app.example"}}), 200);
  EXPECT_EQ(status({{"Host", "evil.test"}}), 403);
  EXPECT_EQ(status({{"Origin", "https://evil.test"}}), 403);
}

TEST(HttpProgram, LetsPagesOfConfiguredOriginsRead) {
  BackgroundProgram program = started({"--allow-origin", "https://app.example"});
  httplib::Client client("127.0.0.1", port_in(program.read_line()));
  httplib::Result const question =
      client.Options("/v1/chat/completions", {{"Origin", "https://app.example"},
                                              {"Access-Control-Request-Method", "POST"},
                                              {"Access-Control-Request-Headers", "authorization, content-type"}});
  ASSERT_TRUE(question);
  EXPECT_EQ(question->status, 204);
  EXPECT_EQ(question->get_header_value("access-control-allow-origin"), "https://app.example");
  EXPECT_EQ(question->get_header_value("access-control-allow-headers"), "authorization, content-type");
  EXPECT_THAT(question->get_header_value("access-control-allow-methods"), testing::HasSubstr("POST"));
  httplib::Result const answer = client.Get("/v1/models", {{"Origin", "https://app.example"}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->get_header_value("access-control-allow-origin"), "https://app.example");
  for (httplib::Headers const& others : {httplib::Headers{}, httplib::Headers{{"Origin", "http://localhost:3000"}}})
    EXPECT_FALSE(client.Get("/v1/models", others)->has_header("access-control-allow-origin"));
}

TEST(HttpProgram, ShowsSecretsToWhoAsksForThem) {
  httplib::Headers const secrets{{"Authorization", "Bearer a-long-secret-key"}, {"Cookie", "a=b"}};
  for (bool const shows : {false, true}) {
    BackgroundProgram program =
        started(shows ? std::vector<std::string>{"--show-secrets"} : std::vector<std::string>{});
    httplib::Client client("127.0.0.1", port_in(program.read_line()));
    ASSERT_TRUE(client.Get("/v1/models?key=another-long-key", secrets));
    std::string const journal = client.Get("/_mock/requests")->body;
    for (char const* const secret : {"Bearer a-long-secret-key", "a=b", "another-long-key"})
      EXPECT_EQ(journal.find(secret) != std::string::npos, shows) << secret << journal;
    EXPECT_EQ(client.Get("/_mock/")->body.find("another-long-key"), std::string::npos) << "the page is for people";
  }
}

TEST(HttpProgram, ShowsSecretsToThisMachineAlone) {
  for (std::vector<std::string> const& words :
       {std::vector<std::string>{"--host", "0.0.0.0"}, std::vector<std::string>{"--host", "::"},
        std::vector<std::string>{"--record", "http://127.0.0.1:1", "--record-to", "/nowhere"}}) {
    std::vector<std::string> command{"--show-secrets"};
    command.insert(command.end(), words.begin(), words.end());
    prompty_tests::ProgramResult const result = run(command);
    EXPECT_EQ(result.exit_code, 2) << words[0];
    EXPECT_THAT(result.err, testing::HasSubstr("--show-secrets does not go with " + words[0])) << words[0];
  }
  BackgroundProgram program = started({"--show-secrets", "--host", "localhost"});
  EXPECT_THAT(program.read_line(), testing::HasSubstr("listening"));
}

TEST(HttpProgram, WantsTheKeysThatItIsGiven) {
  BackgroundProgram program = started({"--api-key", "one", "--api-key", "two"});
  httplib::Client client("127.0.0.1", port_in(program.read_line()));
  EXPECT_EQ(client.Get("/v1/models", {{"Authorization", "Bearer two"}})->status, 200);
  EXPECT_EQ(client.Get("/v1/models", {{"Authorization", "Bearer three"}})->status, 401);
  EXPECT_EQ(client.Get("/_mock/health")->status, 200);
}

TEST(HttpProgram, ClosesOnClientsThatTakeTooLong) {
  BackgroundProgram program = started({"--deadline-ms", "100"});
  mock_provider_tests::RawSocket const socket(port_in(program.read_line()));
  socket.send("GET /");
  EXPECT_THAT(socket.read_to_end(), testing::StartsWith("HTTP/1.1 408"));
}

TEST(HttpProgram, EnforcesTheRulesOnRequest) {
  BackgroundProgram program = started({"--check", "enforce"});
  int const port = port_in(program.read_line());
  httplib::Result const result =
      mock_provider_tests::post(port, "/v1/chat/completions", std::string(R"({"model": "m"})"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 400);
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, SaysInOneSentenceThatThePortIsInUse) {
  Server const other{ServerOptions{}};
  ProgramResult const result = run({"--port", std::to_string(other.port())});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "prompty-mock-provider: port " + std::to_string(other.port()) +
                            " on 127.0.0.1 is in use: choose another, or 0 for any free one\n");
  EXPECT_EQ(result.out, "");
}

TEST(HttpProgram, NamesFilePointerAndReasonOfABadScenario) {
  TemporaryFolder const folder;
  std::string const file = folder.write("bad.json", R"({"steps": [{"respond": {"txt": "a"}}]})");
  ProgramResult const result = run({"--scenario", file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, testing::AllOf(testing::HasSubstr(file), testing::HasSubstr("/steps/0/respond/txt"),
                                         testing::HasSubstr("unknown member")));
}

TEST(HttpProgram, RefusesTwoScenariosOfOneName) {
  TemporaryFolder const folder;
  std::string const file = folder.write("a.json", R"({"steps": []})");
  ProgramResult const result = run({"--scenario", file, "--scenario", file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, testing::HasSubstr("\"default\" already"));
}

/// What the scenario s answers.
std::string said(int port) {
  httplib::Result const answer =
      mock_provider_tests::post(port, "/s/v1/chat/completions", mock_provider_tests::sound_request());
  if (!answer || answer->status != 200) return answer ? std::to_string(answer->status) : "nothing";
  return Json::parse(answer->body).at("choices").at(0).at("message").at("content").get<std::string>();
}

TEST(HttpProgram, ChecksScenarioFilesWithoutServingThem) {
  TemporaryFolder const folder;
  std::string const good = folder.write("good.yaml", "name: s\nsteps:\n  - respond: {text: a}\n");
  std::string const bad = folder.write("bad.yaml", "steps:\n  - respond: {text: a}\n  - respond: {txt: b}\n");
  std::string const json = folder.write("bad.json", "{\"steps\": [\n {\"respond\": {\"text\": 1}}]}");
  std::string const cut = folder.write("cut.json", "{\"steps\": [");
  ProgramResult const all = run({"check", good});
  EXPECT_EQ(all.exit_code, 0);
  EXPECT_EQ(all.out, good + ": scenario \"s\", 1 step\n");
  EXPECT_EQ(all.err, "");
  ProgramResult const some = run({"check", bad, good, json, cut, folder.path()});
  EXPECT_EQ(some.exit_code, 2);
  EXPECT_EQ(some.out, good + ": scenario \"s\", 1 step\n");
  EXPECT_THAT(some.err, testing::HasSubstr(bad + ":3:15: at /steps/1/respond/txt: unknown member"));
  EXPECT_THAT(some.err, testing::HasSubstr(json + ":2:15: at /steps/0/respond/text: must be a string"));
  EXPECT_THAT(some.err, testing::HasSubstr(cut + ": at the top: line 1, column"));
  EXPECT_THAT(some.err, testing::HasSubstr(folder.path() + ": at the top: this is a folder"));
  EXPECT_EQ(std::count(some.err.begin(), some.err.end(), '\n'), 4);
  EXPECT_EQ(run({"check"}).exit_code, 2);
}

TEST(HttpProgram, PlaysAWatchedFileAnewWhenItChanges) {
  TemporaryFolder const folder;
  std::string const file = folder.write("s.yaml", "name: s\nsteps: [{respond: {text: old}, repeat: always}]");
  BackgroundProgram program = started({"--watch", "--scenario", file});
  int const port = port_in(program.read_line());
  EXPECT_EQ(said(port), "old");
  ASSERT_EQ(folder.write("new", "name: s\nsteps: [{respond: {text: new}, repeat: always}]"), folder.path() + "/new");
  std::filesystem::rename(folder.path() + "/new", file);
  EXPECT_EQ(program.read_line(), "reloaded " + file + ": scenario \"s\", 1 step");
  EXPECT_EQ(said(port), "new");
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, KeepsTheScenarioOfBeforeWhenTheChangedFileIsBroken) {
  TemporaryFolder const folder;
  std::string const file = folder.write("s.yaml", "name: s\nsteps: [{respond: {text: old}, repeat: always}]");
  std::string const errors = folder.path() + "/errors";
  BackgroundProgram program({"bash", "-c", "exec \"$0\" --watch --scenario \"$1\" 2>\"$2\"",
                             prompty_tests::built_program("prompty-mock-provider"), file, errors});
  int const port = port_in(program.read_line());
  ASSERT_EQ(folder.write("s.yaml", "name: s\nsteps: [{respond: {txt: new}}]"), file);
  for (int looks = 0; looks < 200 && std::filesystem::file_size(errors) == 0; ++looks)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(said(port), "old");
  ASSERT_EQ(folder.write("s.yaml", "name: t\nsteps: [{respond: {text: mended}}]"), file);
  EXPECT_EQ(program.read_line(), "reloaded " + file + ": scenario \"t\", 1 step");
  EXPECT_EQ(said(port), "404") << "the scenario of the old name is still there";
  EXPECT_THAT(prompty_tests::text_of(errors),
              testing::StartsWith("prompty-mock-provider: " + file + ":2:20: at /steps/0/respond/txt: unknown member"));
  EXPECT_THAT(prompty_tests::text_of(errors), testing::EndsWith("; the scenario \"s\" stays as it was\n"));
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, TellsInJsonWhereItsScenariosAre) {
  TemporaryFolder const folder;
  std::string const named = folder.write("s.yaml", "name: s\nsteps: [{respond: {text: a}}]");
  std::string const nameless = folder.write("d.yaml", "steps: []");
  BackgroundProgram program = started({"--json", "--scenario", named, "--scenario", nameless});
  Json const line = Json::parse(program.read_line());
  std::string const url = line.at("url").get<std::string>();
  EXPECT_EQ(line.at("event"), "listening");
  EXPECT_EQ(line.at("journal"), url + "/_mock/");
  EXPECT_EQ(line.at("scenarios"), (Json{{"s", url + "/s"}, {"default", url}}));
  kill(program.process(), SIGTERM);
  EXPECT_EQ(Json::parse(program.read_line()),
            Json::parse(R"({"event": "unplayed", "scenario": "s", "step": 1, "played": 0, "repeat": 1})"));
  EXPECT_EQ(program.terminate(), 0);
}

TEST(HttpProgram, RecordsAProviderAndReplaysIt) {
  Server provider{ServerOptions{}};
  provider.put_scenario("default", Json::parse(R"({"steps": [{"respond": {"text": "recorded"}}]})"));
  TemporaryFolder const folder;
  std::string const file = folder.path() + "/recorded.json";
  BackgroundProgram recording = started({"--record", provider.base_url(), "--record-to", file});
  Json const request = mock_provider_tests::sound_request();
  httplib::Result const first =
      mock_provider_tests::post(port_in(recording.read_line()), "/v1/chat/completions", request);
  ASSERT_TRUE(first);
  EXPECT_THAT(first->body, testing::HasSubstr("recorded"));
  kill(recording.process(), SIGTERM);
  EXPECT_EQ(recording.read_line(), "recorded 1 step into " + file);
  EXPECT_EQ(recording.terminate(), 0);
  BackgroundProgram replaying = started({"--scenario", file});
  httplib::Result const again =
      mock_provider_tests::post(port_in(replaying.read_line()), "/v1/chat/completions", request);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->body, first->body);
}

TEST(HttpProgram, RecordsAProviderWithACertificateOfItsOwn) {
  TemporaryFolder const folder;
  TlsFiles const files = mock_provider_tests::self_signed(folder.path());
  Server const provider(ServerOptions{.tls = files});
  BackgroundProgram recording = started(
      {"--record", provider.base_url(), "--record-to", folder.path() + "/r.json", "--record-ca", files.certificate});
  httplib::Result const answer = mock_provider_tests::post(port_in(recording.read_line()), "/v1/chat/completions",
                                                           mock_provider_tests::sound_request());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200) << answer->body;
}

TEST(HttpProgram, SaysWhatItCannotRecord) {
  TemporaryFolder const folder;
  std::string const file = folder.path() + "/r.json";
  std::string const nameless = folder.write("d.yaml", "steps: []");
  EXPECT_EQ(run({"--record", "http://127.0.0.1:1"}).exit_code, 2) << "without --record-to";
  EXPECT_EQ(run({"--record-ca", file}).exit_code, 2) << "without --record";
  EXPECT_THAT(run({"--record", "127.0.0.1", "--record-to", file}).err, testing::HasSubstr("name a server"));
  ProgramResult const both = run({"--record", "http://127.0.0.1:1", "--record-to", file, "--scenario", nameless});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, testing::HasSubstr("give that one a name"));
  ProgramResult const keyed = run({"--record", "http://127.0.0.1:1", "--record-to", file, "--api-key", "k"});
  EXPECT_EQ(keyed.exit_code, 2);
  EXPECT_THAT(keyed.err, testing::HasSubstr("--api-key does not go with --record"));
}

TEST(HttpProgram, EndsWithItsParentOnRequest) {
  TemporaryFolder const folder;
  std::string const command =
      "\"$0\" --exit-with-parent --port-file \"$1\" & until [ -s \"$1\" ]; do sleep 0.05; done; sleep 0.3; kill -KILL "
      "$$";
  BackgroundProgram shell(
      {"bash", "-c", command, prompty_tests::built_program("prompty-mock-provider"), folder.path() + "/port"});
  EXPECT_THAT(shell.read_line(), testing::StartsWith("listening on "));
  // Standard output ends with the last program that has it.
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(shell.read_line(std::chrono::seconds(20)), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15)) << "the mock outlives its parent";
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/port"));
}

TEST(HttpProgram, RefusesWrongUsageWithExitCodeTwo) {
  EXPECT_EQ(run({"--bogus"}).exit_code, 2);
  EXPECT_EQ(run({"--port", "70000"}).exit_code, 2);
  EXPECT_EQ(run({"--check", "maybe"}).exit_code, 2);
  EXPECT_EQ(run({"--scenario", "/nowhere/at/all.json"}).exit_code, 2);
  EXPECT_EQ(run({"--port-file", "/nowhere/at/all"}).exit_code, 2);
}

TEST(HttpProgram, SaysWhatIsWrongWithTheCommandLine) {
  auto const complaint = [](std::vector<std::string> const& words) {
    ProgramResult const result = run(words);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_EQ(complaint({"--bogus", "--other", "x"}),
            "prompty-mock-provider: not understood: --bogus --other x; see --help\n");
  EXPECT_EQ(complaint({"--port", "abc"}),
            "prompty-mock-provider: --port: must be a whole number from 0 to 65535, got \"abc\"; see --help\n");
  EXPECT_EQ(complaint({"--tls", "/nowhere/c.pem", "/nowhere/k.pem"}),
            "prompty-mock-provider: /nowhere/c.pem cannot be read: No such file or directory; name the certificate, a "
            "PEM file\n");
  EXPECT_EQ(complaint({"--tls", "/dev/zero", "/dev/zero"}),
            "prompty-mock-provider: /dev/zero is a device; name the certificate, a PEM file\n");
  EXPECT_EQ(complaint({"--allow-origin", "https://app.example/"}),
            "prompty-mock-provider: --allow-origin: must be an origin such as https://app.example, without a path, or "
            "*, got \"https://app.example/\"; see --help\n");
  EXPECT_THAT(complaint({"--port-file", "/nowhere/at/all"}), testing::HasSubstr("No such file or directory"));
}

TEST(HttpProgram, PrintsItsVersion) {
  ProgramResult const own = run({"--version"});
  EXPECT_EQ(own.exit_code, 0);
  EXPECT_THAT(own.out, testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(HttpProgram, HelpsShortlyAndWithAnExample) {
  ProgramResult const result = run({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, testing::HasSubstr("Example:"));
  EXPECT_LT(std::count(result.out.begin(), result.out.end(), '\n'), 46);
}

}  // namespace
}  // namespace mock_provider::program_test
