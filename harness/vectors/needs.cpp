#include "harness/vectors/needs.hpp"

#include <algorithm>

namespace conformance {

void Needs::add(std::string const& vector, std::vector<std::string> const& needed) {
  if (!needed.empty()) needed_.emplace(vector, needed);
}

std::vector<std::string> Needs::roots_of(std::string const& vector, VectorIds const& failed) const {
  Stems known;
  VectorIds seen{vector};
  std::vector<std::string> roots;
  collect_roots(vector, failed, known, seen, roots);
  return roots;
}

bool Needs::stems_from_another(std::string const& vector, VectorIds const& failed, Stems& known) const {
  auto const found = needed_.find(vector);
  if (found == needed_.end()) return false;
  auto const [answer, is_new] = known.emplace(found->first, false);
  if (!is_new) return answer->second;
  bool const stems = std::any_of(found->second.begin(), found->second.end(), [&](std::string const& need) {
    return failed.contains(need) || stems_from_another(need, failed, known);
  });
  known[found->first] = stems;
  return stems;
}

void Needs::collect_roots(std::string const& vector, VectorIds const& failed, Stems& known, VectorIds& seen,
                          std::vector<std::string>& roots) const {
  auto const found = needed_.find(vector);
  if (found == needed_.end()) return;
  for (std::string const& need : found->second) {
    if (!seen.insert(need).second) continue;
    bool const stems = stems_from_another(need, failed, known);
    if (failed.contains(need) && !stems) roots.push_back(need);
    if (stems) collect_roots(need, failed, known, seen, roots);
  }
}

}  // namespace conformance
