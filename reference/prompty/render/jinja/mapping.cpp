#include "prompty/render/jinja/mapping.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace mapping {
namespace {

void take_over(Session& session, Dict& dict, MapView const& map) {
  for (std::size_t at = 0; at < map.size(); ++at) {
    session.spend();
    dict.set(map.key_at(at), map.value_at(session, at));
  }
}

void take_over_pairs(Session& session, Dict& dict, Value const& pairs) {
  Cursor cursor(session, pairs);
  while (std::optional<Value> const pair = cursor.next()) {
    Values const parts = collect(session, *pair);
    if (parts.size() != 2) throw Failure(errors::reason::not_a_pair(parts.size()));
    dict.set(parts[0], parts[1]);
  }
}

}  // namespace
}  // namespace mapping

Value copied_dict(Session& session, Value const& map) {
  Shared<Dict> const copy = make_shared<Dict>(session);
  mapping::take_over(session, *copy, *MapView::of(map));
  return copy;
}

void fill_dict(Session& session, Dict& dict, Arguments const& arguments) {
  if (arguments.positional.size() > 1) {
    throw Failure(errors::reason::too_many_arguments("dict", 1, arguments.positional.size()));
  }
  if (!arguments.positional.empty()) {
    Value const& source = arguments.positional.front();
    demand_defined(source);
    std::optional<MapView> const map = MapView::of(source);
    if (map) {
      mapping::take_over(session, dict, *map);
    } else {
      mapping::take_over_pairs(session, dict, source);
    }
  }
  for (auto const& [name, value] : arguments.named) dict.set(Text{.view = name}, value);
}

}  // namespace prompty::jinja
