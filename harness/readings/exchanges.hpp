#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/mutants/rules.hpp"

namespace conformance::readings {

// A rule changes what goes into an operation and what comes out of it. Some readings of `turn` and `converse` lie
// between the two, in what is sent to the provider; for them the reference is given another endpoint, a server that
// passes everything on to the real one.

/// What is done to requests and answers on their way.
struct Exchanges {
  /// Changes the body of a request.
  std::function<void(Json& body)> sending = {};
  /// Changes an answer that succeeded: the whole of it, or each chunk of a streamed one.
  std::function<void(Json& answer)> coming = {};
  /// Told of the bytes of each answer, whole or streamed, and whether it was broken off.
  std::function<void(std::string const& bytes, bool is_broken)> heard = {};
  /// Whether the request is sent once more after that answer; status 0 stands for one that was broken off.
  std::function<bool(int status, std::string const& bytes)> asks_again = {};
  /// Whether nothing is passed on any more; the reference gets a refusal of its request.
  std::function<bool()> is_over = {};
};

/// Asks the reference with that done to its exchanges. An operation without an endpoint in its params is sent as it
/// is, and so are prompts that are run as tools, which have endpoints of their own.
[[nodiscard]] Reply asked_through(Exchanges const& exchanges, std::string const& operation, Json const& params,
                                  AskReference const& reference);

/// The pieces of text in a streamed answer of any provider.
[[nodiscard]] std::vector<std::string> pieces_in(std::string const& bytes);

/// Calls `visit` with the arguments of each call in a request, an answer, a conversation or an event: every text that
/// is a member named `arguments`, at any depth.
void for_each_arguments(Json& value, std::function<void(Json& arguments)> const& visit);

/// Has calls carried out with other arguments, where `change` gives some, while the provider and everybody else gets
/// those that the model wrote.
[[nodiscard]] Reply asked_with_other_arguments(
    std::function<std::optional<std::string>(std::string const& arguments)> const& change, std::string const& operation,
    Json const& params, AskReference const& reference);

}  // namespace conformance::readings
