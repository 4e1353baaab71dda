#include "prompty/render/jinja/globals.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/mapping.hpp"
#include "prompty/render/jinja/objects.hpp"

namespace prompty::jinja {
namespace globals {
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
  if (result.step == 0) throw Failure(errors::reason::range_step_zero());
  return result;
}

Shared<Dict> dict(Session& session, Arguments const& arguments) {
  Shared<Dict> result = make_shared<Dict>(session);
  fill_dict(session, *result, arguments);
  return result;
}

Value cycler(Session& session, Arguments const& arguments) {
  refuse_names("cycler", arguments);
  if (arguments.positional.empty()) throw Failure(errors::reason::nothing_to_cycle());
  return make_shared<Cycler>(session, arguments.positional);
}

Value joiner(Session& session, Arguments const& arguments) {
  BoundArguments const bound("joiner", arguments, {"sep"});
  return make_shared<Joiner>(session, bound.is_given(0) ? *bound[0] : Value(Text{.view = ", "}));
}

}  // namespace
}  // namespace globals

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
      return globals::range(arguments);
    case Global::dict:
      return globals::dict(session, arguments);
    case Global::cycler:
      return globals::cycler(session, arguments);
    case Global::joiner:
      return globals::joiner(session, arguments);
    case Global::namespace_object:
      return make_shared<Namespace>(session, globals::dict(session, arguments));
    case Global::lipsum:
      break;
  }
  throw Failure(errors::reason::no_random());
}

}  // namespace prompty::jinja
