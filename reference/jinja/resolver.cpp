#include "jinja/resolver.hpp"

#include <map>
#include <set>

namespace jinja {
namespace {

// The slots of one function of a template (itself, a macro, a recursive loop); functions lie inside one another.
struct Function {
  Function* outer = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t slot_count = 0;
};

// A slot of a function.
struct NamePlace {
  std::uint32_t depth = 0;
  std::uint32_t index = 0;
};

// The names of one scope, as Jinja2 sees them: a name that is stored anywhere in a scope belongs to it everywhere in
// it, and begins as the name of the scope around, as an input, or unset, depending on what comes first.
class Symbols {
 public:
  Symbols(Symbols const* parent, Function& function) : parent_(parent), function_(&function), names_(&own_names_) {}

  // A branch of an `if` in the scope of `original`, which must outlive it.
  static Symbols branch_of(Symbols& original);

  void load(std::string_view name);
  void store(std::string_view name);
  void declare_parameter(std::string_view name);

  // Takes over what the branches of one `if` did.
  void join_branches(std::vector<Symbols> const& branches);

  [[nodiscard]] NamePlace const* find(std::string_view name) const;
  [[nodiscard]] Function& function() const noexcept { return *function_; }

  // What to do when the scope is entered. `inputs` numbers the inputs of the template and grows.
  [[nodiscard]] Loads loads(std::map<std::string_view, std::uint32_t>& inputs) const;
  // `place` as seen from this scope's function.
  [[nodiscard]] Slot slot_of(NamePlace const& place) const;

 private:
  struct Entry {
    NamePlace place;
    LoadKind kind = LoadKind::unset;
    NamePlace alias = {};
  };
  using Entries = std::map<std::string_view, Entry>;

  Symbols() = default;
  [[nodiscard]] bool is_stored(std::string_view name) const;
  [[nodiscard]] Entry const* find_here(std::string_view name) const;
  void define(std::string_view name, LoadKind kind, NamePlace alias = {});

