#include "harness/report/attempt_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

/// Whether the mock had something to say about a request, which a passed vector must show as well.
bool is_questioned(Attempt const& attempt) {
  return std::any_of(attempt.exchanges.begin(), attempt.exchanges.end(),
                     [](HttpExchange const& exchange) { return !exchange.findings.empty(); });
}

Json differences_json(std::vector<Difference> const& differences) {
  Json told = Json::array();
  for (Difference const& difference : differences) {
    Json entry = {{"pointer", difference.pointer},
                  {"kind", difference_kind_name(difference.kind)},
                  {"message", difference.message},
                  {"expected", difference.expected},
                  {"got", difference.got}};
    if (!difference.inside.empty()) entry["inside"] = difference.inside;
    told.push_back(std::move(entry));
  }
  return told;
}

}  // namespace

std::string rerun_command_of(VectorResult const& result, Attempt const& attempt, RunInfo const& info) {
  std::string command = info.rerun_command(result.vector->id, result.group);
  if (attempt.rewriting) command += fmt::format(" --transform {}", transform_name(attempt.rewriting->transform));
  if (attempt.rewriting && !attempt.rewriting->name.empty())
    command += fmt::format(" --{} {}", kind_of_name(attempt.rewriting->transform), attempt.rewriting->name);
  return command;
}

Json fault_json(RunFault const& fault) {
  Json told = {
      {"number", fault.number},   {"what", fault.what}, {"clauses", fault.clauses}, {"group", group_name(fault.group)},
      {"decides", fault.decides}, {"own", fault.own},   {"other", fault.other},     {"wouldPass", fault.would_pass}};
  if (!fault.besides.empty()) told["besides"] = fault.besides;
  if (!fault.known.empty()) told["like"] = fault.known;
  return told;
}

Json attempt_json(VectorResult const& result, Attempt const& attempt, RunInfo const& info) {
  Json told = {{"way", way_name(attempt.way)}, {"status", status_name(attempt.judgement.status)}};
  if (attempt.rewriting) {
    told["transform"] = transform_name(attempt.rewriting->transform);
    told["of"] = way_name(attempt.rewriting->of);
    if (!attempt.rewriting->cuts.empty()) told["cuts"] = attempt.rewriting->cuts;
    if (!attempt.rewriting->name.empty()) told[kind_of_name(attempt.rewriting->transform)] = attempt.rewriting->name;
  }
  if (!attempt.trace.empty()) told["trace"] = attempt.trace;
  if (!attempt.judgement.reading.empty()) told["reading"] = attempt.judgement.reading;
  bool const passed = attempt.judgement.status == Status::pass;
  if (!passed || is_questioned(attempt)) {
    Json exchanges = Json::array();
    for (HttpExchange const& exchange : attempt.exchanges) exchanges.push_back(exchange_as_json(exchange));
    told["http"] = std::move(exchanges);
  }
  if (passed) return told;
  told["detail"] = attempt.judgement.detail;
  if (!attempt.judgement.differences.empty()) told["differences"] = differences_json(attempt.judgement.differences);
  told["operation"] = attempt.operation;
  told["sent"] = attempt.sent;
  told["answered"] = attempt.answered;
  if (!attempt.stderr_excerpt.empty()) told["stderr"] = attempt.stderr_excerpt;
  told["rerun"] = rerun_command_of(result, attempt, info);
  return told;
}

}  // namespace conformance
