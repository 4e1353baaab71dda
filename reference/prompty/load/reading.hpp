#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"

namespace prompty {

/// Hears of each problem when reading is to go on after it. An empty one lets the first problem be thrown.
using ProblemListener = std::function<void(Error const&)>;

/// Throws `problem`, or tells the listener when there is one.
template <class Problem>
void raise_or_tell(ProblemListener const& listener, Problem const& problem) {
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
  /// Whether this very object of the tree that is read, not an equal one, is a text that came from a reference, so that
  /// a number or truth value may be written in it. None is when this is empty.
  std::function<bool(Json const& text)> is_referenced = {};
  /// Hears of each member that is passed over.
  UnreadListener unread = {};
};

/// Throws or tells that the value at a property path is of a wrong type (P4.2-06); `expected` completes "must be …".
/// What a reference gave is not shown: it may be a secret.
void refuse(Reading const& reading, std::string_view property_path, std::string_view expected, Json const& found);

}  // namespace prompty
