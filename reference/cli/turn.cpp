#include "cli/turn.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/trace/sinks.hpp"

namespace prompty::cli {
namespace {

constexpr std::size_t max_shown = 200;

std::string shortened(std::string_view text) {
  if (utf8::first_invalid_byte(text)) return fmt::format("({} bytes that are no text)", text.size());
  std::size_t const end = offset_of_code_point(text, max_shown);
  std::string const shown = printable(text.substr(0, end));
  return end == text.size() ? shown : shown + "…";
}

std::string masked(Json const& value) {
  return shortened(json_text::dump(redacted("", value)));
}

conversation::Denial denial_of(ToolCall const& call, std::string const& approve, Consent const& consent) {
  if (approve == "always") return std::nullopt;
  if (approve == "never") return "the user allows no calls that need approval";
  if (!consent) return "the call needs approval, and there is no terminal to ask for it";
  if (consent(call)) return std::nullopt;
  return "the user denied the call";
}

void warn_of_unhandled(PromptyAgent const& agent, ToolChoices const& choices, std::ostream& err) {
  for (std::string const& name : unhandled_tools(agent, chosen_handlers(agent, choices, {}))) {
    err << fmt::format("prompty: warning: nothing carries out the tool {0}; give it a command with --tool {0}=…\n",
                       name);
  }
}

TurnOptions options_of(TurnContext const& setting, TurnStart const& start,
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

TurnResult run_turn(TurnContext const& setting, TurnStart const& start, TurnOptions const& options) {
  std::string const name = name_of_prompt(setting.run.prompt);
  return traced(
      setting.runtime->tracer, {}, {.name = name, .signature = start.signature},
      [&] {
        return Json{{"file", setting.run.prompt.file}, {"inputs", setting.inputs}};
      },
      [&](Span& span) {
        return start.conversation ? turn_from(setting.agent, *start.conversation, setting.inputs, options,
                                              *setting.runtime, span.as_parent())
                                  : turn(setting.agent, setting.inputs, options, *setting.runtime, span.as_parent());
      },
      [](TurnResult const& result) { return outcome_to_json(result.outcome); });
}

}  // namespace

void TurnDisplay::show(Event const& event) {
  std::lock_guard<std::mutex> const lock(mutex_);
  if (is_closed_) return;
  match(
      event, [&](TokenEvent const& token) { show_piece(token.text); },
      [&](ToolCallStartEvent const& start) { note(call_line(start.call)); },
      [&](ToolResultEvent const& end) { note(result_line(end.call.name, end.result)); },
      [&](StatusEvent const& status) { note("· " + shortened(status.message)); },
      [&](CompactionCompleteEvent const& compaction) {
        note(fmt::format("· {} older messages no longer fit and were left out", compaction.removed));
      },
      [](auto const&) {});
}

void TurnDisplay::close() {
  std::lock_guard<std::mutex> const lock(mutex_);
  answer_.end();
  is_closed_ = true;
}

void TurnDisplay::finish(Outcome const& outcome) {
  std::lock_guard<std::mutex> const lock(mutex_);
  answer_.end();
  if (has_shown_pieces_ && printing_ == Printing::plain) return;
  print_outcome(outcome, printing_, out_);
  out_ << std::flush;
}

void TurnDisplay::show_piece(std::string const& piece) {
  if (piece.empty()) return;
  has_shown_pieces_ = true;
  if (printing_ == Printing::plain) return answer_.add(piece);
  out_ << json_text::dump(piece) << '\n' << std::flush;
}

void TurnDisplay::note(std::string const& line) {
  answer_.end();
  err_ << line << '\n' << std::flush;
}

std::string call_line(ToolCall const& call) {
  // nothing written is nothing passed.
  bool const says_nothing = utf8::trimmed(call.arguments, " \t\r\n").empty();
  std::optional<Json> const arguments = says_nothing ? Json::object() : json_text::parse(call.arguments);
  std::string const shown =
      arguments ? masked(*arguments) : fmt::format("({} bytes that are no JSON)", call.arguments.size());
  return fmt::format("→ {} {}", shortened(call.name), shown);
}

std::string result_line(std::string_view tool, ToolResult const& result) {
  std::string const words = text(result);
  std::optional<Json> const value = json_text::parse(words);
  bool const may_hold_secrets = value && value->is_structured();
  std::string line = fmt::format("← {} {}", shortened(tool), may_hold_secrets ? masked(*value) : shortened(words));
  auto const others = std::ranges::count_if(
      result.parts, [](ContentPart const& part) { return !std::holds_alternative<TextPart>(part); });
  if (others > 0) line += fmt::format(" (and {} beside the text)", others);
  return line;
}

bool confirm_call(LineReader& lines, ToolCall const& call, Secrets const& secrets) {
  std::variant<std::string, LineEnd> const answer =
      lines.read("May this be called? " + secrets.masked(call_line(call)) + " [y/N] ");
  std::string const* const line = std::get_if<std::string>(&answer);
  return line != nullptr && (*line == "y" || *line == "Y" || *line == "yes");
}

std::shared_ptr<Approvals> watch_offers(ToolRegistry& tools) {
  std::shared_ptr<Approvals> approvals = std::make_shared<Approvals>();
  std::shared_ptr<ToolDiscovery const> const discovery = tools.discoveries.find("mcp");
  if (!discovery) return approvals;
  tools.discoveries.add(
      "mcp", std::make_shared<ToolDiscovery const>([discovery, approvals](Tool const& tool, PromptyAgent const& agent) {
        DiscoveredTools offered = (*discovery)(tool, agent);
        approvals->note(tool, offered.functions);
        return offered;
      }));
  return approvals;
}

conversation::Gate approval_gate(std::shared_ptr<Approvals const> approvals, std::string approve, Consent consent) {
  return [approvals = std::move(approvals), approve = std::move(approve),
          consent = std::move(consent)](std::vector<ToolCall> const& calls) {
    std::vector<conversation::Denial> denials;
    for (ToolCall const& call : calls) {
      bool const may_pass = !approvals->are_needed(call.name);
      denials.push_back(may_pass ? std::nullopt : denial_of(call, approve, consent));
    }
    return denials;
  };
}

std::shared_ptr<TurnContext const> make_turn_context(RunChoices const& run, TurnChoices const& turn,
                                                     std::ostream& err) {
  std::shared_ptr<TurnContext> const setting = std::make_shared<TurnContext>();
  setting->run = run;
  setting->turn = turn;
  setting->agent = agent_to_send(run, err);
  setting->inputs = given_inputs(setting->agent, run.prompt.inputs);
  setting->runtime = runtime_for(run, err);
  add_chosen_servers(setting->agent, *setting->runtime, turn.tools);
  setting->approvals = watch_offers(*setting->runtime->tools);
  warn_of_unhandled(setting->agent, turn.tools, err);
  return setting;
}

std::optional<TurnResult> take_turn(std::shared_ptr<TurnContext const> const& setting, TurnStart const& start,
                                    Console const& console) {
  // Shared with the thread that takes the turn, so that it may be left behind.
  std::shared_ptr<TurnDisplay> const display =
      std::make_shared<TurnDisplay>(printing_of(setting->run), console.out, console.err);
  std::shared_ptr<std::optional<TurnResult>> const result = std::make_shared<std::optional<TurnResult>>();
  TurnOptions const options = options_of(*setting, start, display);
  Ending ending = Ending::interrupted;
  try {
    ending = run_interruptibly([setting, start, options, result] { *result = run_turn(*setting, start, options); },
                               options.cancellation, console.interrupts);
  } catch (...) {
    display->close();
    throw;
  }
  if (ending == Ending::done) display->finish((*result)->outcome);
  display->close();
  return ending == Ending::done ? std::move(*result) : std::nullopt;
}

}  // namespace prompty::cli
