#include "harness/judge/deviations/filter_mutants.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "harness/judge/files/input_error.hpp"

namespace conformance::mutants::filter_mutants_test {
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
  MutantPages const pages{
      .hooks = {{"here", hook}},
      .words = words,
      .mutants = {{.name = "m", .clause = "P1-01", .breaks = "It.", .hook = "here", .filter = filter}}};
  std::vector<Mutant> const mutants = filter_mutants(pages);
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

TEST(FilterMutants, ChangeAReplyAndLeaveTheRestOfItAsItWas) {
  Shown const reported = shown(reply_hook, ".result.said |= . + $params.text");
  EXPECT_EQ(reported.reply.value.dump(), R"({"said":"aa","big":9007199254740993})");
  EXPECT_THAT(reported.reply.items, ElementsAre("one", "two"));
  EXPECT_THAT(reported.requested, ElementsAre(R"(render{"text":"a"})"));
}

TEST(FilterMutants, MayTurnAResultIntoAnErrorAndBack) {
  Shown const error = shown(reply_hook, "{error: {kind: \"TypeError\", message: \"\"}, items: .items[:1]}");
  EXPECT_EQ(error.reply.status, Reply::Status::error);
  EXPECT_EQ(error.reply.value.at("kind"), "TypeError");
  EXPECT_THAT(error.reply.items, ElementsAre("one"));
  Shown const result = shown(reply_hook, "{result: .error.kind}", "render", {{"text", "wrong"}});
  EXPECT_EQ(result.reply.status, Reply::Status::result);
  EXPECT_EQ(result.reply.value, "ValueError");
}

TEST(FilterMutants, AskWithOtherParams) {
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

TEST(HttpFilterMutants, ChangeRequestsOnTheirWayUntilTheCallIsOver) {
  httplib::Server provider;
  std::vector<std::string> bodies;
  provider.Post("/v1/chat", [&](httplib::Request const& request, httplib::Response& response) {
    bodies.push_back(request.body);
    response.set_content("{}", "application/json");
  });
  int const port = provider.bind_to_any_port("127.0.0.1");
  std::thread serving([&] { provider.listen_after_bind(); });
  Hook const hook = hook_with(HookInput::request, "if .result.place == 1 then .result.body |= CHANGE else . end");
  MutantPages const pages{
      .hooks = {{"here", hook}},
      .words = words,
      .mutants = {{.name = "m", .clause = "P1-01", .breaks = "It.", .hook = "here", .filter = "del(.tools)"}}};
  Json const params = {{"endpoint", "http://127.0.0.1:" + std::to_string(port) + "/v1"}};
  std::string endpoint;
  Reply const reply = filter_mutants(pages).front().answer("render", params, [&](std::string const&, Json const& with) {
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

TEST(FilterMutants, AskEachQuestionOnce) {
  Shown const reported = shown(call_hook, R"(ask("parse"; {text: "x"}).result.said as $one
    | ask("parse"; {text: "x"}).result.said as $again | ask("load"; {text: ($one + $again)}))");
  EXPECT_EQ(reported.reply.value.at("said"), "xx");
  EXPECT_THAT(reported.requested, ElementsAre(R"(parse{"text":"x"})", R"(load{"text":"xx"})"));
}

TEST(FilterMutants, RaiseFromAnywhere) {
  Shown const reported = shown(params_hook, "if .text == \"a\" then raise(\"ValueError\") else . end");
  EXPECT_EQ(reported.reply.status, Reply::Status::error);
  EXPECT_EQ(reported.reply.value.at("kind"), "ValueError");
  EXPECT_THAT(reported.requested, ElementsAre());
}

TEST(FilterMutants, LeaveAloneWhatTheyCannotRead) {
  EXPECT_EQ(shown(reply_hook, ".result.said.deeper.still = 1").reply.value.at("said"), "a");
  EXPECT_THAT(shown(params_hook, "empty").requested, ElementsAre(R"(render{"text":"a"})"));
  EXPECT_EQ(shown(reply_hook, "null", "render", {{"text", "unsupported"}}).reply.status, Reply::Status::unsupported);
}

TEST(FilterMutants, LeaveOtherOperationsAlone) {
  EXPECT_EQ(shown(reply_hook, "{result: 1}", "parse").reply.value.at("said"), "a");
}

TEST(FilterMutants, LeaveComponentsAloneUnlessTheyAreAboutThem) {
  Json const registering = {{"text", "a"}, {"register", {{"renderers", Json::object()}}}};
  EXPECT_EQ(shown(reply_hook, "{result: 1}", "render", registering).reply.value.at("said"), "a");
  Json traced = registering;
  traced["trace"] = true;
  EXPECT_EQ(shown(reply_hook, "{result: 1}", "render", traced).reply.value, 1);
}

TEST(FilterMutants, NameTheFilterThatIsNoJq) {
  try {
    static_cast<void>(shown(reply_hook, "if . then"));
    FAIL() << "accepted";
  } catch (InputError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("the filter of m is no jq: "));
  }
}

TEST(FilterMutants, ThatAskWithoutEndAreFaults) {
  EXPECT_THROW(static_cast<void>(shown(call_hook, "[range(500)] | map(ask(\"parse\"; {text: tojson}))")), HarnessError);
}

TEST(FilterMutants, AreManyInOneProgram) {
  MutantPages pages{.hooks = {{"here", reply_hook}}, .words = words, .mutants = {}};
  for (int number = 0; number < 200; ++number)
    pages.mutants.push_back({.name = "m" + std::to_string(number),
                             .clause = "P1-01",
                             .breaks = "It.",
                             .hook = "here",
                             .filter = "{result: " + std::to_string(number) + "}"});
  std::vector<Mutant> const mutants = filter_mutants(pages);
  for (std::size_t number = 0; number < mutants.size(); ++number) {
    Reply const reply =
        mutants[number].answer("render", Json::object(), [](auto const&, auto const&) { return Reply(); });
    EXPECT_EQ(reply.value, number);
  }
}

}  // namespace
}  // namespace conformance::mutants::filter_mutants_test
