#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "mock-provider/server.hpp"
#include "support/places.hpp"

// The reference sends and answers the same whichever way it is called, also where a vector accepts several results.
namespace conformance::equal_ways_test {
namespace {

using testing::IsEmpty;

/// The replays of one vector.
struct Replays {
  Attempt direct;
  Attempt http;
  Attempt process_http;
};

class HttpEqualWays : public testing::Test {
 protected:
  /// All vectors that can be played directly and over HTTP.
  std::vector<Replays> replays() {
    std::vector<Replays> played;
    for (Vector const& vector : corpus_.vectors) {
      std::set<Way> const due = due_ways(vector, linked_.capabilities()).ways;
      if (!due.contains(Way::http) || !due.contains(Way::direct)) continue;
      played.push_back({.direct = replay_direct(vector, context(linked_), Way::direct),
                        .http = replay_http(vector, context(linked_)),
                        .process_http = replay_http(vector, context(process_))});
    }
    return played;
  }

  std::string linked_scratch() const { return linked_.scratch(); }
  std::string process_scratch() const { return process_.scratch(); }

 private:
  ReplayContext context(Subject& subject) {
    return {.subject = subject, .registry = registry_, .profile = Profile::as_written, .mock = mock_};
  }

  Suite const suite_ = suite_of_repository();
  ClauseRegistry const& registry_ = suite_.registry;
  Corpus const& corpus_ = suite_.corpus;
  InProcessSubject linked_;
  ProcessSubject process_{prompty_tests::program_folder() + "/prompty-reference-adapter"};
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

std::string all_bodies(Attempt const& attempt) {
  std::string bodies;
  for (HttpExchange const& exchange : attempt.exchanges)
    bodies += exchange.method + " " + exchange.path + "\n" + exchange.body + "\n";
  return bodies;
}

/// The body that a request was built with, with the key order that it is sent in.
std::string built_body(Attempt const& direct) {
  return direct.answered.at("result").at("body").dump();
}

std::string sent_body(Attempt const& http) {
  return Json::parse(http.exchanges.at(0).body).dump();
}

/// Whether the request of the HTTP replay has the messages of the vector and is not without a request.
bool sends_what_was_built(Replays const& replays) {
  bool const is_request = replays.direct.operation == "build_request" && replays.direct.answered.contains("result");
  return is_request && replays.direct.sent.contains("messages") && !replays.http.exchanges.empty();
}

/// Whether both ways say what came of the same answer of a provider. The spans of a whole run are more than those of
/// its last step, and what a run says of a stream that broke off is more as well.
bool shows_what_was_processed(Replays const& replays) {
  Attempt const& direct = replays.direct;
  bool const is_processing = direct.operation == "process" || direct.operation == "process_stream";
  return is_processing && !direct.sent.contains("trace") && direct.answered.contains("result");
}

TEST_F(HttpEqualWays, SendTheSameAndAnswerTheSame) {
  std::vector<std::string> unequal_requests;
  std::vector<std::string> unequal_processes;
  std::vector<std::string> unequal_answers;
  std::size_t requests = 0;
  std::size_t answers = 0;
  std::size_t all = 0;
  for (Replays const& replays : replays()) {
    std::string const& id = replays.direct.vector->id;
    ++all;
    bool const same_process =
        all_bodies(replays.http) == all_bodies(replays.process_http) &&
        comparable_answer(replays.http, linked_scratch()) == comparable_answer(replays.process_http, process_scratch());
    if (!same_process) unequal_processes.push_back(id);
    if (sends_what_was_built(replays)) {
      ++requests;
      if (built_body(replays.direct) != sent_body(replays.http)) unequal_requests.push_back(id);
    }
    if (shows_what_was_processed(replays)) {
      ++answers;
      bool const same_answer =
          comparable_answer(replays.direct, linked_scratch()) == comparable_answer(replays.http, linked_scratch());
      if (!same_answer) unequal_answers.push_back(id);
    }
  }
  EXPECT_THAT(unequal_processes, IsEmpty());
  EXPECT_THAT(unequal_requests, IsEmpty());
  EXPECT_THAT(unequal_answers, IsEmpty());
  EXPECT_GE(all, 700U);
  EXPECT_GE(requests, 200U);
  EXPECT_GE(answers, 200U);
}

}  // namespace
}  // namespace conformance::equal_ways_test
