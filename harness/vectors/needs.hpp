#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace conformance {

/// Ids of vectors.
using VectorIds = std::set<std::string, std::less<>>;

/// Which vector needs which, by their ids: directly, and through those that it needs.
class Needs {
 public:
  /// `needed` are the vectors that this one needs directly; each vector is added once.
  void add(std::string const& vector, std::vector<std::string> const& needed);

  /// Where the failure of a vector comes from: of all that it needs, however far, those in `failed` that themselves
  /// need nothing in it, each once, the nearest need first. Empty when the vector fails in its own right.
  [[nodiscard]] std::vector<std::string> roots_of(std::string const& vector, VectorIds const& failed) const;

 private:
  /// Of each vector looked at, whether one that it needs, however far, failed.
  using Stems = std::unordered_map<std::string_view, bool>;

  [[nodiscard]] bool stems_from_another(std::string const& vector, VectorIds const& failed, Stems& known) const;
  void collect_roots(std::string const& vector, VectorIds const& failed, Stems& known, VectorIds& seen,
                     std::vector<std::string>& roots) const;

  std::map<std::string, std::vector<std::string>, std::less<>> needed_;
};

}  // namespace conformance
