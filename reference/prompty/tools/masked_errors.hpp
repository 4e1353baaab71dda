#pragma once

#include "prompty/core/error.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty {

/// The same error with the secrets in its texts masked; `parts` are those that its constructor takes before the clause.
template <class Raised, class... Parts>
[[nodiscard]] Raised masked_error(Raised const& error, Secrets const& secrets, Parts const&... parts) {
  Raised shown(secrets.masked(error.what()), parts..., error.clause());
  Explanation const& said = error.explanation();
  shown.set_place(error.place());
  shown.set_explanation({.property_path = said.property_path,
                         .problem = secrets.masked(said.problem),
                         .hint = secrets.masked(said.hint),
                         .quoting = said.quoting});
  return shown;
}

/// What `work` returns, which talks to a server of tools. A server may repeat in its errors what it was sent, and the
/// text of an error reaches the host and, as the result of the call, the provider of the model: `secrets` are masked in
/// what `work` throws.
template <class Work>
auto with_masked_errors(Secrets const& secrets, Work const& work) {
  try {
    return work();
  } catch (AnswerLimitError const&) {
    // It has no text of the server.
    throw;
  } catch (ExecuteError const& error) {
    ExecuteError shown = masked_error(error, secrets, error.status(), secrets.masked(error.request_id()));
    if (error.retry_after()) shown.set_retry_after(*error.retry_after());
    throw shown;
  } catch (ConnectionError const& error) {
    throw masked_error(error, secrets);
  } catch (ValueError const& error) {
    throw masked_error(error, secrets);
  }
}

}  // namespace prompty
