#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The calls of registered components while one request is served. Safe from any thread.
class CalledDoubles {
 public:
  void add(std::string const& component, std::string const& key, Json received);

  /// `{"component", "key", "received"}` in the order of the calls.
  [[nodiscard]] Json list() const;

 private:
  mutable std::mutex mutex_;
  Json calls_ = Json::array();
};

/// Whether params ask for components to be registered; clients for connections are not components.
[[nodiscard]] bool registers_components(Json const& params);

/// A runtime as after start-up without what is left out, in the profile that the params ask for and with their `env` as
/// the whole environment.
[[nodiscard]] std::unique_ptr<Runtime> runtime_for(Json const& params, Omissions const& omissions);

/// As above, of a request alone, with what `params.register` holds: `connections` of names to clients, and `renderers`,
/// `parsers`, `executors` and `processors` of keys to answers: a string, a list of messages, a provider's answer, an
/// outcome. `called` records their calls. Throws InvalidParams for answers of another shape and for components of other
/// names.
[[nodiscard]] std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                                     Omissions const& omissions);

/// As above; null for a request that brings nothing of that and takes the shared runtime of its profile. `handlers` of
/// a request that has an agent are registered as tools.
[[nodiscard]] std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                                   Omissions const& omissions);

}  // namespace prompty::adapter
