#include <deque>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "jinja/closures.hpp"
#include "jinja/printing.hpp"

namespace jinja {
namespace {

std::string_view first_name(TupleTarget const& tuple) {
  if (tuple.items.empty()) return {};
  return match(
      tuple.items.front().node, [](NameTarget const& name) { return name.name; },
      [](TupleTarget const& inner) { return first_name(inner); });
}

// Runs a template once. Everything throws Failure for what cannot be done and when a limit is reached.
class Evaluator {
 public:
  Evaluator(Session& session, Bindings const& bindings, Json const& inputs)
      : session_(session), bindings_(bindings), inputs_(inputs), input_values_(bindings.inputs.size()) {}

  std::string run(Body const& body) {
    activation_ = make_shared<Activation>(session_, bindings_.slot_count, Shared<Activation>());
    enter(bindings_.loads);
    execute(body);
    return std::move(output_);
  }

 private:
  void enter(Loads const& loads) {
    for (Load const& load : loads) {
      Value& slot = activation_->slots[load.slot];
      if (load.kind == LoadKind::input) slot = input(load.input);
      if (load.kind == LoadKind::alias) slot = activation_->at(load.from);
      if (load.kind == LoadKind::unset) slot = Undefined{};
    }
  }

  // The names of a scope end with it, also for macros that were defined in it.
  void leave(Loads const& loads) {
    for (Load const& load : loads) activation_->slots[load.slot] = Undefined{};
  }

  void write(std::string_view text) {
    output_ += text;
    check_output();
  }

  void check_output() const {
    std::size_t const limit = session_.limits().output;
    // P5.4-04: for what is written; what only a variable holds is counted by Session::check_memory.
    if (output_.size() > limit) throw Failure(reason::output_too_large(limit));
  }

  void execute(Body const& body) {
    for (Statement const& statement : body) execute(statement);
  }

  void execute(Statement const& statement) {
    session_.spend();
    match(
        statement.node, [&](Data const& data) { write(data.text); }, [&](Output const& output) { print(output.value); },
        [&](If const& condition) { execute(condition); }, [&](std::unique_ptr<For> const& loop) { execute(*loop); },
        [&](Set const& set) { assign(set.target, evaluate(set.value)); },
        [&](CapturingBlock const& block) { execute(block); }, [&](With const& with) { execute(with); },
        [&](MacroDefinition const& definition) { execute(definition); },
        [&](CallBlock const& block) { execute(block); });
  }

  void execute(If const& condition) {
    Level const level = nest();
    for (Branch const& branch : condition.branches) {
      // P5.2-06: the first branch that holds; `truth` says what counts as false.
      if (test(branch.test)) return execute(branch.body);
    }
    execute(condition.otherwise);
  }

  void execute(CapturingBlock const& block) {
    Level const level = nest();
    enter(block.loads);
    captured_.push_back(captured([&] { execute(block.body); }));
    Value value = block.filter ? evaluate(*block.filter) : captured_.back();
    captured_.pop_back();
    if (block.target) {
      assign(*block.target, std::move(value));
    } else {
      // A filter block writes text only, unlike {{ }}, which prints anything.
      write(demand_text(block.filter->text, value).view);
    }
    leave(block.loads);
  }

  void execute(With const& with) {
    Level const level = nest();
    enter(with.loads);
    for (auto const& [target, value] : with.assignments) assign(target, evaluate(value));
    execute(with.body);
    leave(with.loads);
  }

  void execute(MacroDefinition const& definition) {
    // The macro holds the activation, a slot of which holds the macro.
    activation_->keep();
    activation_->at(definition.target.slot) = make_shared<Macro>(session_, *definition.macro, activation_);
  }

  void execute(CallBlock const& block) {
    Level const level = nest();
    activation_->keep();
    Value const caller = make_shared<Macro>(session_, *block.caller, activation_);
    Value const value = call(std::get<Call>(block.call.node), block.call.text, &caller);
    write(demand_text("call", value).view);
  }

