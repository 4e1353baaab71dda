#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/pull_stream.hpp"

namespace prompty {

/// The chunks of one provider's answer, decoded, in the order in which they arrive (§10). Whoever reads the answer
/// reads it through this (P8.6-13), so that afterwards all of its chunks are at hand (P10.1-08).
class PromptyStream final : public PullStream<Json> {
 public:
  using PullStream::PullStream;
};

/// A stream of chunks that are all there already.
[[nodiscard]] PromptyStream stream_of(std::vector<Json> chunks);

}  // namespace prompty
