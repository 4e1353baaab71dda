#include <nlohmann/json.hpp>

#include "jinja/access.hpp"
#include "jinja/evaluator.hpp"
#include "jinja/functions.hpp"
#include "jinja/operators.hpp"
#include "jinja/printing.hpp"
#include "jinja/reasons.hpp"

namespace jinja {
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
  BoundArguments const none("joiner", "", 0, arguments);
  return std::exchange(joiner.used, true) ? joiner.separator : Text{.view = ""};
}

}  // namespace

Value Evaluator::evaluate(Expression const& expression) {
  NestingLevel const level(*this);
  session_.spend();
  return std::visit([&](auto const& node) { return evaluate_node(node, expression.text); }, expression.node);
}

// A name or a constant is used in place: no expression stores into slots of its scope.
Value const& Evaluator::operand(Expression const& expression, Value& scratch) {
  if (NameUse const* const name = std::get_if<NameUse>(&expression.node)) {
    Value const& value = activation_->at(name->slot);
    Undefined const* const undefined = std::get_if<Undefined>(&value);
    if (undefined == nullptr || undefined->reason != UndefinedReason::unset) return value;
  }
  if (Constant const* const constant = std::get_if<Constant>(&expression.node)) return constant->value;
  scratch = evaluate(expression);
  return scratch;
}

bool Evaluator::test(Expression const& expression) {
  Value scratch;
  Value const& value = operand(expression, scratch);
  session_.set_current_text(expression.text);
  return truth(session_, value);
}

// The fast path of prompts: most of what they say are members of mappings in the inputs.
Json const* Evaluator::borrowed(Expression const& expression) {
  if (NameUse const* const name = std::get_if<NameUse>(&expression.node)) {
    BorrowedMap const* const map = std::get_if<BorrowedMap>(&activation_->at(name->slot));
    return map != nullptr ? map->json : nullptr;
  }
  Attribute const* const member = std::get_if<Attribute>(&expression.node);
  if (member == nullptr || member->key_kind == KeyKind::method) return nullptr;
  Json const* const object = borrowed(*member->object);
  if (object == nullptr || !object->is_object()) return nullptr;
  Json::object_t const& members = object->get_ref<Json::object_t const&>();
  session_.spend(1 + members.size() / 32);
  for (auto const& [key, value] : members) {
    if (key == member->name) return &value;
  }
  return nullptr;
}

// P5.2-01: what {{ }} puts out; the text around it comes as Data.
void Evaluator::print(Expression const& expression) {
  Value scratch;
  session_.spend();
  if (std::holds_alternative<Attribute>(expression.node)) {
    Json const* const found = borrowed(expression);
    if (found != nullptr && found->is_string()) {
      output_ += found->get_ref<std::string const&>();
      return check_output();
    }
  }
  Value const& value = operand(expression, scratch);
  session_.set_current_text(expression.text);
  append_text(session_, output_, value);
  check_output();
}

Value Evaluator::evaluate_node(Constant const& constant, std::string_view) {
  return constant.value;
}

Value Evaluator::evaluate_node(NameUse const& name, std::string_view) {
  Value const& value = activation_->at(name.slot);
  Undefined const* const undefined = std::get_if<Undefined>(&value);
  if (undefined == nullptr || undefined->reason != UndefinedReason::unset) return value;
  return Undefined{.reason = UndefinedReason::name, .text = name.name};
}

Values Evaluator::evaluate_all(Expressions const& expressions) {
  Values values;
  values.reserve(expressions.size());
  for (Expression const& expression : expressions) values.push_back(evaluate(expression));
  return values;
}

Value Evaluator::evaluate_node(ListDisplay const& list, std::string_view) {
  return make_list(session_, evaluate_all(list.items));
}

Value Evaluator::evaluate_node(TupleDisplay const& tuple, std::string_view) {
  return make_tuple(session_, evaluate_all(tuple.items));
}

Value Evaluator::evaluate_node(DictDisplay const& dict, std::string_view text) {
  Shared<Dict> const result = make_shared<Dict>(session_);
  for (auto const& [key, value] : dict.entries) {
    Value entry_key = evaluate(key);
    Value entry_value = evaluate(value);
    session_.set_current_text(text);
    result->set(std::move(entry_key), std::move(entry_value));
  }
  return result;
}

Value Evaluator::evaluate_node(Unary const& unary, std::string_view text) {
  if (unary.operation == UnaryOperator::logical_not) return !test(*unary.operand);
  Value const value = evaluate(*unary.operand);
  session_.set_current_text(text);
  return apply(session_, unary.operation, value);
}

