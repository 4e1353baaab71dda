#include "adapter/canned_handlers.hpp"

#include <fmt/core.h>

#include <thread>

#include "prompty/core/json_text.hpp"

namespace prompty::adapter {
namespace {

std::optional<int> number_in(Json const& object, char const* name) {
  if (!object.contains(name)) return std::nullopt;
  if (!object[name].is_number_integer()) throw InvalidParams{fmt::format("turnOptions.{} must be an integer", name)};
  return object[name].get<int>();
}

using Denying = std::function<GuardrailDenial(std::string const& shown)>;

/// Denies what has the word of the guardrail in it; empty without such a guardrail.
Denying denying(Json const& guardrails, char const* name) {
  Json const& guardrail = object_in(guardrails, name, fmt::format("{} must be an object", name));
  if (guardrail.empty()) return {};
  return [word = required_text(guardrail, "denyIfContains"),
          reason = required_text(guardrail, "reason")](std::string const& shown) {
    return shown.find(word) == std::string::npos ? std::nullopt : GuardrailDenial(reason);
  };
}

Guardrails read_guardrails(Json const& given) {
  Guardrails guardrails;
  if (Denying const denial_of = denying(given, "input")) {
    guardrails.input = [denial_of](std::vector<Message> const& messages) {
      std::string shown;
      for (Message const& message : messages) shown += text(message) + "\n";
      return denial_of(shown);
    };
  }
  if (Denying const denial_of = denying(given, "output")) {
    guardrails.output = [denial_of](Message const& answer) { return denial_of(text(answer)); };
  }
  if (Denying const denial_of = denying(given, "tool")) {
    guardrails.tool = [denial_of](std::string const& name, Json const& arguments) {
      return denial_of(fmt::format("{}\n{}", name, json_text::dump(arguments)));
    };
  }
  return guardrails;
}

/// What `params.turnOptions` and `params.stream` say: `maxIterations`, `maxLlmRetries`, `retryDelayMs` in place of all
/// waits, `contextBudget`, `parallelToolCalls`, `raw`, the number `turn`, and `guardrails` that deny by a word. Throws
/// InvalidParams for members of another shape.
TurnOptions read_turn_options(Json const& params) {
  Json const& given = object_in(params, "turnOptions", "turnOptions must be an object");
  TurnOptions options;
  options.max_iterations = number_in(given, "maxIterations").value_or(options.max_iterations);
  options.max_llm_retries = number_in(given, "maxLlmRetries").value_or(options.max_llm_retries);
  if (std::optional<int> const budget = number_in(given, "contextBudget")) {
    if (*budget < 0) throw InvalidParams{"turnOptions.contextBudget must not be negative"};
    options.context_budget = static_cast<std::size_t>(*budget);
  }
  if (given.contains("parallelToolCalls") && !is_enabled(given, "parallelToolCalls")) {
    options.tool_execution = conversation::ToolExecution::sequential;
  }
  if (std::optional<int> const delay = number_in(given, "retryDelayMs")) {
    options.sleeper = [delay = std::chrono::milliseconds(*delay)](std::chrono::milliseconds, Cancellation const&) {
      std::this_thread::sleep_for(delay);
    };
  }
  options.raw = is_enabled(given, "raw");
  options.number = number_in(given, "turn");
  options.guardrails = read_guardrails(object_in(given, "guardrails", "guardrails must be an object"));
  options.delivery = is_enabled(params, "stream") ? Delivery::streamed : Delivery::whole;
  return options;
}

/// Sends the steering messages of a turn and cancels it, as its events say; records these.
class Script {
 public:
  Script(Json const& given, TurnOptions& options, ItemSink const& deliver) : deliver_(deliver) {
    if (given.contains("steering")) read_steering(given["steering"], options);
    if (given.contains("cancelAfter")) {
      Json const& after = given["cancelAfter"];
      event_ = required_text(after, "event");
      left_ = required(after, "count").get<int>();
    }
    cancellation_ = options.cancellation;
    options.on_event = [this](Event const& event) { take(event); };
  }

