#include "prompty/pipeline/turn.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "prompty/agent/dispatch.hpp"
#include "prompty/agent/loop.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/offered_tools.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/traced_stages.hpp"
#include "prompty/typed/json_reader.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty {
namespace {

constexpr std::string_view turn_signature = "prompty.turn";
constexpr TracedCall tool_call = {.name = "execute_tool", .signature = "prompty.execute_tool"};

bool offers(Tool const& tool, std::string const& function) {
  if (!tool.offered) return std::holds_alternative<FunctionTool>(tool.details) && tool.name == function;
  return std::ranges::any_of(*tool.offered,
                             [&](ToolDefinition const& definition) { return definition.name == function; });
}

/// What a mode of one word says; nothing for other words.
std::optional<bool> approval_by_word(Json const& word) {
  if (word == "always") return true;
  if (word == "never") return false;
  return std::nullopt;
}

/// The list under `name`, or the one that an object under `name` has as tool_names; null when there is none.
Json const& names_under(Json const& mode, char const* name) {
  Json const& listed = member_of(mode, name);
  return listed.is_object() ? member_of(listed, "tool_names") : listed;
}

/// What the lists of a mode say about the function: where both name it, it needs approval.
std::optional<bool> approval_by_lists(Json const& mode, std::string_view function) {
  constexpr std::array<std::pair<char const*, bool>, 4> members = {
      {{"always", true}, {"alwaysRequireApprovalTools", true}, {"never", false}, {"neverRequireApprovalTools", false}}};
  for (auto const& [name, needs_it] : members) {
    Json const& names = names_under(mode, name);
    if (names.is_array() && std::ranges::find(names, function) != names.end()) return needs_it;
  }
  return std::nullopt;
}

bool requires_approval(Tool const& tool, std::string const& function) {
  McpTool const* const mcp = std::get_if<McpTool>(&tool.details);
  return mcp != nullptr && needs_approval(*mcp, function);
}

bool may_offer(Tool const& tool, std::string const& function) {
  return std::holds_alternative<McpTool>(tool.details) && !tool.offered && allows(tool, function);
}

bool requires_approval(std::vector<Tool> const& tools, std::string const& function) {
  std::vector<Tool>::const_iterator const known =
      std::ranges::find_if(tools, [&](Tool const& tool) { return offers(tool, function); });
  if (known != tools.end()) return requires_approval(*known, function);
  return std::ranges::any_of(
      tools, [&](Tool const& tool) { return may_offer(tool, function) && requires_approval(tool, function); });
}

std::vector<std::string> functions_of(PromptyAgent const& agent) {
  std::vector<std::string> names;
  for (Tool const& tool : agent.tools) {
    if (!tool.offered) names.push_back(tool.name);
    for (ToolDefinition const& definition : tool.offered.value_or(std::vector<ToolDefinition>())) {
      names.push_back(definition.name);
    }
  }
  return names;
}

/// The parameters of the function as the request showed them, bound ones not among them; nothing when it did not.
std::optional<Json> parameters_of(Tool const& tool, std::string const& function, Runtime const& runtime) {
  bool const has_known_functions = tool.offered || std::holds_alternative<FunctionTool>(tool.details);
  if (!has_known_functions) return std::nullopt;
  Json const definitions = runtime.profile.get() == Profile::live ? live::tools_to_wire({tool}, runtime.edition)
                                                                  : wire::tools_to_wire({tool}, runtime.edition);
  for (Json const& definition : definitions) {
    Json const& shown = definition["function"];
    if (shown["name"] == function && shown.contains("parameters")) return shown["parameters"];
  }
  return std::nullopt;
}

/// Null when any arguments fit.
std::shared_ptr<conversation::ArgumentSchema const> schema_of(Tool const& tool, std::string const& function,
                                                              Runtime const& runtime) {
  try {
    std::optional<Json> parameters = parameters_of(tool, function, runtime);
    if (!parameters) return nullptr;
    return std::make_shared<conversation::ArgumentSchema const>(function, std::move(*parameters));
  } catch (ValueError const&) {
    // the owner of a foreign schema that this version cannot read enforces it.
    return nullptr;
  }
}

/// P2.9.1-05: a value of the model for a bound parameter is replaced, so it need not fit.
Json without_bound(Json arguments, Tool const& tool) {
  for (auto const& [parameter, value] : tool.bindings.items()) arguments.erase(parameter);
  return arguments;
}

/// Executes the calls of one turn. Thread-safe.
struct TurnTools {
  PromptyAgent const& agent;
  Json const& inputs;
  std::shared_ptr<TurnOptions const> options;
  Runtime const& runtime;
  SpanParent parent;
  mutable std::mutex mutex = {};
  mutable std::map<std::string, std::shared_ptr<conversation::ArgumentSchema const>> schemas = {};

