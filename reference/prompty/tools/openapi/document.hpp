#pragma once

#include <filesystem>

#include "prompty/core/agent.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

/// The limits of documents and answers; `time` is for a whole answer, from the request to its end.
struct Limits {
  std::size_t document_bytes = 16'777'216;
  std::size_t document_values = 1'000'000;
  std::size_t documents = 64;
  std::size_t answer_bytes = 1'048'576;
  std::chrono::milliseconds time = std::chrono::seconds(60);
};

/// Whether `text` begins like an absolute http or https URL.
[[nodiscard]] bool is_url(std::string_view text);

/// The file of a specification, below the folder of the agent's file or, without one, the working folder. Symbolic
/// links are followed first. Throws ValueError when it is outside.
[[nodiscard]] std::filesystem::path locate(std::string const& specification, PromptyAgent const& agent,
                                           std::string const& tool);

/// The value of a document in a file, JSON or YAML. Throws FileNotFoundError or RuntimeError when it cannot be read and
/// ValueError, with the place, when it is malformed or too large.
[[nodiscard]] Json read_file(std::filesystem::path const& path, std::string const& tool, Limits const& limits);

/// The value of a document at a URL, fetched without credentials. Throws ConnectionError when no answer arrives,
/// ExecuteError for any status other than 2xx, and ValueError as `read_file`.
[[nodiscard]] Json read_url(std::string const& url, Transport const& transport, Limits const& limits);

/// The value of a document's text: JSON when it begins with a brace, else YAML.
[[nodiscard]] Json read_text(std::string const& text, std::string const& source, Limits const& limits);

/// A URI reference in full, without its fragment, as it stands in what has the address `base` (RFC 3986, §5.2): a URL,
/// or the path of a file.
[[nodiscard]] std::string resolved_address(std::string_view base, std::string_view reference);

/// An OpenAPI document (3.0 to 3.2), which may be malformed, and the file or URL that it is from.
struct Document {
  Json const& value;
  std::string source;
};

/// The address by which references name the document: its `$self`, which 3.2 has, or where it is from.
[[nodiscard]] std::string address_of(Document const& document);

/// A value inside a document, which must outlive it. The functions throw ValueError, with the source of the document
/// and the JSON pointer, where the value is not as they need it.
struct Node {
  Document const* document;
  Json const* value;  ///< never null
  std::string place;  ///< its JSON pointer

  /// The document as a whole.
  [[nodiscard]] Node root() const { return {.document = document, .value = &document->value, .place = ""}; }

  /// The part `inner` of this value, as written.
  [[nodiscard]] Node part(std::string_view name, Json const& inner) const;

  /// The node, or the final target of its `$ref`. Throws for a reference that leads nowhere, in a circle, or out of the
  /// document.
  [[nodiscard]] Node resolved() const;

  /// The target of one `$ref` at this place, which may be a further one.
  [[nodiscard]] Node target(std::string const& reference) const;

  /// A member of an object, as written or resolved; nothing when it is missing or null.
  [[nodiscard]] std::optional<Node> written_member(std::string_view name) const;
  [[nodiscard]] std::optional<Node> member(std::string_view name) const;

  /// A member that is a string or a boolean; throws when it is something else, or missing where it is required.
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::string required_text(std::string_view name) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view name) const;

  /// Calls `visit` with each resolved element of an array, or with name and resolved member of an object; throws when
  /// the node is something else.
  void for_each_element(std::function<void(Node const& element)> const& visit) const;
  void for_each_member(std::function<void(std::string const& name, Node const& member)> const& visit) const;

  /// `problem` is such as "must be text".
  [[noreturn]] void refuse(std::string_view problem) const;
};

/// The document as a node. Throws ValueError when it is no OpenAPI document of these versions.
[[nodiscard]] Node root_of(Document const& document);

/// How many values the schemas of an operation, and of a document, may have after references were replaced.
struct SchemaLimits {
  std::size_t values_per_operation = 5'000;
  std::size_t values = 500'000;
  std::size_t depth = 40;
};

/// What the schemas of a document have left of its limits.
struct SchemaBudget {
  SchemaLimits limits = {};
  std::size_t left = limits.values;
  std::size_t left_for_operation = limits.values_per_operation;
};

/// A schema of a document as a self-contained JSON Schema: references are replaced by their targets, keywords
/// and patterns that tools cannot use left out, those of 3.0 translated, and properties that only answers have removed.
/// A recursive schema, and one beyond the budget, is reduced to its type. Throws ValueError, with the place, for a
/// malformed schema.
[[nodiscard]] Json json_schema_of(Node const& schema, SchemaBudget& budget);

/// Removes a property from an object schema, and from its `required`.
void remove_property(Json& schema, std::string const& name);

}  // namespace prompty::openapi
