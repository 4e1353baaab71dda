#include "harness/judge/subject/serving.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance::serving_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Ends each call as its name says, after two items.
class NamedEnds final : public Subject {
 public:
  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return call_with_items(operation, params, {});
  }
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override {
    if (operation == "unsupported") return reply_without_value(Reply::Status::unsupported, "not here");
    if (operation == "unsupported_input") return reply_without_value(Reply::Status::unsupported_input, "not for this");
    if (operation == "crash") return reply_without_value(Reply::Status::crash, "it is gone");
    Reply reply;
    reply.value = {{"asked", params}};
    if (operation == "raise") {
      reply.status = Reply::Status::error;
      reply.value = {{"kind", "ValueError"}, {"message", "no"}, {"partial", {{"items", {"one"}}}}};
    }
    if (operation == "stream") {
      if (on_item) on_item("as it came");
      reply.items = {"at the end"};
    }
    return reply;
  }
  [[nodiscard]] std::string scratch() const override { return "/its/own"; }

 private:
  Capabilities capabilities_{
      .name = "named", .version = "1", .language = "none", .operations = {"stream"}, .max_in_flight = 8};
};

std::vector<Json> answers_to(std::string const& requests, bool tells_late = false) {
  NamedEnds subject;
  std::istringstream in(requests);
  std::ostringstream out;
  serve(subject, in, out, [&](std::string const&) { return tells_late; });
  std::vector<Json> lines;
  std::istringstream written(out.str());
  for (std::string line; std::getline(written, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::string request(std::string const& method, Json const& params = Json::object()) {
  return request_message(7, method, params).dump() + "\n";
}

Reply reply_to(std::string const& method) {
  std::vector<Json> const lines = answers_to(request(method, {{"a", 1}}));
  return reply_from_response(lines.back(), 7);
}

TEST(Serving, TellsTheCapabilitiesOfTheSubjectButOneRequestAtATime) {
  std::vector<Json> const lines = answers_to(request("initialize"));
  ASSERT_EQ(lines.size(), 1U);
  Capabilities const reported = capabilities_from(lines.front().at("result"));
  EXPECT_EQ(reported.name, "named");
  EXPECT_THAT(reported.operations, ElementsAre("stream"));
  EXPECT_EQ(reported.max_in_flight, 1);
}

TEST(Serving, AnswersAsTheSubjectDoes) {
  EXPECT_EQ(reply_to("anything").value, (Json{{"asked", {{"a", 1}}}}));
  Reply const raised = reply_to("raise");
  EXPECT_EQ(raised.status, Reply::Status::error);
  EXPECT_EQ(raised.value.at("partial"), (Json{{"items", {"one"}}}));
  EXPECT_EQ(reply_to("unsupported").status, Reply::Status::unsupported);
  EXPECT_EQ(reply_to("unsupported_input").status, Reply::Status::unsupported_input);
}

TEST(Serving, PassesItemsOnAsTheyComeOrWhenAllIsOver) {
  EXPECT_EQ(answers_to(request("stream")).front().at("params"), (Json{{"id", 7}, {"item", "as it came"}}));
  EXPECT_EQ(answers_to(request("stream"), true).front().at("params"), (Json{{"id", 7}, {"item", "at the end"}}));
}

TEST(Serving, EndsWithTheSubject) {
  EXPECT_THAT([] { static_cast<void>(answers_to(request("crash"))); },
              ThrowsMessage<HarnessError>(HasSubstr("the adapter behind this one failed: it is gone")));
}

TEST(Serving, EndsOnShutdownAndNotAtALineThatIsNoJson) {
  std::vector<Json> const lines = answers_to("nonsense\n\n" + request("anything") +
                                             R"({"jsonrpc":"2.0","method":"shutdown"})" + "\n" + request("raise"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.front().at("error").at("code"), -32700);
}

}  // namespace
}  // namespace conformance::serving_test
