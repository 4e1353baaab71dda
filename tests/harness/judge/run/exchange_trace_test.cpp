#include "harness/judge/run/exchange_trace.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <thread>

#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::exchange_trace_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<Json> lines_of(ExchangeTrace const& trace) {
  std::istringstream text(trace.text());
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::vector<std::string> types_of(ExchangeTrace const& trace) {
  std::vector<std::string> types;
  for (Json const& line : lines_of(trace)) types.push_back(line.at("type").get<std::string>());
  return types;
}

Vector vector() {
  return one_sample_vector(Json::object());
}

/// A subject that delivers an item on another thread before it answers.
class Streaming final : public Subject {
 public:
  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return call_with_items(operation, params, {});
  }
  [[nodiscard]] Reply call_with_items(std::string const&, Json const&, ItemListener const& on_item) override {
    std::thread([&] {
      if (on_item) on_item("first");
    }).join();
    return {.status = Reply::Status::result, .value = "done", .items = {"first"}, .stderr_excerpt = "a warning"};
  }

 private:
  FakeSubject inner_{{"run"}, always(result_reply(nullptr))};
};

TEST(ExchangeTraces, BeginWithTheVector) {
  ExchangeTrace const trace(vector());
  Json const first = lines_of(trace).at(0);
  EXPECT_EQ(first.at("type"), "vector");
  EXPECT_EQ(first.at("id"), "load/sample/plain");
  EXPECT_EQ(first.at("operations"), Json::array({"split"}));
  EXPECT_EQ(first.at("why"), "it shows");
}

TEST(ExchangeTraces, HoldRequestsAndAnswersInOrder) {
  ExchangeTrace trace(vector());
  Streaming inner;
  TracedSubject subject(inner, trace);
  int heard = 0;
  Reply const reply = subject.call_with_items("run", {{"stream", true}}, [&](Json const&) { ++heard; });
  EXPECT_EQ(reply.value, "done");
  EXPECT_EQ(heard, 1);
  EXPECT_THAT(types_of(trace), ElementsAre("vector", "request", "item", "reply", "stderr"));
  std::vector<Json> const lines = lines_of(trace);
  EXPECT_EQ(lines[1].at("operation"), "run");
  EXPECT_EQ(lines[1].at("params"), Json({{"stream", true}}));
  EXPECT_EQ(lines[2].at("item"), "first");
  EXPECT_EQ(lines[3].at("result"), "done");
  EXPECT_FALSE(lines[3].contains("items"));
  EXPECT_EQ(lines[4].at("text"), "a warning");
  double before = 0;
  for (Json const& line : lines) {
    EXPECT_GE(line.at("at").get<double>(), before);
    before = line.at("at").get<double>();
  }
}

TEST(ExchangeTraces, TellErrorsAndEndings) {
  ExchangeTrace trace(vector());
  FakeSubject raising({"split"}, always(error_reply("ValueError")));
  FakeSubject gone({"split"}, always(ended_reply(Reply::Status::crash)));
  (void)TracedSubject(raising, trace).call("split", Json::object());
  (void)TracedSubject(gone, trace).call_in_ascii("split", Json::object(), {});
  std::vector<Json> const lines = lines_of(trace);
  EXPECT_EQ(lines[2].at("error").at("kind"), "ValueError");
  EXPECT_EQ(lines[4].at("status"), "crash");
}

TEST(ExchangeTraces, MaskSecretsWhereverTheyStand) {
  ExchangeTrace trace(vector(), Secrets({"hunter2", "a-long-secret-of-mine", ""}));
  trace.add("request",
            {{"params", {{"hunter2", Json::array({"x a-long-secret-of-mine y", 1})}}}, {"text", "hunter2hunter2"}});
  EXPECT_THAT(trace.text(), Not(HasSubstr("hunter2")));
  EXPECT_THAT(trace.text(), Not(HasSubstr("a-long-secret")));
  Json const line = lines_of(trace).at(1);
  EXPECT_EQ(line.at("params").at("****").at(0), "x ****mine y");
  EXPECT_EQ(line.at("text"), "********");
}

TEST(ExchangeTraces, CutLongTextsBetweenCharacters) {
  ExchangeTrace trace(vector());
  std::string text = "a";
  while (text.size() <= most_traced_text) text += "ü";
  trace.add("stderr", {{"text", text}});
  std::string const shown = lines_of(trace).at(1).at("text").get<std::string>();
  EXPECT_LT(shown.size(), most_traced_text + 40);
  EXPECT_THAT(shown, HasSubstr("ü … (2 more bytes)"));
}

TEST(ExchangeTraces, HaveABoundAndSayWhatIsMissing) {
  ExchangeTrace trace(vector());
  std::size_t const lines = most_traced_bytes / most_traced_text + 20;
  for (std::size_t count = 0; count < lines; ++count)
    trace.add("reply", {{"result", std::string(most_traced_text, 'x')}});
  EXPECT_LT(trace.text().size(), most_traced_bytes + most_traced_text);
  Json const last = lines_of(trace).back();
  EXPECT_EQ(last.at("type"), "left-out");
  EXPECT_EQ(last.at("lines").get<std::size_t>(), lines + 1 - trace.size());
}

TEST(ExchangeTraces, KeepTheLastOfManyRequests) {
  ExchangeTrace trace(vector());
  trace.add("request", {{"operation", "earlier"}});
  std::size_t const size = trace.size();
  for (int round = 0; round < 3; ++round) {
    trace.add("request", {{"operation", "run"}});
    trace.add("reply", {{"result", round}});
  }
  trace.keep_last_request(size);
  EXPECT_THAT(types_of(trace), ElementsAre("vector", "request", "request", "reply", "note"));
  std::vector<Json> const lines = lines_of(trace);
  EXPECT_EQ(lines[3].at("result"), 2);
  EXPECT_THAT(lines[4].at("text").get<std::string>(), HasSubstr("the last of 3 replays"));
  trace.keep_last_request(trace.size());
  EXPECT_THAT(lines_of(trace), SizeIs(5));
}

}  // namespace
}  // namespace conformance::exchange_trace_test
