#include "prompty/render/jinja/symbols.hpp"

namespace prompty::jinja {

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

}  // namespace prompty::jinja
