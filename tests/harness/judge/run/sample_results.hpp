#pragma once

#include "harness/judge/run/runner.hpp"

namespace conformance {

/// One attempt with a status; a failure differs at "/a".
inline Attempt sample_attempt(Vector const& vector, Way way, Status status) {
  Attempt attempt{.vector = &vector, .way = way};
  attempt.judgement.status = status;
  attempt.operation = vector.steps.front().operation;
  attempt.sent = vector.steps.front().given;
  attempt.answered = {{"result", {{"a", 2}}}};
  if (status == Status::pass) return attempt;
  attempt.judgement.detail = "the answer differs";
  attempt.judgement.differences = {
      Difference{.pointer = "/a", .message = "the values differ", .expected = 1, .got = 2}};
  return attempt;
}

/// What became of a vector played directly; unsupported means that it was not played.
inline VectorResult sample_result(Vector const& vector, Status status) {
  VectorResult result;
  result.vector = &vector;
  if (status == Status::unsupported)
    result.unsupported_reason = "the operation split is not declared";
  else
    result.attempts.push_back(sample_attempt(vector, Way::direct, status));
  return result;
}

/// The same, with level and group of the vector's first clause.
inline VectorResult sample_result(Vector const& vector, Status status, ClauseRegistry const& registry) {
  VectorResult result = sample_result(vector, status);
  result.level = registry.find_clause(vector.clauses.front())->level;
  result.group = registry.find_clause(vector.clauses.front())->group;
  return result;
}

}  // namespace conformance
