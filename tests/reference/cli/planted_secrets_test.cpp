#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/run_setup.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/prompty.hpp"
#include "prompty/tools/openapi/access.hpp"
#include "prompty/tools/tool_kinds.hpp"
#include "reference/support/command.hpp"
#include "reference/support/local_server.hpp"
#include "support/temporary_folder.hpp"

// One secret, planted wherever one may be given, and all that is shown of the work with it.
namespace prompty::planted_secrets_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string const secret = "sk-planted-7f3a9c21e5d84b60";
std::string const password = "pl4nted-passw0rd";

/// A provider that repeats in its errors what it was sent, a collector that does the same, and the command.
class Place {
 public:
  Place() {
    local.server.Post(".*", [this](httplib::Request const& request, httplib::Response& response) {
      bool const is_collector = request.path == "/v1/traces";
      if (is_collector) exported += request.body;
      response.status = is_collector ? collector_status : status;
      for (auto const& [name, value] : headers) response.set_header(name, value);
      std::string shown = answer;
      if (std::size_t const at = shown.find("ECHO"); at != std::string::npos) shown.replace(at, 4, sent_by(request));
      response.set_content(shown, content_type);
      // The answer to what a tool gave.
      if (!later.empty()) answer = later;
    });
    local.start();
  }

  [[nodiscard]] std::string url() const { return "http://" + local.address(); }

  [[nodiscard]] std::string prompt(std::string const& connection, std::string const& more = "",
                                   std::string const& provider = "openai") const {
    return folder.write("p.prompty", "---\nmodel: {id: m, provider: " + provider + ", connection: {" + connection +
                                         "}}\n" + more + "---\nuser:\nSay hello.\n");
  }

  [[nodiscard]] std::string keyed(std::string const& key, std::string const& more = "") const {
    return prompt("kind: key, endpoint: \"" + url() + "/v1\", apiKey: \"" + key + "\"", more);
  }

  /// Standard output and error.
  [[nodiscard]] static std::string shown_by(std::vector<std::string> arguments) {
    prompty_tests::Finished const finished = prompty_tests::run_prompty(std::move(arguments));
    return finished.out + finished.err;
  }

  /// Standard error alone: an answer is data, and comes as it is.
  [[nodiscard]] static std::string errors_of(std::vector<std::string> arguments) {
    return prompty_tests::run_prompty(std::move(arguments)).err;
  }

  /// What is in the .tracy files.
  [[nodiscard]] std::string traced_by(std::vector<std::string> arguments) const {
    std::string const traces = folder.path() + "/traces";
    static_cast<void>(prompty_tests::run_prompty(std::move(arguments), {"--trace", traces}));
    std::string text;
    for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(traces)) {
      std::ifstream stream(entry.path());
      text += std::string(std::istreambuf_iterator<char>(stream), {});
    }
    return text;
  }

  void refuse_with(std::string text) {
    status = 401;
    answer = std::move(text);
  }

  void answer_with(std::string const& text) { answer = chat(Json{{"role", "assistant"}, {"content", text}}); }

  /// First a call of the tool `look`, then an answer.
  void call_tool(std::string const& arguments) {
    Json const function{{"name", "look"}, {"arguments", arguments}};
    Json const call{{"id", "c"}, {"type", "function"}, {"function", function}};
    answer = chat(Json{{"role", "assistant"}, {"content", nullptr}, {"tool_calls", Json::array({call})}});
    later = chat(Json{{"role", "assistant"}, {"content", "Done."}});
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
  int status = 200;
  int collector_status = 200;
  std::string answer;
  std::string later;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers;
  std::string exported;

 private:
  static std::string sent_by(httplib::Request const& request) {
    std::string sent;
    for (char const* const name : {"Authorization", "api-key", "x-api-key"}) sent += request.get_header_value(name);
    return sent;
  }

  static std::string chat(Json const& message) {
    return json_text::dump(Json{{"choices", Json::array({Json{{"message", message}}})}});
  }
};

std::string const echo = R"({"error":{"message":"wrong key: ECHO"}})";
std::string const tool = "tools:\n  - {name: look, kind: function, parameters: {q: {kind: string}}}\n";