  /// The result of a call, within a span `execute_tool`: what the model reads of that of the handler. A function that
  /// no tool offers, and arguments that do not fit its parameters, are errors that call nothing. Throws
  /// what the handler throws.
  [[nodiscard]] ToolOutput run(ToolCall const& call, Json const& arguments) const {
    Tool const* const tool = tool_for(agent, call.name);
    // P9.2-05: a handler of that name, registered for another prompt, is not even looked for.
    if (tool == nullptr) {
      return failed(conversation::tool_failure::unknown_tool(call.name, functions_of(agent)));
    }
    std::shared_ptr<conversation::ArgumentSchema const> const schema = cached_schema_of(*tool, call.name);
    // P9.2-06: checked against what the request showed; bound values are added later.
    std::optional<std::string> const misfit =
        schema == nullptr ? std::nullopt : schema->misfit(without_bound(arguments, *tool));
    if (misfit) return failed(conversation::tool_failure::unfit_arguments(call.name, *misfit));
    // P9.7-02, P9.7-03, P9.7-04: what a handler throws fails this span, and not the turn's, since the loop catches it.
    HandlerResult result = traced(
        runtime.tracer, parent, tool_call,
        [&] {
          return Json{{"name", call.name}, {"arguments", arguments}};
        },
        [&](Span& span) {
          span.emit("gen_ai.operation.name", "execute_tool");
          span.emit("gen_ai.tool.name", call.name);
          span.emit("gen_ai.tool.call.id", call.id);
          return result_of(*tool, call, arguments, span);
        },
        handler_result_to_json);
    return {.result = tool_result_of(std::move(result))};
  }

  [[nodiscard]] static ToolOutput failed(std::string text) {
    return {.result = ToolResult(std::move(text)), .is_error = true};
  }

  [[nodiscard]] std::shared_ptr<conversation::ArgumentSchema const> cached_schema_of(
      Tool const& tool, std::string const& function) const {
    std::scoped_lock const lock(mutex);
    auto const known = schemas.find(function);
    if (known != schemas.end()) return known->second;
    return schemas.emplace(function, schema_of(tool, function, runtime)).first->second;
  }

  [[nodiscard]] HandlerResult result_of(Tool const& tool, ToolCall const& call, Json const& arguments,
                                        Span const& span) const {
    std::map<std::string, ToolHandler>::const_iterator const own = options->tools.find(call.name);
    if (own != options->tools.end()) {
      return own->second.call(with_bindings(arguments, tool, inputs, runtime.profile.get(), runtime.edition));
    }
    CallSetting const setting{.function = call.name,
                              .span = span.as_parent(),  // P9.7-06
                              .cancellation = options->cancellation,
                              .prompts = options->prompts,
                              .turn = options};
    // P11.2-04: what is not registered for this turn is found by `dispatch` alone.
    return dispatch(tool, arguments, agent, inputs, setting, *runtime.tools, runtime.profile.get(), runtime.edition)
        .result;
  }
};

/// Requests to the model of one agent.
struct Requests {
  TurnOptions const& options;
  Runtime const& runtime;
  SpanParent parent;
  std::shared_ptr<Executor const> executor;
  std::shared_ptr<Processor const> processor;

  [[nodiscard]] ModelAnswer send(PromptyAgent const& agent, std::vector<Message> const& messages,
                                 AnswerListener const& sink) const {
    return options.delivery == Delivery::whole ? whole(agent, messages, sink) : streamed(agent, messages, sink);
  }

  /// P9.6-04: never calls `sink.text`, since there are no pieces.
  [[nodiscard]] ModelAnswer whole(PromptyAgent const& agent, std::vector<Message> const& messages,
                                  AnswerListener const& sink) const {
    // P9.7-07: not by `run`, which is a function of its own with a span of its own.
    Json response = traced_execute(agent, messages, *executor, runtime.tracer, parent);
    // P13.1-07: reported before the calls are processed.
    report_thinking(agent, response, sink);
    // P9.8-02: nobody has to know what it means.
    bool const is_processed = !options.raw || !agent.tools.empty() || options.guardrails.output;
    if (!is_processed) return {.outcome = RawResponse{}, .response = std::move(response)};
    Outcome outcome = process(agent, response, runtime, parent);
    return {.outcome = std::move(outcome), .response = std::move(response)};
  }

