#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "adapter/omissions.hpp"

namespace prompty::adapter {

using Json = nlohmann::ordered_json;

/// How many requests the adapter answers at the same time.
inline constexpr int max_in_flight = 32;

/// Takes one item of a streamed answer, as the protocol has it.
using ItemSink = std::function<void(Json const& item)>;

/// The library behind the adapter protocol; `initialize` lists its operations. Nothing is kept
/// from one request to the next, so any number of threads may ask.
class ReferenceAdapter {
 public:
  /// Whatever it was made without, it declares everything; who leaves something out has to say so.
  explicit ReferenceAdapter(Omissions omissions = {});
  ~ReferenceAdapter();
  ReferenceAdapter(ReferenceAdapter const&) = delete;
  ReferenceAdapter& operator=(ReferenceAdapter const&) = delete;

  /// The whole JSON-RPC response to a whole JSON-RPC request; JSON null for a notification. What a streaming operation
  /// yields goes to `deliver` as it comes, on the calling thread, before the response. Never throws what the
  /// library raises: that comes back as code -32000 with `data: {kind, message, spans?}`. -32601 is an unknown method,
  /// -32602 wrong params, -32001 a member of params that this version cannot honour, -32600 no JSON-RPC request at all.
  [[nodiscard]] Json answer(Json const& request, ItemSink const& deliver) const;

  /// As above; items are not handed over.
  [[nodiscard]] Json answer(Json const& request) const;

 private:
  struct Parts;
  std::unique_ptr<Parts const> parts_;
};

}  // namespace prompty::adapter
