#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::openapi {

/// A value inside a document; `place` is its JSON pointer. Never null, and only as long-lived as the document.
struct Node {
  Json const* value;
  std::string place;
};

/// Reads an OpenAPI document (3.0 or 3.1), which need not be sound. What it throws is ValueError with source and
/// pointer. Keeps a reference to the document.
class Specification {
 public:
  /// Throws when `document` is no OpenAPI document of these versions.
  Specification(Json const& document, std::string source);

  [[nodiscard]] Node root() const { return {.value = &document_, .place = ""}; }

  /// Where the node's `$ref`, if it has one, leads in the end. Throws for references that lead nowhere, in a circle, or
  /// out of the document.
  [[nodiscard]] Node resolved(Node node) const;

  /// Where one `$ref` leads, which may be a further one.
  [[nodiscard]] Node target(std::string const& reference, std::string const& place) const;

  /// The member of an object, as written or resolved; nothing when it is missing or null.
  [[nodiscard]] std::optional<Node> written_member(Node const& node, std::string_view name) const;
  [[nodiscard]] std::optional<Node> member(Node const& node, std::string_view name) const;

  /// A member that is text or a truth value; throws when it is something else.
  [[nodiscard]] std::optional<std::string> text(Node const& node, std::string_view name) const;
  [[nodiscard]] std::string needed_text(Node const& node, std::string_view name) const;
  [[nodiscard]] std::optional<bool> flag(Node const& node, std::string_view name) const;

  /// Calls `visit` with each resolved element of an array, or with name and resolved member of an object; throws when
  /// the node is something else.
  void for_each_element(Node const& node, std::function<void(Node const& element)> const& visit) const;
  void for_each_member(Node const& node,
                       std::function<void(std::string const& name, Node const& member)> const& visit) const;

  [[noreturn]] void refuse(Node const& node, std::string_view problem) const;

  [[nodiscard]] std::string const& source() const { return source_; }

 private:
  void demand_object(Node const& node) const;

  Json const& document_;
  std::string source_;
};

/// `place` with one more step.
[[nodiscard]] std::string below(std::string const& place, std::string_view name);

}  // namespace prompty::openapi
