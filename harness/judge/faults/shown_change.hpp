#pragma once

#include <set>
#include <string_view>

#include "harness/judge/faults/signature.hpp"

namespace conformance {

/// Whether one of the others tells of the same transformation, wherever it struck.
[[nodiscard]] bool is_transformed_alike(Signature const& signature, std::set<Signature> const& others);

/// An error where a value is due, of whatever kind.
[[nodiscard]] bool is_error(Signature const& signature);

/// An error of a kind that no document speaks of: code went astray.
[[nodiscard]] bool is_astray(Signature const& signature);

/// A vector about an answer, in which no request was sent.
[[nodiscard]] bool is_unrequested(Signature const& signature);

/// Whether the two tell of one change of what one clause is about: at the same place, or of a text wherever it stands.
[[nodiscard]] bool is_of_one_mistake(Signature const& one, Signature const& other);

/// Whether the two tell of the same change of the same member in answers of two operations, which both build it.
[[nodiscard]] bool is_alike_elsewhere(Signature const& one, Signature const& other);

/// Whether a value became one of another type, at a place that belongs to one function, which `value` does not.
[[nodiscard]] bool is_of_other_type(Signature const& signature);

/// Whether the object in which one of them lies is, or is inside of, that of the other; the answer and the body of a
/// request, which many functions fill, are no such objects.
[[nodiscard]] bool lie_in_one_object(Signature const& one, Signature const& other);

/// A place in a body that was sent, whether the request alone is looked at or all that a run sends.
[[nodiscard]] std::string_view place_in_request(std::string_view place);

/// Whether, with this to be seen, nothing can be said of one of the places: it lies there, above or below. What is said
/// of something inside a value does not hide whether the value is there.
[[nodiscard]] bool covers_one(Signature const& signature, std::set<Signature> const& places);

/// Whether a member too many belongs to an object in which one of the places lies, below the answer as a whole. What
/// forbids it is about the object, and known mistakes have few of the names that it may have.
[[nodiscard]] bool is_too_much_beside(Signature const& signature, std::set<Signature> const& places);

}  // namespace conformance
