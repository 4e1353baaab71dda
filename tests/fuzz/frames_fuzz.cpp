#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/support/demand.hpp"
#include "fuzz/support/json_mutator.hpp"
#include "fuzz/support/report_checks.hpp"
#include "fuzz/support/sample_suite.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/judge/subject/subject.hpp"

namespace {

using namespace conformance;
using prompty_fuzz::demand;
using prompty_fuzz::demand_printable;

constexpr std::size_t longest_line = 3'000;
constexpr std::int64_t id_of_initialize = 1;
constexpr std::int64_t id_of_first_vector = 2;
constexpr char const* secret = "fuzzed-secret-0123";

/// What an adapter answered until it ended or broke the protocol.
struct Session {
  Capabilities declared = {.name = "fuzzed",
                           .version = "1",
                           .language = "C++",
                           .operations = {"split", "load", "parse", "prepare", "process_stream"},
                           .providers = {"openai"},
                           .api_types = {"chat"},
                           .features = {"jinja2"}};
  std::map<std::int64_t, Reply> replies = {};
  std::map<std::int64_t, std::vector<Json>> items = {};
  std::string ending = "the adapter exited with code 0 without an answer";
};

std::vector<std::string> lines_of(std::string const& bytes, std::size_t piece) {
  LineReader reader(longest_line);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(std::string_view(bytes).substr(at, piece));
    while (std::optional<std::string> line = reader.next_line()) lines.push_back(std::move(*line));
  }
  return lines;
}

void take_capabilities(Session& session, Reply const& reply) {
  if (reply.status != Reply::Status::result) return;
  try {
    session.declared = capabilities_from(reply.value);
    demand(differing_member(session.declared, capabilities_from(reply.value)).empty());
    demand_printable(version_notice(session.declared));
    for (std::string const& name : session.declared.operations) demand_printable(name);
  } catch (SubjectStartError const& error) {
    demand_printable(error.what());
  }
}

void take_answer(Session& session, AnswerMessage answer) {
  Reply reply = reply_from_response(std::move(answer.message), answer.id);
  demand_printable(reply.detail);
  if (answer.id == id_of_initialize) take_capabilities(session, reply);
  session.replies.emplace(answer.id, std::move(reply));
}

Session session_of(std::vector<std::string> const& lines) {
  Session session;
  for (std::string const& line : lines) {
    std::variant<AnswerMessage, ItemNotification, UnreadableLine> decoded = decode_answer_line(line);
    if (UnreadableLine const* const unreadable = std::get_if<UnreadableLine>(&decoded)) {
      demand_printable(unreadable->problem);
      session.ending = unreadable->problem;
      return session;
    }
    if (ItemNotification* const delivered = std::get_if<ItemNotification>(&decoded)) {
      session.items[delivered->id].push_back(std::move(delivered->item));
    } else {
      take_answer(session, std::get<AnswerMessage>(std::move(decoded)));
    }
  }
  return session;
}

Reply reply_to(Session const& session, std::int64_t id) {
  auto const answered = session.replies.find(id);
  Reply reply =
      answered == session.replies.end() ? reply_without_value(Reply::Status::crash, session.ending) : answered->second;
  auto const delivered = session.items.find(id);
  if (delivered != session.items.end()) reply.items = delivered->second;
  reply.stderr_excerpt = session.ending;
  return reply;
}

Judgement judged(Vector const& vector, Reply const& reply, Profile profile) {
  return judge_reply(vector.steps.front().expect, reply, vector, prompty_fuzz::sample_registry(), profile);
}

/// The reply judged as a replay does it.
Attempt attempt_of(Vector const& vector, Reply reply, Profile profile) {
  Step const& step = vector.steps.front();
  Attempt attempt{.vector = &vector, .way = Way::direct, .operation = step.operation, .sent = step.given};
  attempt.answered = reply_as_json(reply);
  attempt.stderr_excerpt = reply.stderr_excerpt;
  reply = reply_without_unset_members(step.operation, std::move(reply));
  attempt.judgement = judged(vector, reply, profile);
  demand(attempt.judgement.differences == judged(vector, reply, profile).differences);
  demand((attempt.judgement.status == Status::pass) == attempt.judgement.detail.empty());
  mask(attempt, Secrets({secret}));
  demand(attempt.answered.dump(-1, ' ', false, Json::error_handler_t::replace).find(secret) == std::string::npos);
  shorten(attempt);
  return attempt;
}

std::vector<VectorResult> results_of(Session const& session, Profile profile) {
  std::vector<VectorResult> results;
  std::int64_t id = id_of_first_vector;
  for (Vector const& vector : prompty_fuzz::sample_corpus().vectors) {
    Clause const& clause = *prompty_fuzz::sample_registry().find_clause(vector.clauses.front());
    VectorResult result{.vector = &vector,
                        .attempts = {},
                        .unsupported_reason = due_ways(vector, session.declared).reason,
                        .gating = vector.gating,
                        .level = clause.level,
                        .group = clause.group};
    if (result.unsupported_reason.empty())
      result.attempts.push_back(attempt_of(vector, reply_to(session, id), profile));
    ++id;
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace

std::string_view prompty_fuzz::words() {
  return "jsonrpc 2.0 id result error code message data kind ValueError GuardrailError partial items spans method item "
         "params protocolVersion implementation name version language operations providers apiTypes features "
         "connectionKinds maxInFlight parent attributes execute frontmatter body role user content text refusal "
         "metadata inputs outputs tools model template format parser connection options required strict parameters "
         "jinja2 split openai fuzzed-secret-0123";
}

// What an adapter writes to its standard output: lines in which it answers initialize (id 1) and the vectors of a small
// corpus (ids from 2), or anything else. How the bytes arrive does not matter; each line is an answer, an item or
// unreadable; every answer is judged, in the same way each time; no report steers a terminal or breaks its format.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const bytes(data, data + size);
  constexpr std::size_t small_piece = 7;
  std::vector<std::string> const lines = lines_of(bytes, std::max<std::size_t>(bytes.size(), 1));
  demand(lines_of(bytes, small_piece) == lines);
  Session const session = session_of(lines);
  RunInfo info;
  info.corpus_digest = prompty_fuzz::sample_corpus().digest;
  info.subject = session.declared;
  info.subject_option = "./adapter";
  info.command_line = "prompty-conformance run --subject ./adapter";
  info.deciding.groups = {Group::documents, Group::ours};
  info.profile = lines.size() % 2 == 0 ? Profile::lenient : Profile::live;
  prompty_fuzz::check_reports(results_of(session, info.profile), info);
  return 0;
}
