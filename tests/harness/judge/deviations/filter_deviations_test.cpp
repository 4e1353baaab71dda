#include "harness/judge/deviations/filter_deviations.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace conformance::deviations::filter_deviations_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char const* words =
    "def raise($kind): error({raise: $kind});\n"
    "def ask($operation; $params): {operation: $operation, params: $params} as $question\n"
    "  | [$asked[] | select(.question == $question)]\n"
    "  | if length > 0 then .[0].reply else error({ask: $question}) end;\n";

Hook hook_with(HookInput input, std::string const& program) {
  return {.name = "here", .gives = "it", .input = input, .operations = {"render"}, .program = program, .words = ""};
}

/// What one mutant with that filter answers, and what it asked the reference on the way.
struct Shown {
  Reply reply;
  std::vector<std::string> requested;
};

Shown shown(Hook const& hook, std::string const& filter, std::string const& operation = "render",
            Json const& params = {{"text", "a"}}) {
  DeviationPages const pages{
      .hooks = {{"here", hook}},
      .words = words,
      .deviations = {
          {.name = "m", .clause = "P1-01", .breaks = "It.", .filters = {{.hook = "here", .filter = filter}}}}};
  std::vector<Deviation> const mutants = filter_deviations(pages);
  Shown reported;
  reported.reply = mutants.front().answer(operation, params, [&](std::string const& requested, Json const& with) {
    reported.requested.push_back(requested + with.dump());
    Reply reply;
    if (with.value("text", "") == "unsupported") reply.status = Reply::Status::unsupported;
    if (with.value("text", "") == "wrong") {
      reply.status = Reply::Status::error;
      reply.value = {{"kind", "ValueError"}, {"message", "no"}};
    } else {
      reply.value = {{"said", with.value("text", "")}, {"big", 9007199254740993}};
      reply.items = {"one", "two"};
    }
    return reply;
  });
  return reported;
}

Hook const reply_hook = hook_with(HookInput::reply, "CHANGE");
Hook const params_hook = hook_with(HookInput::params, "CHANGE");
Hook const call_hook = hook_with(HookInput::call, "CHANGE");

TEST(FilterDeviations, ChangeAReplyAndLeaveTheRestOfItAsItWas) {
  Shown const reported = shown(reply_hook, ".result.said |= . + $params.text");
  EXPECT_EQ(reported.reply.value.dump(), R"({"said":"aa","big":9007199254740993})");
  EXPECT_THAT(reported.reply.items, ElementsAre("one", "two"));
  EXPECT_THAT(reported.requested, ElementsAre(R"(render{"text":"a"})"));
}

TEST(FilterDeviations, MayTurnAResultIntoAnErrorAndBack) {
  Shown const error = shown(reply_hook, "{error: {kind: \"TypeError\", message: \"\"}, items: .items[:1]}");
  EXPECT_EQ(error.reply.status, Reply::Status::error);
  EXPECT_EQ(error.reply.value.at("kind"), "TypeError");
  EXPECT_THAT(error.reply.items, ElementsAre("one"));
  Shown const result = shown(reply_hook, "{result: .error.kind}", "render", {{"text", "wrong"}});
  EXPECT_EQ(result.reply.status, Reply::Status::result);
  EXPECT_EQ(result.reply.value, "ValueError");
}

TEST(FilterDeviations, AskWithOtherParams) {
  EXPECT_THAT(shown(params_hook, ".text = \"b\"").requested, ElementsAre(R"(render{"text":"b"})"));
  EXPECT_THAT(shown(params_hook, ".").requested, ElementsAre(R"(render{"text":"a"})"));
}

int status_of_post_to(std::string const& endpoint) {
  std::size_t const path = endpoint.find('/', endpoint.find("://") + 3);
  httplib::Client client(endpoint.substr(0, path));
  httplib::Result const answer =
      client.Post((endpoint.substr(path) + "/chat").c_str(), R"({"n":1,"tools":[]})", "application/json");
  return answer ? answer->status : 0;
}

