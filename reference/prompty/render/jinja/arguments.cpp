#include "prompty/render/jinja/arguments.hpp"

#include <algorithm>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/number.hpp"

namespace prompty::jinja {

BoundArguments::BoundArguments(std::string_view function, Arguments const& given,
                               std::initializer_list<std::string_view> parameters, std::size_t required)
    : function_(function) {
  if (given.positional.size() > parameters.size()) {
    throw Failure(errors::reason::too_many_arguments(function, parameters.size(), given.positional.size()));
  }
  for (std::size_t at = 0; at < given.positional.size(); ++at) values_[at] = &given.positional[at];
  for (auto const& [name, value] : given.named) {
    auto const parameter = std::find(parameters.begin(), parameters.end(), name);
    if (parameter == parameters.end()) throw Failure(errors::reason::unknown_argument(function, name));
    Value const*& place = values_[static_cast<std::size_t>(parameter - parameters.begin())];
    if (place != nullptr) throw Failure(errors::reason::argument_given_twice(function, name));
    place = &value;
  }
  for (std::size_t at = 0; at < required; ++at) {
    if (!is_given(at)) throw Failure(errors::reason::argument_missing(function, *(parameters.begin() + at)));
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
  throw Failure(errors::reason::unknown_argument(function, arguments.named.front().first));
}

std::int64_t demand_integer(Value const& value) {
  if (std::optional<std::int64_t> const number = as_integer(value)) return *number;
  demand_defined(value);
  throw Failure(errors::reason::not_an_integer(type_name(value)));
}

Text const& demand_text(std::string_view function, Value const& value) {
  if (Text const* const text = std::get_if<Text>(&value)) return *text;
  demand_defined(value);
  throw Failure(errors::reason::not_a_text(function, type_name(value)));
}

}  // namespace prompty::jinja
