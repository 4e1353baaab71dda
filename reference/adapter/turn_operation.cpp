#include "adapter/turn_operation.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "adapter/params.hpp"
#include "adapter/recorded_handlers.hpp"
#include "adapter/turn_options.hpp"

namespace prompty::adapter {
namespace turn_operation {
namespace {

/// What is said to a turn while it runs, and when it is cancelled, by the events that it tells.
class Script {
 public:
  Script(Json const& given, TurnOptions& options, ItemSink const& deliver) : deliver_(deliver) {
    if (given.contains("steering")) read_steering(given["steering"], options);
    if (given.contains("cancelAfter")) {
      Json const& after = given["cancelAfter"];
      event_ = demand_text(after, "event");
      left_ = demand(after, "count").get<int>();
    }
    cancellation_ = options.cancellation;
    options.on_event = [this](Event const& event) { take(event); };
  }

  Script(Script const&) = delete;
  Script& operator=(Script const&) = delete;
  ~Script() = default;

  [[nodiscard]] Json const& events() const { return events_; }
  [[nodiscard]] std::vector<ToolCall> const& calls() const { return calls_; }

 private:
  struct Said {
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
      said_.push_back({.iteration = one["iteration"].get<int>(), .text = demand_text(one, "text")});
    }
    say_before(1);
  }

  void say_before(int iteration) {
    if (steering_ == nullptr) return;
    std::vector<Said> later;
    for (Said& one : said_) {
      if (one.iteration > iteration) {
        later.push_back(std::move(one));
      } else {
        steering_->send(std::move(one.text));
      }
    }
    said_ = std::move(later);
  }

  void take(Event const& event) {
    events_.push_back(event_to_json(event));
    if (TokenEvent const* const token = std::get_if<TokenEvent>(&event)) deliver_(token->text);
    if (MessagesUpdatedEvent const* const updated = std::get_if<MessagesUpdatedEvent>(&event)) {
      say_before(updated->iteration + 1);
    }
    if (ToolCallStartEvent const* const start = std::get_if<ToolCallStartEvent>(&event)) calls_.push_back(start->call);
    if (type_of(event) == event_ && --left_ == 0) cancellation_.request();
  }

  ItemSink const& deliver_;
  std::shared_ptr<Steering> steering_;
  std::vector<Said> said_;
  std::string event_;
  int left_ = 0;
  Cancellation cancellation_;
  Json events_ = Json::array();
  std::vector<ToolCall> calls_;
};

PromptyAgent agent_of(Json const& params, Runtime const& runtime) {
  if (!params.contains("path")) return demand_equipped_agent(params);
  PromptyAgent agent = load(demand_text(params, "path"), {.environment = runtime.environment});
  equip(agent, params);
  return agent;
}

TurnResult asked(Json const& params, TurnOptions const& options, Runtime const& runtime) {
  Json const& inputs = demand(params, "inputs");
  bool const is_file = params.contains("path") && !params.contains("discovered");
  if (is_file) return turn(std::filesystem::path(demand_text(params, "path")), inputs, options, runtime);
  PromptyAgent const agent = agent_of(params, runtime);
  return variant_of(params) == Variant::synchronous ? turn(agent, inputs, options, runtime)
                                                    : turn_async(agent, inputs, options, runtime).get();
}

}  // namespace
}  // namespace turn_operation

Json turn_once(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  std::shared_ptr<ReceivedCalls> const received = std::make_shared<ReceivedCalls>();
  register_handlers(params, *runtime.tools, received);
  TurnOptions options = read_turn_options(params);
  Json const given = params.value("turnOptions", Json::object());
  turn_operation::Script script(given, options, deliver);
  try {
    TurnResult const result = turn_operation::asked(params, options, runtime);
    return Json{{"outcome", outcome_to_json(result.outcome)},
                {"calls", received->in_order_of(script.calls())},
                {"messages", message_codec::write(result.messages)},
                {"events", script.events()},
                {"iterations", result.iterations}};
  } catch (Error const& error) {
    Json partial{{"calls", received->in_order_of(script.calls())}, {"events", script.events()}};
    if (error.conversation() != nullptr) partial["messages"] = message_codec::write(*error.conversation());
    throw FailedPartly{.kind = std::string(error.kind()), .message = error.what(), .partial = std::move(partial)};
  }
}

}  // namespace prompty::adapter