TEST(HttpFilterDeviations, ChangeRequestsOnTheirWayUntilTheCallIsOver) {
  httplib::Server provider;
  std::vector<std::string> bodies;
  provider.Post("/v1/chat", [&](httplib::Request const& request, httplib::Response& response) {
    bodies.push_back(request.body);
    response.set_content("{}", "application/json");
  });
  int const port = provider.bind_to_any_port("127.0.0.1");
  std::thread serving([&] { provider.listen_after_bind(); });
  Hook const hook = hook_with(HookInput::request, "if .place == 1 then .body |= CHANGE else . end");
  DeviationPages const pages{
      .hooks = {{"here", hook}},
      .words = words,
      .deviations = {
          {.name = "m", .clause = "P1-01", .breaks = "It.", .filters = {{.hook = "here", .filter = "del(.tools)"}}}}};
  Json const params = {{"endpoint", "http://127.0.0.1:" + std::to_string(port) + "/v1"}};
  std::string endpoint;
  Reply const reply =
      filter_deviations(pages).front().answer("render", params, [&](std::string const&, Json const& with) {
        endpoint = with.at("endpoint").get<std::string>();
        for (int request = 0; request < 3; ++request) EXPECT_EQ(status_of_post_to(endpoint), 200);
        Reply answered;
        answered.value = "done";
        return answered;
      });
  EXPECT_EQ(status_of_post_to(endpoint), 400) << "the call is over";
  provider.stop();
  serving.join();
  EXPECT_EQ(reply.value, "done");
  EXPECT_THAT(bodies, ElementsAre(R"({"n":1,"tools":[]})", R"({"n":1})", R"({"n":1,"tools":[]})"));
}

