#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "prompty/core/describe.hpp"

namespace prompty {

/// One input, output or tool parameter. `kind` is open: which kinds mean something is decided where they are used.
/// The last five members say what an array, an object or a union holds (§4.12); files have them since edition 2026-08.
struct Property {
  std::string name;
  std::string kind = "string";
  std::optional<std::string> description = std::nullopt;
  std::optional<bool> required = std::nullopt;
  std::optional<Json> default_value = std::nullopt;
  std::optional<Json> example = std::nullopt;
  std::vector<Json> enum_values = {};
  std::optional<bool> nullable = std::nullopt;
  /// Of an array: what each item is, a property without a name. One or none: its own type is not complete here.
  std::vector<Property> items = {};
  /// Of an object, in the order of the file.
  std::vector<Property> properties = {};
  /// Of a union, properties without names: one of them fits, or at least one. A schema needs exactly one of the lists
  /// (P7.10-03).
  std::vector<Property> one_of = {};
  std::vector<Property> any_of = {};

  // clang 14 crashes when it has to find out by itself whether a type that holds itself is compared without exceptions.
  bool operator==(Property const&) const noexcept(false);
};

// every field of a connection is optional: one without it can be loaded and shown; its use demands the field.

/// An endpoint (a URL) and the key that is sent to it (§2.5).
struct KeyConnection {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> api_key = std::nullopt;

  bool operator==(KeyConnection const&) const = default;
};

/// A client that the application has registered under this name.
struct ReferenceConnection {
  std::optional<std::string> name = std::nullopt;

  bool operator==(ReferenceConnection const&) const = default;
};

/// A server that is reached with a bearer token.
struct RemoteConnection {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> target = std::nullopt;

  bool operator==(RemoteConnection const&) const = default;
};

/// An endpoint that takes requests without credentials.
struct AnonymousConnection {
  std::optional<std::string> endpoint = std::nullopt;

  bool operator==(AnonymousConnection const&) const = default;
};

/// A Foundry project, reached with a bearer token.
struct FoundryConnection {
  std::optional<std::string> endpoint = std::nullopt;

  bool operator==(FoundryConnection const&) const = default;
};

/// An endpoint that takes bearer tokens of OAuth.
struct OAuthConnection {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> authentication_mode = std::nullopt;

  bool operator==(OAuthConnection const&) const = default;
};

/// A connection of a kind that the specification does not list, or of none (""), with its other members as written.
struct UnknownConnection {
  std::string kind;
  Json fields = empty_object();

  bool operator==(UnknownConnection const&) const;
};

/// How the provider is reached (§2.5), by the `kind` that was written.
using Connection = std::variant<KeyConnection, ReferenceConnection, RemoteConnection, AnonymousConnection,
                                FoundryConnection, OAuthConnection, UnknownConnection>;

/// The value of the connection's `kind` member.
[[nodiscard]] std::string kind_of(Connection const& connection);

/// What is not set is not sent; what is set is sent, also when it is zero, false or empty.
struct ModelOptions {
  std::optional<double> temperature = std::nullopt;
  std::optional<std::int64_t> max_output_tokens = std::nullopt;
  std::optional<double> top_p = std::nullopt;
  std::optional<std::int64_t> top_k = std::nullopt;
  std::optional<double> frequency_penalty = std::nullopt;
  std::optional<double> presence_penalty = std::nullopt;
  std::optional<std::int64_t> seed = std::nullopt;
  std::optional<std::vector<std::string>> stop_sequences = std::nullopt;
  std::optional<bool> allow_multiple_tool_calls = std::nullopt;
  Json additional_properties = empty_object();

  bool operator==(ModelOptions const&) const;
};

/// The `model` of an agent (§2.4): `id` is the provider's name of it, `provider` a key of the executors.
struct Model {
  std::optional<std::string> id = std::nullopt;
  std::optional<std::string> provider = std::nullopt;
  /// P2.4-06: "chat" also when the model was written as a string.
  std::string api_type = "chat";
  std::optional<Connection> connection = std::nullopt;
  std::optional<ModelOptions> options = std::nullopt;

  bool operator==(Model const&) const;
};

/// A function of the application (§2.9): a handler is registered under the name of the tool.
struct FunctionTool {
  std::vector<Property> parameters = {};
  std::optional<bool> strict = std::nullopt;

