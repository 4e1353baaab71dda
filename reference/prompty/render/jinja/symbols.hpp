#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "prompty/render/jinja/ast.hpp"

namespace prompty::jinja {

/// The slots of one function of a template (itself, a macro, a recursive loop); functions lie inside one another.
struct Function {
  Function* outer = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t slot_count = 0;
};

/// A slot of a function.
struct NamePlace {
  std::uint32_t depth = 0;
  std::uint32_t index = 0;
};

/// The names of one scope, as Jinja2 sees them: a name that is stored anywhere in a scope belongs to it everywhere in
/// it, and begins as the name of the scope around, as an input, or unset, depending on what comes first.
class Symbols {
 public:
  Symbols(Symbols const* parent, Function& function) : parent_(parent), function_(&function), names_(&own_names_) {}

  /// A branch of an `if` in the scope of `original`, which must outlive it.
  static Symbols branch_of(Symbols& original);

  void load(std::string_view name);
  void store(std::string_view name);
  void declare_parameter(std::string_view name);

  /// Takes over what the branches of one `if` did.
  void join_branches(std::vector<Symbols> const& branches);

  [[nodiscard]] NamePlace const* find(std::string_view name) const;
  [[nodiscard]] Function& function() const noexcept { return *function_; }

  /// What to do when the scope is entered. `inputs` numbers the inputs of the template and grows.
  [[nodiscard]] Loads loads(std::map<std::string_view, std::uint32_t>& inputs) const;
  /// `place` as seen from this scope's function.
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

}  // namespace prompty::jinja
