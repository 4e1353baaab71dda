#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/deviations/rules.hpp"

namespace conformance::deviations {

/// A rule changes what goes into an operation and what comes out of it. Some readings of `turn` and `converse` lie
/// between the two, in what is sent to the provider; for them the reference gets the endpoint of a proxy, which does
/// this to requests and answers on their way.
struct ProxyHooks {
  /// Changes the body of a request.
  std::function<void(Json& body)> change_request = {};
  /// Changes an answer that succeeded: the whole of it, or each chunk of a streamed one.
  std::function<void(Json& answer)> change_answer = {};
  /// Gets the bytes of each answer, whole or streamed, and whether it was broken off.
  std::function<void(std::string const& bytes, bool is_broken)> on_answer = {};
  /// Whether the request is sent once more after that answer; status 0 stands for one that was broken off.
  std::function<bool(int status, std::string const& bytes)> retries = {};
  /// Whether no request is passed on any more; the reference gets status 400.
  std::function<bool()> is_closed = {};
};

/// Whether an operation sends requests whose answers are no streams: between the reference and the provider a stream
/// would be held back.
[[nodiscard]] bool sends_request(std::string const& operation, Json const& params);

/// Calls the reference with a proxy in front of the provider. An operation without an endpoint in its params is called
/// directly; prompts that run as tools have endpoints of their own and do not go through the proxy.
[[nodiscard]] Reply call_through_proxy(ProxyHooks const& hooks, std::string const& operation, Json const& params,
                                       AskReference const& reference);

/// Whether a message has the role.
[[nodiscard]] bool has_role(Json const& message, std::string const& role);

/// The pieces of text in a streamed answer of any provider.
[[nodiscard]] std::vector<std::string> pieces_in(std::string const& bytes);

/// Has tool calls carried out with other arguments, where `change` gives some, while the provider, the events and the
/// result keep those that the model wrote.
[[nodiscard]] Reply call_with_other_arguments(
    std::function<std::optional<std::string>(std::string const& arguments)> const& change, std::string const& operation,
    Json const& params, AskReference const& reference);

}  // namespace conformance::deviations