Value Evaluator::evaluate_node(Binary const& binary, std::string_view text) {
  Value left_scratch;
  Value right_scratch;
  Value const& left = operand(*binary.left, left_scratch);
  Value const& right = operand(*binary.right, right_scratch);
  session_.set_current_text(text);
  return apply(session_, binary.operation, left, right);
}

Value Evaluator::evaluate_node(Joined const& joined, std::string_view text) {
  std::string result;
  Values values;
  values.reserve(joined.parts.size());
  for (Expression const& part : joined.parts) values.push_back(evaluate(part));
  session_.set_current_text(text);
  std::size_t size = 0;
  for (Value const& value : values) size += holds<Text>(value) ? std::get<Text>(value).view.size() : 0;
  session_.check_memory(size);
  result.reserve(size);
  // P5.2-17: each as it would be printed, so that no type is refused.
  for (Value const& value : values) {
    append_text(session_, result, value);
    session_.check_memory(result.size());
  }
  return make_text(session_, std::move(result));
}

Value Evaluator::evaluate_node(Logical const& logical, std::string_view) {
  Value left = evaluate(*logical.left);
  session_.set_current_text(logical.left->text);
  // P5.2-14: the result is one of the operands, not its truth, and the right one is evaluated only if it matters.
  bool const decides = truth(session_, left) == (logical.operation == LogicalOperator::logical_or);
  return decides ? left : evaluate(*logical.right);
}

Value Evaluator::evaluate_node(Compared const& compared, std::string_view text) {
  Value scratch;
  if (compared.rest.size() == 1) {
    Value right_scratch;
    Value const& left = operand(*compared.first, scratch);
    Value const& right = operand(compared.rest.front().operand, right_scratch);
    session_.set_current_text(text);
    return compare(session_, compared.rest.front().relation, left, right);
  }
  Value left = evaluate(*compared.first);
  for (auto const& [relation, expression] : compared.rest) {
    Value right = evaluate(expression);
    session_.set_current_text(text);
    if (!compare(session_, relation, left, right)) return false;
    left = std::move(right);
  }
  return true;
}

Value Evaluator::evaluate_node(Conditional const& conditional, std::string_view text) {
  if (test(*conditional.test)) return evaluate(*conditional.then);
  // P5.2-18: without else nothing is printed, which the strict rule allows as well.
  if (conditional.otherwise) return evaluate(*conditional.otherwise);
  return Undefined{.reason = UndefinedReason::no_else, .text = text};
}

Value Evaluator::evaluate_node(Attribute const& member, std::string_view text) {
  if (Json const* const object = member.key_kind == KeyKind::plain ? borrowed(*member.object) : nullptr) {
    session_.set_current_text(text);
    if (object->is_object()) {
      std::optional<Value> found = MapView::of(BorrowedMap{object})->find(session_, member.name);
      return found ? *std::move(found) : missing_member(session_);
    }
  }
  Value scratch;
  Value const& object = operand(*member.object, scratch);
  session_.set_current_text(text);
  return attribute(session_, object, member.name);
}

Value Evaluator::evaluate_node(Item const& access, std::string_view text) {
  Value object_scratch;
  Value key_scratch;
  Value const& object = operand(*access.object, object_scratch);
  Value const& key = operand(*access.index, key_scratch);
  session_.set_current_text(text);
  return item(session_, object, key);
}

Value Evaluator::optional_bound(ExpressionBox const& bound) {
  return bound ? evaluate(*bound) : None{};
}

Value Evaluator::evaluate_node(Slice const& part, std::string_view text) {
  Value const object = evaluate(*part.object);
  Value const start = optional_bound(part.start);
  Value const stop = optional_bound(part.stop);
  Value const step = optional_bound(part.step);
  session_.set_current_text(text);
  return slice(session_, object, start, stop, step);
}

Value Evaluator::evaluate_node(Call const& node, std::string_view text) {
  return call(node, text, nullptr);
}

Value Evaluator::evaluate_node(FilterUse const& filter, std::string_view text) {
  Value scratch;
  Value const& value = filter.input ? operand(*filter.input, scratch) : captured_.back();
  Arguments const arguments = evaluate_arguments(filter.arguments);
  session_.set_current_text(text);
  if (filter.function == nullptr) throw Failure(reason::unknown_filter(filter.name));
  return filter.function->call(session_, value, arguments);
}

