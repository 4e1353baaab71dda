#include "harness/subject/in_process_limited.hpp"

#include <utility>

#include "adapter/reference_adapter.hpp"
#include "harness/subject/in_process.hpp"

namespace conformance {
namespace in_process_limited {
namespace {

/// The reference and what hides parts of it.
class LimitedReference final : public Subject {
 public:
  LimitedReference(prompty::adapter::Omissions omissions, Limits const& hidden)
      : reference_(std::move(omissions)), limited_(reference_, hidden) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return limited_.capabilities(); }
  [[nodiscard]] std::string scratch() const override { return limited_.scratch(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return limited_.call(operation, params);
  }
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override {
    return limited_.call_and_hear(operation, params, hear);
  }

 private:
  InProcessSubject reference_;
  LimitedSubject limited_;
};

}  // namespace
}  // namespace in_process_limited

std::unique_ptr<Subject> make_limited_reference(Limits const& hidden) {
  prompty::adapter::Omissions omissions{
      .providers = hidden.providers, .api_types = hidden.api_types, .connection_kinds = hidden.connection_kinds};
  for (std::string const engine : {"jinja2", "mustache"}) {
    if (hidden.features.contains(engine)) omissions.renderers.insert(engine);
  }
  for (std::string const kind : {"mcp", "openapi"}) {
    if (hidden.features.contains(kind)) omissions.tool_kinds.insert(kind);
  }
  return std::make_unique<in_process_limited::LimitedReference>(std::move(omissions), hidden);
}

}  // namespace conformance
