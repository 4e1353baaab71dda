#include "cli/turn_setting.hpp"

#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "cli/given_inputs.hpp"
#include "cli/interruptible_work.hpp"
#include "cli/mcp_choices.hpp"
#include "cli/run_setup.hpp"
#include "cli/tool_choices.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty::cli {
namespace turn_setting_room {
namespace {

void warn_of_unhandled(PromptyAgent const& agent, ToolChoices const& choices, std::ostream& err) {
  for (std::string const& name : unhandled_tools(agent, chosen_handlers(agent, choices, {}))) {
    err << fmt::format("prompty: warning: nothing carries out the tool {0}; give it a command with --tool {0}=…\n",
                       name);
  }
}

/// What the thread that takes a turn owns, so that it may be left behind.
struct Work {
  std::shared_ptr<TurnSetting const> setting;
  TurnStart start;
  TurnOptions options;
  std::shared_ptr<TurnDisplay> display;
  std::optional<TurnResult> result = std::nullopt;
};

TurnOptions options_of(TurnSetting const& setting, TurnStart const& start,
                       std::shared_ptr<TurnDisplay> const& display) {
  TurnOptions options;
  options.max_iterations = setting.turn.max_iterations;
  options.tool_execution =
      setting.turn.sequential ? conversation::ToolExecution::sequential : conversation::ToolExecution::parallel;
  options.delivery = setting.run.stream ? Delivery::streamed : Delivery::whole;
  options.tools = chosen_handlers(setting.agent, setting.turn.tools, options.cancellation);
  options.gate = approval_gate(setting.approvals, setting.turn.tools.approve, start.consent);
  options.on_event = [display](Event const& event) { display->show(event); };
  return options;
}

TurnResult taken(Work const& work, SpanParent const& parent) {
  TurnSetting const& setting = *work.setting;
  if (!work.start.conversation) return turn(setting.agent, setting.inputs, work.options, *setting.runtime, parent);
  return turn_from(setting.agent, *work.start.conversation, setting.inputs, work.options, *setting.runtime, parent);
}

void take(Work& work) {
  TurnSetting const& setting = *work.setting;
  std::string const name = name_of_prompt(setting.run.prompt);
  work.result = traced(
      setting.runtime->tracer, {}, {.name = name, .signature = work.start.signature},
      [&] {
        return Json{{"file", setting.run.prompt.file}, {"inputs", setting.inputs}};
      },
      [&](Span& span) { return taken(work, span.as_parent()); },
      [](TurnResult const& result) { return outcome_to_json(result.outcome); });
}

}  // namespace
}  // namespace turn_setting_room

std::shared_ptr<TurnSetting const> turn_setting(RunChoices const& run, TurnChoices const& turn, std::ostream& err) {
  std::shared_ptr<TurnSetting> const setting = std::make_shared<TurnSetting>();
  setting->run = run;
  setting->turn = turn;
  setting->agent = with_connection(loaded_agent(run.prompt), run);
  setting->inputs = given_inputs(setting->agent, run.prompt.inputs);
  setting->runtime = runtime_for(run, err);
  add_chosen_servers(setting->agent, *setting->runtime, turn.tools);
  setting->approvals = watch_offers(*setting->runtime->tools);
  turn_setting_room::warn_of_unhandled(setting->agent, turn.tools, err);
  return setting;
}

std::optional<TurnResult> take_turn(std::shared_ptr<TurnSetting const> const& setting, TurnStart start,
                                    Console const& console) {
  std::shared_ptr<turn_setting_room::Work> const work = std::make_shared<turn_setting_room::Work>();
  work->setting = setting;
  work->display = std::make_shared<TurnDisplay>(printing_of(setting->run), console.out, console.err);
  work->options = turn_setting_room::options_of(*setting, start, work->display);
  work->start = std::move(start);
  Ending ending = Ending::interrupted;
  try {
    ending =
        do_interruptibly([work] { turn_setting_room::take(*work); }, work->options.cancellation, console.interrupts);
  } catch (...) {
    work->display->close();
    throw;
  }
  if (ending == Ending::done) work->display->finish(work->result->outcome);
  work->display->close();
  return ending == Ending::done ? std::move(work->result) : std::nullopt;
}

}  // namespace prompty::cli