  Symbols const* parent_ = nullptr;
  Symbols const* original_ = nullptr;
  Function* function_ = nullptr;
  Entries entries_;
  std::set<std::string_view> stores_;
  std::map<std::string_view, NamePlace> own_names_;
  std::map<std::string_view, NamePlace>* names_ = nullptr;
};

Symbols Symbols::branch_of(Symbols& original) {
  Symbols branch;
  branch.parent_ = original.parent_;
  branch.original_ = &original;
  branch.function_ = original.function_;
  branch.names_ = original.names_;
  return branch;
}

Symbols::Entry const* Symbols::find_here(std::string_view name) const {
  for (Symbols const* symbols = this; symbols != nullptr; symbols = symbols->original_) {
    auto const found = symbols->entries_.find(name);
    if (found != symbols->entries_.end()) return &found->second;
  }
  return nullptr;
}

NamePlace const* Symbols::find(std::string_view name) const {
  for (Symbols const* scope = this; scope != nullptr; scope = scope->parent_) {
    if (Entry const* const entry = scope->find_here(name)) return &entry->place;
  }
  return nullptr;
}

bool Symbols::is_stored(std::string_view name) const {
  for (Symbols const* symbols = this; symbols != nullptr; symbols = symbols->original_) {
    if (symbols->stores_.contains(name)) return true;
  }
  return false;
}

// The branches of one scope share the slot of a name.
void Symbols::define(std::string_view name, LoadKind kind, NamePlace alias) {
  auto const [known, is_new] = names_->try_emplace(name, NamePlace{.depth = function_->depth});
  if (is_new) known->second.index = function_->slot_count++;
  entries_[name] = {.place = known->second, .kind = kind, .alias = alias};
}

void Symbols::load(std::string_view name) {
  if (find(name) == nullptr) define(name, LoadKind::input);
}

void Symbols::store(std::string_view name) {
  stores_.insert(name);
  if (find_here(name) != nullptr) return;
  NamePlace const* const outer = parent_ != nullptr ? parent_->find(name) : nullptr;
  if (outer != nullptr) {
    define(name, LoadKind::alias, *outer);
  } else {
    define(name, LoadKind::unset);
  }
}

void Symbols::declare_parameter(std::string_view name) {
  stores_.insert(name);
  define(name, LoadKind::parameter);
}

void Symbols::join_branches(std::vector<Symbols> const& branches) {
  std::map<std::string_view, std::size_t> stored_in;
  for (Symbols const& branch : branches) {
    for (std::string_view const name : branch.stores_) {
      if (!is_stored(name)) ++stored_in[name];
    }
  }
  for (Symbols const& branch : branches) {
    for (auto const& [name, entry] : branch.entries_) entries_[name] = entry;
    stores_.insert(branch.stores_.begin(), branch.stores_.end());
  }
  for (auto const& [name, count] : stored_in) {
    if (count == branches.size()) continue;
    NamePlace const* const outer = parent_ != nullptr ? parent_->find(name) : nullptr;
    if (outer != nullptr) {
      define(name, LoadKind::alias, *outer);
    } else {
      define(name, LoadKind::input);
    }
  }
}

Slot Symbols::slot_of(NamePlace const& place) const {
  return {.hops = function_->depth - place.depth, .index = place.index};
}

Loads Symbols::loads(std::map<std::string_view, std::uint32_t>& inputs) const {
  Loads loads;
  for (auto const& [name, entry] : entries_) {
    Load load{.kind = entry.kind, .slot = entry.place.index};
    if (entry.kind == LoadKind::alias) load.from = slot_of(entry.alias);
    if (entry.kind == LoadKind::input) {
      load.input = inputs.try_emplace(name, static_cast<std::uint32_t>(inputs.size())).first->second;
    }
    loads.push_back(load);
  }
  return loads;
}

// Tells `symbols` which names the expression or the statements of its scope load and store, in the order of the
// template. Scopes inside are not entered.
void note_symbols(Symbols& symbols, Expression const& expression) {
  if (NameUse const* const name = std::get_if<NameUse>(&expression.node)) symbols.load(name->name);
  for_each_child(expression, [&](Expression const& child) { note_symbols(symbols, child); });
}

void note_symbols(Symbols& symbols, Body const& body);

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

void note_symbols(Symbols& symbols, Body const& body) {
  for (Statement const& statement : body) {
    match(
        statement.node, [](Data const&) {}, [&](Output const& output) { note_symbols(symbols, output.value); },
        [&](If const& condition) { note_if(symbols, condition); },
        [&](std::unique_ptr<For> const& loop) { note_symbols(symbols, loop->iterable); },
        [&](Set const& set) {
          note_symbols(symbols, set.value);
          note_stores(symbols, set.target);
        },
        [&](SetBlock const& set) { note_stores(symbols, set.target); },
        [&](With const& with) {
          for (auto const& [target, value] : with.assignments) note_symbols(symbols, value);
        },
        [&](FilterBlock const& block) { note_symbols(symbols, block.filter); },
        [&](MacroDefinition const& definition) { symbols.store(definition.target.name); },
        [&](CallBlock const& block) { note_symbols(symbols, block.call); });
  }
}

// Tells `symbols` that the names of `target` get their values from outside.
void note_parameters(Symbols& symbols, Target const& target) {
  match(
      target.node, [&](NameTarget const& name) { symbols.declare_parameter(name.name); },
      [&](TupleTarget const& several) {
        for (Target const& item : several.items) note_parameters(symbols, item);
      },
      [](MemberTarget const&) {});
}

// Whether an unknown filter is an error where it stands, or only once it is reached.
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
      throw SyntaxFailure(reason::unknown_filter(filter->name), offset);
    }
    if (TestUse const* const test = std::get_if<TestUse>(&expression.node); test && !test->function) {
      throw SyntaxFailure(reason::unknown_test(test->name), offset);
    }
  }

  [[nodiscard]] static Slot slot(std::string_view name, Symbols const& symbols) {
    return symbols.slot_of(*symbols.find(name));
  }

  Source const& source_;
  std::map<std::string_view, std::uint32_t> inputs_;
};

}  // namespace

Bindings resolve(Syntax& syntax, Source const& source) {
  return Resolver(source).bind(syntax);
}

}  // namespace jinja
