#pragma once

#include <functional>

#include "prompty/core/edition.hpp"
#include "prompty/core/error.hpp"

namespace prompty {

/// The member of that name; null when it is missing, or `object` is no object.
[[nodiscard]] Json const& member_of(Json const& object, std::string_view name);
/// The same, but an empty text or list for a member of any other type.
[[nodiscard]] std::string text_in(Json const& object, std::string_view name);
[[nodiscard]] Json const& list_in(Json const& object, std::string_view name);

/// Receives each problem when reading is to continue after it. Without one the first problem is thrown.
using ProblemListener = std::function<void(Error const&)>;

/// Throws `problem`, or passes it to the listener when there is one.
template <class Problem>
void throw_or_report(ProblemListener const& listener, Problem const& problem) {
  if (!listener) throw problem;
  listener(problem);
}

/// A member of a mapping that no part of the specification gives a meaning.
struct UnreadMember {
  std::string property_path;  ///< such as "model.optons"
  std::string name;
  std::vector<std::string_view> known;  ///< what the mapping may have
};
using UnreadListener = std::function<void(UnreadMember const&)>;

/// What reading a value needs besides the value.
struct Reading {
  /// When it is set, a wrong value counts as not given.
  ProblemListener listener = {};
  /// When this very object of the tree that is read, not an equal one, came from a reference: what it stands for, as a
  /// number or truth value may be written in its text. Nothing for any other.
  std::function<std::optional<Json>(Json const& found)> value_of_reference = {};
  /// Receives each member that is not read.
  UnreadListener unread = {};
  /// The edition by which it is read.
  Edition edition = default_edition;
};

/// Throws or reports that the value at a property path is of a wrong type (P4.2-06); `expected` completes "must be …".
/// What a reference gave is not shown: it may be a secret.
void refuse(Reading const& reading, std::string_view property_path, std::string_view expected, Json const& found);

/// Reads the members of one JSON object into C++ values; null is the same as absent. Every function throws ValueError
/// with the path of the member, what it must be and what was found; with a listener it reports that and takes the
/// member for absent. A number or truth value may be written in a text that came from a reference.
class ObjectReader {
 public:
  /// `path` names the object itself for error messages, such as "model.options"; "" for the root. `object` must outlive
  /// the reader. What is no object is a problem, and has no members.
  ObjectReader(Json const& object, std::string path, Reading reading = {});

  /// The member, or a null pointer when it is not set. `name` must outlive the reader.
  [[nodiscard]] Json const* find(std::string_view name) const;

  /// A copy of the member, of whatever type.
  [[nodiscard]] std::optional<Json> any(std::string_view name) const;

  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view name) const;
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view name) const;

  /// What `codec(value, path, reading)` makes of the member.
  template <class Codec>
  [[nodiscard]] auto read(std::string_view name, Codec codec) const {
    Json const* const value = find(name);
    return value == nullptr ? std::nullopt : std::optional(codec(*value, path_of(name), reading_));
  }

  /// The elements of a list member; none when it is not set.
  [[nodiscard]] std::vector<Json> list(std::string_view name) const;

  /// A mapping member; a null pointer when it is not set.
  [[nodiscard]] Json const* find_mapping(std::string_view name) const;

  /// A copy of it; `{}` when it is not set.
  [[nodiscard]] Json mapping(std::string_view name) const;

  /// A text member that must be set, otherwise ""; `what_it_is` completes "give …" in the error.
  [[nodiscard]] std::string required_text(std::string_view name, std::string_view what_it_is) const;

  /// As `required_text`, and an empty text counts as not set.
  [[nodiscard]] std::string filled_text(std::string_view name, std::string_view what_it_is) const;

  /// Passes the members that none of the functions above has read to the reading's `unread` listener.
  void report_unread() const;

  /// The full path of a member, such as "model.options.seed".
  [[nodiscard]] std::string path_of(std::string_view name) const;

  [[nodiscard]] Reading const& reading() const { return reading_; }

 private:
  /// The number or truth value written in a text from a reference, otherwise `value` itself.
  [[nodiscard]] Json typed_if_referenced(Json const& value) const;

  Json const& object_;
  std::string path_;
  Reading reading_;
  /// The members read so far, when there is a listener for the others.
  mutable std::vector<std::string_view> read_;
};

/// The path of a list element, such as "tools[0]".
[[nodiscard]] std::string element_path(std::string_view list_path, std::size_t index);

/// Sets a member of `object` when there is a value.
template <class Value>
void put(Json& object, char const* name, std::optional<Value> const& value) {
  if (value) object[name] = *value;
}

/// Sets a member of `object` when the collection (JSON or C++) is not empty.
template <class Collection>
void put_unless_empty(Json& object, char const* name, Collection const& collection) {
  if (!collection.empty()) object[name] = collection;
}

}  // namespace prompty