Value Evaluator::evaluate_node(TestUse const& node, std::string_view text) {
  Value scratch;
  Value const& value = operand(*node.input, scratch);
  Arguments const arguments = evaluate_arguments(node.arguments);
  session_.set_current_text(text);
  if (node.function == nullptr) throw Failure(reason::unknown_test(node.name));
  return node.function->call(session_, value, arguments);
}

// Inputs hide the functions of the same name.
Value Evaluator::input(std::uint32_t number) {
  std::optional<Value>& known = input_values_[number];
  if (known) return *known;
  std::string_view const name = bindings_.inputs[number];
  session_.set_current_text(name);
  Json const* const found = find_input(name);
  known = found == nullptr ? find_global(name) : wrap(session_, *found);
  return *known;
}

// An object compares a name with all of its names, and a template may name as many inputs as there are.
Json const* Evaluator::find_input(std::string_view name) {
  constexpr std::size_t few = 16;
  if (inputs_.size() <= few) {
    Json::const_iterator const found = inputs_.find(name);
    return found == inputs_.end() ? nullptr : &*found;
  }
  if (inputs_by_name_.empty()) {
    for (auto const& [key, value] : inputs_.get_ref<Json::object_t const&>()) inputs_by_name_.emplace(key, &value);
  }
  auto const found = inputs_by_name_.find(name);
  return found == inputs_by_name_.end() ? nullptr : found->second;
}

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
  if (!map) throw Failure(reason::needs_mapping("**", type_name(spread)));
  for (std::size_t at = 0; at < map->size(); ++at) {
    Value const key = map->key_at(at);
    // The name is viewed from here on: what holds it must stay.
    names_of_arguments_.push_back(key);
    result.named.emplace_back(demand_text("**", key).view, map->value_at(session_, at));
  }
}

Value Evaluator::call(Call const& node, std::string_view text, Value const* caller) {
  Value callee;
  if (Attribute const* const method = std::get_if<Attribute>(&node.callee->node)) {
    Value scratch;
    Value const object = operand(*method->object, scratch);
    // The common case without a bound method in between.
    Operation const* const function = find_method(object, method->name);
    if (function != nullptr && caller == nullptr) {
      Arguments const arguments = evaluate_arguments(node.arguments);
      session_.set_current_text(text);
      return function->call(session_, object, arguments);
    }
    session_.set_current_text(node.callee->text);
    callee = attribute(session_, object, method->name);
  } else {
    callee = evaluate(*node.callee);
  }
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
    return (*method)->operation.call(session_, (*method)->receiver, arguments);
  }
  if (Operation const* const* const function = std::get_if<Operation const*>(&callee)) {
    return (*function)->call(session_, None{}, arguments);
  }
  if (Shared<Joiner> const* const joiner = std::get_if<Shared<Joiner>>(&callee)) {
    return call_joiner(**joiner, arguments);
  }
  if (Shared<Loop> const* const loop = std::get_if<Shared<Loop>>(&callee)) return call_loop(*loop, arguments);
  demand_defined(callee);
  throw Failure(reason::not_callable(type_name(callee)));
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
    std::optional<Value> given = take_named(arguments.named, parameter.name);
    if (given) activation.at(parameter.slot) = *std::move(given);
  }
  if (body.uses_caller) {
    std::optional<Value> given = take_named(arguments.named, "caller");
    bool const is_missing = !given || is_none(*given);
    activation.at(body.caller) = is_missing ? Undefined{.reason = UndefinedReason::name, .text = "caller"} : *given;
  }
  if (!body.uses_kwargs && !arguments.named.empty()) {
    throw Failure(reason::unknown_argument(macro.name(), arguments.named.front().first));
  }
  if (body.uses_kwargs) activation.at(body.kwargs) = as_dict(session_, arguments.named);
  bool const has_more = arguments.positional.size() > body.parameters.size();
  if (!body.uses_varargs && has_more) {
    throw Failure(reason::too_many_arguments(macro.name(), body.parameters.size(), arguments.positional.size()));
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
    ActivationScope const scope(*this, activation);
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
  BoundArguments const bound("loop", "iterable", 1, arguments);
  if (loop->recursive_loop == nullptr) throw Failure(reason::loop_not_recursive);
  For const& body = *loop->recursive_loop;
  Shared<Activation> const activation = make_shared<Activation>(session_, body.slot_count, loop->outer);
  std::string text = captured([&] {
    ActivationScope const scope(*this, activation);
    run_loop(body, *bound[0], loop->depth0() + 1);
  });
  return make_text(session_, std::move(text));
}

}  // namespace jinja
