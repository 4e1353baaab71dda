#include "prompty/agent/dispatch.hpp"

#include <algorithm>

#include "prompty/agent/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty {
namespace {

constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view fence = "```";

/// P9.3-01: models like to write their arguments as Markdown.
std::string_view without_fence(std::string_view text) {
  std::string_view inside = utf8::trimmed(text, blanks);
  if (!inside.starts_with(fence)) return text;
  inside.remove_prefix(fence.size());
  // The name of the language, such as json.
  while (!inside.empty() && utf8::is_letter(inside.front())) inside.remove_prefix(1);
  inside = utf8::trimmed(inside, blanks);
  if (inside.ends_with(fence)) inside.remove_suffix(fence.size());
  return utf8::trimmed(inside, blanks);
}

/// Tracks whether the characters of JSON, given one after the other, are inside a string.
class StringScanner {
 public:
  /// Whether `character` belongs to a string, its quotes included.
  bool takes(char character) {
    if (!inside_) {
      inside_ = character == '"';
      return inside_;
    }
    bool const escaped = std::exchange(escaped_, false);
    if (escaped) return true;
    escaped_ = character == '\\';
    inside_ = character != '"';
    return true;
  }

 private:
  bool inside_ = false;
  bool escaped_ = false;
};

/// P9.3-02: from the first brace to the one that closes it, whatever is around it; without one the whole text.
std::string_view first_block(std::string_view text) {
  std::size_t const start = text.find('{');
  if (start == std::string_view::npos) return text;
  StringScanner scanner;
  std::size_t depth = 0;
  for (std::size_t index = start; index < text.size(); ++index) {
    char const character = text[index];
    // P9.3-03: a brace in a string opens and closes nothing.
    if (scanner.takes(character)) continue;
    if (character == '{') ++depth;
    if (character == '}' && --depth == 0) return text.substr(start, index - start + 1);
  }
  return text;
}

bool closes_behind(std::string_view text, std::size_t comma) {
  std::size_t const next = text.find_first_not_of(blanks, comma + 1);
  return next != std::string_view::npos && (text[next] == '}' || text[next] == ']');
}

std::string without_trailing_commas(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  StringScanner scanner;
  for (std::size_t index = 0; index < text.size(); ++index) {
    // P9.3-04: a comma in a string is data, even in front of a bracket.
    bool const in_string = scanner.takes(text[index]);
    if (in_string || text[index] != ',' || !closes_behind(text, index)) kept += text[index];
  }
  return kept;
}

/// P9.3-06: what a list or a number is meant to be can only be guessed, so the model has to write it again.
std::variant<ReadArguments, MalformedArguments> object_or_unreadable(Json value, std::string_view ignored) {
  if (value.is_object()) return ReadArguments{.arguments = std::move(value), .ignored = ignored};
  return MalformedArguments{"they are " + describe_json(value) + ", not an object"};
}

bool names_an_input(Json const& value) {
  return value.size() == 1 && value.contains("input") && value["input"].is_string();
}

/// The input that a binding names since edition 2026-08 (P4.12-05); nothing for a value of another form.
std::optional<std::string> input_of(Json const& value) {
  if (value.is_string()) return value.get<std::string>();
  if (names_an_input(value)) return value["input"].get<std::string>();
  return std::nullopt;
}

Json with_inputs(Json arguments, Tool const& tool, Json const& inputs) {
  json_text::ObjectBuilder bound(std::move(arguments));
  for (auto const& [parameter, value] : tool.bindings.items()) {
    std::optional<std::string> const input = input_of(value);
    // what names no input is a value.
    if (!input) bound.set(parameter, value);
    // P2.9.1-08, P2.9.1-09, P2.9.1-10: only an input that is there, but then whatever it is and whatever the model
    // gave.
    if (input && inputs.contains(*input)) bound.set(parameter, inputs[*input]);
  }
  return bound.take();
}

Json const& value_of_input(Json const& value, std::string const& parameter, Tool const& tool, Json const& inputs) {
  std::string const& input = value["input"].get_ref<std::string const&>();
  if (!inputs.contains(input)) throw errors::bound_input_missing(tool.name, parameter, input);
  return inputs[input];
}

bool offers(Tool const& tool, std::string_view function) {
  if (!tool.offered) return false;
  bool const is_offered = std::ranges::find(*tool.offered, function, &ToolDefinition::name) != tool.offered->end();
  return is_offered && allows(tool, function);
}

template <class Predicate>
Tool const* first_of(std::vector<Tool> const& tools, Predicate const& holds) {
  std::vector<Tool>::const_iterator const found = std::find_if(tools.begin(), tools.end(), holds);
  return found == tools.end() ? nullptr : &*found;
}

std::shared_ptr<KindHandler const> kind_handler_for(Tool const& tool, ToolRegistry const& tools) {
  // P11.2-03, P11.2-16: the kind alone decides; a handler from outside is found like a built-in one.
  std::shared_ptr<KindHandler const> exact = tools.kinds.find(kind_of(tool));
  bool const is_custom = std::holds_alternative<CustomTool>(tool.details);
  return exact == nullptr && is_custom ? tools.kinds.find("*") : exact;
}

}  // namespace

