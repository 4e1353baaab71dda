#include "mock-provider/dialect.hpp"

#include "mock-provider/completion.hpp"
#include "mock-provider/default_answer.hpp"
#include "mock-provider/provider_error.hpp"

namespace mock_provider {

Dialect const& chat_dialect() {
  static constexpr Dialect dialect{.body = completion::body,
                                   .error_body = provider_error::body,
                                   .error_headers = provider_error::headers,
                                   .default_answer = default_answer::to};
  return dialect;
}

}  // namespace mock_provider
