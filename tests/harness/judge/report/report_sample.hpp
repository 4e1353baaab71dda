#pragma once

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/run_faults.hpp"
#include "harness/judge/run/sample_results.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance {

inline RunInfo sample_info() {
  RunInfo info;
  info.corpus_digest = "sha256:0123456789abcdef0123456789abcdef";
  info.profile = Profile::lenient;
  info.subject.name = "fake";
  info.subject.version = "0.0.1";
  info.subject.language = "C++";
  info.subject_option = "python3 'my adapter.py'";
  info.command_line = "prompty-conformance run --subject x";
  return info;
}

/// A fault that both vectors of most samples show.
inline RunFault sample_fault() {
  return {.number = 1,
          .title = "A mistake does this.",
          .what = "split /a: extra",
          .clauses = {"P1.1-01"},
          .known = "A mistake does this.",
          .decides = true,
          .own = {"load/sample/plain"},
          .other = {"load/sample/second"},
          .would_pass = 2};
}

/// One request with a finding, answered with 200.
inline HttpExchange sample_exchange() {
  HttpExchange exchange;
  exchange.method = "POST";
  exchange.path = "/chat/completions";
  exchange.headers = {{"authorization", "****7f3a"}};
  exchange.body = "{\"model\":\"m\"}";
  exchange.status = 200;
  exchange.findings = {{.rule = "chat.role", .pointer = "/messages", .message = "is missing"}};
  return exchange;
}

}  // namespace conformance