bool Dispatched::operator==(Dispatched const&) const = default;

std::variant<ReadArguments, MalformedArguments> repaired_arguments(std::string_view text) {
  // P9.3-07: nothing written is nothing passed.
  if (utf8::trimmed(text, blanks).empty()) return ReadArguments{.arguments = Json::object()};
  std::variant<Json, json_text::Failure> as_is = json_text::parse_or_failure(text);
  if (Json* const value = std::get_if<Json>(&as_is)) return object_or_unreadable(std::move(*value), "");

  // P9.3-09: the descriptions are for a warning.
  std::string_view const inside = without_fence(text);
  if (std::optional<Json> value = json_text::parse(inside)) {
    return object_or_unreadable(std::move(*value), "the code fence around them");
  }
  std::string_view const block = first_block(inside);
  if (std::optional<Json> value = json_text::parse(block)) {
    return object_or_unreadable(std::move(*value), "the text around the first object");
  }
  if (std::optional<Json> value = json_text::parse(without_trailing_commas(block))) {
    return object_or_unreadable(std::move(*value), "commas before closing brackets");
  }
  return MalformedArguments{std::get<json_text::Failure>(as_is).reason};
}

Json parsed_arguments(std::string_view function, std::string const& text) {
  if (utf8::trimmed(text, blanks).empty()) return Json::object();
  std::variant<Json, json_text::Failure> read = json_text::parse_or_failure(text);
  if (json_text::Failure const* const failure = std::get_if<json_text::Failure>(&read)) {
    throw errors::arguments_not_json(function, failure->reason);
  }
  return std::get<Json>(std::move(read));
}

Json with_bindings(Json arguments, Tool const& tool, Json const& inputs, Profile profile, Edition edition) {
  if (tool.bindings.empty()) return arguments;
  if (bindings_name_inputs(edition)) return with_inputs(std::move(arguments), tool, inputs);
  json_text::ObjectBuilder bound(std::move(arguments));
  for (auto const& [parameter, value] : tool.bindings.items()) {
    bool const is_input = profile == Profile::live && names_an_input(value);
    // P2.9.1-01: of any type, and as the file has it; only the live profile looks inside.
    bound.set(parameter, is_input ? value_of_input(value, parameter, tool, inputs) : value);
  }
  return bound.take();
}

Tool const* tool_for(PromptyAgent const& agent, std::string_view function) {
  Tool const* const offering = first_of(agent.tools, [&](Tool const& tool) { return offers(tool, function); });
  if (offering != nullptr) return offering;
  return first_of(agent.tools, [&](Tool const& tool) { return tool.name == function; });
}

Dispatched dispatch(Tool const& tool, Json arguments, PromptyAgent const& agent, Json const& inputs,
                    CallSetting const& setting, ToolRegistry const& tools, Profile profile, Edition edition) {
  CallSetting own_setting = setting;
  if (own_setting.function.empty()) own_setting.function = tool.name;
  std::string const& function = own_setting.function;
  if (!arguments.is_object()) throw errors::arguments_not_an_object(function, describe_json(arguments));

  // P2.9.1-04, P2.9.1-08: before it is clear which layer serves the call, so that both get the same.
  Json received = with_bindings(std::move(arguments), tool, inputs, profile, edition);
  // P11.2-02, P11.2-20: whatever the kind of the tool, so that a user can replace any tool by a function.
  if (std::shared_ptr<ToolHandler const> const named = tools.names.find(function)) {
    // P11.2-17: a function of the user knows nothing of agents.
    HandlerResult result = named->call(received);
    return {.result = std::move(result), .served_by = ServedBy::name, .received = std::move(received)};
  }
  if (std::shared_ptr<KindHandler const> const general = kind_handler_for(tool, tools)) {
    // P11.2-18: one handler serves many tools, so it needs to know which one and of which agent.
    HandlerResult result = (*general)(tool, received, agent, inputs, own_setting);
    return {.result = std::move(result), .served_by = ServedBy::kind, .received = std::move(received)};
  }
  throw errors::no_tool_handler(function, kind_of(tool));
}

}  // namespace prompty
