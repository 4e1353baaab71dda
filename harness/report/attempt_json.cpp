#include "harness/report/attempt_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

Json exchange_json(HttpExchange const& exchange) {
  Json findings = Json::array();
  for (RequestFinding const& finding : exchange.findings) {
    findings.push_back({{"rule", finding.rule}, {"pointer", finding.pointer}, {"message", finding.message}});
  }
  return {{"method", exchange.method}, {"path", exchange.path},     {"headers", exchange.headers},
          {"body", exchange.body},     {"status", exchange.status}, {"findings", std::move(findings)}};
}

/// Whether the mock had something to say about a request, which a passed vector must show as well.
bool is_questioned(Attempt const& attempt) {
  return std::any_of(attempt.exchanges.begin(), attempt.exchanges.end(),
                     [](HttpExchange const& exchange) { return !exchange.findings.empty(); });
}

}  // namespace

Json attempt_json(VectorResult const& result, Attempt const& attempt, RunInfo const& info) {
  Json told = {{"way", way_name(attempt.way)}, {"status", status_name(attempt.judgement.status)}};
  if (!attempt.judgement.reading.empty()) told["reading"] = attempt.judgement.reading;
  bool const passed = attempt.judgement.status == Status::pass;
  if (!passed || is_questioned(attempt)) {
    Json exchanges = Json::array();
    for (HttpExchange const& exchange : attempt.exchanges) exchanges.push_back(exchange_json(exchange));
    told["http"] = std::move(exchanges);
  }
  if (passed) return told;
  told["detail"] = attempt.judgement.detail;
  if (std::optional<Difference> const& found = attempt.judgement.difference) {
    told["difference"] = {
        {"pointer", found->pointer}, {"message", found->message}, {"expected", found->expected}, {"got", found->got}};
  }
  told["operation"] = attempt.operation;
  told["sent"] = attempt.sent;
  told["answered"] = attempt.answered;
  if (!attempt.stderr_excerpt.empty()) told["stderr"] = attempt.stderr_excerpt;
  told["rerun"] = info.rerun_command(result.vector->id, result.group);
  return told;
}

}  // namespace conformance
