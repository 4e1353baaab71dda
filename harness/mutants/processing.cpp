#include <utility>

#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::processing {
namespace {

/// A provider's answer that would be processed to this outcome, as far as that can be told from the outcome.
Json raw_answer(Json const& outcome) {
  Json const& value = member(outcome, "value");
  Json const content = value.is_string() ? value : Json(value.dump());
  return {{"choices", Json::array({Json{{"message", {{"content", content}}}}})}};
}

/// Changes what `run` results in.
Rule changed_run(std::function<Reply(Json const& outcome)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const has_run = operation == "run" && reply.status == Reply::Status::result;
    return has_run ? change(reply.value) : reply;
  };
}

/// Changes what `process` answers in one of its variants.
Rule changed_variant(std::string const& variant, std::function<Reply(Reply reply)> change) {
  return [variant, change = std::move(change)](std::string const& operation, Json const& params,
                                               AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const is_asked = operation == "process" && member(params, "variant") == variant;
    return is_asked ? change(std::move(reply)) : reply;
  };
}

Reply without_structure(Reply reply) {
  bool const has_structure = member(reply.value, "type") == "json";
  return has_structure ? outcome("text", reply.value["value"].dump()) : reply;
}

Reply without_calls(Reply reply) {
  return member(reply.value, "type") == "tool_calls" ? outcome("text", "") : reply;
}

Reply without_text(Reply reply) {
  return member(reply.value, "type") == "text" ? outcome("text", nullptr) : reply;
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"raw-answer-returned", "P8.0-01", "Running gives the answer of the provider as it is.",
       changed_run([](Json const& result) { return outcome("json", raw_answer(result)); })},
      {"raw-answer-returned-as-text", "P8.0-01", "Running gives the text of the provider's answer.",
       changed_run([](Json const& result) { return outcome("text", raw_answer(result).dump()); })},
      {"sync-processing-missing", "P8.0-02", "There is no synchronous processing.",
       changed_variant("sync", [](Reply) { return raised("NotImplementedError"); })},
      {"sync-processing-without-structure", "P8.0-02", "Synchronous processing does not parse structured output.",
       changed_variant("sync", without_structure)},
      {"async-processing-missing", "P8.0-03", "There is no asynchronous processing.",
       changed_variant("async", [](Reply) { return raised("NotImplementedError"); })},
      {"async-processing-without-structure", "P8.0-03", "Asynchronous processing does not parse structured output.",
       changed_variant("async", without_structure)},
      {"async-processing-without-calls", "P8.0-03", "Asynchronous processing does not look for tool calls.",
       changed_variant("async", without_calls)},
      {"async-processing-without-text", "P8.0-03", "Asynchronous processing gives null for text.",
       changed_variant("async", without_text)},
  };
}

}  // namespace
}  // namespace conformance::mutants::processing

namespace conformance::mutants {

std::vector<Mutant> processing_mutants() {
  return processing::mutants_of_room();
}

}  // namespace conformance::mutants
