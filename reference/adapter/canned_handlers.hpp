#pragma once

#include "adapter/operations.hpp"

namespace prompty::adapter {

/// A list that many threads may extend.
class SharedList {
 public:
  void add(Json element) {
    std::scoped_lock const lock(mutex_);
    elements_.push_back(std::move(element));
  }

  [[nodiscard]] Json elements() const {
    std::scoped_lock const lock(mutex_);
    return elements_;
  }

 private:
  mutable std::mutex mutex_;
  Json elements_ = Json::array();
};

/// The arguments of a handler's last call in order, as the protocol has them; null before.
using Received = std::shared_ptr<Json>;

// A canned handler is an object with `returns` (a string), `returnsJson` or `throws`, and for a name `parameters`. What
// it throws is a RuntimeError. InvalidParams is thrown for one of another shape.

/// A handler for a name, which gets the arguments alone.
[[nodiscard]] ToolHandler canned_tool(Json const& canned, Received received = std::make_shared<Json>());

/// A handler for a kind, which gets tool, arguments, agent and inputs.
[[nodiscard]] KindHandler canned_kind(Json const& canned, Received received = std::make_shared<Json>());

// A handler of `params.handlers` has `cases` for some arguments and `delayMs` besides. These throw InvalidParams for
// members of another shape.

/// The handlers in a member, none when it is absent, by their names; they add `{"name", "arguments"}` of each call to
/// `received`.
[[nodiscard]] std::map<std::string, ToolHandler> handlers_of(Json const& holder, char const* member,
                                                             std::shared_ptr<SharedList> const& received);

/// How long a handler takes.
[[nodiscard]] std::chrono::milliseconds delay_of(Json const& handler);

/// What a handler gives a model to read. Throws what its `throws` says.
[[nodiscard]] std::string output_of(Json const& handler, Json const& arguments);

/// The calls in `received`: those that answer `calls`, in the order of these, and others where they came.
[[nodiscard]] Json in_order_of(std::vector<ToolCall> const& calls, Json const& received);

/// Whether params ask for components to be registered; clients for connections are not components.
[[nodiscard]] bool registers_components(Json const& params);

/// What the runtimes of all requests have in common: what is left out, the edition, and the transport of all that take
/// the proxies of the process, so that its threads are kept from one request to the next.
struct Common {
  Omissions const omissions;
  Edition const edition;
  ProxySettings const proxies = proxies_in(process_environment());
  std::shared_ptr<Transport const> const transport = std::make_shared<HttpTransport>(HttpOptions{.proxies = proxies});
};

/// A runtime as after start-up without `common.omissions`, of `common.edition`, in the profile that the params ask for
/// and with their `env` as the whole environment.
[[nodiscard]] std::unique_ptr<Runtime> runtime_for(Json const& params, Common const& common);

/// As above, of a request alone, with what `params.register` holds: `connections` of names to clients, and `renderers`,
/// `parsers`, `executors` and `processors` of keys to answers: a string, a list of messages, a provider's answer, an
/// outcome. `called` gets `{"component", "key", "received"}` for each call. Throws InvalidParams for answers of another
/// shape and for components of other names.
[[nodiscard]] std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<SharedList> const& called,
                                                     Common const& common);

/// As above; null for a request that brings nothing of that and takes the shared runtime of its profile. `handlers` of
/// a request that has an agent are registered as tools.
[[nodiscard]] std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<SharedList> const& called,
                                                   Common const& common);

}  // namespace prompty::adapter
