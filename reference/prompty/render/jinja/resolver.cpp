#include "prompty/render/jinja/resolver.hpp"

#include <map>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/expression_children.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/symbol_visitor.hpp"

namespace prompty::jinja {
namespace resolver {
namespace {

/// Whether an unknown filter is an error where it stands, or only once it is reached.
enum class Reach { certain, decided_by_if };

class Resolver {
 public:
  explicit Resolver(Source const& source) : source_(source) {}

  Bindings bind(Syntax& syntax) {
    Function function;
    Symbols symbols(nullptr, function);
    note_symbols(symbols, syntax.body);
    resolve(syntax.body, symbols, Reach::certain);
    Bindings bindings{.loads = symbols.loads(inputs_), .slot_count = function.slot_count};
    bindings.inputs.resize(inputs_.size());
    for (auto const& [name, number] : inputs_) bindings.inputs[number] = name;
    return bindings;
  }

 private:
  void resolve(Body& body, Symbols& symbols, Reach reach) {
    for (Statement& statement : body) {
      match(
          statement.node, [](Data&) {}, [&](Output& output) { resolve(output.value, symbols, reach); },
          [&](If& condition) {
            for (Branch& branch : condition.branches) {
              resolve(branch.test, symbols, Reach::decided_by_if);
              resolve(branch.body, symbols, Reach::decided_by_if);
            }
            resolve(condition.otherwise, symbols, Reach::decided_by_if);
          },
          [&](std::unique_ptr<For>& loop) { resolve_loop(*loop, symbols, reach); },
          [&](Set& set) {
            resolve(set.value, symbols, reach);
            resolve(set.target, symbols);
          },
          [&](SetBlock& set) { resolve_set_block(set, symbols); },
          [&](With& with) { resolve_with(with, symbols, reach); },
          [&](FilterBlock& block) { resolve_filter_block(block, symbols); },
          [&](MacroDefinition& definition) {
            resolve_macro(*definition.macro, symbols);
            definition.target.slot = slot(definition.target.name, symbols);
          },
          [&](CallBlock& block) {
            resolve_macro(*block.caller, symbols);
            resolve(block.call, symbols, reach);
          });
    }
  }

  void resolve_loop(For& loop, Symbols& symbols, Reach reach) {
    resolve(loop.iterable, symbols, reach);
    Function own{.outer = &symbols.function(), .depth = symbols.function().depth + 1};
    Function& function = loop.kind == LoopKind::recursive ? own : symbols.function();
    if (loop.test) {
      Symbols test(&symbols, function);
      note_parameters(test, loop.test_target);
      note_symbols(test, *loop.test);
      resolve(loop.test_target, test);
      resolve(*loop.test, test, Reach::certain);
      loop.test_loads = test.loads(inputs_);
    }
    Symbols inside(&symbols, function);
    if (loop.uses_loop) inside.declare_parameter("loop");
    note_parameters(inside, loop.target);
    note_symbols(inside, loop.body);
    if (loop.uses_loop) loop.loop_slot = slot("loop", inside);
    resolve(loop.target, inside);
    resolve(loop.body, inside, Reach::certain);
    loop.body_loads = inside.loads(inputs_);
    Symbols after(&symbols, function);
    note_symbols(after, loop.otherwise);
    resolve(loop.otherwise, after, Reach::certain);
    loop.otherwise_loads = after.loads(inputs_);
    loop.slot_count = own.slot_count;
  }

  void resolve_set_block(SetBlock& set, Symbols& symbols) {
    Symbols inside(&symbols, symbols.function());
    note_symbols(inside, set.body);
    if (set.filter) note_symbols(inside, *set.filter);
    resolve(set.body, inside, Reach::certain);
    if (set.filter) resolve(*set.filter, inside, Reach::certain);
    resolve(set.target, symbols);
    set.loads = inside.loads(inputs_);
  }

