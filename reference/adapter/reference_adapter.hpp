#pragma once

#include <atomic>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "prompty/core/edition.hpp"

namespace prompty::adapter {

/// What a runtime is made without: keys of providers and renderers, API types, kinds of connections, and kinds of tools
/// that it does not call itself.
struct Omissions {
  std::set<std::string> providers = {};
  std::set<std::string> api_types = {};
  std::set<std::string> connection_kinds = {};
  std::set<std::string> renderers = {};
  std::set<std::string> tool_kinds = {};
};

using Json = nlohmann::ordered_json;

/// How many requests the adapter answers at the same time.
inline constexpr int max_in_flight = 32;

/// Takes one item of a streamed answer, as the protocol has it.
using ItemSink = std::function<void(Json const& item)>;

/// The library behind the adapter protocol; `initialize` lists its operations and chooses the edition of the
/// specification, the newest that is offered and known, and the first that there was until then. No other state is kept
/// from one request to the next. Safe from any thread.
class ReferenceAdapter {
 public:
  /// `initialize` declares everything, omitted or not.
  explicit ReferenceAdapter(Omissions const& omissions = {});
  ~ReferenceAdapter();
  ReferenceAdapter(ReferenceAdapter const&) = delete;
  ReferenceAdapter& operator=(ReferenceAdapter const&) = delete;

  /// The whole JSON-RPC response to a whole JSON-RPC request; JSON null for a notification. What a streaming operation
  /// yields goes to `deliver` as it comes, on the calling thread, before the response. Never throws what the
  /// library raises: that comes back as code -32000 with `data: {kind, message, spans?}`. -32601 is an unknown method,
  /// -32602 wrong params, -32001 a member of params that this version cannot honour, -32600 no JSON-RPC request at all.
  [[nodiscard]] Json answer(
      Json const& request, ItemSink const& deliver = [](Json const&) {}) const;

 private:
  struct Parts;
  std::map<Edition, std::unique_ptr<Parts const>> parts_;
  mutable std::atomic<Edition> edition_ = default_edition;
};

/// Why serving ended.
enum class End { shutdown, end_of_input };

/// Answers the JSON-RPC messages in `in`, one a line, with one line each in `out`, before which stand the `item`
/// notifications of a streamed answer; up to `max_in_flight` at once, in the order in which they are done. A line that
/// is not JSON is answered with code -32700 and id null. At the end of input all open answers are awaited. After a
/// `shutdown` notification they are awaited for one second at most; threads may then still use `adapter` and `out`, so
/// the process has to end without destroying them.
[[nodiscard]] End serve(std::istream& in, std::ostream& out, ReferenceAdapter const& adapter);

/// Serves the reference as an adapter on standard input and output and ends the process: on `shutdown`, or at
/// the end of the input.
[[noreturn]] void serve_until_the_end();

}  // namespace prompty::adapter
