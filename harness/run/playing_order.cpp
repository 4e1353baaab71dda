#include "harness/run/playing_order.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "harness/subject/request_gate.hpp"

namespace conformance {
namespace playing_order {
namespace {

bool asks_for_pause(Json const& value) {
  if (value.is_array()) return std::any_of(value.begin(), value.end(), asks_for_pause);
  if (!value.is_object()) return false;
  auto const pause = value.find("delayMs");
  if (pause != value.end() && pause->is_number() && pause->get<double>() >= long_pause_ms) return true;
  return std::any_of(value.begin(), value.end(), asks_for_pause);
}

enum class Kind { alone, waiting, usual };

Kind kind_of(Vector const& vector) {
  if (vector.cwd || vector.env) return Kind::alone;
  Kind kind = Kind::usual;
  for (Step const& step : vector.steps) {
    if (company_allowed_by(step.given) == Company::alone) return Kind::alone;
    if (asks_for_pause(step.given)) kind = Kind::waiting;
  }
  return kind;
}

}  // namespace
}  // namespace playing_order

std::vector<std::size_t> order_of_play(std::vector<Vector const*> const& vectors, PlayingOrder order) {
  using playing_order::Kind;
  std::vector<std::size_t> places(vectors.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (order == PlayingOrder::as_given) return places;
  std::map<Kind, std::vector<std::size_t>> of_kind;
  for (std::size_t const place : places) of_kind[playing_order::kind_of(*vectors[place])].push_back(place);
  std::vector<std::size_t> reordered = of_kind[Kind::alone];
  reordered.reserve(places.size());
  std::vector<std::size_t> const& waiting = of_kind[Kind::waiting];
  std::vector<std::size_t> const& usual = of_kind[Kind::usual];
  std::size_t const apart = waiting.empty() ? 0 : usual.size() / (2 * waiting.size());
  std::vector<std::size_t>::const_iterator next = usual.begin();
  for (std::size_t const place : waiting) {
    reordered.push_back(place);
    reordered.insert(reordered.end(), next, next + static_cast<std::ptrdiff_t>(apart));
    next += static_cast<std::ptrdiff_t>(apart);
  }
  reordered.insert(reordered.end(), next, usual.end());
  return reordered;
}

}  // namespace conformance