  [[nodiscard]] ModelAnswer streamed(PromptyAgent const& agent, std::vector<Message> const& messages,
                                     AnswerListener const& sink) const {
    std::shared_ptr<PromptyStream> const arriving =
        traced_execute_stream(agent, messages, executor, runtime.tracer, parent);
    std::shared_ptr<PromptyStream> const chunks = std::make_shared<PromptyStream>([&, arriving] {
      std::optional<Json> chunk = arriving->next();
      if (chunk) report_thinking(agent, *chunk, sink);
      return chunk;
    });
    ItemStream items = process_stream(agent, chunks, runtime, parent);
    ModelAnswer answer;
    while (std::optional<StreamItem> const item = items.next()) {
      std::string const* const piece = std::get_if<std::string>(&*item);
      // P9.6-02: calls are no text to show; `whole_outcome` gathers them.
      if (piece == nullptr) continue;
      answer.text += *piece;
      sink.text(*piece);
    }
    // P9.6-03: the items of this answer only, not those of the answers before it.
    answer.outcome = whole_outcome(items);
    bool const has_calls = std::holds_alternative<std::vector<ToolCall>>(answer.outcome);
    if (has_calls && !agent.tools.empty()) {
      // P9.5-05: from here on a streamed answer is the same as a whole one.
      answer.response = executor->whole_response(agent, chunks->items());
    } else if (options.raw) {
      answer.response = Json(chunks->items());
    }
    return answer;
  }

  void report_thinking(PromptyAgent const& agent, Json const& response_or_chunk, AnswerListener const& sink) const {
    if (!sink.thinking) return;
    std::string const thought = executor->thinking_of(agent, response_or_chunk);
    if (!thought.empty()) sink.thinking(thought);
  }
};

/// P2.9.2-07, A-038: a prompt is known by its file, so that one which calls itself is noticed. A-375: with a budget of
/// their own, ten prompts inside each other could send thousands of requests.
std::shared_ptr<TurnOptions const> options_for(PromptyAgent const& agent, TurnOptions options) {
  if (agent.origin) options.prompts.push_back(agent.origin->file);
  if (options.requests == nullptr) options.requests = std::make_shared<RequestBudget>(options.max_iterations);
  return std::make_shared<TurnOptions const>(std::move(options));
}

/// The result of `step`; what it throws is reported first. P13.1-08: the loop itself reports its own failures.
template <class Step>
auto reporting_failure(TurnOptions const& options, Step const& step) {
  try {
    return step();
  } catch (...) {
    EventChannel(options).send_end(std::current_exception());
    throw;
  }
}

Requests requests_of(PromptyAgent const& agent, TurnOptions const& options, Runtime const& runtime, Span& span) {
  // P9.7-01, P9.7-04: the spans of requests have this one as their parent.
  span.emit("gen_ai.operation.name", "turn");
  // P9.7-05: an agent without a name has none here.
  if (agent.name) span.emit("gen_ai.agent.name", *agent.name);
  // Both are looked up before anything is sent.
  return reporting_failure(options, [&] {
    return Requests{.options = options,
                    .runtime = runtime,
                    .parent = span.as_parent(),
                    .executor = executor_for(agent, runtime.invokers),
                    .processor = processor_for(agent, runtime.invokers)};
  });
}

TurnResult run_turn(PromptyAgent const& agent, std::vector<Message> conversation, Json const& inputs,
                    Requests const& requests) {
  Runtime const& runtime = requests.runtime;
  std::shared_ptr<TurnOptions const> const options = options_for(agent, requests.options);
  bool const offers_child_prompts = requests.executor->offers_child_prompts(agent);
  PromptyAgent const known = reporting_failure(requests.options, [&] {
    PromptyAgent discovered = with_discovered_tools(agent, *options, *runtime.tools);
    if (offers_child_prompts) discovered = with_child_and_custom_tools(std::move(discovered), runtime);
    return with_tools_of_turn(std::move(discovered), *options);
  });
  warn_of_many_functions(known, requests.options);
  // P12.1-01, P11.2-18, A-032: handlers and bindings get the inputs that the template got.
  Json const completed = reporting_failure(requests.options, [&] { return with_defaults(agent, inputs); });
  TurnTools const tools{
      .agent = known, .inputs = completed, .options = options, .runtime = runtime, .parent = requests.parent};
  LoopSteps const steps{
      .send = [&](std::vector<Message> const& messages,
                  AnswerListener const& sink) { return requests.send(known, messages, sink); },
      .run_tool = [&](ToolCall const& call, Json const& arguments) { return tools.run(call, arguments); },
      .format =
          [&](ModelAnswer const& answer, std::vector<ToolCall> const& calls, std::vector<ToolResult> const& results) {
            // P9.5-06: whatever the provider; the loop only joins them to the conversation.
            return requests.executor->format_tool_messages(known, answer.response, calls, results, answer.text);
          },
      .randomness = runtime.nonces,
      .offers_tools = !known.tools.empty()};
  // without a gate of the host, calls of tools that require approval are denied. The gate is made for this
  // turn's own tools and is not in the options that turns of children inherit, so that these make one for theirs.
  TurnOptions gated = *options;
  if (!gated.gate) gated.gate = approval_gate(known);
  return run_loop(std::move(conversation), steps, gated);
}

TurnResult prepare_and_run(PromptyAgent const& agent, Json const& inputs, TurnOptions const& options,
                           Runtime const& runtime, Span& span) {
  Requests const requests = requests_of(agent, options, runtime, span);
  std::vector<Message> messages =
      reporting_failure(options, [&] { return prepare(agent, inputs, runtime, span.as_parent()); });
  return run_turn(agent, std::move(messages), inputs, requests);
}

Json result_to_json(TurnResult const& result) {
  return Json{{"outcome", outcome_to_json(result.outcome)}, {"iterations", result.iterations}};
}

/// What `work(span)` gives, within the span of a turn.
template <class Inputs, class Work>
TurnResult traced_turn(Runtime const& runtime, SpanParent const& parent, TurnOptions const& options,
                       Inputs const& inputs, Work const& work) {
  // P9.7-08: so that the turns of a conversation can be told apart.
  std::string const name = options.number ? fmt::format("turn {}", *options.number) : "turn";
  return traced(runtime.tracer, parent, {.name = name, .signature = turn_signature}, inputs, work, result_to_json);
}

}  // namespace

