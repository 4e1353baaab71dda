#include <fmt/core.h>

#include <algorithm>

#include "harness/judge/replay/replay.hpp"
#include "harness/judge/replay/scenario.hpp"

namespace conformance {
namespace {

Judgement wrong_request_count(std::size_t count) {
  return with_status(Status::fail, fmt::format("run sends exactly one request, the mock provider saw {}", count));
}

Judgement nothing_sent() {
  return with_status(Status::fail, "run answered without sending a request to the endpoint of its connection");
}

/// Whether the params bring components that answer in the place of ours; clients of connections are no components.
bool registers_components(Json const& params) {
  Json const registered = params.value("register", Json::object());
  return std::any_of(registered.items().begin(), registered.items().end(),
                     [](auto const& entry) { return entry.key() != "connections"; });
}

/// What `run` makes of the answer is not what the vector says of it as it came; that it could be processed, or could
/// not, is all there is to see.
Judgement judge_execute_ending(Vector const& vector, ReplayContext const& context, Reply const& reply) {
  ExpectedAnswer const& expect = vector.steps.front().expect;
  bool const expects_error = vector.expects_error();
  bool const is_processed = reply.status == Reply::Status::result;
  bool const is_unprocessable = reply.status == Reply::Status::error && reply.value.value("kind", "") == "ValueError";
  if (!expects_error && (is_processed || is_unprocessable)) return {};
  return judge_reply(expect, reply, vector, context.registry, context.profile);
}

constexpr std::string_view replay_key = "replay-key-7f3a";

Json harmless_messages() {
  Json const part = {{"kind", "text"}, {"value", "Hello"}};
  return Json::array({Json{{"role", "user"}, {"content", Json::array({part})}}});
}

std::string provider_of(Step const& step) {
  Json const model = step.given.value("agent", Json::object()).value("model", Json::object());
  return model.is_object() ? model.value("provider", "") : "";
}

bool is_azure(std::string const& provider) {
  return provider == "azure" || provider == "foundry";
}

/// What stands before the path of a request: OpenAI's endpoints end with the version, the paths of others begin with it
/// or have none.
std::string endpoint_of(std::string const& base_url, Step const& step) {
  std::string const provider = provider_of(step);
  return provider == "anthropic" || is_azure(provider) ? base_url : base_url + "/v1";
}

KeyHeader key_header_of(std::string const& provider) {
  if (is_azure(provider)) return KeyHeader::api_key;
  return provider == "anthropic" ? KeyHeader::x_api_key : KeyHeader::authorization;
}

/// The vector as a `run` against the scenario: same agent, but with a connection to the mock.
Json run_params(Step const& step, ReplayContext const& context, std::string const& endpoint) {
  Json params = step.given;
  params.erase("response");
  if (params.erase("chunks") > 0) params["stream"] = true;
  if (!params.contains("messages")) params["messages"] = harmless_messages();
  params["agent"]["model"]["connection"] = {
      {"kind", connection_kind_of_http}, {"endpoint", endpoint}, {"apiKey", replay_key}};
  if (context.profile == Profile::live) params["options"]["profile"] = "live";
  return params;
}

/// What the mock is to answer: what the vector has processed, or anything.
Json respond_of(Step const& step) {
  if (step.operation == "process") return {{"body", step.given.value("response", Json())}};
  if (step.operation == "process_stream") return {{"chunks", step.given.value("chunks", Json::array())}};
  return {{"text", "ok"}};
}

/// A request vector: the one request in the journal is the answer; an error must come before anything is sent.
Judgement judge_sent(Vector const& vector, ReplayContext const& context, Reply const& reply,
                     std::vector<mock_provider::JournalEntry> const& entries) {
  ExpectedAnswer const& expect = vector.steps.front().expect;
  if (!has_ended(reply)) return judge_reply(expect, reply, vector, context.registry, context.profile);
  if (entries.empty()) {
    if (reply.status == Reply::Status::result) return nothing_sent();
    return judge_reply(expect, reply, vector, context.registry, context.profile);
  }
  if (entries.size() > 1) return wrong_request_count(entries.size());
  Reply const sent{.status = Reply::Status::result,
                   .value = mock_provider::plain_request(entries.front()),
                   .detail = "",
                   .stderr_excerpt = ""};
  // A key in the URL makes the path another one; that it is there says more.
  if (entries.front().query.find(replay_key) != std::string::npos)
    return with_status(Status::fail, "the API key stands in the URL");
  Judgement judgement = judge_reply(expect, sent, vector, context.registry, context.profile);
  if (judgement.status != Status::pass) return judgement;
  KeyHeader const header = key_header_of(provider_of(vector.steps.front()));
  std::string const misplaced = misplaced_credential(entries.front(), std::string(replay_key), header);
  return misplaced.empty() ? judgement : with_status(Status::fail, misplaced);
}

/// A processing vector: what `run` returned is the answer, and exactly one request must have asked for it.
Judgement judge_received(Vector const& vector, ReplayContext const& context, Reply const& reply,
                         std::vector<mock_provider::JournalEntry> const& entries) {
  if (entries.empty() && reply.status == Reply::Status::result) return nothing_sent();
  if (entries.size() > 1) return wrong_request_count(entries.size());
  Judgement judgement = judge_reply(vector.steps.front().expect, reply, vector, context.registry, context.profile);
  if (judgement.status == Status::pass && entries.empty())
    return with_status(Status::fail, "run raised the error before it sent a request, whose answer is to cause it");
  return judgement;
}

}  // namespace

bool runs_as_execute(Vector const& vector) {
  if (vector.steps.size() != 1 || !vector.provider || !vector.files.empty() || vector.cwd || vector.env) return false;
  Step const& step = vector.steps.front();
  if (registers_components(step.given)) return false;
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
  attempt.judgement = judge_execute_ending(vector, context, reply);
  if (step.expect.outcome.requests) {
    add_requests(attempt.judgement, *step.expect.outcome.requests, entries);
  } else if (attempt.judgement.status == Status::pass && entries.size() != 1) {
    attempt.judgement = wrong_request_count(entries.size());
  }
  return attempt;
}

Attempt replay_http(Vector const& vector, ReplayContext const& context) {
  if (runs_as_execute(vector)) return replay_execute_as_run(vector, context);
  Step const& step = vector.steps.front();
  bool const processing = step.operation != "build_request";
  Json respond = respond_of(step);
  if (context.respond_besides.is_object()) respond.update(context.respond_besides);
  Scenario const scenario(context.mock, {{"steps", Json::array({Json{{"respond", respond}}})}});
  Attempt attempt{.vector = &vector, .way = Way::http, .operation = "run"};
  attempt.sent = run_params(step, context, endpoint_of(scenario.base_url(), step));
  Reply const reply = context.subject.call("run", attempt.sent);
  std::vector<mock_provider::JournalEntry> const entries = scenario.requests();
  attempt.answered = reply_as_json(reply);
  attempt.stderr_excerpt = reply.stderr_excerpt;
  attempt.exchanges = exchanges_of(entries);
  attempt.judgement =
      processing ? judge_received(vector, context, reply, entries) : judge_sent(vector, context, reply, entries);
  return attempt;
}

}  // namespace conformance
