#include "harness/run/blame.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace conformance {

Blame::Blame(std::vector<Vector const*> const& vectors) {
  for (Vector const* const vector : vectors) needs_.add(vector->id, vector->needs);
}

void Blame::tell(VectorResult& result) {
  result.roots.clear();
  if (!shows_broken(result.status())) return;
  std::string const& id = result.vector->id;
  result.roots = needs_.roots_of(id, failed_);
  failed_.insert(id);
}

void tell_blame(std::vector<VectorResult>& results) {
  Needs needs;
  VectorIds failed;
  for (VectorResult const& result : results) {
    needs.add(result.vector->id, result.vector->needs);
    if (shows_broken(result.status())) failed.insert(result.vector->id);
  }
  for (VectorResult& result : results) {
    result.roots.clear();
    if (failed.contains(result.vector->id)) result.roots = needs.roots_of(result.vector->id, failed);
  }
}

std::string not_testable_text(VectorResult const& result) {
  if (result.roots.empty()) return "";
  return fmt::format("not testable, because {} failed", fmt::join(result.roots, " and "));
}

}  // namespace conformance
