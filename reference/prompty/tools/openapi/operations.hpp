#pragma once

#include <set>

#include "prompty/core/agent.hpp"

/// Tools of kind openapi: web APIs by their OpenAPI documents.
namespace prompty::openapi {

enum class Location : std::uint8_t { path, query, header, cookie };

/// How a value becomes text; `json` is a parameter whose content is JSON.
enum class Style : std::uint8_t { simple, label, matrix, form, space_delimited, pipe_delimited, deep_object, json };

/// Whether the parts of an array or object become parameters of their own.
enum class Explode : std::uint8_t { no, yes };

/// Whether characters with a meaning in URLs stay as they are.
enum class Reserved : std::uint8_t { encoded, kept };

enum class Need : std::uint8_t { optional, required };

/// A value that goes into the URL or the headers. `name` is that of the API, `argument` that in the function's schema.
struct Parameter {
  std::string name;
  std::string argument;
  Location location = Location::query;
  Style style = Style::form;
  Explode explode = Explode::yes;
  Reserved reserved = Reserved::encoded;
  Need need = Need::optional;

  bool operator==(Parameter const&) const = default;
};

enum class BodyFormat : std::uint8_t { json, form, text };

/// The body of a request. `fields` are the fields of a form for which the document has an encoding.
struct Body {
  std::string argument;
  std::string media_type;
  BodyFormat format = BodyFormat::json;
  Need need = Need::optional;
  std::vector<Parameter> fields = {};

  bool operator==(Body const&) const = default;
};

enum class SchemeKind : std::uint8_t { key_in_header, key_in_query, key_in_cookie, basic, bearer, other };

/// A security scheme; `name` is that of the header, query parameter or cookie that holds a key.
struct Scheme {
  SchemeKind kind = SchemeKind::other;
  std::string name = {};

  bool operator==(Scheme const&) const = default;
};

/// Schemes that are needed together; empty for requests without authentication.
using Requirement = std::vector<Scheme>;

/// An operation of an API and the function by which it is offered to a model. `path` is the template as written;
/// `server` is a URL without variables, relative where the document has it so; `security` are alternatives, not set
/// when the document has none.
struct Operation {
  std::string method;
  std::string path;
  ToolDefinition definition;
  std::vector<Parameter> parameters = {};
  std::optional<Body> body = std::nullopt;
  std::string server = "/";
  std::optional<std::vector<Requirement>> security = std::nullopt;

  bool operator==(Operation const&) const = default;
};

/// The operations of a document in its order; `source` is its file or URL, `omitted` has a sentence for each operation
/// that is not offered.
struct Api {
  std::string source;
  std::vector<Operation> operations;
  std::vector<std::string> omitted = {};
};

/// The operation that is offered as `function`, or a null pointer.
[[nodiscard]] Operation const* find_operation(Api const& api, std::string_view function);

/// The operations of an OpenAPI document (3.0 to 3.2) in its order, each with the function that a model is offered for
/// it: named by operationId, else by method and path; described by its description, else its summary; with one
/// object of parameters for what goes into path, query, headers and cookies, and with `body` for the body.
/// Operations that cannot be called are left out, as are those whose own description is malformed, unless all
/// are. `source` is the file or URL of the document. Throws ValueError, with source and JSON pointer, for a malformed
/// document or more than 2,000 operations.
[[nodiscard]] Api read_operations(Json const& document, std::string source);

/// Splits a URL template: calls `name` for each `{name}`, and `literal` for what stands before, between and behind
/// them.
void split_template(std::string_view text, std::function<void(std::string_view)> const& literal,
                    std::function<void(std::string_view)> const& name);

/// `text` as a name that all providers accept for functions and parameters: 1 to 64 letters, digits, `_` and `-`. Each
/// run of other characters becomes one `_`, none at either end; "unnamed" when nothing is left.
[[nodiscard]] std::string valid_name(std::string_view text);

/// `valid_name(text)`, with the suffix `_2`, `_3`, … when it is taken already; adds it to `taken`.
[[nodiscard]] std::string unique_name(std::string_view text, std::set<std::string>& taken);

/// Whether headers and cookies can have the name.
[[nodiscard]] bool is_header_name(std::string_view name);

/// Whether a header, in any letter case, belongs to HTTP itself or is described by other means than a parameter
///
[[nodiscard]] bool is_header_of_http(std::string_view name);

}  // namespace prompty::openapi