  bool operator==(FunctionTool const&) const;
};

/// How a prompty tool runs its child; not set means single.
enum class PromptyMode { single, agentic };

/// A prompt file, `path`, that is run in place of a function.
struct PromptyTool {
  std::optional<std::string> path = std::nullopt;
  std::optional<PromptyMode> mode = std::nullopt;

  bool operator==(PromptyTool const&) const = default;
};

/// The functions of an MCP server; with `allowed_tools` only these.
struct McpTool {
  std::optional<Connection> connection = std::nullopt;
  std::optional<std::string> server_name = std::nullopt;
  std::optional<Json> approval_mode = std::nullopt;
  std::vector<std::string> allowed_tools = {};

  bool operator==(McpTool const&) const;
};

/// The operations of an OpenAPI document; `specification` is its file or URL, and with `allowed_tools` only these
/// functions.
struct OpenApiTool {
  std::optional<Connection> connection = std::nullopt;
  std::optional<std::string> specification = std::nullopt;
  std::vector<std::string> allowed_tools = {};

  bool operator==(OpenApiTool const&) const;
};

/// A tool of any kind that the specification does not list; `kind` is as written in the file.
struct CustomTool {
  std::string kind;
  std::optional<Connection> connection = std::nullopt;
  std::optional<Json> options = std::nullopt;

  bool operator==(CustomTool const&) const;
};

/// The schema of a function without parameters, `{"type": "object", "properties": {}}`.
[[nodiscard]] Json no_parameters();

/// A function as a model sees it; `parameters` is a JSON Schema of type object.
struct ToolDefinition {
  std::string name;
  std::optional<std::string> description = std::nullopt;
  Json parameters = no_parameters();

  bool operator==(ToolDefinition const&) const;
};

/// `bindings` is a JSON object of parameter name to value, empty when there are none. `offered` are the functions of
/// a tool of another kind than function; it is not in the file, and not set before they are discovered.
struct Tool {
  std::string name;
  std::optional<std::string> description = std::nullopt;
  Json bindings = empty_object();
  std::variant<FunctionTool, PromptyTool, McpTool, OpenApiTool, CustomTool> details;
  std::optional<std::vector<ToolDefinition>> offered = std::nullopt;

  bool operator==(Tool const&) const;
};

/// The value of the tool's `kind` member.
[[nodiscard]] std::string kind_of(Tool const& tool);

/// Whether the `allowed_tools` of an MCP or OpenAPI tool let a model know and call the function; true for tools of
/// other kinds.
[[nodiscard]] bool allows(Tool const& tool, std::string_view function);

/// The template engine or the parser of an agent; `settings` holds its members other than `kind`.
struct TemplateStage {
  std::string kind;
  Json settings = empty_object();

  bool operator==(TemplateStage const&) const;
};

/// P2.8-06: the defaults stand for whatever the file does not choose, also where it has no frontmatter.
struct Template {
  TemplateStage format{.kind = "jinja2"};
  TemplateStage parser{.kind = "prompty"};

  bool operator==(Template const&) const;
};

/// The file that an agent was loaded from, and where in it the body begins (from 1, columns in code points).
struct Origin {
  std::string file;
  std::size_t body_line = 1;
  std::size_t body_column = 1;
  /// Of the host's prompt whose tool calls this one: its own prompty tools may name files there too. Else "".
  std::string outermost_folder = {};

  bool operator==(Origin const&) const = default;
};

/// What a .prompty file says. `instructions` is its Markdown body, not rendered; `metadata` is a JSON object, empty
/// when there is none; empty lists are lists that were not given.
struct PromptyAgent {
  std::optional<std::string> name = std::nullopt;
  std::optional<std::string> display_name = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  Json metadata = empty_object();
  std::optional<Model> model = std::nullopt;
  std::vector<Property> inputs = {};
  std::vector<Property> outputs = {};
  std::vector<Tool> tools = {};
  Template prompt_template = {};
  std::string instructions = {};
  std::optional<Origin> origin = std::nullopt;

  bool operator==(PromptyAgent const&) const;
};

/// The place of a line and column of `instructions` in the agent's file; without a file, in `instructions`.
[[nodiscard]] Place place_in_body(PromptyAgent const& agent, std::size_t line, std::size_t column);

}  // namespace prompty
