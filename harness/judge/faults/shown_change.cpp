#include "harness/judge/faults/shown_change.hpp"

#include <algorithm>

#include "harness/judge/faults/shown_items.hpp"

namespace conformance {

bool is_seen_elsewhere(Signature const& signature, std::set<Signature> const& others) {
  return !signature.place.empty() && std::any_of(others.begin(), others.end(), [&](Signature const& other) {
    return other.place == signature.place && other.change == signature.change;
  });
}

bool is_transformed_alike(Signature const& signature, std::set<Signature> const& others) {
  return is_transformation(signature.change) && std::any_of(others.begin(), others.end(), [&](Signature const& other) {
           return other.change == signature.change;
         });
}

bool is_error(Signature const& signature) {
  return signature.place.empty() && signature.change.ends_with(" instead of a value");
}

bool is_astray(Signature const& signature) {
  return is_error(signature) && signature.change.starts_with("RuntimeError");
}

bool is_unrequested(Signature const& signature) {
  return signature.change.starts_with("raises an error before ");
}

bool is_of_one_mistake(Signature const& one, Signature const& other) {
  if (one.operation != other.operation) return false;
  bool const is_same_change = one.change == other.change && (one.place == other.place || changes_text(one.change));
  return is_same_change || (is_error(one) && is_error(other) && (is_astray(one) || is_astray(other)));
}

bool is_of_other_type(Signature const& signature) {
  return !signature.place.empty() && signature.place != "/value" && signature.change.ends_with(" instead");
}

std::string_view place_in_request(std::string_view place) {
  constexpr std::string_view of_run = "/requests/*";
  return place.starts_with(of_run) ? place.substr(of_run.size()) : place;
}

bool is_too_much_beside(Signature const& signature, std::set<Signature> const& places) {
  std::size_t const name = signature.place.rfind('/');
  if (signature.change != "extra" || name == std::string::npos || name == 0 || signature.place.ends_with("/*"))
    return false;
  return lies_over({.operation = signature.operation, .place = signature.place.substr(0, name), .change = ""}, places);
}

}  // namespace conformance
