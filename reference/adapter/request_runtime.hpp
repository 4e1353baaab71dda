#pragma once

#include "adapter/canned_handlers.hpp"

namespace prompty::adapter {

/// Whether params ask for components to be registered; clients for connections are not components.
[[nodiscard]] bool registers_components(Json const& params);

/// A runtime as after start-up without what is left out, in the profile that the params ask for and with their `env` as
/// the whole environment.
[[nodiscard]] std::unique_ptr<Runtime> runtime_for(Json const& params, Omissions const& omissions);

/// As above, of a request alone, with what `params.register` holds: `connections` of names to clients, and `renderers`,
/// `parsers`, `executors` and `processors` of keys to answers: a string, a list of messages, a provider's answer, an
/// outcome. `called` gets `{"component", "key", "received"}` for each call. Throws InvalidParams for answers of another
/// shape and for components of other names.
[[nodiscard]] std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<SharedList> const& called,
                                                     Omissions const& omissions);

/// As above; null for a request that brings nothing of that and takes the shared runtime of its profile. `handlers` of
/// a request that has an agent are registered as tools.
[[nodiscard]] std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<SharedList> const& called,
                                                   Omissions const& omissions);

}  // namespace prompty::adapter
