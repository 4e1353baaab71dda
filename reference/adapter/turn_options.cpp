#include "adapter/turn_options.hpp"

#include <fmt/core.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <variant>

#include "adapter/params.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::adapter {
namespace turn_options {
namespace {

Json const& object_in(Json const& object, char const* name) {
  static Json const none = Json::object();
  if (!object.contains(name)) return none;
  if (!object[name].is_object()) throw InvalidParams{fmt::format("{} must be an object", name)};
  return object[name];
}

std::optional<int> number_in(Json const& object, char const* name) {
  if (!object.contains(name)) return std::nullopt;
  if (!object[name].is_number_integer()) throw InvalidParams{fmt::format("turnOptions.{} must be an integer", name)};
  return object[name].get<int>();
}

/// A guardrail that denies what has a word in it.
struct Word {
  std::string text;
  std::string reason;

  [[nodiscard]] GuardrailDenial denial_of(std::string const& shown) const {
    if (shown.find(text) == std::string::npos) return std::nullopt;
    return reason;
  }
};

std::optional<Word> word_in(Json const& guardrails, char const* name) {
  Json const& guardrail = object_in(guardrails, name);
  if (guardrail.empty()) return std::nullopt;
  return Word{.text = demand_text(guardrail, "denyIfContains"), .reason = demand_text(guardrail, "reason")};
}

std::string text_of(Message const& message) {
  std::string text;
  for (ContentPart const& part : message.content) {
    if (TextPart const* const words = std::get_if<TextPart>(&part)) text += words->value;
  }
  return text;
}

Guardrails read_guardrails(Json const& given) {
  Guardrails guardrails;
  if (std::optional<Word> const word = word_in(given, "input")) {
    guardrails.input = [word = *word](std::vector<Message> const& messages) {
      std::string shown;
      for (Message const& message : messages) shown += text_of(message) + "\n";
      return word.denial_of(shown);
    };
  }
  if (std::optional<Word> const word = word_in(given, "output")) {
    guardrails.output = [word = *word](Message const& answer) { return word.denial_of(text_of(answer)); };
  }
  if (std::optional<Word> const word = word_in(given, "tool")) {
    guardrails.tool = [word = *word](std::string const& name, Json const& arguments) {
      return word.denial_of(fmt::format("{}\n{}", name, json_text::dump(arguments)));
    };
  }
  return guardrails;
}

}  // namespace
}  // namespace turn_options

TurnOptions read_turn_options(Json const& params) {
  Json const& given = turn_options::object_in(params, "turnOptions");
  TurnOptions options;
  options.max_iterations = turn_options::number_in(given, "maxIterations").value_or(options.max_iterations);
  options.max_llm_retries = turn_options::number_in(given, "maxLlmRetries").value_or(options.max_llm_retries);
  if (std::optional<int> const budget = turn_options::number_in(given, "contextBudget")) {
    if (*budget < 0) throw InvalidParams{"turnOptions.contextBudget must not be negative"};
    options.context_budget = static_cast<std::size_t>(*budget);
  }
  if (given.contains("parallelToolCalls") && !is_asked_for(given, "parallelToolCalls")) {
    options.tool_execution = conversation::ToolExecution::sequential;
  }
  if (std::optional<int> const delay = turn_options::number_in(given, "retryDelayMs")) {
    options.sleeper = [delay = std::chrono::milliseconds(*delay)](std::chrono::milliseconds, Cancellation const&) {
      std::this_thread::sleep_for(delay);
    };
  }
  options.guardrails = turn_options::read_guardrails(turn_options::object_in(given, "guardrails"));
  options.delivery = is_asked_for(params, "stream") ? Delivery::streamed : Delivery::whole;
  return options;
}

}  // namespace prompty::adapter
