#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/dialect.hpp"
#include "mock-provider/scenario/matcher.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// A step that cannot answer the request that it takes. `what()` says why and how to fix the step, as the rest of a
/// sentence that begins with the step.
class MisfitStep : public std::runtime_error {
 public:
  explicit MisfitStep(std::string const& reason) : std::runtime_error(reason) {}
};

/// Makes the answer that is given without a scenario where the dialect does not: on routes that call no model, and
/// where kept responses are missing. Nothing leaves it to the dialect.
using BuiltIn = std::function<std::optional<Answer>()>;

/// An answer, what the request check found on the way, and how the scenario came to it.
struct Outcome {
  Answer answer;
  std::vector<Finding> findings;
  std::optional<Choice> choice = {};  ///< nothing when no scenario answered
  bool has_read_json = false;         ///< in the body of the request; false also where nobody has looked
};
}  // namespace mock_provider

namespace mock_provider::answer {

[[nodiscard]] Answer of_json(int status, Json const& body);
/// 200 with an event stream of these frames.
[[nodiscard]] Answer of_events(std::vector<std::string> frames);
[[nodiscard]] Answer of_error(ProviderError const& error, Dialect const& dialect = chat_dialect());

/// OpenAI's error of the type invalid_request_error; code and param may be empty.
[[nodiscard]] Answer refusal(int status, std::string code, std::string param, std::string message);

/// The refusal of a path that is there and does not take this method.
[[nodiscard]] Answer no_method(std::string_view method, std::string_view path);

/// The answer that a step's `respond` asks for. `request` is the JSON of the request, `seed` decides what is made up.
/// A fault spoils it. What would be more than answer_budget allows becomes the provider's error with status 400. Throws
/// MisfitStep when the scenario has nothing that answers this request.
[[nodiscard]] Answer of_response(Response const& response, Json const& request, std::uint64_t seed,
                                 Dialect const& dialect = chat_dialect(), BuiltIn const& built_in = {});

}  // namespace mock_provider::answer

namespace mock_provider::scripted_answer {

/// Why no step takes the request, which is answered with 404.
struct Problem {
  std::string code;
  std::string message;
  std::string pointer;  ///< JSON pointer into the body of the request, "" when it is not about a place in it
};

/// How the route of a request answers.
struct RouteAnswers {
  Dialect const& dialect;
  std::function<Answer(Problem const&)> refusal;  ///< puts a problem as the provider does
  BuiltIn const& built_in;
};

/// Puts into the outcome what the scenario answers and why it was this step; false when the request is not its
/// business. Matchers see the body as it was received, the answer is made for the one that is `meant`. A step that
/// cannot answer is not played: its finding comes first, and the answer is 501 in plain text, which no provider sends.
[[nodiscard]] bool give(MatchableRequest const& request, Json const& meant, Player& player, RouteAnswers const& answers,
                        Outcome& outcome);

}  // namespace mock_provider::scripted_answer

namespace mock_provider::fault {

/// The answer with the fault in it. Throws MisfitStep for a fault of streams in an answer that is not a stream.
[[nodiscard]] Answer spoiled(Answer answer, Fault const& fault, Dialect const& dialect);

}  // namespace mock_provider::fault
