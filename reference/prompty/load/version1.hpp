#pragma once

#include <array>
#include <optional>
#include <span>
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

/// Of `configuration`: what stands beside the connection now.
inline constexpr std::array beside_connection = {
    Renamed{"type", "provider"}, Renamed{"provider", "provider"}, Renamed{"azure_deployment", "id"},
    Renamed{"deployment", "id"}, Renamed{"name", "id"},           Renamed{"model", "id"},
    Renamed{"id", "id"},
};

/// Of `configuration`, and of the connection.
inline constexpr std::array connection_members = {
    Renamed{"azure_endpoint", "endpoint"}, Renamed{"base_url", "endpoint"}, Renamed{"api_base", "endpoint"},
    Renamed{"azure_api_key", "apiKey"},    Renamed{"api_key", "apiKey"},    Renamed{"key", "apiKey"},
};

/// Those of them that no connection of today has for something else.
inline constexpr std::array unmistakable_of_connection = {
    Renamed{"azure_endpoint", "endpoint"}, Renamed{"base_url", "endpoint"}, Renamed{"api_base", "endpoint"},
    Renamed{"azure_api_key", "apiKey"},    Renamed{"api_key", "apiKey"},
};

/// What to write where a model names no provider.
constexpr std::string_view provider_hint(bool is_mapping) {
  return is_mapping ? "write model.provider, for example openai"
                    : "write model.id and model.provider, for example openai";
}

/// The providers that are served.
inline constexpr std::array<std::string_view, 4> served = {"openai", "anthropic", "azure", "foundry"};

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

/// Words that are hardly anything else than the name of a kind.
inline constexpr std::array<std::string_view, 9> words_of_kinds = {"string", "integer", "float", "boolean", "array",
                                                                   "object", "number",  "int",   "bool"};

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
[[nodiscard]] constexpr std::optional<std::string_view> renamed(std::span<Renamed const> names, std::string_view name) {
  for (Renamed const& one : names) {
    if (one.old_name == name) return one.new_name;
  }
  return std::nullopt;
}

/// Whether `name` is an option of §2.6.
[[nodiscard]] bool is_option(std::string_view name);

/// Whether requests are sent to a provider of that name without anything registered.
[[nodiscard]] bool is_provider(std::string_view name);

/// Whether it is the name of a provider, of today or of version 1.
[[nodiscard]] bool names_provider(std::string_view name);

/// Whether `name` is a kind of §2.7.
[[nodiscard]] bool is_kind(std::string_view name);

/// Whether `word` is hardly anything else than the name of a kind.
[[nodiscard]] bool is_word_of_kind(std::string_view word);

/// The kind of §2.7 that a word names, in letters of any case; nothing when it names none.
[[nodiscard]] std::optional<std::string_view> kind_meant_by(std::string_view word);

/// Whether the value is a JSON Schema whose properties were meant, not a mapping of properties.
[[nodiscard]] bool is_schema_of_properties(Json const& value);

/// Whether the mapping describes a property as version 1 did: by a `type` that is the name of a kind, without `kind`.
[[nodiscard]] bool is_typed_property(Json const& value);

/// Whether the mapping describes a property as today: by a `kind` of §2.7.
[[nodiscard]] bool is_property_of_today(Json const& value);

/// Whether the mapping is a tool in the form of a request or of version 1: without `kind`.
[[nodiscard]] bool is_old_tool(Json const& value);

/// A member that version 1 has, and where it belongs now; "" where it has no place.
struct Moved {
  enum class Manner {
    /// It has no meaning in its place.
    ignored,
    /// A `type` that makes the mapping around it the default of an input, since nothing in that describes a property.
    makes_default,
    /// The `type` of a JSON Schema, which makes inputs or outputs of the schema's own members.
    makes_schema,
    /// Its members are in another file, and `migrate` does not see them.
    is_elsewhere,
  };

  std::string property_path;
  std::string place = {};
  Manner manner = Manner::ignored;
  /// Whether what it stands in is in the form of today.
  bool is_slip = false;
};

/// The members of a frontmatter that only version 1 gives a meaning, each once, in the order of the file.
[[nodiscard]] std::vector<Moved> moved_members(Json const& frontmatter);

/// Whether the file is of version 1: it has such members that are no slips in the form of today.
[[nodiscard]] bool is_of_version_1(Json const& frontmatter);

/// A member that shows why no provider is set: the first of `model.configuration`, `model.api` and `model.parameters`,
/// or else the first member of version 1. Nothing for other files, and where a provider is set.
[[nodiscard]] std::optional<Moved> model_of_version_1(Json const& frontmatter);

}  // namespace prompty::version1
