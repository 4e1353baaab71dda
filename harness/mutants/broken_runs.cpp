#include <utility>

#include "harness/mutants/event_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::broken_runs {
namespace {

bool is_streamed_run(std::string const& operation, Json const& params) {
  return operation == "run" && member(params, "stream") == true;
}

/// Whether the events of that run's stream name their type.
bool is_of_typed_events(Json const& params) {
  Json const& model = member(member(params, "agent"), "model");
  return member(model, "provider") == "anthropic" || member(model, "apiType") == "responses";
}

/// Which streams a rule bears on.
enum class Runs { of_chat, of_typed_events };

bool is_meant(Runs runs, std::string const& operation, Json const& params) {
  return is_streamed_run(operation, params) && is_of_typed_events(params) == (runs == Runs::of_typed_events);
}

/// Changes what comes of a streamed run that ended in that kind of error.
Rule changed_broken_run(Runs runs, char const* kind, std::function<Reply(Reply reply)> change) {
  return [runs, kind, change = std::move(change)](std::string const& operation, Json const& params,
                                                  AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const is_broken = is_meant(runs, operation, params) && reply.status == Reply::Status::error &&
                           member(reply.value, "kind") == kind;
    return is_broken ? change(std::move(reply)) : reply;
  };
}

Reply as_if_whole(Reply reply) {
  Json const items = items_of(reply);
  return with_items(answered(Json::object()), items);
}

Reply as_if_cut(Reply reply) {
  reply.value["kind"] = "ConnectionError";
  return reply;
}

Rule failed_whole_run(Runs runs) {
  return [runs](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const is_whole = is_meant(runs, operation, params) && reply.status == Reply::Status::result;
    return is_whole ? with_items(raised("ExecuteError"), items_of(reply)) : reply;
  };
}

Reply without_items(Reply reply) {
  return with_items(std::move(reply), Json::array());
}

Reply without_words(Reply reply) {
  reply.value["message"] = "failed";
  return reply;
}

Reply with_half_a_call(Reply reply) {
  Json items = items_of(reply);
  items.push_back({{"id", ""}, {"name", ""}, {"arguments", ""}});
  return with_items(std::move(reply), items);
}

/// Calls are what a stream hands on last, so that nothing is left of them.
Reply without_calls(Reply reply) {
  Json items = items_of(reply);
  drop_calls(items, Json());
  return with_items(std::move(reply), items);
}

Reply without_calls_of_whole_run(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  bool const is_whole = is_streamed_run(operation, params) && reply.status == Reply::Status::result;
  return is_whole ? without_calls(std::move(reply)) : reply;
}

std::vector<Mutant> failures_of(Runs runs, std::string const& clause, std::string const& prefix,
                                std::string const& stream) {
  return {
      {prefix + "-taken-for-whole", clause, "An error in the middle of " + stream + " leaves its run a result.",
       changed_broken_run(runs, "ExecuteError", as_if_whole)},
      {prefix + "-taken-for-cut", clause, "An error in the middle of " + stream + " counts as a cut of its run.",
       changed_broken_run(runs, "ExecuteError", as_if_cut)},
      {prefix + "-loses-its-text", clause, "A run hands nothing on when an error stands in " + stream + ".",
       changed_broken_run(runs, "ExecuteError", without_items)},
      {prefix + "-without-failure", clause, "A run ends in an error although none stands in " + stream + ".",
       failed_whole_run(runs)},
      {prefix + "-unexplained", clause, "A run does not tell what the provider says of an error in " + stream + ".",
       changed_broken_run(runs, "ExecuteError", without_words)},
  };
}

std::vector<Mutant> cuts_and_holds() {
  return {
      {"half-a-call-of-a-cut-run", "P10.1-03", "A run whose chat stream is cut short hands on what there is of a call.",
       changed_broken_run(Runs::of_chat, "ConnectionError", with_half_a_call)},
      {"half-a-call-of-a-cut-event-run", "P10.1-03",
       "A run whose events are cut short hands on what there is of a call.",
       changed_broken_run(Runs::of_typed_events, "ConnectionError", with_half_a_call)},
      {"calls-of-whole-runs-kept-back", "P10.1-03", "A run hands on no calls of its stream.",
       without_calls_of_whole_run},
      {.id = "events-told-with-the-answer",
       .clause = "P10.1-11",
       .breaks = "What typed events add is handed on when their stream is over.",
       .answer = [](std::string const& operation, Json const& params,
                    AskReference const& reference) { return reference(operation, params); },
       .tells_late = [](std::string const& operation,
                        Json const& params) { return is_meant(Runs::of_typed_events, operation, params); }},
  };
}

}  // namespace
}  // namespace conformance::mutants::broken_runs

namespace conformance::mutants {

std::vector<Mutant> broken_run_mutants() {
  std::vector<Mutant> all = broken_runs::cuts_and_holds();
  for (std::vector<Mutant> const& more :
       {broken_runs::failures_of(broken_runs::Runs::of_typed_events, "P10.1-04", "failed-event-run", "typed events"),
        broken_runs::failures_of(broken_runs::Runs::of_chat, "P10.1-12", "failed-chat-run", "a chat stream")})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace conformance::mutants
