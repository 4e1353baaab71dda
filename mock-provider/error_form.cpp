#include "mock-provider/error_form.hpp"

#include "mock-provider/scenario_members.hpp"

namespace mock_provider::error_form {
namespace {

constexpr std::int64_t longest_delay_ms = 600'000;

}  // namespace

ProviderError decode(ClosedObject const& outer) {
  ClosedObject const object(outer.required("error"), outer.pointer_of("error"), members::error);
  static_cast<void>(object.required("status"));
  ProviderError error{.status = static_cast<int>(*object.whole_number("status", 400, 599)),
                      .type = object.text("type"),
                      .code = object.text("code"),
                      .param = object.text("param"),
                      .message = object.text("message"),
                      .retry_after = std::nullopt};
  if (std::optional<std::int64_t> const wait = object.whole_number("retryAfterMs", 0, longest_delay_ms)) {
    error.retry_after = std::chrono::milliseconds(*wait);
  }
  return error;
}

}  // namespace mock_provider::error_form
