#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/scenario.hpp"

/// Which members each object of a scenario may have. scenario.schema.json says the same; a test holds the two together.
namespace mock_provider::members {

inline constexpr std::array<std::string_view, 9> scenario{"$schema", "name",   "description",       "seed",   "steps",
                                                          "mcp",     "admits", "sequencePerHeader", "letsOut"};
inline constexpr std::array<std::string_view, 2> lets_out{"items", "patienceMs"};
inline constexpr std::array<std::string_view, 3> step{"match", "respond", "repeat"};
inline constexpr std::array<std::string_view, 12> match{
    "method",          "path",          "query",      "headers",      "body",        "model",
    "lastUserMessage", "systemMessage", "toolResult", "resultOfTool", "offeredTool", "turn"};
inline constexpr std::array<std::string_view, 5> text_pattern{"equals", "contains", "regex", "ignoreCase", "anyOf"};
inline constexpr std::array<std::string_view, 23> respond{
    "body",  "status",    "chunks", "text",    "json",         "toolCalls", "refusal",      "reasoning",
    "usage", "error",     "fault",  "headers", "finishReason", "delayMs",   "chunkDelayMs", "chunkBy",
    "hold",  "embedding", "image",  "letters", "usual",        "raw",       "verbatim"};
inline constexpr std::array<std::string_view, 2> reasoning{"text", "form"};
inline constexpr std::array<std::string_view, 5> raw{"status", "contentType", "text", "base64", "events"};
inline constexpr std::array<std::string_view, 3> image{"url", "b64Json", "revisedPrompt"};
inline constexpr std::array<std::string_view, 4> tool_call{"id", "name", "arguments", "input"};
inline constexpr std::array<std::string_view, 2> usage{"promptTokens", "completionTokens"};
inline constexpr std::array<std::string_view, 6> error{"status", "type", "code", "param", "message", "retryAfterMs"};
inline constexpr std::array<std::string_view, 13> fault{"kind",    "afterBytes",  "afterFrames", "end",   "keepBytes",
                                                        "status",  "contentType", "line",        "error", "bytes",
                                                        "everyMs", "inside",      "firstBytes"};
inline constexpr std::array<std::string_view, 3> mcp{"name", "pageSize", "tools"};
inline constexpr std::array<std::string_view, 7> mcp_tool{"name",         "title",       "description", "inputSchema",
                                                          "outputSchema", "annotations", "result"};
inline constexpr std::array<std::string_view, 4> mcp_result{"text", "content", "structuredContent", "isError"};

}  // namespace mock_provider::members

namespace mock_provider::pace_form {

/// Reads the members of a step's `respond` that say when, in which pieces and in which letters its answer comes:
/// `delayMs`, `chunkDelayMs`, `chunkBy`, `hold`, `letters`. Throws ScenarioError.
void read(ClosedObject const& respond, Response& response);

}  // namespace mock_provider::pace_form

namespace mock_provider::error_form {

/// The typed form of the member `error` of an object. Throws ScenarioError.
[[nodiscard]] ProviderError decode(ClosedObject const& outer);

}  // namespace mock_provider::error_form

namespace mock_provider::completion_form {

/// Whether a `respond` is a short form: has text, json, toolCalls, refusal, reasoning, embedding or image.
[[nodiscard]] bool is_in(ClosedObject const& respond);

/// What a short form has the model say. Throws ScenarioError for the first member that is not well formed.
[[nodiscard]] Completion decode(ClosedObject const& respond);

}  // namespace mock_provider::completion_form

namespace mock_provider::fault_form {

/// The typed form of the member `fault` of a step's `respond`. Throws ScenarioError.
[[nodiscard]] Fault decode(ClosedObject const& respond);

/// Throws ScenarioError for a fault of streams beside a whole answer, the member `form` of the same `respond`.
void require_fit_for_whole(ClosedObject const& respond, Fault const& fault, std::string_view form);

}  // namespace mock_provider::fault_form

namespace mock_provider::respond_form {

/// The typed form of a step's `respond`, which has exactly one of `body`, `chunks`, `raw`, a short form (`text`,
/// `json`, `toolCalls`, `refusal`, `reasoning`) and `error`, or none of them beside a `fault`. `pointer` is where it
/// stands. Throws ScenarioError.
[[nodiscard]] Response decode(Json const& value, std::string const& pointer);

}  // namespace mock_provider::respond_form