/// What the error of a turn with this agent says, and what a trace of it holds.
std::string told_by_library(Place& place, Connection connection, Runtime& runtime) {
  std::string reported;
  PromptyAgent agent;
  agent.model = Model{.id = "m", .provider = "openai", .connection = std::move(connection)};
  std::ostringstream console;
  cli::record_traces(runtime, {.console = true}, console);
  place.refuse_with(echo);
  try {
    static_cast<void>(execute(agent, {{.role = "user", .content = {TextPart{"Hello"}}}}, runtime));
  } catch (Error const& error) {
    reported = error.what();
  }
  return reported + console.str();
}

/// What a program learns of a call of `f` when the server of the tool refuses the key and repeats it.
std::string error_of_call(Place& place, decltype(Tool::details) details) {
  place.refuse_with("wrong key: ECHO");
  PromptyAgent agent;
  agent.origin = Origin{.file = place.folder.path() + "/p.prompty"};
  Tool const called{.name = "t", .details = std::move(details)};
  std::unique_ptr<Runtime> const runtime = make_runtime();
  try {
    static_cast<void>(
        dispatch(called, Json::object(), agent, Json::object(), {.function = "f"}, *runtime->tools, Profile::live));
  } catch (Error const& error) {
    return error.what() + error.explanation().problem + error.explanation().hint;
  }
  return "";
}

struct Planting {
  char const* name;
  std::string (*shown)(Place& place);
};

