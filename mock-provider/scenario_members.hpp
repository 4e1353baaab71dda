#pragma once

#include <array>
#include <string_view>

/// Which members each object of a scenario may have. scenario.schema.json says the same; a test holds the two together.
namespace mock_provider::members {

inline constexpr std::array<std::string_view, 5> scenario{"$schema", "name", "description", "seed", "steps"};
inline constexpr std::array<std::string_view, 3> step{"match", "respond", "repeat"};
inline constexpr std::array<std::string_view, 5> match{"method", "path", "query", "headers", "body"};
inline constexpr std::array<std::string_view, 14> respond{"body",      "status",  "chunks",       "text",   "json",
                                                          "toolCalls", "refusal", "reasoning",    "usage",  "error",
                                                          "fault",     "headers", "finishReason", "delayMs"};
inline constexpr std::array<std::string_view, 3> tool_call{"id", "name", "arguments"};
inline constexpr std::array<std::string_view, 2> usage{"promptTokens", "completionTokens"};
inline constexpr std::array<std::string_view, 6> error{"status", "type", "code", "param", "message", "retryAfterMs"};
inline constexpr std::array<std::string_view, 5> fault{"kind", "afterBytes", "keepBytes", "status", "contentType"};

}  // namespace mock_provider::members
