#include <algorithm>
#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/evaluator.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/globals.hpp"
#include "prompty/render/jinja/methods.hpp"

namespace prompty::jinja {
namespace call_evaluation {
namespace {

using NamedValues = std::vector<std::pair<std::string_view, Value>>;

std::optional<Value> take_named(NamedValues& named, std::string_view name) {
  auto const found =
      std::find_if(named.begin(), named.end(), [name](auto const& given) { return given.first == name; });
  if (found == named.end()) return std::nullopt;
  Value value = std::move(found->second);
  named.erase(found);
  return value;
}

Value as_dict(Session& session, NamedValues const& named) {
  Shared<Dict> const dict = make_shared<Dict>(session);
  for (auto const& [name, value] : named) dict->set(Text{.view = name}, value);
  return dict;
}

Value call_joiner(Joiner& joiner, Arguments const& arguments) {
  BoundArguments const none("joiner", arguments, {});
  return std::exchange(joiner.used, true) ? joiner.separator : Text{.view = ""};
}

}  // namespace
}  // namespace call_evaluation

Arguments Evaluator::evaluate_arguments(CallArguments const& arguments) {
  Arguments result{.positional = evaluate_all(arguments.positional)};
  for (auto const& [name, value] : arguments.named) result.named.emplace_back(name, evaluate(value));
  if (arguments.spread || arguments.named_spread) add_spread(arguments, result);
  return result;
}

void Evaluator::add_spread(CallArguments const& arguments, Arguments& result) {
  if (arguments.spread) {
    Value const spread = evaluate(*arguments.spread);
    session_.set_current_text(arguments.spread->text);
    for (Value& value : collect(session_, spread)) result.positional.push_back(std::move(value));
  }
  if (!arguments.named_spread) return;
  Value const spread = evaluate(*arguments.named_spread);
  session_.set_current_text(arguments.named_spread->text);
  std::optional<MapView> const map = MapView::of(spread);
  if (!map) throw Failure(errors::reason::needs_mapping("**", type_name(spread)));
  for (std::size_t at = 0; at < map->size(); ++at) {
    Value const key = map->key_at(at);
    // The name is viewed from here on: what holds it must stay.
    names_of_arguments_.push_back(key);
    result.named.emplace_back(demand_text("**", key).view, map->value_at(session_, at));
  }
}

Value Evaluator::call(Call const& node, std::string_view text, Value const* caller) {
  Attribute const* const method = std::get_if<Attribute>(&node.callee->node);
  if (method != nullptr) {
    // The common case without a bound method in between.
    Value scratch;
    Value const object = operand(*method->object, scratch);
    BoundMethod::Function const function = find_method(object, method->name);
    if (function != nullptr && caller == nullptr) {
      Arguments const arguments = evaluate_arguments(node.arguments);
      session_.set_current_text(text);
      check_names(object, method->name, arguments);
      return function(session_, object, arguments);
    }
    session_.set_current_text(node.callee->text);
    Value const callee = attribute(session_, object, method->name);
    Arguments arguments = evaluate_arguments(node.arguments);
    if (caller != nullptr) arguments.named.emplace_back("caller", *caller);
    session_.set_current_text(text);
    return call_value(callee, std::move(arguments));
  }
  Value const callee = evaluate(*node.callee);
  Arguments arguments = evaluate_arguments(node.arguments);
  if (caller != nullptr) arguments.named.emplace_back("caller", *caller);
  session_.set_current_text(text);
  return call_value(callee, std::move(arguments));
}

Value Evaluator::call_value(Value const& callee, Arguments arguments) {
  if (Shared<Macro> const* const macro = std::get_if<Shared<Macro>>(&callee)) {
    return call_macro(*macro, std::move(arguments));
  }
  if (Shared<BoundMethod> const* const method = std::get_if<Shared<BoundMethod>>(&callee)) {
    check_names((*method)->receiver, (*method)->name, arguments);
    return (*method)->function(session_, (*method)->receiver, arguments);
  }
  if (Global const* const global = std::get_if<Global>(&callee)) return call_global(session_, *global, arguments);
  if (Shared<Joiner> const* const joiner = std::get_if<Shared<Joiner>>(&callee)) {
    return call_evaluation::call_joiner(**joiner, arguments);
  }
  if (Shared<Loop> const* const loop = std::get_if<Shared<Loop>>(&callee)) return call_loop(*loop, arguments);
  demand_defined(callee);
  throw Failure(errors::reason::not_callable(type_name(callee)));
}

// Parameters take the arguments in order, then by name; what is left needs varargs or kwargs in the body.
void Evaluator::bind_parameters(Macro const& macro, Arguments& arguments, Activation& activation) {
  MacroBody const& body = macro.body;
  std::size_t const count = std::min(arguments.positional.size(), body.parameters.size());
  for (std::size_t at = 0; at < count; ++at) {
    activation.at(body.parameters[at].slot) = std::move(arguments.positional[at]);
  }
  for (std::size_t at = count; at < body.parameters.size(); ++at) {
    Parameter const& parameter = body.parameters[at];
    std::optional<Value> given = call_evaluation::take_named(arguments.named, parameter.name);
    if (given) activation.at(parameter.slot) = *std::move(given);
  }
  if (body.uses_caller) {
    std::optional<Value> given = call_evaluation::take_named(arguments.named, "caller");
    bool const is_missing = !given || is_none(*given);
    activation.at(body.caller) = is_missing ? Undefined{.reason = UndefinedReason::name, .text = "caller"} : *given;
  }
  if (!body.uses_kwargs && !arguments.named.empty()) {
    throw Failure(errors::reason::unknown_argument(macro.name(), arguments.named.front().first));
  }
  if (body.uses_kwargs) activation.at(body.kwargs) = call_evaluation::as_dict(session_, arguments.named);
  bool const has_more = arguments.positional.size() > body.parameters.size();
  if (!body.uses_varargs && has_more) {
    throw Failure(
        errors::reason::too_many_arguments(macro.name(), body.parameters.size(), arguments.positional.size()));
  }
  if (!body.uses_varargs) return;
  Values rest(arguments.positional.begin() + static_cast<std::ptrdiff_t>(count), arguments.positional.end());
  activation.at(body.varargs) = make_tuple(session_, std::move(rest));
}

// P5.2-24: what a macro writes is the value of its call.
Value Evaluator::call_macro(Shared<Macro> const& macro, Arguments arguments) {
  Shared<Activation> const activation = make_shared<Activation>(session_, macro->body.slot_count, macro->outer);
  bind_parameters(*macro, arguments, *activation);
  std::string text = captured([&] {
    Within const within(*this, activation);
    enter(macro->body.loads);
    for (Parameter const& parameter : macro->body.parameters) {
      Value& value = activation->at(parameter.slot);
      Undefined const* const undefined = std::get_if<Undefined>(&value);
      if (undefined == nullptr || undefined->reason != UndefinedReason::unset) continue;
      value = parameter.fallback ? evaluate(*parameter.fallback)
                                 : Undefined{.reason = UndefinedReason::name, .text = parameter.name};
    }
    execute(macro->body.body);
  });
  return make_text(session_, std::move(text));
}

Value Evaluator::call_loop(Shared<Loop> const& loop, Arguments const& arguments) {
  BoundArguments const bound("loop", arguments, {"iterable"}, 1);
  if (loop->recursive_loop == nullptr) throw Failure(errors::reason::loop_not_recursive());
  For const& body = *loop->recursive_loop;
  Shared<Activation> const activation = make_shared<Activation>(session_, body.slot_count, loop->outer);
  std::string text = captured([&] {
    Within const within(*this, activation);
    run_loop(body, *bound[0], loop->depth0() + 1);
  });
  return make_text(session_, std::move(text));
}

}  // namespace prompty::jinja