  void execute(For const& loop) {
    Level const level = nest();
    Value iterable = evaluate(loop.iterable);
    session_.set_current_text(loop.iterable.text);
    if (loop.kind == LoopKind::plain) return run_loop(loop, std::move(iterable), 0);
    run_in(make_shared<Activation>(session_, loop.slot_count, activation_),
           [&] { run_loop(loop, std::move(iterable), 0); });
  }

  void run_loop(For const& loop, Value iterable, std::size_t depth) {
    Level const level = nest();
    if (loop.test) iterable = filtered(loop, std::move(iterable));
    // Nothing ends a loop early but a failure, so that one over more than what is left may fail at its start (P5.4-03).
    if (Range const* const range = std::get_if<Range>(&iterable)) session_.check_steps(size_of(*range));
    bool const had_elements = loop.uses_loop ? run_loop_with_state(loop, std::move(iterable), depth)
                                             : run_plain_loop(loop, std::move(iterable));
    leave(loop.body_loads);
    // P5.2-25: there was no round, perhaps because the test let nothing through.
    if (had_elements || loop.otherwise.empty()) return;
    enter(loop.otherwise_loads);
    execute(loop.otherwise);
    leave(loop.otherwise_loads);
  }

  bool run_plain_loop(For const& loop, Value iterable) {
    Cursor cursor(session_, std::move(iterable));
    bool had_elements = false;
    // P5.2-07: the body, once for each element.
    while (std::optional<Value> value = cursor.next()) {
      had_elements = true;
      assign(loop.target, std::move(*value));
      enter(loop.body_loads);
      execute(loop.body);
    }
    return had_elements;
  }

  bool run_loop_with_state(For const& loop, Value iterable, std::size_t depth) {
    Shared<Loop> const state = make_shared<Loop>(session_, std::move(iterable), depth);
    if (loop.kind == LoopKind::recursive) {
      state->recursive_loop = &loop;
      state->outer = activation_->outer;
    }
    while (std::optional<Value> value = state->advance()) {
      assign(loop.target, std::move(*value));
      activation_->at(loop.loop_slot) = state;
      enter(loop.body_loads);
      execute(loop.body);
    }
    return state->index0() >= 0;
  }

  // The elements that pass the test of the loop, one by one; a macro may advance `loop` as well.
  Value filtered(For const& loop, Value iterable) {
    Shared<Activation> const activation = activation_;
    enter(loop.test_loads);
    // A slot of this activation holds the loop, which holds the iterator, which holds the activation.
    activation_->keep();
    return make_iterator(
        session_, "generator",
        [this, &loop, activation, cursor = Cursor(session_, std::move(iterable))]() mutable -> std::optional<Value> {
          Shared<Activation> const before = std::exchange(activation_, activation);
          std::optional<Value> value = cursor.next();
          for (; value; value = cursor.next()) {
            assign(loop.test_target, Value(*value));
            if (test(*loop.test)) break;
          }
          activation_ = before;
          return value;
        });
  }

  // P5.2-09: the name holds until `leave` ends its scope.
  void assign(Target const& target, Value&& value) {
    if (TupleTarget const* const several = std::get_if<TupleTarget>(&target.node)) return unpack(*several, value);
    NameTarget const& name = std::get<NameTarget>(target.node);
    Value& slot = activation_->at(name.slot);
    if (name.attribute.empty()) {
      slot = std::move(value);
      return;
    }
    Namespace const* const space = object_of<Namespace>(slot);
    if (space == nullptr) throw Failure(reason::not_a_namespace(name.name));
    space->attributes->keep();
    space->attributes->set(Text{.view = name.attribute}, std::move(value));
  }

  void unpack(TupleTarget const& target, Value const& value) {
    // What is unpacked need not come from an expression: it may be the text of a block.
    session_.set_current_text(first_name(target));
    // P5.2-25: pairs are tuples of two, taken apart like any list.
    std::optional<ListView> const list = ListView::of(value);
    Values const collected = list ? Values() : collect(session_, value);
    std::size_t const size = list ? list->size() : collected.size();
    if (size != target.items.size()) throw Failure(reason::cannot_unpack(target.items.size(), size));
    for (std::size_t at = 0; at < size; ++at) {
      assign(target.items[at], list ? list->at(session_, at) : Value(collected[at]));
    }
  }

