#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/jq/jq.hpp"
#include "harness/judge/variations/crossing_page.hpp"
#include "harness/judge/variations/variation.hpp"

namespace conformance {

/// `Transform::crossed`: beside the input of a vector stands what changes nothing. Over HTTP nothing that makes the
/// answer of a provider malformed, since an official SDK, which a runtime may use, may refuse it.
///
/// A vector that a runtime without our extensions has to hold meets nothing that only a clause of an extension
/// tolerates, nor one of the documents what only our own pages do: its verdict would hang on them.
///
/// Played with all of its crossings at once, a vector shows each together with each other; played with one alone, each
/// without the others. Vectors of several steps, and those whose answers are malformed on purpose, are left as they
/// are.
class CrossedVectors : public Variations {
 public:
  /// Throws InputError for a name that is not on the page, and with the page and line of a change that is no jq.
  /// Without a registry, which must outlive it, every vector meets everything.
  CrossedVectors(CrossingPage page, VariationsWanted wanted, ClauseRegistry const* registry = nullptr);

  /// What a vector becomes under these is kept until `with` is called for it.
  [[nodiscard]] std::vector<std::string> due(Vector const& vector, Way way) const override;
  [[nodiscard]] std::vector<std::string> parts_of(Vector const& vector, std::string const& name,
                                                  Way way) const override;
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name, Way way) const override;

  /// The crossings that change a vector, in the order of the page.
  [[nodiscard]] std::vector<Crossing const*> crossings_of(Vector const& vector) const;

 private:
  class Crosser;
  using Made = std::vector<std::pair<std::string, Json>>;  ///< the parts of a vector by what it was crossed with

  [[nodiscard]] std::vector<std::size_t> possible(Vector const& vector, Way way) const;
  [[nodiscard]] bool may_meet(Vector const& vector, Crossing const& crossing) const;
  /// Of those that are possible those whose condition holds for the vector.
  [[nodiscard]] std::vector<std::size_t> meeting(Crosser& crosser, std::vector<std::size_t> which) const;
  /// What a vector becomes under a name, once, if `due` has made it.
  [[nodiscard]] std::optional<Json> kept(Vector const& vector, std::string const& name, Way way) const;
  [[nodiscard]] std::vector<std::size_t> named(std::vector<std::size_t> which, std::string const& name) const;
  /// What becomes of a vector under each of the crossings, or of those that are wanted by name.
  [[nodiscard]] Made chosen(Crosser& crosser, std::vector<std::size_t> const& which) const;
  /// Those under which it is played by default: all at once, and the first alone, from one of `which` on, that changes
  /// it.
  [[nodiscard]] Made usual(Crosser& crosser, std::vector<std::size_t> which, std::size_t first) const;

  CrossingPage const page_;
  VariationsWanted const wanted_;
  ClauseRegistry const* registry_;
  std::vector<std::size_t> const conditions_;  ///< places of the conditions in the program, by crossing
  std::unique_ptr<JqPrograms const> const made_;
  mutable std::mutex mutex_ = {};
  mutable std::map<std::tuple<std::string, std::string, Way>, Json> parts_ = {};  ///< by vector id, name and way
};

}  // namespace conformance
