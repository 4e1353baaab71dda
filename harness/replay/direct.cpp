#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "harness/replay/held_stream.hpp"
#include "harness/replay/journal_view.hpp"
#include "harness/replay/replay.hpp"
#include "harness/replay/scenario.hpp"
#include "harness/replay/unset_members.hpp"
#include "harness/replay/workspace.hpp"

namespace conformance {
namespace {

/// The reply; who holds a stream back is told of its items.
Reply ask(Subject& subject, std::string const& operation, Json const& params, HeldStream* held) {
  if (held == nullptr) return subject.call(operation, params);
  return subject.call_and_hear(operation, params, [held](Json const&) { held->see_item(); });
}

/// The requests that belong to the reading by which an answer passed; to the first one when it passed by none.
std::optional<Json> const& expected_requests(ExpectedAnswer const& expect, std::string const& reading) {
  if (expect.readings.empty()) return expect.outcome.requests;
  auto const found = std::find_if(expect.readings.begin(), expect.readings.end(),
                                  [&](ExpectedReading const& one) { return one.name == reading; });
  return (found == expect.readings.end() ? expect.readings.front() : *found).outcome.requests;
}

/// Adds what is wrong with the requests. The reading by which an answer passed stays known.
void add_requests(Judgement& judgement, Json const& expected, Scenario const& scenario) {
  bool const has_answer = judgement.status == Status::pass || !judgement.differences.empty();
  if (!has_answer) return;
  Judgement requests = judge_requests(expected, scenario.requests());
  if (requests.status == Status::pass) return;
  if (judgement.status == Status::pass) {
    judgement = std::move(requests);
    return;
  }
  std::move(requests.differences.begin(), requests.differences.end(), std::back_inserter(judgement.differences));
}

bool takes_path(std::string const& operation) {
  return operation == "load" || operation == "invoke" || operation == "turn";
}

}  // namespace

Json params_of(Step const& step, Vector const& vector, Profile profile, std::filesystem::path const& folder) {
  Json params = step.given;
  if (takes_path(step.operation) && params.contains("path"))
    params["path"] = (folder / params["path"].get<std::string>()).string();
  if (!vector.files.empty() && !params.contains("path")) {
    params["baseDir"] =
        params.contains("baseDir") ? (folder / params["baseDir"].get<std::string>()).string() : folder.string();
  }
  if (vector.cwd && takes_path(step.operation)) params["cwd"] = (folder / *vector.cwd).string();
  if (vector.env && !params.contains("env")) params["env"] = *vector.env;
  if (profile == Profile::live) params["options"]["profile"] = "live";
  return params;
}

namespace {

/// One step; the attempt tells what came of it.
void take_step(Attempt& attempt, Step const& step, ReplayContext const& context, std::filesystem::path const& folder,
               std::optional<Scenario>& scenario, std::optional<HeldStream>& held) {
  Vector const& vector = *attempt.vector;
  Json params = params_of(step, vector, context.profile, folder);
  if (scenario) params = scenario->with_address(params);
  Reply reply = ask(context.subject, step.operation, params, held ? &*held : nullptr);
  attempt.operation = step.operation;
  attempt.sent = std::move(params);
  attempt.answered = reply_as_json(reply);
  if (reply.status == Reply::Status::result)
    reply.value = without_unset_members(step.operation, std::move(reply.value));
  attempt.stderr_excerpt = reply.stderr_excerpt;
  attempt.judgement = judge_reply(step.expect, reply, vector, context.registry, context.profile);
  if (scenario) attempt.exchanges = exchanges_of(scenario->requests());
  if (held && !held->problem().empty()) {
    attempt.judgement = {.status = Status::fail, .detail = held->problem(), .differences = {}, .reading = ""};
  }
  std::optional<Json> const& requests = expected_requests(step.expect, attempt.judgement.reading);
  if (scenario && requests) add_requests(attempt.judgement, *requests, *scenario);
}

}  // namespace

Attempt replay_direct(Vector const& vector, ReplayContext const& context, Way way) {
  Attempt attempt{.vector = &vector, .way = way};
  std::optional<Scenario> scenario;
  std::map<std::string, std::string> files = vector.files;
  if (vector.provider || vector.mcp) {
    scenario.emplace(context.mock, scenario_of(vector, context.respond_besides));
    for (auto& [path, bytes] : files) bytes = scenario->with_address(std::move(bytes));
  }
  std::optional<HeldStream> held;
  if (std::optional<Hold> const hold = hold_of(vector)) held.emplace(*scenario, *hold, context.patience);
  std::optional<Workspace> own_files;
  std::optional<Workspace>& workspace = context.kept_files == nullptr ? own_files : *context.kept_files;
  if (!files.empty() || vector.cwd) workspace.emplace(context.subject.scratch(), files);
  std::filesystem::path const folder =
      workspace ? workspace->folder() : std::filesystem::path(context.subject.scratch());
  if (vector.cwd) std::filesystem::create_directories(folder / *vector.cwd);
  for (int time = 1; time <= vector.times; ++time) {
    for (Step const& step : vector.steps) {
      take_step(attempt, step, context, folder, scenario, held);
      if (attempt.judgement.status == Status::pass) continue;
      if (vector.times > 1)
        attempt.judgement.detail = fmt::format("time {} of {}: {}", time, vector.times, attempt.judgement.detail);
      return attempt;
    }
  }
  return attempt;
}

}  // namespace conformance
