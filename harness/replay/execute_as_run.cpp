#include <fmt/core.h>

#include <algorithm>

#include "harness/replay/held_stream.hpp"
#include "harness/replay/journal_view.hpp"
#include "harness/replay/replay.hpp"
#include "harness/replay/scenario.hpp"

namespace conformance {
namespace execute_as_run {
namespace {

Judgement failed(std::string detail) {
  return {.status = Status::fail, .detail = std::move(detail), .differences = {}, .reading = ""};
}

/// Whether the params bring components that answer in the place of ours; clients of connections are no components.
bool registers_components(Json const& params) {
  Json const registered = params.value("register", Json::object());
  return std::any_of(registered.items().begin(), registered.items().end(),
                     [](auto const& entry) { return entry.key() != "connections"; });
}

/// What `run` makes of the answer is not what the vector says of it as it came; that it could be processed, or could
/// not, is all there is to see.
Judgement judge_ending(Vector const& vector, ReplayContext const& context, Reply const& reply) {
  ExpectedAnswer const& expect = vector.steps.front().expect;
  bool const expects_error = vector.expects_error();
  bool const is_processed = reply.status == Reply::Status::result;
  bool const is_unprocessable = reply.status == Reply::Status::error && reply.value.value("kind", "") == "ValueError";
  if (!expects_error && (is_processed || is_unprocessable)) return {};
  return judge_reply(expect, reply, vector, context.registry, context.profile);
}

}  // namespace
}  // namespace execute_as_run

bool runs_as_execute(Vector const& vector) {
  if (vector.steps.size() != 1 || !vector.provider || !vector.files.empty() || vector.cwd || vector.env) return false;
  Step const& step = vector.steps.front();
  if (execute_as_run::registers_components(step.given)) return false;
  return step.operation == "execute" && !step.given.contains("trace") && step.expect.readings.empty();
}

Attempt replay_execute_as_run(Vector const& vector, ReplayContext const& context) {
  Step const& step = vector.steps.front();
  Scenario const scenario(context.mock, scenario_of(vector, context.respond_besides));
  Attempt attempt{.vector = &vector, .way = Way::http, .operation = "run"};
  attempt.sent = scenario.with_address(params_of(step, vector, context.profile, context.subject.scratch()));
  Reply const reply = context.subject.call("run", attempt.sent);
  std::vector<mock_provider::JournalEntry> const entries = scenario.requests();
  attempt.answered = reply_as_json(reply);
  attempt.stderr_excerpt = reply.stderr_excerpt;
  attempt.exchanges = exchanges_of(entries);
  attempt.judgement = execute_as_run::judge_ending(vector, context, reply);
  if (attempt.judgement.status != Status::pass) return attempt;
  if (step.expect.outcome.requests) {
    attempt.judgement = judge_requests(*step.expect.outcome.requests, entries);
  } else if (entries.size() != 1) {
    attempt.judgement =
        execute_as_run::failed(fmt::format("run sends exactly one request, the mock provider saw {}", entries.size()));
  }
  return attempt;
}

}  // namespace conformance
