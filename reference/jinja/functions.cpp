#include "jinja/functions.hpp"

#include "jinja/number.hpp"
#include "jinja/operators.hpp"
#include "jinja/reasons.hpp"

namespace jinja {
namespace {

Value range(Arguments const& arguments) {
  refuse_names("range", arguments);
  BoundArguments const bound("range", arguments, {"start", "stop", "step"}, 1);
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

Shared<Dict> dict(Session& session, Arguments const& arguments) {
  Shared<Dict> result = make_shared<Dict>(session);
  fill_dict(session, *result, arguments);
  return result;
}

Value cycler(Session& session, Arguments const& arguments) {
  refuse_names("cycler", arguments);
  if (arguments.positional.empty()) throw Failure(reason::nothing_to_cycle);
  return make_shared<Cycler>(session, arguments.positional);
}

Value joiner(Session& session, Arguments const& arguments) {
  BoundArguments const bound("joiner", arguments, {"sep"});
  return make_shared<Joiner>(session, bound.is_given(0) ? *bound[0] : Value(Text{.view = ", "}));
}

}  // namespace

BoundArguments::BoundArguments(std::string_view function, Arguments const& given,
                               std::initializer_list<std::string_view> parameters, std::size_t required)
    : function_(function) {
  if (given.positional.size() > parameters.size()) {
    throw Failure(reason::too_many_arguments(function, parameters.size(), given.positional.size()));
  }
  for (std::size_t at = 0; at < given.positional.size(); ++at) values_[at] = &given.positional[at];
  for (auto const& [name, value] : given.named) {
    auto const parameter = std::find(parameters.begin(), parameters.end(), name);
    if (parameter == parameters.end()) throw Failure(reason::unknown_argument(function, name));
    Value const*& place = values_[static_cast<std::size_t>(parameter - parameters.begin())];
    if (place != nullptr) throw Failure(reason::argument_given_twice(function, name));
    place = &value;
  }
  for (std::size_t at = 0; at < required; ++at) {
    if (!is_given(at)) throw Failure(reason::argument_missing(function, *(parameters.begin() + at)));
  }
}

std::int64_t BoundArguments::integer(std::size_t index, std::int64_t fallback) const {
  return is_given(index) ? demand_integer(*values_[index]) : fallback;
}

std::string_view BoundArguments::text(std::size_t index, std::string_view fallback) const {
  return is_given(index) ? demand_text(function_, *values_[index]).view : fallback;
}

bool BoundArguments::truth(Session& session, std::size_t index, bool fallback) const {
  return is_given(index) ? jinja::truth(session, *values_[index]) : fallback;
}

void refuse_names(std::string_view function, Arguments const& arguments) {
  if (arguments.named.empty()) return;
  throw Failure(reason::unknown_argument(function, arguments.named.front().first));
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
  if (name == "range") return Global::range;
  if (name == "dict") return Global::dict;
  if (name == "cycler") return Global::cycler;
  if (name == "joiner") return Global::joiner;
  if (name == "namespace") return Global::namespace_object;
  if (name == "lipsum") return Global::lipsum;
  return Undefined{};
}

Value call_global(Session& session, Global global, Arguments const& arguments) {
  switch (global) {
    case Global::range:
      return range(arguments);
    case Global::dict:
      return dict(session, arguments);
    case Global::cycler:
      return cycler(session, arguments);
    case Global::joiner:
      return joiner(session, arguments);
    case Global::namespace_object:
      return make_shared<Namespace>(session, dict(session, arguments));
    case Global::lipsum:
      break;
  }
  throw Failure(reason::no_random);
}

}  // namespace jinja
