#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/tool.hpp"

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

/// A value that goes into the URL or the headers. `name` is that of the API, `argument` that by which a model gives it.
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

/// The body of a request. `fields` are those of a form that the document encodes in a way of their own.
struct Body {
  std::string argument;
  std::string media_type;
  BodyFormat format = BodyFormat::json;
  Need need = Need::optional;
  std::vector<Parameter> fields = {};

  bool operator==(Body const&) const = default;
};

enum class SchemeKind : std::uint8_t { key_in_header, key_in_query, key_in_cookie, basic, bearer, other };

/// One way of authenticating; `name` is that of the header, query parameter or cookie that holds a key.
struct Scheme {
  SchemeKind kind = SchemeKind::other;
  std::string name = {};

  bool operator==(Scheme const&) const = default;
};

/// Schemes that are needed together, none for a request that proves nothing.
using Requirement = std::vector<Scheme>;

/// An operation of an API and the function by which it is offered to a model. `path` is the template as written;
/// `server` is a URL without variables, relative where the document has it so; `security` are alternatives, not set
/// when the document says nothing.
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

/// The operations of a document in its order; `source` is its file or URL.
struct Api {
  std::string source;
  std::vector<Operation> operations;
};

/// The operation that is offered as `function`, or a null pointer.
[[nodiscard]] Operation const* find_operation(Api const& api, std::string_view function);

}  // namespace prompty::openapi
