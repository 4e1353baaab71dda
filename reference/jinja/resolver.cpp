#include <map>
#include <set>
#include <span>

#include "jinja/ast.hpp"
#include "jinja/lexer.hpp"

namespace jinja {
namespace {

// The slots of one function of a template (itself, a macro, a recursive loop); functions lie inside one another.
struct Function {
  std::uint32_t depth = 0;
  std::uint32_t slot_count = 0;
};

// A slot of a function.
struct NamePlace {
  std::uint32_t depth = 0;
  std::uint32_t index = 0;
};

// The inputs that a template names, and their numbers.
using Inputs = std::map<std::string_view, std::uint32_t>;

// The names of one scope, as Jinja2 sees them: a name that is stored anywhere in a scope belongs to it everywhere in
// it, and begins as the name of the scope around, as an input, or unset, depending on what comes first.
class Symbols {
 public:
  Symbols(Symbols const* parent, Function& function) : parent_(parent), function_(&function), names_(&own_names_) {}

  // A branch of an `if` in the scope of `original`, which must outlive it.
  static Symbols branch_of(Symbols& original) {
    Symbols branch(original.parent_, *original.function_);
    branch.original_ = &original;
    branch.names_ = original.names_;
    return branch;
  }

  void load(std::string_view name) {
    if (find(name) == nullptr) define(name, LoadKind::input);
  }

  void store(std::string_view name) {
    stores_.insert(name);
    if (find_here(name) == nullptr) define_from_outside(name, LoadKind::unset);
  }

  void declare_parameter(std::string_view name) {
    stores_.insert(name);
    define(name, LoadKind::parameter);
  }

  // Takes over what the branches of one `if` did.
  void join_branches(std::initializer_list<Symbols const*> branches) {
    std::map<std::string_view, std::size_t> stored_in;
    for (Symbols const* const branch : branches) {
      for (std::string_view const name : branch->stores_) {
        if (!is_stored(name)) ++stored_in[name];
      }
    }
    for (Symbols const* const branch : branches) {
      for (auto const& [name, entry] : branch->entries_) entries_[name] = entry;
      stores_.insert(branch->stores_.begin(), branch->stores_.end());
    }
    for (auto const& [name, count] : stored_in) {
      if (count != branches.size()) define_from_outside(name, LoadKind::input);
    }
  }

  [[nodiscard]] NamePlace const* find(std::string_view name) const {
    for (Symbols const* scope = this; scope != nullptr; scope = scope->parent_) {
      if (Entry const* const entry = scope->find_here(name)) return &entry->place;
    }
    return nullptr;
  }

  [[nodiscard]] Function& function() const noexcept { return *function_; }

  // What to do when the scope is entered. `inputs` grows.
  [[nodiscard]] Loads loads(Inputs& inputs) const {
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

  // `place` as seen from this scope's function.
  [[nodiscard]] Slot slot_of(NamePlace const& place) const {
    return {.hops = function_->depth - place.depth, .index = place.index};
  }

 private:
  struct Entry {
    NamePlace place;
    LoadKind kind = LoadKind::unset;
    NamePlace alias = {};
  };

  [[nodiscard]] bool is_stored(std::string_view name) const {
    for (Symbols const* symbols = this; symbols != nullptr; symbols = symbols->original_) {
      if (symbols->stores_.contains(name)) return true;
    }
    return false;
  }

  [[nodiscard]] Entry const* find_here(std::string_view name) const {
    for (Symbols const* symbols = this; symbols != nullptr; symbols = symbols->original_) {
      auto const found = symbols->entries_.find(name);
      if (found != symbols->entries_.end()) return &found->second;
    }
    return nullptr;
  }

  // The branches of one scope share the slot of a name.
  void define(std::string_view name, LoadKind kind, NamePlace alias = {}) {
    auto const [known, is_new] = names_->try_emplace(name, NamePlace{.depth = function_->depth});
    if (is_new) known->second.index = function_->slot_count++;
    entries_[name] = {.place = known->second, .kind = kind, .alias = alias};
  }

  // The name begins as that of the scope around, or as `otherwise` where there is none.
  void define_from_outside(std::string_view name, LoadKind otherwise) {
    if (NamePlace const* const outer = parent_ != nullptr ? parent_->find(name) : nullptr) {
      define(name, LoadKind::alias, *outer);
    } else {
      define(name, otherwise);
    }
  }

  Symbols const* parent_ = nullptr;
  Symbols const* original_ = nullptr;
  Function* function_ = nullptr;
  std::map<std::string_view, Entry> entries_;
  std::set<std::string_view> stores_;
  std::map<std::string_view, NamePlace> own_names_;
  std::map<std::string_view, NamePlace>* names_ = nullptr;
};

// Tells `symbols` which names the expression or the statements of its scope load and store, in the order of the
// template. Scopes inside are not entered.
void note_symbols(Symbols& symbols, Expression const& expression) {
  if (NameUse const* const name = std::get_if<NameUse>(&expression.node)) symbols.load(name->name);
  for_each_child(expression, [&](Expression const& child) { note_symbols(symbols, child); });
}

void note_symbols(Symbols& symbols, Body const& body);

void note_stores(Symbols& symbols, Target const& target) {
  for_each_name(target, [&](NameTarget const& name) {
    if (name.attribute.empty()) {
      symbols.store(name.name);
    } else {
      symbols.load(name.name);
    }
  });
}

Symbols branch_with(Symbols& around, Body const& body) {
  Symbols branch = Symbols::branch_of(around);
  note_symbols(branch, body);
  return branch;
}

void note_if(Symbols& symbols, If const& statement) {
  note_symbols(symbols, statement.branches.front().test);
  // Jinja2 has three branches here: the first body, all of the elifs together, and the else.
  Symbols const first = branch_with(symbols, statement.branches.front().body);
  Symbols alternatives = Symbols::branch_of(symbols);
  for (Branch const& alternative : std::span(statement.branches).subspan(1)) {
    note_symbols(alternatives, alternative.test);
    Symbols const taken = branch_with(alternatives, alternative.body);
    Symbols const empty = Symbols::branch_of(alternatives);
    alternatives.join_branches({&taken, &empty, &empty});
  }
  Symbols const otherwise = branch_with(symbols, statement.otherwise);
  symbols.join_branches({&first, &alternatives, &otherwise});
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
        [&](CapturingBlock const& block) {
          if (block.target) {
            note_stores(symbols, *block.target);
          } else {
            note_symbols(symbols, *block.filter);
          }
        },
        [&](With const& with) {
          for (auto const& [target, value] : with.assignments) note_symbols(symbols, value);
        },
        [&](MacroDefinition const& definition) { symbols.store(definition.target.name); },
        [&](CallBlock const& block) { note_symbols(symbols, block.call); });
  }
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
          [&](CapturingBlock& block) { resolve_block(block, symbols); },
          [&](With& with) { resolve_with(with, symbols, reach); },
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
    Function own{.depth = symbols.function().depth + 1};
    Function& function = loop.kind == LoopKind::recursive ? own : symbols.function();
    if (loop.test) {
      Symbols test(&symbols, function);
      declare(loop.test_target, test);
      loop.test_loads = resolve_scope(test, *loop.test);
    }
    Symbols inside(&symbols, function);
    if (loop.uses_loop) loop.loop_slot = declare("loop", inside);
    declare(loop.target, inside);
    loop.body_loads = resolve_scope(inside, loop.body);
    Symbols after(&symbols, function);
    loop.otherwise_loads = resolve_scope(after, loop.otherwise);
    loop.slot_count = own.slot_count;
  }

