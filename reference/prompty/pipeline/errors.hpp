#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

// The first place is the name of the tool.
inline constexpr Wording<ValueError, std::string_view, std::string_view> not_a_prompty_tool{
    "Tool '{}': only tools of kind 'prompty' name a child prompt, and this one has kind '{}'; register another handler "
    "for that kind",
    "P11.2-22"};
inline constexpr Wording<ValueError, std::string_view> child_prompt_without_path{
    "Tool '{}': a tool of kind 'prompty' needs the path of a .prompty file", "P2.9-08"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> child_prompt_outside{
    "Tool '{}': {} is outside the folder of the prompt; move the file below that folder", "P2.9.2-02"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> prompt_calls_itself{
    "Tool '{}': {} is already running further out, so that prompts would call each other without end; take the tool "
    "out of one of them",
    "P2.9.2-07"};
inline constexpr Wording<ValueError, std::string_view, int> prompts_too_deep{
    "Tool '{}': {} prompts are running inside each other already, and more may not be; have fewer call each other",
    "P2.9.2-07"};
inline constexpr Wording<ValueError, std::string_view> custom_tool_without_parameters{
    "Tool '{}': its parameters are unknown; register a handler that has some under that name with register_tool",
    "P7.1.3-11"};
inline constexpr Wording<ValueError, std::string_view> no_function_callable{
    "No callable registered for function tool: {}; register one under that name with register_tool", "P11.2-21"};
inline constexpr Wording<NotImplementedError, std::string_view, std::string_view> tool_kind_not_supported{
    "Tool '{}': calls of tools of kind '{}' cannot be carried out by this version; register a handler with "
    "register_tool_handler, or one for the tool with register_tool",
    "P11.2-26"};
inline constexpr Wording<ValueError, std::string_view> duplicate_tool_handler{
    "Duplicate tool handler: {}; give bind_tools() one for each name", "P11.5-03"};
/// The second place lists the names of the functions that the agent declares.
inline constexpr Wording<ValueError, std::string_view, std::string_view> undeclared_tool_handler{
    "Tool handler '{}' has no matching declaration in agent.tools. Declared function tools: {}. Declare it in the "
    ".prompty file, or correct the name",
    "P11.5-04"};

inline constexpr Wording<ValueError, std::string_view> inputs_not_json{
    "inputs must be the text of a JSON object, such as {{\"country\": \"France\"}}: {}"};

/// Recorded where a stream was abandoned by its reader; it is never thrown.
inline constexpr Wording<CancelledError> stream_abandoned{"The stream was let go of before its end"};
/// The URL has no secrets in it any more.
inline constexpr Wording<RuntimeError, std::string_view, int, std::string_view> spans_refused{
    "The collector at {} did not take the spans: status {}: {}; see whether it takes OTLP as JSON over HTTP at that "
    "address"};

}  // namespace prompty::errors
