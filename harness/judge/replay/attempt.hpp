#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/variations/variation.hpp"
#include "harness/judge/verdict/judgement.hpp"

namespace conformance {

/// What the mock's own request check has against a request.
struct RequestFinding {
  std::string rule;
  std::string pointer;  ///< JSON pointer into the body
  std::string message;
};

/// One request as the mock provider saw it.
struct HttpExchange {
  std::string method;
  std::string path;              ///< relative to the endpoint
  Json headers;                  ///< object, credentials masked
  std::string body;              ///< as received
  int status = 0;                ///< what the mock answered
  std::size_t answer_bytes = 0;  ///< of the body of its answer, a fault that breaks it off not looked at
  std::vector<RequestFinding> findings;
};

/// One vector played once.
struct Attempt {
  Vector const* vector = nullptr;
  Way way = Way::direct;
  Judgement judgement = {};
  std::string operation = {};  ///< of the step that decided
  Json sent = nullptr;         ///< params of that step
  Json answered = nullptr;     ///< the reply: {"result"} or {"error"} or {"status", "detail"}, and "items" if any
  std::string stderr_excerpt = {};
  std::vector<HttpExchange> exchanges = {};
  std::optional<Variation> variation = std::nullopt;  ///< of `Way::transform`
  std::string trace = {};  ///< path of the file with the whole exchange, "" when there is none
};

/// How an attempt was played, for people: "http", "transform crlf of direct", "transform carried/around/tabs of http".
[[nodiscard]] std::string way_text(Attempt const& attempt);

/// Replaces what is too large to be kept for every vector (answers, requests) by the beginning of its text and its
/// size, so that thousands of huge answers fit into memory and reports.
void shorten(Attempt& attempt);

/// Masks secrets in all that was said, noticed and sent.
void mask(Attempt& attempt, Secrets const& secrets);

/// A reply as reports and comparisons show it.
[[nodiscard]] Json reply_as_json(Reply const& reply);

/// How the step that decided ended otherwise than by a result or an error, as `reply_as_json` shows it: "crash",
/// "timeout", "protocol fault", "not asked", …; "" of others.
[[nodiscard]] std::string ending_of(Attempt const& attempt);

/// A request as reports and traces show it: method, path, headers, body, status, and the findings of the mock.
[[nodiscard]] Json exchange_as_json(HttpExchange const& exchange);

}  // namespace conformance
