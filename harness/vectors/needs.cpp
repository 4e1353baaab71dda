#include "harness/vectors/needs.hpp"

#include <algorithm>

namespace conformance {

void Needs::add(std::string const& vector, std::vector<std::string> const& needed) {
  if (!needed.empty()) needed_.emplace(vector, needed);
}

std::vector<std::string> Needs::roots_of(std::string const& vector, VectorIds const& failed) const {
  VectorIds seen{vector};
  std::vector<std::string> roots;
  collect_roots(vector, failed, seen, roots);
  return roots;
}

VectorIds Needs::all_needed_by(std::string const& vector) const {
  VectorIds all;
  std::vector<std::string> open{vector};
  while (!open.empty()) {
    auto const found = needed_.find(open.back());
    open.pop_back();
    if (found == needed_.end()) continue;
    for (std::string const& need : found->second) {
      if (all.insert(need).second) open.push_back(need);
    }
  }
  return all;
}

void Needs::collect_roots(std::string const& vector, VectorIds const& failed, VectorIds& seen,
                          std::vector<std::string>& roots) const {
  auto const found = needed_.find(vector);
  if (found == needed_.end()) return;
  for (std::string const& need : found->second) {
    if (!seen.insert(need).second) continue;
    VectorIds const beyond = all_needed_by(need);
    bool const stems_from_another =
        std::any_of(beyond.begin(), beyond.end(), [&](std::string const& further) { return failed.contains(further); });
    if (failed.contains(need) && !stems_from_another) roots.push_back(need);
    if (stems_from_another) collect_roots(need, failed, seen, roots);
  }
}

}  // namespace conformance
