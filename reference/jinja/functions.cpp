#include "jinja/functions.hpp"

#include "jinja/text_search.hpp"

namespace jinja {
namespace {

Value range(Session&, Value const&, BoundArguments const& bound) {
  Range result;
  result.stop = bound.integer(0, 0);
  if (bound.is_given(1)) {
    result.start = result.stop;
    result.stop = bound.integer(1, 0);
  }
  result.step = bound.integer(2, 1);
  if (result.step == 0) throw Failure(reason::range_step_zero);
  return result;
}

Shared<Dict> filled_dict(Session& session, BoundArguments const& bound) {
  Shared<Dict> result = make_shared<Dict>(session);
  fill_dict(session, *result, bound.given());
  return result;
}

Value dict(Session& session, Value const&, BoundArguments const& bound) {
  return filled_dict(session, bound);
}

Value name_space(Session& session, Value const&, BoundArguments const& bound) {
  return make_shared<Namespace>(session, filled_dict(session, bound));
}

Value cycler(Session& session, Value const&, BoundArguments const& bound) {
  if (bound.given().positional.empty()) throw Failure(reason::nothing_to_cycle);
  return make_shared<Cycler>(session, bound.given().positional);
}

Value joiner(Session& session, Value const&, BoundArguments const& bound) {
  return make_shared<Joiner>(session, bound.is_given(0) ? *bound[0] : Value(Text{.view = ", "}));
}

constexpr auto globals = std::to_array<Operation>({{"cycler", "* /", 0, cycler},
                                                   {"dict", "*", 0, dict},
                                                   {"joiner", "sep", 0, joiner},
                                                   {"lipsum", "*", 0, refuse<reason::no_random>},
                                                   {"namespace", "*", 0, name_space},
                                                   {"range", "start stop step /", 1, range}});
static_assert(is_sorted(globals));

}  // namespace

BoundArguments::BoundArguments(std::string_view function, std::string_view parameters, std::size_t required,
                               Arguments const& given)
    : function_(function), given_(given) {
  if (parameters.ends_with('/') && !given.named.empty()) {
    throw Failure(reason::unknown_argument(function, given.named.front().first));
  }
  if (parameters.starts_with('*')) return;
  std::vector<std::string_view> names = text_search::split(parameters, ' ');
  if (names.back().empty() || names.back() == "/") names.pop_back();
  if (given.positional.size() > names.size()) {
    throw Failure(reason::too_many_arguments(function, names.size(), given.positional.size()));
  }
  for (std::size_t at = 0; at < given.positional.size(); ++at) values_[at] = &given.positional[at];
  for (auto const& [name, value] : given.named) {
    std::size_t const at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (at == names.size()) throw Failure(reason::unknown_argument(function, name));
    if (is_given(at)) throw Failure(reason::argument_given_twice(function, name));
    values_[at] = &value;
  }
  for (std::size_t at = 0; at < required; ++at) {
    if (!is_given(at)) throw Failure(reason::argument_missing(function, names[at]));
  }
}

std::int64_t demand_integer(Value const& value) {
  if (std::optional<std::int64_t> const number = as_integer(value)) return *number;
  demand_defined(value);
  throw Failure(reason::not_an_integer(type_name(value)));
}

Text const& demand_text(std::string_view function, Value const& value) {
  if (Text const* const text = std::get_if<Text>(&value)) return *text;
  demand_defined(value);
  throw Failure(reason::not_a_text(function, type_name(value)));
}

Value find_global(std::string_view name) {
  Operation const* const found = find_in(globals, name);
  return found != nullptr ? Value(found) : Value(Undefined{});
}

Operation const* find_in(std::span<Operation const> table, std::string_view name) {
  auto const found = std::ranges::lower_bound(table, name, {}, &Operation::name);
  return found != table.end() && found->name == name ? &*found : nullptr;
}

}  // namespace jinja