bool needs_approval(McpTool const& tool, std::string_view function) {
  if (!tool.approval_mode || tool.approval_mode->is_null()) return false;
  Json const& mode = *tool.approval_mode;
  if (!mode.is_object()) return approval_by_word(mode).value_or(true);
  if (std::optional<bool> const listed = approval_by_lists(mode, function)) return *listed;
  return approval_by_word(member_of(mode, "kind")).value_or(true);
}

conversation::Gate approval_gate(PromptyAgent const& agent, Approver approver) {
  if (!approver) {
    approver = [](ToolCall const&) {
      return conversation::Denial("the tool's approvalMode requires approval, and the host has no approval gate");
    };
  }
  return [tools = agent.tools, approver = std::move(approver)](std::vector<ToolCall> const& calls) {
    std::vector<conversation::Denial> decisions;
    for (ToolCall const& call : calls) {
      decisions.push_back(requires_approval(tools, call.name) ? approver(call) : conversation::Denial());
    }
    return decisions;
  };
}

TurnResult turn(PromptyAgent const& agent, Json const& inputs, TurnOptions const& options, Runtime const& runtime,
                SpanParent const& parent) {
  return traced_turn(
      runtime, parent, options, [&] { return call_inputs(agent, inputs, runtime.tracer); },
      [&](Span& span) { return prepare_and_run(agent, inputs, options, runtime, span); });
}

TurnResult turn(std::filesystem::path const& path, Json const& inputs, TurnOptions const& options,
                Runtime const& runtime, SpanParent const& parent) {
  return traced_turn(
      runtime, parent, options, [&] { return call_inputs(path, inputs); },
      [&](Span& span) {
        PromptyAgent const agent =
            reporting_failure(options, [&] { return traced_load(path, options.prompts, runtime, span.as_parent()); });
        return prepare_and_run(agent, inputs, options, runtime, span);
      });
}

TurnResult turn_from(PromptyAgent const& agent, std::vector<Message> conversation, Json const& inputs,
                     TurnOptions const& options, Runtime const& runtime, SpanParent const& parent) {
  return traced_turn(
      runtime, parent, options,
      [&] {
        return Json{{"agent", traced_agent(agent, runtime.tracer)},
                    {"messages", message_codec::write(conversation)},
                    {"inputs", inputs}};
      },
      [&](Span& span) {
        return run_turn(agent, std::move(conversation), inputs, requests_of(agent, options, runtime, span));
      });
}

std::future<TurnResult> turn_async(PromptyAgent agent, Json inputs, TurnOptions options, Runtime const& runtime,
                                   SpanParent const& parent) {
  return std::async(std::launch::async,
                    [agent = std::move(agent), inputs = std::move(inputs), options = std::move(options), &runtime,
                     parent] { return turn(agent, inputs, options, runtime, parent); });
}

}  // namespace prompty
