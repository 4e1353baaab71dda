#include <fmt/core.h>

#include <optional>

#include "harness/replay/journal_view.hpp"
#include "harness/replay/replay.hpp"
#include "harness/replay/scenario.hpp"
#include "harness/replay/workspace.hpp"

namespace conformance {
namespace {

std::string with_base_url(std::string text, std::string const& base_url) {
  constexpr std::string_view placeholder = "${MOCK}";
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + base_url.size())) {
    text.replace(at, placeholder.size(), base_url);
  }
  return text;
}

Json with_base_url(Json const& value, std::string const& base_url) {
  if (value.is_string()) return with_base_url(value.get<std::string>(), base_url);
  if (!value.is_structured()) return value;
  Json replaced = value;
  for (Json& element : replaced) element = with_base_url(element, base_url);
  return replaced;
}

bool takes_path(std::string const& operation) {
  return operation == "load" || operation == "invoke" || operation == "turn";
}

Judgement judge_requests(Json const& expected, std::vector<mock_provider::JournalEntry> const& entries) {
  Json seen = Json::array();
  for (mock_provider::JournalEntry const& entry : entries) seen.push_back(as_request(entry));
  std::optional<Difference> found = first_difference(expected, seen);
  if (!found) return {};
  return {.status = Status::fail,
          .detail = "the requests that the mock provider saw differ",
          .difference = std::move(found),
          .reading = ""};
}

}  // namespace

Json params_of(Step const& step, Vector const& vector, Profile profile, std::filesystem::path const& folder) {
  Json params = step.given;
  if (takes_path(step.operation) && params.contains("path"))
    params["path"] = (folder / params["path"].get<std::string>()).string();
  if (!vector.files.empty() && !takes_path(step.operation)) params["baseDir"] = folder.string();
  if (vector.cwd && takes_path(step.operation)) params["cwd"] = (folder / *vector.cwd).string();
  if (vector.env && !params.contains("env")) params["env"] = *vector.env;
  if (profile == Profile::live) params["options"]["profile"] = "live";
  return params;
}

Attempt replay_direct(Vector const& vector, ReplayContext const& context, Way way) {
  Attempt attempt{.vector = &vector, .way = way};
  std::optional<Scenario> scenario;
  std::map<std::string, std::string> files = vector.files;
  if (vector.provider) {
    scenario.emplace(context.mock, *vector.provider);
    for (auto& [path, bytes] : files) bytes = with_base_url(bytes, scenario->base_url());
  }
  std::optional<Workspace> workspace;
  if (!files.empty() || vector.cwd) workspace.emplace(context.subject.scratch(), files);
  std::filesystem::path const folder =
      workspace ? workspace->folder() : std::filesystem::path(context.subject.scratch());
  if (vector.cwd) std::filesystem::create_directories(folder / *vector.cwd);
  for (Step const& step : vector.steps) {
    Json params = params_of(step, vector, context.profile, folder);
    if (scenario) params = with_base_url(params, scenario->base_url());
    Reply const reply = context.subject.call(step.operation, params);
    attempt.operation = step.operation;
    attempt.sent = std::move(params);
    attempt.answered = reply_as_json(reply);
    attempt.stderr_excerpt = reply.stderr_excerpt;
    attempt.judgement = judge_reply(step.expect, reply, vector, context.registry, context.profile);
    if (scenario) attempt.exchanges = exchanges_of(scenario->requests());
    if (attempt.judgement.status == Status::pass && scenario && step.expect.requests) {
      attempt.judgement = judge_requests(*step.expect.requests, scenario->requests());
    }
    if (attempt.judgement.status != Status::pass) return attempt;
  }
  return attempt;
}

}  // namespace conformance
