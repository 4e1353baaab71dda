#pragma once

#include <array>
#include <string_view>

/// Which members each object of a scenario may have. scenario.schema.json says the same; a test holds the two together.
namespace mock_provider::members {

inline constexpr std::array<std::string_view, 8> scenario{"$schema", "name", "description", "seed",
                                                          "steps",   "mcp",  "admits",      "sequencePerHeader"};
inline constexpr std::array<std::string_view, 3> step{"match", "respond", "repeat"};
inline constexpr std::array<std::string_view, 12> match{
    "method",          "path",          "query",      "headers",      "body",        "model",
    "lastUserMessage", "systemMessage", "toolResult", "resultOfTool", "offeredTool", "turn"};
inline constexpr std::array<std::string_view, 5> text_pattern{"equals", "contains", "regex", "ignoreCase", "anyOf"};
inline constexpr std::array<std::string_view, 21> respond{
    "body",         "status",  "chunks", "text",      "json",    "toolCalls",    "refusal",
    "reasoning",    "usage",   "error",  "fault",     "headers", "finishReason", "delayMs",
    "chunkDelayMs", "chunkBy", "hold",   "embedding", "image",   "letters",      "usual"};
inline constexpr std::array<std::string_view, 3> image{"url", "b64Json", "revisedPrompt"};
inline constexpr std::array<std::string_view, 3> tool_call{"id", "name", "arguments"};
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