  Script(Script const&) = delete;
  Script& operator=(Script const&) = delete;

  [[nodiscard]] Json const& events() const { return events_; }
  [[nodiscard]] std::vector<ToolCall> const& calls() const { return calls_; }

 private:
  struct SteeringText {
    int iteration;
    std::string text;
  };

  void read_steering(Json const& list, TurnOptions& options) {
    if (!list.is_array()) throw InvalidParams{"turnOptions.steering must be a list"};
    steering_ = std::make_shared<Steering>();
    options.steering = steering_;
    for (Json const& one : list) {
      if (!one.is_object() || !one.contains("iteration") || !one["iteration"].is_number_integer()) {
        throw InvalidParams{"turnOptions.steering must have an iteration and a text in each element"};
      }
      steering_texts_.push_back({.iteration = one["iteration"].get<int>(), .text = required_text(one, "text")});
    }
    send_steering_before(1);
  }

  void send_steering_before(int iteration) {
    std::erase_if(steering_texts_, [&](SteeringText const& one) {
      if (one.iteration > iteration) return false;
      steering_->send(one.text);
      return true;
    });
  }

  void take(Event const& event) {
    events_.push_back(event_to_json(event));
    if (TokenEvent const* const token = std::get_if<TokenEvent>(&event)) deliver_(token->text);
    if (MessagesUpdatedEvent const* const updated = std::get_if<MessagesUpdatedEvent>(&event)) {
      send_steering_before(updated->iteration + 1);
    }
    if (ToolCallStartEvent const* const start = std::get_if<ToolCallStartEvent>(&event)) calls_.push_back(start->call);
    if (type_of(event) == event_ && --left_ == 0) cancellation_.request();
  }

  ItemSink const& deliver_;
  std::shared_ptr<Steering> steering_;
  std::vector<SteeringText> steering_texts_;
  std::string event_;
  int left_ = 0;
  Cancellation cancellation_;
  Json events_ = Json::array();
  std::vector<ToolCall> calls_;
};

PromptyAgent agent_of(Json const& params, Runtime const& runtime) {
  if (!params.contains("path")) return required_equipped_agent(params, runtime);
  PromptyAgent agent =
      load(required_text(params, "path"), {.environment = runtime.environment, .edition = runtime.edition});
  equip(agent, params);
  return agent;
}

TurnResult run_turn(Json const& params, TurnOptions const& options, Runtime const& runtime) {
  Json const& inputs = required(params, "inputs");
  bool const is_file = params.contains("path") && !params.contains("discovered");
  if (is_file) return turn(std::filesystem::path(required_text(params, "path")), inputs, options, runtime);
  PromptyAgent const agent = agent_of(params, runtime);
  return is_async(params) ? turn_async(agent, inputs, options, runtime).get() : turn(agent, inputs, options, runtime);
}

}  // namespace

Json turn_once(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  std::shared_ptr<SharedList> const received = std::make_shared<SharedList>();
  for (auto const& [name, handler] : handlers_of(params, "handlers", received)) {
    runtime.tools->names.add(name, std::make_shared<ToolHandler const>(handler));
  }
  TurnOptions options = read_turn_options(params);
  Json const given = params.value("turnOptions", Json::object());
  options.tools = handlers_of(given, "tools", received);
  Script script(given, options, deliver);
  try {
    TurnResult const result = run_turn(params, options, runtime);
    return Json{{"outcome", outcome_to_json(result.outcome)},
                {"calls", in_order_of(script.calls(), received->elements())},
                {"messages", message_codec::write(result.messages)},
                {"events", script.events()},
                {"iterations", result.iterations}};
  } catch (Error const& error) {
    Json partial{{"calls", in_order_of(script.calls(), received->elements())}, {"events", script.events()}};
    if (error.conversation() != nullptr) partial["messages"] = message_codec::write(*error.conversation());
    throw FailedPartly{.kind = std::string(error.kind()), .message = error.what(), .partial = std::move(partial)};
  }
}

}  // namespace prompty::adapter