  // P5.2-01: what {{ }} puts out; the text around it comes as Data.
  void print(Expression const& expression) {
    Value scratch;
    session_.spend();
    if (std::holds_alternative<Attribute>(expression.node)) {
      Json const* const found = borrowed(expression);
      if (found != nullptr && found->is_string()) return write(found->get_ref<std::string const&>());
    }
    Value const& value = operand(expression, scratch);
    session_.set_current_text(expression.text);
    append_text(session_, output_, value);
    check_output();
  }

  // P5.2-24: what a macro writes is the value of its call.
  Value call_macro(Macro const& macro, Arguments arguments) {
    Shared<Activation> const activation = make_shared<Activation>(session_, macro.body.slot_count, macro.outer);
    bind_parameters(session_, macro, arguments, *activation);
    return captured_in(activation, [&] {
      enter(macro.body.loads);
      for (Parameter const& parameter : macro.body.parameters) {
        Value& value = activation->at(parameter.slot);
        if (!is_unset(value)) continue;
        value = parameter.fallback ? evaluate(*parameter.fallback)
                                   : Undefined{.reason = UndefinedReason::name, .text = parameter.name};
      }
      execute(macro.body.body);
    });
  }

  Value call_loop(Loop const& loop, Arguments const& arguments) {
    BoundArguments const bound("loop", "iterable", 1, arguments);
    if (loop.recursive_loop == nullptr) throw Failure("only a loop marked 'recursive' can be called");
    For const& body = *loop.recursive_loop;
    return captured_in(make_shared<Activation>(session_, body.slot_count, loop.outer),
                       [&] { run_loop(body, *bound[0], loop.depth0() + 1); });
  }

  // What is written goes into an empty output for the while; after an error it is dropped.
  template <class Run>
  Value captured(Run run) {
    std::string before = std::exchange(output_, std::string());
    run();
    return make_text(session_, std::exchange(output_, std::move(before)));
  }

  // Runs something in another activation, one call deeper. An error ends the template and leaves it there.
  template <class Run>
  void run_in(Shared<Activation> activation, Run run) {
    // P5.4-05: well before a stack overflow, which would end the process.
    if (call_depth_ >= session_.limits().depth) throw Failure(reason::calls_too_deep);
    Level const level(call_depth_);
    Shared<Activation> previous = std::exchange(activation_, std::move(activation));
    run();
    activation_ = std::move(previous);
  }

  template <class Run>
  Value captured_in(Shared<Activation> activation, Run run) {
    return captured([&] { run_in(std::move(activation), run); });
  }

  // Expressions, evaluated in the current activation.

  // Counts one more level of evaluation while the result lives.
  [[nodiscard]] Level nest() {
    if (nesting_ >= deepest_evaluation) throw Failure(reason::calls_too_deep);
    return Level(nesting_);
  }

  Value evaluate(Expression const& expression) {
    Level const level = nest();
    session_.spend();
    return std::visit([&](auto const& node) { return evaluate_node(node, expression.text); }, expression.node);
  }

  static bool is_unset(Value const& value) {
    Undefined const* const undefined = std::get_if<Undefined>(&value);
    return undefined != nullptr && undefined->reason == UndefinedReason::unset;
  }

  // A name or a constant is used in place: no expression stores into slots of its scope.
  Value const& operand(Expression const& expression, Value& scratch) {
    if (NameUse const* const name = std::get_if<NameUse>(&expression.node)) {
      Value const& value = activation_->at(name->slot);
      if (!is_unset(value)) return value;
    }
    if (Constant const* const constant = std::get_if<Constant>(&expression.node)) return constant->value;
    scratch = evaluate(expression);
    return scratch;
  }

