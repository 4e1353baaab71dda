#include "prompty/render/jinja/symbol_visitor.hpp"

#include "prompty/core/match.hpp"
#include "prompty/render/jinja/expression_children.hpp"

namespace prompty::jinja {
namespace symbol_visitor {
namespace {

void note_stores(Symbols& symbols, Target const& target) {
  match(
      target.node, [&](NameTarget const& name) { symbols.store(name.name); },
      [&](TupleTarget const& several) {
        for (Target const& item : several.items) note_stores(symbols, item);
      },
      [&](MemberTarget const& member) { symbols.load(member.space.name); });
}

void note_if(Symbols& symbols, If const& statement) {
  note_symbols(symbols, statement.branches.front().test);
  // Jinja2 has three branches here: the first body, all of the elifs together, and the else.
  std::vector<Symbols> branches;
  branches.push_back(Symbols::branch_of(symbols));
  note_symbols(branches.back(), statement.branches.front().body);
  Symbols alternatives = Symbols::branch_of(symbols);
  for (std::size_t at = 1; at < statement.branches.size(); ++at) {
    note_symbols(alternatives, statement.branches[at].test);
    std::vector<Symbols> nested;
    nested.push_back(Symbols::branch_of(alternatives));
    note_symbols(nested.back(), statement.branches[at].body);
    nested.push_back(Symbols::branch_of(alternatives));
    nested.push_back(Symbols::branch_of(alternatives));
    alternatives.join_branches(nested);
  }
  branches.push_back(std::move(alternatives));
  branches.push_back(Symbols::branch_of(symbols));
  note_symbols(branches.back(), statement.otherwise);
  symbols.join_branches(branches);
}

}  // namespace
}  // namespace symbol_visitor

void note_symbols(Symbols& symbols, Expression const& expression) {
  if (NameUse const* const name = std::get_if<NameUse>(&expression.node)) symbols.load(name->name);
  for_each_child(expression, [&](Expression const& child) { note_symbols(symbols, child); });
}

void note_symbols(Symbols& symbols, Body const& body) {
  for (Statement const& statement : body) {
    match(
        statement.node, [](Data const&) {}, [&](Output const& output) { note_symbols(symbols, output.value); },
        [&](If const& condition) { symbol_visitor::note_if(symbols, condition); },
        [&](std::unique_ptr<For> const& loop) { note_symbols(symbols, loop->iterable); },
        [&](Set const& set) {
          note_symbols(symbols, set.value);
          symbol_visitor::note_stores(symbols, set.target);
        },
        [&](SetBlock const& set) { symbol_visitor::note_stores(symbols, set.target); },
        [&](With const& with) {
          for (auto const& [target, value] : with.assignments) note_symbols(symbols, value);
        },
        [&](FilterBlock const& block) { note_symbols(symbols, block.filter); },
        [&](MacroDefinition const& definition) { symbols.store(definition.target.name); },
        [&](CallBlock const& block) { note_symbols(symbols, block.call); });
  }
}

void note_parameters(Symbols& symbols, Target const& target) {
  match(
      target.node, [&](NameTarget const& name) { symbols.declare_parameter(name.name); },
      [&](TupleTarget const& several) {
        for (Target const& item : several.items) note_parameters(symbols, item);
      },
      [](MemberTarget const&) {});
}

}  // namespace prompty::jinja
