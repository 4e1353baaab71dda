#include "jinja/expression_evaluator.hpp"

namespace jinja {
namespace {

std::string_view first_name(TupleTarget const& tuple) {
  if (tuple.items.empty()) return {};
  return match(
      tuple.items.front().node, [](NameTarget const& name) { return name.name; },
      [](TupleTarget const& inner) { return first_name(inner); });
}

using NamedValues = decltype(Arguments::named);

std::optional<Value> take_named(NamedValues& named, std::string_view name) {
  auto const found = std::ranges::find(named, name, &NamedValues::value_type::first);
  if (found == named.end()) return std::nullopt;
  Value value = std::move(found->second);
  named.erase(found);
  return value;
}

// Runs the statements of a template once.
class Evaluator : public ExpressionEvaluator {
 public:
  using ExpressionEvaluator::ExpressionEvaluator;

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
    Shared<Namespace> const* const space = std::get_if<Shared<Namespace>>(&slot);
    if (space == nullptr) throw Failure(reason::not_a_namespace(name.name));
    (*space)->attributes->keep();
    (*space)->attributes->set(Text{.view = name.attribute}, std::move(value));
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

  // Parameters take the arguments in order, then by name; what is left needs varargs or kwargs in the body.
  void bind_parameters(Macro const& macro, Arguments& arguments, Activation& activation) {
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
    if (body.caller) {
      std::optional<Value> given = take_named(arguments.named, "caller");
      bool const is_missing = !given || is_none(*given);
      activation.at(*body.caller) = is_missing ? Undefined{.reason = UndefinedReason::name, .text = "caller"} : *given;
    }
    if (!body.kwargs && !arguments.named.empty()) {
      throw Failure(reason::unknown_argument(macro.name(), arguments.named.front().first));
    }
    if (body.kwargs) {
      Shared<Dict> const rest = make_shared<Dict>(session_);
      fill_dict(session_, *rest, {.named = std::move(arguments.named)});
      activation.at(*body.kwargs) = rest;
    }
    bool const has_more = arguments.positional.size() > body.parameters.size();
    if (!body.varargs && has_more) {
      throw Failure(reason::too_many_arguments(macro.name(), body.parameters.size(), arguments.positional.size()));
    }
    if (!body.varargs) return;
    Values rest(arguments.positional.begin() + static_cast<std::ptrdiff_t>(count), arguments.positional.end());
    activation.at(*body.varargs) = make_tuple(session_, std::move(rest));
  }

  // P5.2-24: what a macro writes is the value of its call.
  Value call_macro(Shared<Macro> const& macro, Arguments arguments) override {
    Shared<Activation> const activation = make_shared<Activation>(session_, macro->body.slot_count, macro->outer);
    bind_parameters(*macro, arguments, *activation);
    return captured_in(activation, [&] {
      enter(macro->body.loads);
      for (Parameter const& parameter : macro->body.parameters) {
        Value& value = activation->at(parameter.slot);
        if (!is_unset(value)) continue;
        value = parameter.fallback ? evaluate(*parameter.fallback)
                                   : Undefined{.reason = UndefinedReason::name, .text = parameter.name};
      }
      execute(macro->body.body);
    });
  }

  Value call_loop(Shared<Loop> const& loop, Arguments const& arguments) override {
    BoundArguments const bound("loop", "iterable", 1, arguments);
    if (loop->recursive_loop == nullptr) throw Failure(reason::loop_not_recursive);
    For const& body = *loop->recursive_loop;
    return captured_in(make_shared<Activation>(session_, body.slot_count, loop->outer),
                       [&] { run_loop(body, *bound[0], loop->depth0() + 1); });
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

  std::string output_;
  std::size_t call_depth_ = 0;
};

}  // namespace

std::string evaluate(Session& session, Body const& body, Bindings const& bindings, Json const& inputs) {
  return Evaluator(session, bindings, inputs).run(body);
}

}  // namespace jinja