  void resolve_with(With& with, Symbols& symbols, Reach reach) {
    Symbols inside(&symbols, symbols.function());
    for (auto& [target, value] : with.assignments) note_parameters(inside, target);
    note_symbols(inside, with.body);
    for (auto& [target, value] : with.assignments) {
      resolve(value, symbols, reach);
      resolve(target, inside);
    }
    resolve(with.body, inside, Reach::certain);
    with.loads = inside.loads(inputs_);
  }

  void resolve_filter_block(FilterBlock& block, Symbols& symbols) {
    Symbols inside(&symbols, symbols.function());
    note_symbols(inside, block.body);
    note_symbols(inside, block.filter);
    resolve(block.body, inside, Reach::certain);
    resolve(block.filter, inside, Reach::certain);
    block.loads = inside.loads(inputs_);
  }

  void resolve_macro(MacroBody& macro, Symbols& symbols) {
    Function function{.outer = &symbols.function(), .depth = symbols.function().depth + 1};
    Symbols inside(&symbols, function);
    for (Parameter const& parameter : macro.parameters) inside.declare_parameter(parameter.name);
    for (Parameter const& parameter : macro.parameters) {
      if (parameter.fallback) note_symbols(inside, *parameter.fallback);
    }
    if (macro.uses_caller) inside.declare_parameter("caller");
    if (macro.uses_varargs) inside.declare_parameter("varargs");
    if (macro.uses_kwargs) inside.declare_parameter("kwargs");
    note_symbols(inside, macro.body);
    for (Parameter& parameter : macro.parameters) {
      parameter.slot = slot(parameter.name, inside);
      if (parameter.fallback) resolve(*parameter.fallback, inside, Reach::certain);
    }
    if (macro.uses_caller) macro.caller = slot("caller", inside);
    if (macro.uses_varargs) macro.varargs = slot("varargs", inside);
    if (macro.uses_kwargs) macro.kwargs = slot("kwargs", inside);
    resolve(macro.body, inside, Reach::certain);
    macro.loads = inside.loads(inputs_);
    macro.slot_count = function.slot_count;
  }

  void resolve(Target& target, Symbols& symbols) {
    match(
        target.node, [&](NameTarget& name) { name.slot = slot(name.name, symbols); },
        [&](TupleTarget& several) {
          for (Target& item : several.items) resolve(item, symbols);
        },
        [&](MemberTarget& member) { member.space.slot = slot(member.space.name, symbols); });
  }

  void resolve(Expression& expression, Symbols& symbols, Reach reach) {
    Reach const inside = std::holds_alternative<Conditional>(expression.node) ? Reach::decided_by_if : reach;
    if (NameUse* const name = std::get_if<NameUse>(&expression.node)) name->slot = slot(name->name, symbols);
    if (reach == Reach::certain) check_known(expression);
    for_each_child(expression, [&](Expression& child) { resolve(child, symbols, inside); });
  }

  void check_known(Expression const& expression) const {
    std::size_t const offset = static_cast<std::size_t>(expression.text.data() - source_.text().data());
    if (FilterUse const* const filter = std::get_if<FilterUse>(&expression.node); filter && !filter->function) {
      throw SyntaxFailure(errors::reason::unknown_filter(filter->name), offset);
    }
    if (TestUse const* const test = std::get_if<TestUse>(&expression.node); test && !test->function) {
      throw SyntaxFailure(errors::reason::unknown_test(test->name), offset);
    }
  }

  [[nodiscard]] static Slot slot(std::string_view name, Symbols const& symbols) {
    return symbols.slot_of(*symbols.find(name));
  }

  Source const& source_;
  std::map<std::string_view, std::uint32_t> inputs_;
};

}  // namespace
}  // namespace resolver

Bindings resolve(Syntax& syntax, Source const& source) {
  return resolver::Resolver(source).bind(syntax);
}

}  // namespace prompty::jinja