  bool test(Expression const& expression) {
    Value scratch;
    Value const& value = operand(expression, scratch);
    session_.set_current_text(expression.text);
    return truth(session_, value);
  }

  // The fast path of prompts: most of what they say are members of mappings in the inputs.
  Json const* borrowed(Expression const& expression) {
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

  // Inputs hide the functions of the same name.
  Value input(std::uint32_t number) {
    std::optional<Value>& known = input_values_[number];
    if (known) return *known;
    std::string_view const name = bindings_.inputs[number];
    session_.set_current_text(name);
    Json const* const found = find_input(name);
    known = found == nullptr ? find_global(name) : wrap(session_, *found);
    return *known;
  }

  Value call(Call const& node, std::string_view text, Value const* caller) {
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

  Value evaluate_node(Constant const& constant, std::string_view) { return constant.value; }

  Value evaluate_node(NameUse const& name, std::string_view) {
    Value const& value = activation_->at(name.slot);
    return is_unset(value) ? Undefined{.reason = UndefinedReason::name, .text = name.name} : value;
  }

  Values evaluate_all(Expressions const& expressions) {
    Values values;
    values.reserve(expressions.size());
    for (Expression const& expression : expressions) values.push_back(evaluate(expression));
    return values;
  }

  Value evaluate_node(ListDisplay const& list, std::string_view) {
    return make_list(session_, evaluate_all(list.items));
  }

  Value evaluate_node(TupleDisplay const& tuple, std::string_view) {
    return make_tuple(session_, evaluate_all(tuple.items));
  }

  Value evaluate_node(DictDisplay const& dict, std::string_view text) {
    Shared<Dict> const result = make_shared<Dict>(session_);
    for (auto const& [key, value] : dict.entries) {
      Value entry_key = evaluate(key);
      Value entry_value = evaluate(value);
      session_.set_current_text(text);
      result->set(std::move(entry_key), std::move(entry_value));
    }
    return result;
  }

  Value evaluate_node(Unary const& unary, std::string_view text) {
    if (unary.operation == UnaryOperator::logical_not) return !test(*unary.operand);
    Value const value = evaluate(*unary.operand);
    session_.set_current_text(text);
    return apply(session_, unary.operation, value);
  }

  Value evaluate_node(Binary const& binary, std::string_view text) {
    Value left_scratch;
    Value right_scratch;
    Value const& left = operand(*binary.left, left_scratch);
    Value const& right = operand(*binary.right, right_scratch);
    session_.set_current_text(text);
    return apply(session_, binary.operation, left, right);
  }

  Value evaluate_node(Joined const& joined, std::string_view text) {
    Values const values = evaluate_all(joined.items);
    session_.set_current_text(text);
    std::size_t size = 0;
    for (Value const& value : values) size += holds<Text>(value) ? std::get<Text>(value).view.size() : 0;
    session_.check_memory(size);
    std::string result;
    result.reserve(size);
    // P5.2-17: each as it would be printed, so that no type is refused.
    for (Value const& value : values) {
      append_text(session_, result, value);
      session_.check_memory(result.size());
    }
    return make_text(session_, std::move(result));
  }

  Value evaluate_node(Logical const& logical, std::string_view) {
    Value left = evaluate(*logical.left);
    session_.set_current_text(logical.left->text);
    // P5.2-14: the result is one of the operands, not its truth, and the right one is evaluated only if it matters.
    bool const decides = truth(session_, left) == (logical.operation == LogicalOperator::logical_or);
    return decides ? left : evaluate(*logical.right);
  }

  Value evaluate_node(Compared const& compared, std::string_view text) {
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

  Value evaluate_node(Conditional const& conditional, std::string_view text) {
    if (test(*conditional.test)) return evaluate(*conditional.then);
    // P5.2-18: without else nothing is printed, which the strict rule allows as well.
    if (conditional.otherwise) return evaluate(*conditional.otherwise);
    return Undefined{.reason = UndefinedReason::no_else, .text = text};
  }

  Value evaluate_node(Attribute const& member, std::string_view text) {
    if (Json const* const object = member.key_kind == KeyKind::plain ? borrowed(*member.object) : nullptr) {
      session_.set_current_text(text);
      if (object->is_object()) {
        return MapView::of(BorrowedMap{object})->find(session_, member.name).value_or(missing_member(session_));
      }
    }
    Value scratch;
    Value const& object = operand(*member.object, scratch);
    session_.set_current_text(text);
    return attribute(session_, object, member.name);
  }

  Value evaluate_node(Item const& access, std::string_view text) {
    Value object_scratch;
    Value key_scratch;
    Value const& object = operand(*access.object, object_scratch);
    Value const& key = operand(*access.index, key_scratch);
    session_.set_current_text(text);
    return item(session_, object, key);
  }

  Value optional_bound(ExpressionBox const& bound) { return bound ? evaluate(*bound) : None{}; }

  Value evaluate_node(Slice const& part, std::string_view text) {
    Value const object = evaluate(*part.object);
    Value const start = optional_bound(part.start);
    Value const stop = optional_bound(part.stop);
    Value const step = optional_bound(part.step);
    session_.set_current_text(text);
    return slice(session_, object, start, stop, step);
  }

  Value evaluate_node(Call const& node, std::string_view text) { return call(node, text, nullptr); }

  Value evaluate_node(OperationUse const& use, std::string_view text) {
    Value scratch;
    Value const& value = use.input ? operand(*use.input, scratch) : captured_.back();
    Arguments const arguments = evaluate_arguments(use.arguments);
    session_.set_current_text(text);
    if (use.function == nullptr) throw Failure(unknown_operation(use));
    return use.function->call(session_, value, arguments);
  }

  // An object compares a name with all of its names, and a template may name as many inputs as there are.
  Json const* find_input(std::string_view name) {
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

  Arguments evaluate_arguments(CallArguments const& arguments) {
    Arguments result{.positional = evaluate_all(arguments.positional)};
    for (auto const& [name, value] : arguments.named) result.named.emplace_back(name, evaluate(value));
    if (arguments.spread || arguments.named_spread) add_spread(arguments, result);
    return result;
  }

  void add_spread(CallArguments const& arguments, Arguments& result) {
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

  Value call_value(Value const& callee, Arguments arguments) {
    if (Macro const* const macro = object_of<Macro>(callee)) return call_macro(*macro, std::move(arguments));
    if (BoundMethod const* const method = object_of<BoundMethod>(callee)) {
      return method->operation.call(session_, method->receiver, arguments);
    }
    if (Operation const* const* const function = std::get_if<Operation const*>(&callee)) {
      return (*function)->call(session_, None{}, arguments);
    }
    if (Joiner* const joiner = object_of<Joiner>(callee)) {
      BoundArguments const none("joiner", "", 0, arguments);
      return std::exchange(joiner->used, true) ? joiner->separator : Text{.view = ""};
    }
    if (Loop const* const loop = object_of<Loop>(callee)) return call_loop(*loop, arguments);
    demand_defined(callee);
    throw Failure(reason::not_callable(type_name(callee)));
  }

  // What fits on a stack of one megabyte, sanitizers included.
  static constexpr std::size_t deepest_evaluation = 2'000;

  Session& session_;
  Bindings const& bindings_;
  Json const& inputs_;
  Shared<Activation> activation_;
  std::deque<Value> captured_;  // references stay valid while arguments of a filter capture more
  std::unordered_map<std::string_view, Json const*> inputs_by_name_;  // empty until it is needed
  std::vector<std::optional<Value>> input_values_;
  std::vector<Value> names_of_arguments_;  // keeps names alive that were given by **
  std::size_t nesting_ = 0;
  std::string output_;
  std::size_t call_depth_ = 0;
};

}  // namespace

std::string evaluate(Session& session, Body const& body, Bindings const& bindings, Json const& inputs) {
  return Evaluator(session, bindings, inputs).run(body);
}

}  // namespace jinja
