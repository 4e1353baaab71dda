#include "jinja/evaluator.hpp"

#include <nlohmann/json.hpp>

#include "jinja/functions.hpp"

namespace jinja {
namespace {

// What fits on a stack of one megabyte, sanitizers included.
constexpr std::size_t deepest_evaluation = 2'000;

std::string_view first_name(TupleTarget const& tuple) {
  if (tuple.items.empty()) return {};
  return match(
      tuple.items.front().node, [](NameTarget const& name) { return name.name; },
      [](TupleTarget const& inner) { return first_name(inner); },
      [](MemberTarget const& member) { return member.space.name; });
}

}  // namespace

Evaluator::NestingLevel::NestingLevel(Evaluator& evaluator) : evaluator_(evaluator) {
  if (evaluator_.nesting_ >= deepest_evaluation) throw Failure(reason::calls_too_deep);
  ++evaluator_.nesting_;
}

Evaluator::ActivationScope::ActivationScope(Evaluator& evaluator, Shared<Activation> activation)
    : evaluator_(evaluator) {
  // P5.4-05: well before a stack overflow, which would end the process.
  if (evaluator.call_depth_ >= evaluator.session_.limits().depth) throw Failure(reason::calls_too_deep);
  ++evaluator.call_depth_;
  previous_ = std::exchange(evaluator.activation_, std::move(activation));
}

Evaluator::ActivationScope::~ActivationScope() {
  --evaluator_.call_depth_;
  evaluator_.activation_ = std::move(previous_);
}

Evaluator::Evaluator(Session& session, Bindings const& bindings, Json const& inputs)
    : session_(session), bindings_(bindings), inputs_(inputs), input_values_(bindings.inputs.size()) {}

std::string Evaluator::run(Body const& body) {
  activation_ = make_shared<Activation>(session_, bindings_.slot_count, Shared<Activation>());
  enter(bindings_.loads);
  execute(body);
  return std::move(output_);
}

void Evaluator::enter(Loads const& loads) {
  for (Load const& load : loads) {
    switch (load.kind) {
      case LoadKind::parameter:
        break;
      case LoadKind::input:
        activation_->slots[load.slot] = input(load.input);
        break;
      case LoadKind::alias:
        activation_->slots[load.slot] = activation_->at(load.from);
        break;
      case LoadKind::unset:
        activation_->slots[load.slot] = Undefined{};
        break;
    }
  }
}

// The names of a scope end with it, also for macros that were defined in it.
void Evaluator::leave(Loads const& loads) {
  for (Load const& load : loads) activation_->slots[load.slot] = Undefined{};
}

void Evaluator::check_output() const {
  std::size_t const limit = session_.limits().output;
  // P5.4-04: for what is written; what only a variable holds is counted by Session::check_memory.
  if (output_.size() > limit) throw Failure(reason::output_too_large(limit));
}

void Evaluator::execute(Body const& body) {
  for (Statement const& statement : body) execute(statement);
}

void Evaluator::execute(Statement const& statement) {
  session_.spend();
  match(
      statement.node,
      [&](Data const& data) {
        output_ += data.text;
        check_output();
      },
      [&](Output const& output) { print(output.value); }, [&](If const& condition) { execute(condition); },
      [&](std::unique_ptr<For> const& loop) { execute(*loop); },
      [&](Set const& set) { assign(set.target, evaluate(set.value)); }, [&](SetBlock const& set) { execute(set); },
      [&](With const& with) { execute(with); }, [&](FilterBlock const& block) { execute(block); },
      [&](MacroDefinition const& definition) { execute(definition); }, [&](CallBlock const& block) { execute(block); });
}

void Evaluator::execute(If const& condition) {
  NestingLevel const level(*this);
  for (Branch const& branch : condition.branches) {
    // P5.2-06: the first branch that holds; `truth` says what counts as false.
    if (test(branch.test)) return execute(branch.body);
  }
  execute(condition.otherwise);
}

void Evaluator::execute(SetBlock const& set) {
  NestingLevel const level(*this);
  enter(set.loads);
  Value value = make_text(session_, captured([&] { execute(set.body); }));
  if (set.filter) {
    captured_.push_back(std::move(value));
    value = evaluate(*set.filter);
    captured_.pop_back();
  }
  assign(set.target, std::move(value));
  leave(set.loads);
}

void Evaluator::execute(With const& with) {
  NestingLevel const level(*this);
  enter(with.loads);
  for (auto const& [target, value] : with.assignments) assign(target, evaluate(value));
  execute(with.body);
  leave(with.loads);
}

void Evaluator::execute(FilterBlock const& block) {
  NestingLevel const level(*this);
  enter(block.loads);
  captured_.push_back(make_text(session_, captured([&] { execute(block.body); })));
  Value const value = evaluate(block.filter);
  captured_.pop_back();
  // A block writes text only, unlike {{ }}, which prints anything.
  output_ += demand_text(block.filter.text, value).view;
  check_output();
  leave(block.loads);
}

void Evaluator::execute(MacroDefinition const& definition) {
  activation_->mark_shared();
  activation_->at(definition.target.slot) = make_shared<Macro>(session_, *definition.macro, activation_);
}

void Evaluator::execute(CallBlock const& block) {
  NestingLevel const level(*this);
  activation_->mark_shared();
  Value const caller = make_shared<Macro>(session_, *block.caller, activation_);
  Value const value = call(std::get<Call>(block.call.node), block.call.text, &caller);
  output_ += demand_text("call", value).view;
  check_output();
}

void Evaluator::execute(For const& loop) {
  NestingLevel const level(*this);
  Value iterable = evaluate(loop.iterable);
  session_.set_current_text(loop.iterable.text);
  if (loop.kind == LoopKind::plain) return run_loop(loop, std::move(iterable), 0);
  ActivationScope const scope(*this, make_shared<Activation>(session_, loop.slot_count, activation_));
  run_loop(loop, std::move(iterable), 0);
}

void Evaluator::run_loop(For const& loop, Value iterable, std::size_t depth) {
  NestingLevel const level(*this);
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

bool Evaluator::run_plain_loop(For const& loop, Value iterable) {
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

bool Evaluator::run_loop_with_state(For const& loop, Value iterable, std::size_t depth) {
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
Value Evaluator::filtered(For const& loop, Value iterable) {
  Shared<Activation> const activation = activation_;
  enter(loop.test_loads);
  // A slot of this activation holds the loop, which holds the iterator, which holds the activation.
  activation_->mark_shared();
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
void Evaluator::assign(Target const& target, Value&& value) {
  match(
      target.node, [&](NameTarget const& name) { activation_->at(name.slot) = std::move(value); },
      [&](TupleTarget const& several) { unpack(several, value); },
      [&](MemberTarget const& member) {
        Shared<Namespace> const* const space = std::get_if<Shared<Namespace>>(&activation_->at(member.space.slot));
        if (space == nullptr) throw Failure(reason::not_a_namespace(member.space.name));
        (*space)->attributes->mark_changed();
        (*space)->attributes->set(Text{.view = member.attribute}, std::move(value));
      });
}

void Evaluator::unpack(TupleTarget const& target, Value const& value) {
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

}  // namespace jinja