/// A provider that answers with these statuses in turn, the last one again and again.
class Provider {
 public:
  explicit Provider(std::vector<int> statuses) {
    server_.Post("/v1/chat/completions",
                 [this, statuses](httplib::Request const& request, httplib::Response& response) {
                   response.status = statuses[std::min(bodies.size(), statuses.size() - 1)];
                   bodies.push_back(request.body);
                   headers.push_back(request.headers);
                   response.set_content(R"({"text":"hi"})", "application/json");
                 });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~Provider() {
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }

  std::vector<std::string> bodies;
  std::vector<httplib::Headers> headers;

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

/// A mutant of `run` with one filter of that form.
Deviation mutant_of_runs(HookInput input, std::string const& filter) {
  Hook hook = hook_with(input, "CHANGE");
  hook.operations = {"run"};
  DeviationPages const pages{
      .hooks = {{"here", hook}},
      .words = words,
      .deviations = {
          {.name = "m", .clause = "P1-01", .breaks = "It.", .filters = {{.hook = "here", .filter = filter}}}}};
  return filter_deviations(pages).front();
}

Json run_of(std::string const& endpoint) {
  Json const connection = {{"kind", "key"}, {"endpoint", endpoint}, {"apiKey", "k"}};
  return {{"agent", {{"model", {{"provider", "openai"}, {"connection", connection}}}}}};
}

/// Builds a request and repeats what it is given to process.
Reply build_or_process(std::string const& operation, Json const& params) {
  Reply reply;
  reply.value = operation == "build_request" ? Json{{"path", "/chat/completions"}, {"body", {{"n", 1}}}}
                                             : Json{{"processed", member(params, "response")}};
  return reply;
}

TEST(HttpFilterDeviations, SendRequestsByThemselves) {
  Provider provider({200});
  Deviation const mutant = mutant_of_runs(HookInput::sending, ".headers[\"User-Agent\"] = \"me\"");
  Reply const reply = mutant.answer("run", run_of(provider.endpoint()), build_or_process);
  EXPECT_EQ(reply.value.at("processed").at("text"), "hi");
  EXPECT_THAT(provider.bodies, ElementsAre(R"({"n":1})"));
  EXPECT_EQ(provider.headers.front().find("User-Agent")->second, "me");
  EXPECT_EQ(provider.headers.front().find("Authorization")->second, "Bearer k");
}

TEST(HttpFilterDeviations, SendOnceMoreWhatWasAnsweredSo) {
  Provider provider({503, 503, 200});
  Deviation const mutant = mutant_of_runs(HookInput::sending, ".again = (.answer.status == 503)");
  EXPECT_EQ(mutant.answer("run", run_of(provider.endpoint()), build_or_process).value.at("kind"), "ExecuteError");
  EXPECT_EQ(provider.bodies.size(), 2U);
}

TEST(HttpFilterDeviations, LeaveRequestsToTheReferenceThatTheyCannotRead) {
  Provider provider({200});
  Deviation const mutant = mutant_of_runs(HookInput::sending, "error(\"left alone\")");
  Reply const reply = mutant.answer("run", run_of(provider.endpoint()), build_or_process);
  EXPECT_TRUE(reply.value.contains("processed"));
  EXPECT_THAT(provider.bodies, ElementsAre());
}

/// What the reference gets as an answer to one request.
std::string answered_to(std::string const& endpoint) {
  std::size_t const path = endpoint.find('/', endpoint.find("://") + 3);
  httplib::Client client(endpoint.substr(0, path));
  httplib::Result const answer = client.Post(endpoint.substr(path) + "/chat/completions", "{}", "application/json");
  return answer ? std::to_string(answer->status) + answer->body : "";
}

TEST(HttpFilterDeviations, ChangeAnswersAndHaveRequestsRepeated) {
  Provider provider({500, 200});
  Deviation const mutant =
      mutant_of_runs(HookInput::answer, "if .answer then .answer.text = \"ho\" else .again = true end");
  std::string answered;
  static_cast<void>(
      mutant.answer("run", run_of(provider.endpoint()), [&](std::string const&, Json const& params) -> Reply {
        answered = answered_to(params["agent"]["model"]["connection"]["endpoint"].get<std::string>());
        return {};
      }));
  EXPECT_EQ(answered, R"(200{"text":"ho"})");
  EXPECT_EQ(provider.bodies.size(), 2U);
}

TEST(FilterDeviations, TellWhetherItemsAreLate) {
  Deviation const mutant = mutant_of_runs(HookInput::late, ".stream == true");
  EXPECT_TRUE(tells_late(mutant, "run", {{"stream", true}}));
  EXPECT_FALSE(tells_late(mutant, "run", Json::object()));
  EXPECT_FALSE(tells_late(mutant, "turn", {{"stream", true}}));
}

TEST(FilterDeviations, ActOnWhatTheirNextFilterGives) {
  DeviationPages const pages{.hooks = {{"out", reply_hook}, {"in", params_hook}},
                             .words = words,
                             .deviations = {{.name = "m",
                                             .clause = "P1-01",
                                             .breaks = "It.",
                                             .filters = {{.hook = "out", .filter = ".result |= . + $params.text"},
                                                         {.hook = "in", .filter = ".text = \"b\""}}}}};
  Reply const reply =
      filter_deviations(pages).front().answer("render", {{"text", "a"}}, [](std::string const&, Json const& params) {
        Reply given;
        given.value = params.at("text");
        return given;
      });
  EXPECT_EQ(reply.value, "ba");
}

TEST(FilterDeviations, HaveFilesWrittenForAWhile) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("a.txt", "old");
  std::string seen;
  Deviation mutant = mutant_of_runs(HookInput::call, R"(ask("/beside"; {path, text: "new"}).result as $name
    | ask("run"; .path |= sub("[^/]*$"; "") + $name))");
  static_cast<void>(mutant.answer("run", {{"path", path}}, [&](std::string const&, Json const& params) -> Reply {
    seen = read_file(params.at("path").get<std::string>());
    return {};
  }));
  EXPECT_EQ(seen, "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(FilterDeviations, RememberTheFirstTextOfAFile) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("a.txt", "old");
  Deviation const mutant = mutant_of_runs(HookInput::call, "{result: ask(\"/first-text\"; {path}).result}");
  AskReference const nobody = [](std::string const&, Json const&) -> Reply { return {}; };
  EXPECT_EQ(mutant.answer("run", {{"path", path}}, nobody).value, "old");
  static_cast<void>(folder.write("a.txt", "new"));
  EXPECT_EQ(mutant.answer("run", {{"path", path}}, nobody).value, "old");
}

TEST(FilterDeviations, AskEachQuestionOnce) {
  Shown const reported = shown(call_hook, R"(ask("parse"; {text: "x"}).result.said as $one
    | ask("parse"; {text: "x"}).result.said as $again | ask("load"; {text: ($one + $again)}))");
  EXPECT_EQ(reported.reply.value.at("said"), "xx");
  EXPECT_THAT(reported.requested, ElementsAre(R"(parse{"text":"x"})", R"(load{"text":"xx"})"));
}

TEST(FilterDeviations, RaiseFromAnywhere) {
  Shown const reported = shown(params_hook, "if .text == \"a\" then raise(\"ValueError\") else . end");
  EXPECT_EQ(reported.reply.status, Reply::Status::error);
  EXPECT_EQ(reported.reply.value.at("kind"), "ValueError");
  EXPECT_THAT(reported.requested, ElementsAre());
}

TEST(FilterDeviations, LeaveAloneWhatTheyCannotRead) {
  EXPECT_EQ(shown(reply_hook, ".result.said.deeper.still = 1").reply.value.at("said"), "a");
  EXPECT_THAT(shown(params_hook, "empty").requested, ElementsAre(R"(render{"text":"a"})"));
  EXPECT_EQ(shown(reply_hook, "null", "render", {{"text", "unsupported"}}).reply.status, Reply::Status::unsupported);
}

TEST(FilterDeviations, LeaveOtherOperationsAlone) {
  EXPECT_EQ(shown(reply_hook, "{result: 1}", "parse").reply.value.at("said"), "a");
}

TEST(FilterDeviations, LeaveComponentsAloneUnlessTheyAreAboutThem) {
  Json const registering = {{"text", "a"}, {"register", {{"renderers", Json::object()}}}};
  EXPECT_EQ(shown(reply_hook, "{result: 1}", "render", registering).reply.value.at("said"), "a");
  Json traced = registering;
  traced["trace"] = true;
  EXPECT_EQ(shown(reply_hook, "{result: 1}", "render", traced).reply.value, 1);
}

TEST(FilterDeviations, NameTheFilterThatIsNoJq) {
  try {
    static_cast<void>(shown(reply_hook, "if . then"));
    FAIL() << "accepted";
  } catch (InputError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("the filter of m is no jq: "));
  }
}

TEST(FilterDeviations, ThatAskWithoutEndAreFaults) {
  EXPECT_THROW(static_cast<void>(shown(call_hook, "[range(500)] | map(ask(\"parse\"; {text: tojson}))")), HarnessError);
}

TEST(FilterDeviations, AreManyInOneProgram) {
  DeviationPages pages{.hooks = {{"here", reply_hook}}, .words = words, .deviations = {}};
  for (int number = 0; number < 200; ++number)
    pages.deviations.push_back({.name = "m" + std::to_string(number),
                                .clause = "P1-01",
                                .breaks = "It.",
                                .filters = {{.hook = "here", .filter = "{result: " + std::to_string(number) + "}"}}});
  std::vector<Deviation> const mutants = filter_deviations(pages);
  for (std::size_t number = 0; number < mutants.size(); ++number) {
    Reply const reply =
        mutants[number].answer("render", Json::object(), [](auto const&, auto const&) { return Reply(); });
    EXPECT_EQ(reply.value, number);
  }
}

/// The mutant with that filter, among words of all hooks of which it uses what it names.
Deviation described(Hook const& hook, std::string const& filter, std::string const& more_words = "",
                    bool about_components = false) {
  DeviationPages const pages{.hooks = {{"here", hook}},
                             .words = words + more_words,
                             .deviations = {{.name = "m",
                                             .clause = "P1-01",
                                             .breaks = "It.",
                                             .filters = {{.hook = "here", .filter = filter}},
                                             .about_components = about_components}}};
  return filter_deviations(pages).front();
}

TEST(FilterDeviations, HaveADigestOfWhatDecidesHowTheyAnswer) {
  Deviation const mutant = described(reply_hook, ".result |= plain", "def plain: .;\n");
  EXPECT_EQ(mutant.makeup().digest,
            described(reply_hook, ".result |= plain", "def plain: .;\ndef idle: 1;\n").makeup().digest);
  EXPECT_NE(mutant.makeup().digest, described(reply_hook, ".result |= plain", "def plain: 1;\n").makeup().digest);
  EXPECT_NE(mutant.makeup().digest, described(reply_hook, ".items |= plain", "def plain: .;\n").makeup().digest);
  EXPECT_NE(mutant.makeup().digest, described(call_hook, ".result |= plain", "def plain: .;\n").makeup().digest);
  EXPECT_NE(mutant.makeup().digest, described(reply_hook, ".result |= plain", "def plain: .;\n", true).makeup().digest);
  Hook with_words = reply_hook;
  with_words.words = "def plain: 2;\n";
  EXPECT_NE(mutant.makeup().digest, described(with_words, ".result |= plain", "def plain: .;\n").makeup().digest);
  with_words = reply_hook;
  with_words.page_words = "def plain: 3;\n";
  EXPECT_NE(mutant.makeup().digest, described(with_words, ".result |= plain", "def plain: .;\n").makeup().digest);
}

TEST(FilterDeviations, AskFurtherWhenTheyChangeWhatIsAskedOrAskThemselves) {
  EXPECT_FALSE(described(reply_hook, ".result |= .").makeup().asks_further);
  EXPECT_TRUE(described(reply_hook, "ask(\"parse\"; {})").makeup().asks_further);
  EXPECT_TRUE(described(reply_hook, "through", "def through: ask(\"parse\"; {});\n").makeup().asks_further);
  EXPECT_TRUE(described(params_hook, ".").makeup().asks_further);
  EXPECT_TRUE(described(call_hook, ".").makeup().asks_further);
}

}  // namespace
}  // namespace conformance::deviations::filter_deviations_test
