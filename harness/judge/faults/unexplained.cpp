#include "harness/judge/faults/unexplained.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "harness/judge/faults/shown_change.hpp"

namespace conformance {
namespace {

/// Vectors that show one of two signatures show both when so many do.
constexpr double same_vectors = 0.6;

/// A change with the vectors that may well show it for one reason.
struct Unexplained {
  Signature signature;
  Group group = Group::documents;
  std::string interface;
  std::set<std::size_t> vectors;
};

struct UnexplainedGroup {
  std::set<Signature> signatures;
  Group group = Group::documents;
  std::string interface;
  std::set<std::size_t> vectors;
};

using Parts = std::vector<std::set<std::size_t>>;

/// An answer that is wrong as a whole does not tell what is wrong; vectors that cite a clause in common may.
Parts by_common_clauses(ShownItems const& items, std::set<std::size_t> const& vectors) {
  Parts parts;
  std::vector<std::set<std::string>> clauses;  // of each part
  for (std::size_t const index : vectors) {
    std::set<std::size_t> part = {index};
    std::set<std::string> cited(items.clauses(index).begin(), items.clauses(index).end());
    for (std::size_t other = parts.size(); other-- > 0;) {
      bool const in_common = std::any_of(cited.begin(), cited.end(),
                                         [&](std::string const& clause) { return clauses[other].contains(clause); });
      if (!in_common) continue;
      part.merge(parts[other]);
      cited.merge(clauses[other]);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(other));
      clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(other));
    }
    parts.push_back(std::move(part));
    clauses.push_back(std::move(cited));
  }
  return parts;
}

/// Errors are told apart by their wording.
std::vector<Unexplained> unexplained_changes(ShownItems const& items, std::vector<bool> const& left) {
  using Key = std::tuple<Signature, std::string, std::string>;
  std::map<Key, std::set<std::size_t>> showing;
  for (std::size_t item = 0; item < items.size(); ++item) {
    auto const& [index, signature] = items[item];
    std::string const wording = signature.place.empty() ? items.judged()[index].raised : "";
    if (left[item]) showing[{signature, wording, items.interface(index)}].insert(index);
  }
  std::vector<Unexplained> found;
  for (auto const& [key, vectors] : showing) {
    auto const& [signature, wording, interface] = key;
    bool const says_nothing = signature.place.empty() && is_missing_error(signature.change);
    for (std::set<std::size_t> const& part : says_nothing ? by_common_clauses(items, vectors) : Parts{vectors})
      found.push_back({.signature = signature, .group = items.group(part), .interface = interface, .vectors = part});
  }
  return found;
}

bool shown_by_same_vectors(std::set<std::size_t> const& one, std::set<std::size_t> const& other) {
  std::vector<std::size_t> both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  std::size_t const either = one.size() + other.size() - both.size();
  return static_cast<double>(both.size()) >= same_vectors * static_cast<double>(either);
}

bool is_another_error(Signature const& one, Signature const& other) {
  return is_error(one) && is_error(other) && one.change != other.change;
}

bool belongs_to(Unexplained const& shown, UnexplainedGroup const& group) {
  bool const is_there = group.group == shown.group && group.interface == shown.interface &&
                        group.signatures.begin()->operation == shown.signature.operation;
  bool const is_besides = std::any_of(group.signatures.begin(), group.signatures.end(),
                                      [&](Signature const& other) { return is_another_error(shown.signature, other); });
  return is_there && !is_besides &&
         (is_transformed_alike(shown.signature, group.signatures) ||
          shown_by_same_vectors(shown.vectors, group.vectors));
}

}  // namespace

std::vector<Items> unexplained_groups(ShownItems const& items, std::vector<bool> const& left) {
  std::vector<UnexplainedGroup> groups;
  for (Unexplained const& shown : unexplained_changes(items, left)) {
    auto same = std::find_if(groups.begin(), groups.end(),
                             [&](UnexplainedGroup const& group) { return belongs_to(shown, group); });
    if (same == groups.end())
      same = groups.insert(same, {.signatures = {}, .group = shown.group, .interface = shown.interface, .vectors = {}});
    same->signatures.insert(shown.signature);
    same->vectors.insert(shown.vectors.begin(), shown.vectors.end());
  }
  std::vector<Items> grouped;
  std::vector<bool> taken(items.size(), false);
  for (UnexplainedGroup const& group : groups) {
    Items of_group;
    for (std::size_t item = 0; item < items.size(); ++item) {
      auto const& [index, signature] = items[item];
      if (!left[item] || taken[item] || !group.signatures.contains(signature) || !group.vectors.contains(index))
        continue;
      of_group.push_back(item);
      taken[item] = true;
    }
    if (!of_group.empty()) grouped.push_back(std::move(of_group));
  }
  return grouped;
}

}  // namespace conformance