  void resolve_block(CapturingBlock& block, Symbols& symbols) {
    Symbols inside(&symbols, symbols.function());
    block.loads = block.filter ? resolve_scope(inside, block.body, *block.filter) : resolve_scope(inside, block.body);
    if (block.target) resolve(*block.target, symbols);
  }

  void resolve_with(With& with, Symbols& symbols, Reach reach) {
    Symbols inside(&symbols, symbols.function());
    for (auto& [target, value] : with.assignments) {
      resolve(value, symbols, reach);
      declare(target, inside);
    }
    with.loads = resolve_scope(inside, with.body);
  }

  void resolve_macro(MacroBody& macro, Symbols& symbols) {
    Function function{.depth = symbols.function().depth + 1};
    Symbols inside(&symbols, function);
    for (Parameter& parameter : macro.parameters) parameter.slot = declare(parameter.name, inside);
    if (macro.caller) macro.caller = declare("caller", inside);
    if (macro.varargs) macro.varargs = declare("varargs", inside);
    if (macro.kwargs) macro.kwargs = declare("kwargs", inside);
    for (Parameter const& parameter : macro.parameters) {
      if (parameter.fallback) note_symbols(inside, *parameter.fallback);
    }
    note_symbols(inside, macro.body);
    for (Parameter& parameter : macro.parameters) {
      if (parameter.fallback) resolve(*parameter.fallback, inside, Reach::certain);
    }
    resolve(macro.body, inside, Reach::certain);
    macro.loads = inside.loads(inputs_);
    macro.slot_count = function.slot_count;
  }

  // What to load for the parts of one scope. Its parameters are declared already.
  template <class... Parts>
  Loads resolve_scope(Symbols& symbols, Parts&... parts) {
    (note_symbols(symbols, parts), ...);
    (resolve(parts, symbols, Reach::certain), ...);
    return symbols.loads(inputs_);
  }

  // Says that the name gets its value from outside.
  static Slot declare(std::string_view name, Symbols& symbols) {
    symbols.declare_parameter(name);
    return slot(name, symbols);
  }

  static void declare(Target& target, Symbols& symbols) {
    for_each_name(target, [&](NameTarget& name) { name.slot = declare(name.name, symbols); });
  }

  static void resolve(Target& target, Symbols const& symbols) {
    for_each_name(target, [&](NameTarget& name) { name.slot = slot(name.name, symbols); });
  }

  void resolve(Expression& expression, Symbols& symbols, Reach reach) {
    Reach const inside = std::holds_alternative<Conditional>(expression.node) ? Reach::decided_by_if : reach;
    if (NameUse* const name = std::get_if<NameUse>(&expression.node)) name->slot = slot(name->name, symbols);
    if (reach == Reach::certain) check_known(expression);
    for_each_child(expression, [&](Expression& child) { resolve(child, symbols, inside); });
  }

  void check_known(Expression const& expression) const {
    OperationUse const* const use = std::get_if<OperationUse>(&expression.node);
    if (use == nullptr || use->function != nullptr) return;
    std::size_t const offset = static_cast<std::size_t>(expression.text.data() - source_.text().data());
    throw SyntaxFailure(unknown_operation(*use), offset);
  }

  [[nodiscard]] static Slot slot(std::string_view name, Symbols const& symbols) {
    return symbols.slot_of(*symbols.find(name));
  }

  Source const& source_;
  Inputs inputs_;
};

}  // namespace

Bindings resolve(Syntax& syntax, Source const& source) {
  return Resolver(source).bind(syntax);
}

}  // namespace jinja
