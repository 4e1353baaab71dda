#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/jq/jq.hpp"
#include "harness/judge/variations/crossing_page.hpp"
#include "harness/judge/variations/transform.hpp"

namespace conformance {

/// With which crossings each vector is played.
struct CrossingsWanted {
  bool all = false;                ///< each one alone besides all at once, instead of one of them
  std::uint64_t seed = 1;          ///< of the choice of that one
  std::vector<std::string> names;  ///< these alone, if any: "all-at-once", "chat-streams/role-in-every-delta"
};

/// Vectors beside whose input stands what changes nothing (`Transform::crossed`).
///
/// A vector that a runtime without our extensions has to hold meets nothing that only a clause of an extension
/// tolerates, nor one of the documents what only our own pages do: its verdict would hang on them.
///
/// Played with all of its crossings at once, a vector shows each together with each other; played with one alone, each
/// without the others. Vectors of several steps, and those whose answers are malformed on purpose, are left as they
/// are.
class CrossedVectors : public Rewritings {
 public:
  /// Throws InputError for a name that is not on the page, and with the page and line of a change that is no jq.
  /// Without a registry, which must outlive it, every vector meets everything.
  CrossedVectors(CrossingPage page, CrossingsWanted wanted, ClauseRegistry const* registry = nullptr);

  /// What a vector becomes under these is kept until `with` is called for it.
  [[nodiscard]] std::vector<std::string> due(Vector const& vector) const override;
  [[nodiscard]] std::vector<std::string> parts_of(std::string const& name) const override;
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name) const override;
  [[nodiscard]] Rewritings const& over_http() const override;

  /// The crossings that change a vector, in the order of the page.
  [[nodiscard]] std::vector<Crossing const*> crossings_of(Vector const& vector) const;

 private:
  class Crosser;
  using Made = std::vector<std::pair<std::string, Json>>;  ///< the parts of a vector by what it was crossed with

  /// As `all`, over HTTP.
  explicit CrossedVectors(CrossedVectors const* all);

  [[nodiscard]] std::vector<std::size_t> possible(Vector const& vector) const;
  [[nodiscard]] bool may_meet(Vector const& vector, Crossing const& crossing) const;
  /// Of those that are possible those whose condition holds for the vector.
  [[nodiscard]] std::vector<std::size_t> meeting(Crosser& crosser, std::vector<std::size_t> which) const;
  /// What a vector becomes under a name, once, if `due` has made it.
  [[nodiscard]] std::optional<Json> kept(Vector const& vector, std::string const& name) const;
  [[nodiscard]] std::vector<std::size_t> named(std::vector<std::size_t> which, std::string const& name) const;
  /// What becomes of a vector under each of the crossings, or of those that are wanted by name.
  [[nodiscard]] Made chosen(Crosser& crosser, std::vector<std::size_t> const& which) const;
  /// Those under which it is played by default: all at once, and the first alone, from one of `which` on, that changes
  /// it.
  [[nodiscard]] Made usual(Crosser& crosser, std::vector<std::size_t> which, std::size_t first) const;

  CrossingPage const page_;
  CrossingsWanted const wanted_;
  ClauseRegistry const* registry_;
  std::vector<std::size_t> const conditions_;  ///< places of the conditions in the program, by crossing
  bool const is_over_http_ = false;
  std::shared_ptr<JqPrograms const> const made_;
  mutable std::mutex mutex_ = {};
  mutable std::map<std::pair<std::string, std::string>, Json> parts_ = {};  ///< by vector id and name
  mutable std::once_flag is_needed_over_http_ = {};
  mutable std::unique_ptr<CrossedVectors const> over_http_ = {};
};

}  // namespace conformance
