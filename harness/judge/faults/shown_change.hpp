#pragma once

#include <set>
#include <string_view>

#include "harness/judge/faults/signature.hpp"

namespace conformance {

/// Whether another operation shows the same change at the same place. The whole answer is no place.
[[nodiscard]] bool is_seen_elsewhere(Signature const& signature, std::set<Signature> const& others);

/// Whether one of the others tells of the same transformation, wherever it struck.
[[nodiscard]] bool is_transformed_alike(Signature const& signature, std::set<Signature> const& others);

/// An error where a value is due, of whatever kind.
[[nodiscard]] bool is_error(Signature const& signature);

/// An error of a kind that no document speaks of: code went astray, at one place of it whatever the operation.
[[nodiscard]] bool is_astray(Signature const& signature);

/// A vector about an answer, in which no request was sent.
[[nodiscard]] bool is_unrequested(Signature const& signature);

/// Whether the two tell of one change of what one clause is about: at the same place, or of a text wherever it stands.
/// Code that goes astray over a value raises one error or another, as the value is.
[[nodiscard]] bool is_of_one_mistake(Signature const& one, Signature const& other);

/// Whether a value became one of another type, at a place that belongs to one function, which `value` does not.
[[nodiscard]] bool is_of_other_type(Signature const& signature);

/// A place in a body that was sent, whether the request alone is looked at or all that a run sends.
[[nodiscard]] std::string_view place_in_request(std::string_view place);

/// Whether a member too many belongs to an object in which one of the places lies, below the answer as a whole. What
/// forbids it is about the object, and known mistakes have few of the names that it may have.
[[nodiscard]] bool is_too_much_beside(Signature const& signature, std::set<Signature> const& places);

}  // namespace conformance
