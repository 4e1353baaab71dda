#include "harness/judge/replay/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/scenario.hpp"

namespace conformance {
namespace {

std::filesystem::path unused_folder(std::filesystem::path const& scratch) {
  static std::atomic<unsigned> next{0};
  return scratch / fmt::format("w{}", next.fetch_add(1));
}

/// Leaves out of an object, or of each in a list, what says that nothing is set, as its shape has it.
void clean(Json& value, Json const& shape) {
  if (value.is_array()) {
    for (Json& element : value)
      if (element.is_object()) clean(element, shape);
  }
  if (!value.is_object()) return;
  for (Json::iterator at = value.begin(); shape.contains("unset") && at != value.end();) {
    Json const& unset = shape["unset"];
    bool const says_nothing = at->is_null() || (unset.contains(at.key()) && unset[at.key()] == *at);
    at = says_nothing ? value.erase(at) : std::next(at);
  }
  for (auto const& [name, inner] : member(shape, "members").items())
    if (value.contains(name)) clean(value[name], inner);
}

/// A stream that is held back counts the items of the reply.
Reply call_with(Subject& subject, std::string const& operation, Json const& params, Scenario* held) {
  if (held == nullptr) return subject.call(operation, params);
  return subject.call_with_items(operation, params, [held](Json const&) { held->see_item(); });
}

/// The requests that belong to the reading by which an answer passed, or to the nearest one when it passed by none.
std::optional<Json> const& expected_requests(ExpectedAnswer const& expect, Judgement const& judgement) {
  if (expect.readings.empty()) return expect.outcome.requests;
  std::string const& reading = judgement.reading.empty() ? judgement.nearest : judgement.reading;
  auto const found = std::find_if(expect.readings.begin(), expect.readings.end(),
                                  [&](ExpectedReading const& one) { return one.name == reading; });
  return (found == expect.readings.end() ? expect.readings.front() : *found).outcome.requests;
}

/// The judgement by the first reading that the profile accepts and by which answer and requests pass. Readings may be
/// alike in the answer and tell themselves apart by requests alone.
std::optional<Judgement> judgement_by_requests(Step const& step, Reply const& reply, Vector const& vector,
                                               ReplayContext const& context,
                                               std::vector<mock_provider::JournalEntry> const& entries) {
  for (ExpectedReading const& reading : step.expect.readings) {
    if (!reading.outcome.requests) continue;
    ExpectedAnswer alone = step.expect;
    alone.readings = {reading};
    Judgement judgement = judge_reply(alone, reply, vector, context.registry, context.profile);
    if (judgement.status != Status::pass) continue;
    Judgement with_requests = judgement;
    add_requests(with_requests, *reading.outcome.requests, entries);
    if (with_requests.status == Status::pass) return judgement;
  }
  return std::nullopt;
}

bool takes_path(std::string const& operation) {
  return operation == "load" || operation == "invoke" || operation == "turn";
}

/// Changes files of a vector that are laid out in `folder`. Throws HarnessError when the disk refuses.
void write_files(std::filesystem::path const& folder, std::map<std::string, std::string> const& files,
                 std::optional<Scenario> const& scenario) {
  try {
    for (auto const& [path, text] : files) write_file(folder / path, scenario ? scenario->with_address(text) : text);
  } catch (std::exception const& error) {
    throw HarnessError(fmt::format("cannot change the files of a vector: {}", error.what()));
  }
}

/// Plays one step and records it in the attempt.
void take_step(Attempt& attempt, Step const& step, ReplayContext const& context, std::filesystem::path const& folder,
               std::optional<Scenario>& scenario) {
  Vector const& vector = *attempt.vector;
  write_files(folder, step.files, scenario);
  Json params = params_of(step, vector, context.profile, folder);
  if (scenario) params = scenario->with_address(std::move(params));
  Reply reply = call_with(context.subject, step.operation, params, hold_of(vector) ? &*scenario : nullptr);
  attempt.operation = step.operation;
  attempt.sent = std::move(params);
  attempt.answered = reply_as_json(reply);
  reply = reply_without_unset_members(step.operation, std::move(reply));
  attempt.stderr_excerpt = reply.stderr_excerpt;
  attempt.judgement = judge_reply(step.expect, reply, vector, context.registry, context.profile);
  if (scenario) attempt.exchanges = exchanges_of(scenario->requests());
  if (!scenario) return;
  if (std::string late = scenario->late(); !late.empty())
    attempt.judgement = with_status(Status::fail, std::move(late));
  std::vector<mock_provider::JournalEntry> entries = scenario->requests();
  bool const passes = attempt.judgement.status == Status::pass;
  if (std::optional<Judgement> other =
          passes ? judgement_by_requests(step, reply, vector, context, entries) : std::nullopt) {
    attempt.judgement = std::move(*other);
  }
  std::optional<Json> const& requests = expected_requests(step.expect, attempt.judgement);
  if (!requests) return;
  add_requests(attempt.judgement, *requests, entries);
  if (context.kept_requests != nullptr)
    *context.kept_requests =
        JudgedRequests{.operation = step.operation, .expected = *requests, .entries = std::move(entries)};
}

}  // namespace

Workspace::Workspace(std::filesystem::path const& scratch, std::map<std::string, std::string> const& files)
    : folder_(unused_folder(scratch)) {
  try {
    std::filesystem::create_directories(folder_);
    for (auto const& [path, bytes] : files) write_file(folder_ / path, bytes);
  } catch (std::exception const& error) {
    throw HarnessError(fmt::format("cannot lay out the files of a vector: {}", error.what()));
  }
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Json const& shapes_with_unset_members() {
  // P7.1.1-04: metadata of a message without a key leaves no trace on the wire either.
  static Json const shapes = [] {
    Json const plain = {{"unset", Json::object()}};
    auto const shape = [](Json unset, Json members) -> Json {
      return {{"unset", std::move(unset)}, {"members", std::move(members)}};
    };
    Json const property = {{"unset", {{"required", false}}}};
    Json const tool = shape({{"strict", false}}, {{"parameters", property}, {"connection", plain}});
    Json const model = shape(Json::object(), {{"connection", plain}, {"options", plain}});
    Json const engine = shape(Json::object(), {{"format", plain}, {"parser", plain}});
    Json const message = shape({{"metadata", Json::object()}}, {{"content", plain}});
    Json const agent =
        shape(Json::object(),
              {{"model", model}, {"inputs", property}, {"outputs", property}, {"tools", tool}, {"template", engine}});
    return Json{
        {"load", agent}, {"parse", message}, {"prepare", message}, {"turn", {{"members", {{"messages", message}}}}}};
  }();
  return shapes;
}

Json without_unset_members(std::string const& operation, Json result) {
  Json const& shapes = shapes_with_unset_members();
  if (shapes.contains(operation)) clean(result, shapes[operation]);
  return result;
}

Reply reply_without_unset_members(std::string const& operation, Reply reply) {
  bool const has_partial = reply.status == Reply::Status::error && reply.value.contains("partial");
  if (!has_partial && reply.status != Reply::Status::result) return reply;
  Json& shown = has_partial ? reply.value["partial"] : reply.value;
  shown = without_unset_members(operation, std::move(shown));
  return reply;
}

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

/// Calls that may run at the same time meet only when the machine lets them: one that is busy with other work starts
/// the second behind the first.
constexpr int plays_of_a_meeting = 3;

/// Whether nothing else is wrong than that calls did not meet.
bool missed_a_meeting(Vector const& vector, Attempt const& attempt) {
  std::vector<std::string> const& features = vector.requires_.features;
  std::vector<Difference> const& differences = attempt.judgement.differences;
  return std::find(features.begin(), features.end(), "parallel-tools") != features.end() && !differences.empty() &&
         std::all_of(differences.begin(), differences.end(),
                     [](Difference const& difference) { return difference.pointer.starts_with("/overlaps"); });
}

Attempt played_once(Vector const& vector, ReplayContext const& context, Way way) {
  Attempt attempt{.vector = &vector, .way = way};
  std::optional<Scenario> scenario;
  std::map<std::string, std::string> files = vector.files;
  if (vector.provider || vector.mcp) {
    scenario.emplace(context.mock, scenario_of(vector, context.respond_besides, context.patience));
    for (auto& [path, bytes] : files) bytes = scenario->with_address(std::move(bytes));
  }
  std::optional<Workspace> own_files;
  std::optional<Workspace>& workspace = context.kept_files == nullptr ? own_files : *context.kept_files;
  if (!files.empty() || vector.cwd) workspace.emplace(context.subject.scratch(), files);
  std::filesystem::path const folder =
      workspace ? workspace->folder() : std::filesystem::path(context.subject.scratch());
  if (vector.cwd) std::filesystem::create_directories(folder / *vector.cwd);
  for (int time = 1; time <= vector.times; ++time) {
    for (Step const& step : vector.steps) {
      take_step(attempt, step, context, folder, scenario);
      if (attempt.judgement.status == Status::pass) continue;
      if (vector.times > 1)
        attempt.judgement.detail = fmt::format("time {} of {}: {}", time, vector.times, attempt.judgement.detail);
      return attempt;
    }
  }
  return attempt;
}

}  // namespace

Attempt replay_direct(Vector const& vector, ReplayContext const& context, Way way) {
  Attempt attempt = played_once(vector, context, way);
  for (int play = 1; play < plays_of_a_meeting && missed_a_meeting(vector, attempt); ++play)
    attempt = played_once(vector, context, way);
  return attempt;
}

}  // namespace conformance
