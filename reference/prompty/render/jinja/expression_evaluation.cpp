#include <nlohmann/json.hpp>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/evaluator.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/globals.hpp"
#include "prompty/render/jinja/operators.hpp"
#include "prompty/render/jinja/printing.hpp"

namespace prompty::jinja {

Value Evaluator::evaluate(Expression const& expression) {
  Deeper const deeper(*this);
  session_.spend();
  return std::visit([&](auto const& node) { return evaluate_node(node, expression.text); }, expression.node);
}

// A name or a constant is looked at where it lies: nothing that an expression does stores into slots of its scope.
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
  session_.check_room(size);
  result.reserve(size);
  // P5.2-17: each as it would be printed, so that no type is refused.
  for (Value const& value : values) {
    append_text(session_, result, value);
    session_.check_room(result.size());
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

bool Evaluator::related(Relation relation, Value const& left, Value const& right) {
  switch (relation) {
    case Relation::equal:
      return equal(session_, left, right);
    case Relation::not_equal:
      return !equal(session_, left, right);
    case Relation::less:
      return compare(session_, Comparison::less, left, right);
    case Relation::less_or_equal:
      return compare(session_, Comparison::less_or_equal, left, right);
    case Relation::greater:
      return compare(session_, Comparison::greater, left, right);
    case Relation::greater_or_equal:
      return compare(session_, Comparison::greater_or_equal, left, right);
    case Relation::in:
      return contains(session_, right, left);
    case Relation::not_in:
      break;
  }
  return !contains(session_, right, left);
}

Value Evaluator::evaluate_node(Compared const& compared, std::string_view text) {
  Value scratch;
  if (compared.rest.size() == 1) {
    Value right_scratch;
    Value const& left = operand(*compared.first, scratch);
    Value const& right = operand(compared.rest.front().operand, right_scratch);
    session_.set_current_text(text);
    return related(compared.rest.front().relation, left, right);
  }
  Value left = evaluate(*compared.first);
  for (auto const& [relation, expression] : compared.rest) {
    Value right = evaluate(expression);
    session_.set_current_text(text);
    if (!related(relation, left, right)) return false;
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
  if (filter.function == nullptr) throw Failure(errors::reason::unknown_filter(filter.name));
  return filter.function(session_, value, arguments);
}

Value Evaluator::evaluate_node(TestUse const& node, std::string_view text) {
  Value scratch;
  Value const& value = operand(*node.input, scratch);
  Arguments const arguments = evaluate_arguments(node.arguments);
  session_.set_current_text(text);
  if (node.function == nullptr) throw Failure(errors::reason::unknown_test(node.name));
  return node.function(session_, value, arguments);
}

// Inputs hide the functions of the same name.
Value Evaluator::input(std::uint32_t number) {
  std::optional<Value>& known = input_values_[number];
  if (known) return *known;
  std::string_view const name = bindings_.inputs[number];
  session_.set_current_text(name);
  Json::const_iterator const found = inputs_.find(name);
  known = found == inputs_.end() ? find_global(name) : wrap(session_, *found);
  return *known;
}

}  // namespace prompty::jinja
