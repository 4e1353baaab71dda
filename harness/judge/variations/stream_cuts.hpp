#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/variations/variation.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// How the bytes of a stream are cut for one replay.
struct Cuts {
  std::string name;       ///< "pieces-of-7-from-3": so many bytes each, the first of 3
  Json fault;             ///< as in `respond` of the mock provider
  std::size_t first = 0;  ///< bytes before the first cut; 0 where that follows from what they are
};

/// All the cuts that a stream is replayed with: between any two bytes, in pieces of 7 from each start, so that each
/// place is cut in one of them and not in the others, in long pieces that end in many places, inside each character of
/// several bytes, and, its lines ending in CR LF, between the two.
[[nodiscard]] std::vector<Cuts> const& stream_cuts();

/// Whether the input has a stream that a mock provider can cut anywhere: chunks to process, or a streaming operation
/// whose scripted answers are neither spoilt nor held back.
[[nodiscard]] bool streams_over_http(Vector const& vector);

/// `Transform::sse_split`: what is given stays, and the mock provider cuts it. Bytes are cut in one way at a time, so
/// that the name "" stands for some of the cuts in turn.
///
/// Usually these are those inside line ends, inside characters, and between any two bytes or into pieces of one size
/// from one start. The seed chooses these for each vector: what gets a stream wrong that comes in such pieces gets most
/// streams wrong, and the vectors together are cut in all ways.
class StreamCuts : public Variations {
 public:
  /// Throws InputError for a name that no cuts have.
  explicit StreamCuts(VariationsWanted wanted);

  /// The one that gets the stream over HTTP.
  [[nodiscard]] std::set<Way> ways(Vector const& vector, std::set<Way> const& passed) const override;
  [[nodiscard]] std::vector<std::string> due(Vector const& vector, Way way) const override;
  [[nodiscard]] std::vector<std::string> parts_of(Vector const& vector, std::string const& name,
                                                  Way way) const override;
  [[nodiscard]] Vector with(Vector const& vector, std::string const& name, Way way) const override;

 private:
  VariationsWanted const wanted_;
};

/// Those with that name. Throws InputError when there are none.
[[nodiscard]] Cuts const& cuts_named(std::string const& name);

}  // namespace conformance
