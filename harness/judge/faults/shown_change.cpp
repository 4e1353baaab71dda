#include "harness/judge/faults/shown_change.hpp"

#include <algorithm>

#include "harness/judge/faults/shown_items.hpp"

namespace conformance {
namespace {

/// The last two names of a place with what stands behind them: "/reasoning_details/*/format". "" where there are fewer.
std::string_view last_names(std::string_view place) {
  std::size_t names = 0;
  for (std::size_t end = place.size(); end > 0;) {
    std::size_t const begin = place.rfind('/', end - 1);
    if (begin == std::string_view::npos) return "";
    std::string_view const token = place.substr(begin + 1, end - begin - 1);
    if (token != "*" && token != "?" && ++names == 2) return place.substr(begin);
    end = begin;
  }
  return "";
}

}  // namespace

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
  return one.operation == other.operation && one.change == other.change &&
         (one.place == other.place || changes_text(one.change));
}

bool is_alike_elsewhere(Signature const& one, Signature const& other) {
  return one.operation != other.operation && one.change == other.change && !last_names(one.place).empty() &&
         last_names(one.place) == last_names(other.place);
}

bool is_of_other_type(Signature const& signature) {
  return !signature.place.empty() && signature.place != "/value" && signature.change.ends_with(" instead");
}

bool lie_in_one_object(Signature const& one, Signature const& other) {
  auto const object_of = [](std::string_view place) {
    return place.substr(0, std::min(place.rfind('/'), place.size()));
  };
  auto const is_inside = [](std::string_view inner, std::string_view outer) {
    return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
  };
  std::string_view const first = object_of(place_in_request(one.place));
  std::string_view const second = object_of(place_in_request(other.place));
  std::string_view const outer = first.size() < second.size() ? first : second;
  if (one.operation != other.operation || outer.empty() || outer == "/body") return false;
  return is_inside(first, second) || is_inside(second, first);
}

std::string_view place_in_request(std::string_view place) {
  constexpr std::string_view of_run = "/requests/*";
  return place.starts_with(of_run) ? place.substr(of_run.size()) : place;
}

bool covers_one(Signature const& signature, std::set<Signature> const& places) {
  return std::any_of(places.begin(), places.end(), [&](Signature const& place) {
    bool const is_inside = signature.place.size() > place.place.size();
    return overlaps(signature, place) && !(is_inside && place.change == "missing");
  });
}

bool is_too_much_beside(Signature const& signature, std::set<Signature> const& places) {
  std::size_t const name = signature.place.rfind('/');
  if (signature.change != "extra" || name == std::string::npos || name == 0 || signature.place.ends_with("/*"))
    return false;
  return lies_over({.operation = signature.operation, .place = signature.place.substr(0, name), .change = ""}, places);
}

}  // namespace conformance
