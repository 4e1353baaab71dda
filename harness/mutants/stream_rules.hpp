#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over `process_stream`. They leave other operations to the reference.

using DeltaPredicate = std::function<bool(Json const& delta)>;
using ChunkPredicate = std::function<bool(Json const& chunk)>;

/// The delta of a chunk's first choice; null when there is none.
[[nodiscard]] Json const& first_delta(Json const& chunk);

/// Whether the first choice of the chunk refuses.
[[nodiscard]] bool refuses(Json const& chunk);

/// Processes other chunks instead.
[[nodiscard]] Rule changed_chunks(std::function<void(Json& chunks)> change);

/// Changes the delta of the first choice of every chunk that has one.
[[nodiscard]] Rule changed_deltas(std::function<void(Json& delta)> change);

/// Changes the fragments of tool calls; `is_first` tells those that open an index.
using ChangeFragment = std::function<void(Json& fragment, bool is_first)>;
[[nodiscard]] Rule changed_fragments(ChangeFragment change);

/// Changes the list of items that is delivered, of whatever end.
[[nodiscard]] Rule changed_items(std::function<void(Json& items, Json const& chunks)> change);

/// Changes how a stream that raises an error ends; `chunks` are all of the stream.
using ChangeFailure = std::function<Reply(Reply reply, Json const& params, AskReference const& reference)>;
[[nodiscard]] Rule changed_failure(ChangeFailure change);

/// Delivers one item more for every delta for which the predicate holds, at its place.
[[nodiscard]] Rule item_for(DeltaPredicate predicate, Json item);

/// Raises a ValueError at the first chunk for which the predicate holds; what came before is delivered.
[[nodiscard]] Rule refused_chunk(ChunkPredicate predicate);

/// Changes every tool call that `process` or `process_stream` gives; `place` counts them.
using ChangeGivenCall = std::function<void(Json& call, std::size_t place)>;
[[nodiscard]] Rule changed_given_calls(ChangeGivenCall change);

/// The items that a reply has delivered.
[[nodiscard]] Json items_of(Reply const& reply);

/// The items that are no tool calls.
[[nodiscard]] Json texts_among(Json const& items);

/// The same reply with other items.
[[nodiscard]] Reply with_items(Reply reply, Json const& items);

}  // namespace conformance::mutants
