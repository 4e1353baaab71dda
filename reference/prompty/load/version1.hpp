#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

/// What version 1 of the file format called things, and what they are called now (§2.3 to §2.9).
namespace prompty::version1 {

struct Renamed {
  std::string_view old_name;
  std::string_view new_name;
};

inline constexpr std::array model_members = {
    Renamed{"api", "apiType"},        Renamed{"configuration", "connection"},
    Renamed{"parameters", "options"}, Renamed{"name", "id"},
    Renamed{"deployment", "id"},
};

/// Of `configuration`; the first two stand beside the connection now.
inline constexpr std::array connection_members = {
    Renamed{"type", "provider"},     Renamed{"azure_deployment", "id"},
    Renamed{"deployment", "id"},     Renamed{"name", "id"},
    Renamed{"model", "id"},          Renamed{"azure_endpoint", "endpoint"},
    Renamed{"base_url", "endpoint"}, Renamed{"azure_api_key", "apiKey"},
    Renamed{"api_base", "endpoint"}, Renamed{"api_key", "apiKey"},
    Renamed{"key", "apiKey"},
};

/// Of `parameters`; every other member is one of `additionalProperties`.
inline constexpr std::array option_members = {
    Renamed{"max_tokens", "maxOutputTokens"},
    Renamed{"maxTokens", "maxOutputTokens"},
    Renamed{"max_completion_tokens", "maxOutputTokens"},
    Renamed{"max_output_tokens", "maxOutputTokens"},
    Renamed{"top_p", "topP"},
    Renamed{"top_k", "topK"},
    Renamed{"frequency_penalty", "frequencyPenalty"},
    Renamed{"presence_penalty", "presencePenalty"},
    Renamed{"stop", "stopSequences"},
    Renamed{"stop_sequences", "stopSequences"},
    Renamed{"parallel_tool_calls", "allowMultipleToolCalls"},
};

/// The options of §2.6.
inline constexpr std::array<std::string_view, 10> options = {"temperature",
                                                             "maxOutputTokens",
                                                             "topP",
                                                             "topK",
                                                             "frequencyPenalty",
                                                             "presencePenalty",
                                                             "seed",
                                                             "stopSequences",
                                                             "allowMultipleToolCalls",
                                                             "additionalProperties"};

/// The kinds of §2.7.
inline constexpr std::array<std::string_view, 10> property_kinds = {"string", "integer", "float", "boolean", "array",
                                                                    "object", "thread",  "image", "file",    "audio"};

/// The members of a property (§2.7).
inline constexpr std::array<std::string_view, 6> property_names = {"kind",    "description", "required",
                                                                   "default", "example",     "enumValues"};

/// Of an input, an output or a parameter.
inline constexpr std::array property_members = {
    Renamed{"type", "kind"},
    Renamed{"sample", "default"},
    Renamed{"is_required", "required"},
    Renamed{"enum", "enumValues"},
};

/// Names of kinds, of version 1 and of JSON Schema, and kinds that are like one of §2.7.
inline constexpr std::array kinds = {
    Renamed{"number", "float"}, Renamed{"double", "float"},      Renamed{"list", "array"}, Renamed{"dict", "object"},
    Renamed{"int", "integer"},  Renamed{"bool", "boolean"},      Renamed{"str", "string"}, Renamed{"text", "string"},
    Renamed{"map", "object"},   Renamed{"dictionary", "object"},
};

inline constexpr std::array providers = {
    Renamed{"azure_openai", "foundry"}, Renamed{"azure_openai_beta", "foundry"}, Renamed{"azure_beta", "foundry"},
    Renamed{"azure", "foundry"},        Renamed{"azure_serverless", "openai"},   Renamed{"azure_inference", "openai"},
    Renamed{"serverless", "openai"},
};

inline constexpr std::array apis = {
    Renamed{"completion", "chat"},
    Renamed{"embeddings", "embedding"},
    Renamed{"images", "image"},
};

inline constexpr std::array engines = {
    Renamed{"nunjucks", "jinja2"},
    Renamed{"jinja", "jinja2"},
};

/// What the tables say of a name; nothing when it is not in them.
template <std::size_t size>
[[nodiscard]] constexpr std::optional<std::string_view> renamed(std::array<Renamed, size> const& names,
                                                                std::string_view name) {
  for (Renamed const& one : names) {
    if (one.old_name == name) return one.new_name;
  }
  return std::nullopt;
}

/// Whether `name` is an option of §2.6.
[[nodiscard]] bool is_option(std::string_view name);

/// Whether `name` is a kind of §2.7.
[[nodiscard]] bool is_kind(std::string_view name);

/// Whether the mapping describes a property as version 1 did: by a `type` that is the name of a kind, without `kind`.
[[nodiscard]] bool is_typed_property(Json const& value);

/// Whether the mapping is a function in the form of a request or of version 1: without `kind`.
[[nodiscard]] bool is_old_tool(Json const& value);

/// A member that version 1 has, and where it belongs now; "" where it has no place.
struct Moved {
  std::string property_path;
  std::string place = {};
  /// A `type` that makes the mapping around it the default of an input, since nothing in that describes a property.
  bool makes_default = false;
};

/// The members of a frontmatter that only version 1 gives a meaning, each once, in the order of the file.
[[nodiscard]] std::vector<Moved> moved_members(Json const& frontmatter);

/// A member by which version 1 names a model: the first of `model.api`, `model.configuration` and `model.parameters`,
/// where no provider is set. Nothing for other files.
[[nodiscard]] std::optional<Moved> model_of_version_1(Json const& frontmatter);

}  // namespace prompty::version1
