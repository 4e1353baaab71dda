#pragma once

#include "prompty/core/error.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty {

namespace masked_errors {

template <class Raised>
void copy_parts(Raised& shown, Error const& error, Secrets const& secrets) {
  Explanation const& parts = error.explanation();
  shown.set_place(error.place());
  shown.set_explanation({.property_path = parts.property_path,
                         .problem = secrets.masked(parts.problem),
                         .hint = secrets.masked(parts.hint),
                         .quoting = parts.quoting});
}

template <class Raised>
[[nodiscard]] Raised masked(Raised const& error, Secrets const& secrets) {
  Raised shown(secrets.masked(error.what()), error.clause());
  copy_parts(shown, error, secrets);
  return shown;
}

[[nodiscard]] inline ExecuteError masked(ExecuteError const& error, Secrets const& secrets) {
  ExecuteError shown(secrets.masked(error.what()), error.status(), secrets.masked(error.request_id()), error.clause());
  copy_parts(shown, error, secrets);
  if (error.retry_after()) shown.set_retry_after(*error.retry_after());
  return shown;
}

}  // namespace masked_errors

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
    throw masked_errors::masked(error, secrets);
  } catch (ConnectionError const& error) {
    throw masked_errors::masked(error, secrets);
  } catch (ValueError const& error) {
    throw masked_errors::masked(error, secrets);
  }
}

}  // namespace prompty