std::vector<Planting> plantings() {
  return {
      {"KeyThatAProviderEchoes",
       [](Place& place) {
         place.refuse_with(echo);
         return Place::shown_by({"run", place.keyed(secret)});
       }},
      {"KeyThatIsEchoedAsPlainTextAndCut",
       [](Place& place) {
         place.refuse_with(std::string(280, 'x') + " ECHO and more of it");
         return Place::shown_by({"run", place.keyed(secret)});
       }},
      {"KeyThatIsEchoedInAStream",
       [](Place& place) {
         place.content_type = "text/event-stream";
         place.answer = "data: {\"error\":{\"message\":\"wrong key: ECHO\"}}\n\n";
         return Place::shown_by({"run", place.keyed(secret), "--stream"});
       }},
      {"KeyThatIsEchoedInAStreamThatIsNoJson",
       [](Place& place) {
         place.content_type = "text/event-stream";
         place.answer = "data: wrong key ECHO\n\n";
         return Place::shown_by({"run", place.keyed(secret), "--stream"});
       }},
      {"KeyOfAVariable",
       [](Place& place) {
         place.refuse_with(echo);
         std::string const variables = place.folder.write("v.env", "ANYTHING=" + secret + "\n");
         return Place::shown_by({"run", place.keyed("${env:ANYTHING}"), "--env-file", variables});
       }},
      {"VariableWhoseNameSaysThatItIsSecret",
       [](Place& place) {
         place.answer_with("You said " + secret);
         std::string const variables = place.folder.write("v.env", "SOME_TOKEN=" + secret + "\n");
         std::string const more = "inputs:\n  - {name: x, kind: string, default: \"${env:SOME_TOKEN}\"}\n";
         return place.traced_by({"run", place.keyed("k", more), "--env-file", variables});
       }},
      {"VariableInsideAHeader",
       [](Place& place) {
         place.answer_with("You said " + secret);
         std::string const variables = place.folder.write("v.env", "ANYTHING=" + secret + "\n");
         std::string const more = "metadata: {headers: {authorization: \"Bearer ${env:ANYTHING}\"}}\n";
         return place.traced_by({"run", place.keyed("k", more), "--env-file", variables});
       }},
      {"KeyInAFile",
       [](Place& place) {
         place.refuse_with(echo);
         static_cast<void>(place.folder.write("key.txt", secret));
         return Place::shown_by({"run", place.keyed("${file:key.txt}")});
       }},
      {"KeyOfTheCommandLine",
       [](Place& place) {
         place.refuse_with(echo);
         return Place::shown_by({"run", place.keyed("k"), "--api-key", secret});
       }},
      {"KeyInAWrongArgument",
       [](Place& place) {
         return Place::shown_by({"run", place.keyed("k"), "--apikey", secret}) +
                Place::shown_by({"run", place.keyed("k"), "--apikey=" + secret});
       }},
      {"KeyOfAzure",
       [](Place& place) {
         place.refuse_with(echo);
         return Place::shown_by(
             {"run", place.prompt("kind: key, endpoint: \"" + place.url() + "\", apiKey: " + secret, "", "azure")});
       }},
      {"KeyOfAnthropic",
       [](Place& place) {
         place.refuse_with(echo);
         return Place::shown_by(
             {"run", place.prompt("kind: key, endpoint: \"" + place.url() + "\", apiKey: " + secret, "", "anthropic")});
       }},
      {"KeyWhereARedirectPoints",
       [](Place& place) {
         place.status = 302;
         place.headers = {{"Location", "http://elsewhere.example/" + secret + "/v1"}};
         return Place::shown_by({"run", place.keyed(secret)});
       }},
      {"PasswordWhereARedirectPoints",
       [](Place& place) {
         place.status = 302;
         place.headers = {{"Location", "http://user:" + password + "@elsewhere.example/v1"}};
         return Place::shown_by({"run", place.keyed("k")});
       }},
      {"KeyInTheQueryOfAnEndpoint",
       [](Place& place) {
         place.refuse_with("no");
         std::string const keyed = place.url() + "/v1?api-key=" + secret;
         return Place::shown_by({"run", place.prompt("kind: anonymous, endpoint: \"" + keyed + "\"")});
       }},
      {"KeyInTheQueryOfAnEndpointThatDoesNotAnswer",
       [](Place& place) {
         std::string const nowhere = "http://127.0.0.1:1/v1?api-key=" + secret;
         return Place::shown_by({"run", place.keyed("k"), "--endpoint", nowhere});
       }},
      {"PasswordInAnEndpoint",
       [](Place& place) {
         std::string const endpoint = "http://user:" + password + "@127.0.0.1/v1";
         return Place::shown_by({"load", place.prompt("kind: anonymous, endpoint: \"" + endpoint + "\"")}) +
                Place::shown_by({"run", place.prompt("kind: anonymous, endpoint: \"" + endpoint + " \"")});
       }},
      {"KeyInThePromptItself",
       [](Place& place) {
         return Place::shown_by({"load", place.keyed(secret, "description: uses " + secret + "\n")});
       }},
      {"KeyInALineThatIsNoYaml",
       [](Place& place) {
         std::string const file =
             place.folder.write("bad.prompty", "---\nmodel:\n  connection:\n    apiKey: \"" + secret + "\n---\nx\n");
         std::string const flow =
             place.folder.write("flow.prompty", "---\nmodel: {connection: {apiKey: " + secret + ", x: ]}}\n---\nx\n");
         return Place::shown_by({"check", file}) + Place::shown_by({"load", flow});
       }},
      {"KeyInALineWithAWrongValue",
       [](Place& place) {
         return Place::shown_by({"check", place.prompt("kind: key, apiKey: " + secret + ", endpoint: [1]")});
       }},
      {"KeyInALineWithAMissingVariable",
       [](Place& place) {
         std::string const more = "description: " + secret + " ${env:PLANTED_NOWHERE}\n";
         return Place::shown_by({"check", place.keyed(secret, more)}) +
                Place::errors_of({"run", place.keyed(secret, more)});
       }},
      {"SecretInAMalformedEnvironmentFile",
       [](Place& place) {
         std::string const bare = place.folder.write("bare.env", secret + "\n");
         std::string const open = place.folder.write("open.env", "ANYTHING=\"" + secret + "\n");
         return Place::shown_by({"load", place.keyed("k"), "--env-file", bare}) + "[REDACTED]" +
                Place::shown_by({"check", place.keyed("k"), "--env-file", open});
       }},
      {"KeyInARequestThatIsNotSent",
       [](Place& place) {
         std::string const variables = place.folder.write("v.env", "SOME_TOKEN=" + secret + "\n");
         std::string const endpoint = place.url() + "/v1?api-key=" + secret;
         std::string const more = "inputs:\n  - {name: x, kind: string, default: \"${env:SOME_TOKEN}\"}\n";
         std::string const file = place.folder.write(
             "d.prompty", "---\nmodel: {id: m, provider: openai}\n" + more + "---\nuser:\nUse {{x}}.\n");
         return Place::shown_by({"run", file, "--dry-run", "--env-file", variables, "--endpoint", endpoint}) +
                Place::shown_by({"run", file, "--dry-run", "--json", "--env-file", variables, "--endpoint", endpoint});
       }},
      {"KeyInAnAnswerThatIsTraced",
       [](Place& place) {
         place.answer_with("You sent " + secret);
         return place.traced_by({"run", place.keyed(secret)});
       }},
      {"KeyInAnErrorThatIsTraced",
       [](Place& place) {
         place.refuse_with(echo);
         return place.traced_by({"run", place.keyed(secret)});
       }},
      {"KeyInAMessageThatIsTraced",
       [](Place& place) {
         place.answer_with("Done.");
         std::string const more = "inputs:\n  - {name: x, kind: string}\n";
         return place.traced_by({"run", place.keyed(secret, more), "--input", "x=" + secret});
       }},
      {"KeyInATraceOnTheConsole",
       [](Place& place) {
         place.refuse_with(echo);
         return Place::errors_of({"run", place.keyed(secret), "--trace-console"});
       }},
      {"KeyInThePathOfATraceThatIsNotWritten",
       [](Place& place) {
         place.answer_with("Done.");
         return Place::errors_of({"run", place.keyed(secret), "--trace", "/dev/null/" + secret});
       }},
      {"KeyInAPathThatIsNotWritten",
       [](Place& place) {
         place.answer_with("Done.");
         return Place::errors_of({"run", place.keyed(secret), "--out", "/dev/null/" + secret});
       }},
      {"KeyInTheResultOfATool",
       [](Place& place) {
         place.call_tool("{}");
         return Place::errors_of({"turn", place.keyed(secret, tool), "--tool", "look=echo got " + secret});
       }},
      {"KeyInAResultThatIsCut",
       [](Place& place) {
         place.call_tool("{}");
         std::string const long_result = std::string(185, 'x') + " " + secret + " more";
         return Place::errors_of({"turn", place.keyed(secret, tool), "--tool", "look=echo " + long_result});
       }},
      {"KeyInTheErrorOfATool",
       [](Place& place) {
         place.call_tool("{}");
         return Place::errors_of({"turn", place.keyed(secret, tool), "--tool", "look=/nowhere/" + secret});
       }},
      {"KeyInTheArgumentsOfACall",
       [](Place& place) {
         place.call_tool(R"({"q":")" + secret + R"("})");
         return Place::errors_of({"turn", place.keyed(secret, tool), "--tool", "look=true"});
       }},
      {"KeyInASavedConversation",
       [](Place& place) {
         std::string const saved = place.folder.write(
             "saved.json", R"({"messages":[{"role":"user","content":[{"kind":")" + secret + R"(","value":"x"}]}]})");
         return Place::errors_of({"chat", place.keyed(secret), "--resume", saved});
       }},
      {"KeyOfAServerOfTools",
       [](Place& place) {
         place.refuse_with("wrong key: ECHO");
         std::string const more = "tools:\n  - {name: t, kind: mcp, connection: {kind: key, endpoint: \"" +
                                  place.url() + "/mcp\", apiKey: " + secret + "}}\n";
         return Place::errors_of({"turn", place.keyed("k", more)});
       }},
      {"KeyInTheErrorOfAServerOfTools",
       [](Place& place) {
         return error_of_call(
             place, McpTool{.connection = KeyConnection{.endpoint = place.url() + "/mcp", .api_key = secret}});
       }},
      {"KeyInTheErrorOfAnOpenApiServer",
       [](Place& place) {
         static_cast<void>(place.folder.write(
             "api.json", R"({"openapi":"3.0.0","paths":{"/f":{"post":{"operationId":"f","responses":{}}}}})"));
         return error_of_call(place,
                              OpenApiTool{.connection = KeyConnection{.endpoint = place.url(), .api_key = secret},
                                          .specification = "api.json"});
       }},
      {"TokenOfTheHost",
       [](Place& place) {
         std::unique_ptr<Runtime> const runtime = make_runtime();
         runtime->connections->token_sources.add(
             "oauth", std::make_shared<TokenSource const>([](Connection const&) { return secret; }));
         return told_by_library(place, OAuthConnection{.endpoint = place.url(), .authentication_mode = "system"},
                                *runtime);
       }},
      {"TokenOfARegisteredClient",
       [](Place& place) {
         std::unique_ptr<Runtime> const runtime = make_runtime();
         runtime->connections->clients.add(
             "c", std::make_shared<Client const>(Client{.endpoint = place.url(), .bearer_token = secret}));
         return told_by_library(place, ReferenceConnection{.name = "c"}, *runtime);
       }},
      {"AttributesAndNamesOfSpans",
       [](Place& place) {
         std::ostringstream err;
         std::unique_ptr<Runtime> runtime = make_runtime();
         runtime->environment = fixed_environment({{"OTEL_EXPORTER_OTLP_ENDPOINT", place.url()},
                                                   {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true"}});
         cli::record_traces(*runtime, {}, err);
         runtime->connections->secrets->add(secret);
         Span span = runtime->tracer.start("work with " + secret);
         span.emit("gen_ai.note", "a " + secret);
         span.emit("inputs", Json{{secret, Json::array({secret})}});
         span.fail(std::make_exception_ptr(ValueError("wrong " + secret)));
         span.end();
         runtime = nullptr;
         return place.exported + err.str();
       }},
      {"KeyOfACollector",
       [](Place& place) {
         place.collector_status = 401;
         place.answer = "wrong key: " + secret;
         std::ostringstream err;
         std::unique_ptr<Runtime> runtime = make_runtime();
         runtime->environment = fixed_environment(
             {{"OTEL_EXPORTER_OTLP_ENDPOINT", place.url()}, {"OTEL_EXPORTER_OTLP_HEADERS", "x-team=" + secret}});
         cli::record_traces(*runtime, {}, err);
         runtime->tracer.start("work").end();
         runtime = nullptr;
         return err.str();
       }},
      {"HeadersAndVariablesOfServersOfTools",
       [](Place&) {
         Connections connections;
         McpServer const over_http{.reach = HttpServer{.endpoint = "http://h", .headers = {{"X-Api-Key", secret}}}};
         McpServer const program{.reach = StdioServer{.command = "c", .environment = {{"A_PASSWORD", password}}}};
         connections.mcp_servers.add("h", std::make_shared<McpServer const>(over_http));
         connections.mcp_servers.add("p", std::make_shared<McpServer const>(program));
         for (char const* const name : {"h", "p"}) {
           McpTool const mcp{.server_name = name};
           static_cast<void>(target_of({.name = "t", .details = mcp}, mcp, connections));
         }
         return connections.secrets->masked("it has " + secret + " and " + password);
       }},
      {"KeyOfAnOpenApiTool",
       [](Place&) {
         Connections connections;
         KeyConnection const key{.endpoint = "http://h", .api_key = "user:" + password};
         static_cast<void>(openapi::access_by(key, "t", connections));
         return connections.secrets->masked("wrong: user:" + password + ", Basic dXNlcjpwbDRudGVkLXBhc3N3MHJk");
       }},
  };
}

class HttpPlantedSecrets : public testing::TestWithParam<Planting> {};

TEST_P(HttpPlantedSecrets, AreShownNowhere) {
  Place place;
  std::string const shown = GetParam().shown(place);
  EXPECT_THAT(shown, HasSubstr("[REDACTED]")) << "it never came to the secret";
  EXPECT_THAT(shown, Not(HasSubstr(secret)));
  EXPECT_THAT(shown, Not(HasSubstr(secret.substr(0, 12)))) << "a half of it is left";
  EXPECT_THAT(shown, Not(HasSubstr(password)));
  EXPECT_THAT(shown, Not(HasSubstr("dXNlcjpwbDRudGVkLXBhc3N3MHJk")));
}

INSTANTIATE_TEST_SUITE_P(All, HttpPlantedSecrets, testing::ValuesIn(plantings()),
                         [](testing::TestParamInfo<Planting> const& test) { return test.param.name; });

TEST(HttpSecretsThatAreSent, ArriveAsTheyAre) {
  Place place;
  place.answer_with("You sent " + secret);
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(cli::run_command_line({"run", place.keyed(secret)}, out, err), 0) << err.str();
  EXPECT_EQ(out.str(), "You sent " + secret + "\n");
}

}  // namespace
}  // namespace prompty::planted_secrets_test
