#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verdict/judgement.hpp"

namespace conformance {

/// A way to play a vector (conformance model, section 5).
enum class Way : std::uint8_t {
  direct,  ///< the operation through the subject
  http,    ///< the subject runs against the mock provider, whose journal is judged
  load,    ///< a split vector through `load`, for subjects without `split`
  process  ///< the reference once more as an adapter process
};

/// "direct", "http", …
[[nodiscard]] std::string_view way_name(Way way);
[[nodiscard]] std::optional<Way> way_named(std::string_view name);

/// What the mock's own request check has against a request.
struct RequestFinding {
  std::string rule;
  std::string pointer;  ///< JSON pointer into the body
  std::string message;
};

/// One request as the mock provider saw it.
struct HttpExchange {
  std::string method;
  std::string path;  ///< relative to the endpoint
  Json headers;      ///< object, credentials masked
  std::string body;  ///< as received
  int status = 0;    ///< what the mock answered
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
};

/// A reply as reports and comparisons show it.
[[nodiscard]] Json reply_as_json(Reply const& reply);

}  // namespace conformance
