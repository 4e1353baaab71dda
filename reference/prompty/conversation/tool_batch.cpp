#include "prompty/conversation/tool_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <system_error>

#include "prompty/core/json_text.hpp"

namespace prompty::conversation {
namespace tool_failure {

std::string unknown_tool(std::string_view name, std::vector<std::string> const& known) {
  if (known.empty()) return fmt::format("Error: there is no tool '{}'; there are no tools at all", name);
  return fmt::format("Error: there is no tool '{}'; use one of these: {}", name, fmt::join(known, ", "));
}

std::string malformed_arguments(std::string_view name, std::string_view reason) {
  return fmt::format("Error: the arguments of '{}' are not JSON ({}); call it again with a JSON object", name, reason);
}

std::string unfit_arguments(std::string_view name, std::string_view misfit) {
  return fmt::format("Error: the arguments of '{}' do not fit its parameters: {}", name, misfit);
}

std::string failed(std::string_view name, std::string_view message) {
  return fmt::format("Error: Tool '{}' failed: {}", name, message);
}

std::string thrown(std::string_view name) {
  try {
    throw;
  } catch (std::exception const& error) {
    return failed(name, error.what());
  } catch (...) {
    return failed(name, "it threw what is no exception");
  }
}

std::string denied(std::string_view name, std::string_view reason) {
  return fmt::format("The call of '{}' was denied: {}", name, reason);
}

}  // namespace tool_failure

namespace {

struct Result {
  std::string text;
  bool is_error = false;
};

Result failure(std::string text) {
  return {.text = std::move(text), .is_error = true};
}

CallableTool const* find_tool(std::vector<CallableTool> const& tools, std::string const& name) {
  auto const found = std::ranges::find(tools, name, &CallableTool::name);
  return found == tools.end() ? nullptr : &*found;
}

std::vector<std::string> names_of(std::vector<CallableTool> const& tools) {
  std::vector<std::string> names;
  for (CallableTool const& tool : tools) names.push_back(tool.name);
  return names;
}

/// a call without any arguments can mean one thing only.
std::variant<Json, json_text::Failure> read_arguments(std::string const& text) {
  if (text.empty()) return Json::object();
  return json_text::parse_or_failure(text);
}

/// M3.2.1-02: arguments are parsed no sooner than here.
Result execute(std::vector<CallableTool> const& tools, std::size_t position, ToolCall const& call) {
  CallableTool const* const tool = find_tool(tools, call.name);
  if (tool == nullptr) return failure(tool_failure::unknown_tool(call.name, names_of(tools)));
  try {
    std::variant<Json, json_text::Failure> const read = read_arguments(call.arguments);
    if (json_text::Failure const* const malformed = std::get_if<json_text::Failure>(&read)) {
      // M3.2.1-04: the run goes on, and the model can write them again.
      return failure(tool_failure::malformed_arguments(call.name, malformed->reason));
    }
    Json const& arguments = std::get<Json>(read);
    std::optional<std::string> const misfit = tool->parameters ? tool->parameters->misfit(arguments) : std::nullopt;
    // M3.2.1-05: the tool may rely on its schema.
    if (misfit) return failure(tool_failure::unfit_arguments(call.name, *misfit));
    // M2-04, M3.2.1-03: it gets parsed arguments, whatever the provider.
    return {.text = tool->execute({.position = position, .call = call, .arguments = arguments})};
  } catch (...) {
    // M5-05: other calls go on.
    return failure(tool_failure::thrown(call.name));
  }
}

/// M4-05: there is a slot for each call before anything runs, and each is filled once.
class Batch {
 public:
  Batch(std::vector<ToolCall> const& calls, std::vector<CallableTool> const& tools)
      : calls_(calls), tools_(tools), slots_(calls.size()) {}

  void apply(Gate const& gate) {
    std::vector<Denial> const decisions = decisions_of(gate, calls_);
    for (std::size_t position = 0; position < calls_.size(); ++position) {
      // M4-06, M5-10: denied calls have their result now, and only approved ones are run.
      if (Denial const& denial = decisions[position]) {
        slots_[position] = failure(tool_failure::denied(calls_[position].name, *denial));
      } else {
        approved_.push_back(position);
      }
    }
  }

  void run(ToolExecution execution) {
    // M5-04, M5-07: concurrent unless the run or one of its tools is sequential.
    bool const is_parallel = execution == ToolExecution::parallel && approved_.size() > 1 && !calls_sequential_tool();
    for_each_concurrently(approved_.size(), is_parallel ? approved_.size() : 1, [this](std::size_t number) {
      std::size_t const position = approved_[number];
      slots_[position] = execute(tools_, position, calls_[position]);
    });
  }

  /// M3.3-01, M4-03, M5-08, M5-09: by place, so that nothing shows when or on which thread a call was done.
  [[nodiscard]] std::vector<StoredMessage> messages() && {
    std::vector<StoredMessage> messages;
    messages.reserve(calls_.size());
    for (std::size_t position = 0; position < calls_.size(); ++position) {
      // M1-04, M3.3-03, M4-02: the id of the call at the same place.
      // M4-04, M4.1-02, M7-03: ids are never compared, so that equal, empty or missing ones do no harm.
      messages.push_back({.turn = ToolTurn{.tool_call_id = calls_[position].id,
                                           // M3.3-02: no output is an empty text, not a missing message.
                                           .content = std::move(slots_[position].text),
                                           // M3.3-08, M3.3-09: for the display and for searches; neither is sent.
                                           .tool_name = calls_[position].name,
                                           .is_error = slots_[position].is_error}});
    }
    return messages;
  }

 private:
  /// M5-06, A-131: one such call makes the whole batch sequential.
  [[nodiscard]] bool calls_sequential_tool() const {
    return std::any_of(approved_.begin(), approved_.end(), [this](std::size_t position) {
      CallableTool const* const tool = find_tool(tools_, calls_[position].name);
      return tool != nullptr && tool->execution == ToolExecution::sequential;
    });
  }

  std::vector<ToolCall> const& calls_;
  std::vector<CallableTool> const& tools_;
  std::vector<Result> slots_;
  std::vector<std::size_t> approved_;
};

}  // namespace

std::vector<Denial> decisions_of(Gate const& gate, std::vector<ToolCall> const& calls) {
  std::vector<Denial> decisions = gate ? gate(calls) : std::vector<Denial>(calls.size());
  decisions.resize(calls.size(), "the approval gate gave no decision about it");
  return decisions;
}

void for_each_concurrently(std::size_t count, std::size_t threads,
                           std::function<void(std::size_t number)> const& execute) {
  std::atomic<std::size_t> next{0};
  auto const work = [&] {
    for (std::size_t number = next.fetch_add(1); number < count; number = next.fetch_add(1)) execute(number);
  };
  std::vector<std::future<void>> workers;
  try {
    while (workers.size() + 1 < threads) workers.push_back(std::async(std::launch::async, work));
  } catch (std::system_error const&) {
    // No more threads available: those that run, this one among them, do all of it.
  }
  work();
  for (std::future<void>& worker : workers) worker.get();
}

std::vector<StoredMessage> answer_calls(std::vector<ToolCall> const& calls, std::vector<CallableTool> const& tools,
                                        BatchOptions const& options) {
  // M5-01: one batch, several calls to one tool included.
  Batch batch(calls, tools);
  if (calls.empty()) return {};
  batch.apply(options.gate);
  batch.run(options.execution);
  return std::move(batch).messages();
}

}  // namespace prompty::conversation
