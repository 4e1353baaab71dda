#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "adapter/reference_adapter.hpp"
#include "harness/subject/request_gate.hpp"
#include "harness/subject/scratch_folder.hpp"
#include "harness/subject/subject.hpp"

namespace prompty::adapter {
class ReferenceAdapter;
}

namespace conformance {

/// The reference implementation, linked in. Requests and answers are handed over as JSON values, never as text, and
/// keep the promises that an adapter process gets. What escapes from the reference as an exception is a `crash`.
class InProcessSubject final : public Subject {
 public:
  /// Throws SubjectStartError when the reference answers `initialize` wrongly. What it is made without it declares all
  /// the same; see LimitedSubject.
  explicit InProcessSubject(prompty::adapter::Omissions omissions = {});
  ~InProcessSubject() override;
  InProcessSubject(InProcessSubject const&) = delete;
  InProcessSubject& operator=(InProcessSubject const&) = delete;

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override;
  [[nodiscard]] std::string scratch() const override { return scratch_.path(); }

 private:
  [[nodiscard]] Reply ask(std::string const& method, Json const& params, HearItem const& hear);

  ScratchFolder const scratch_{ScratchPlace::memory};
  std::unique_ptr<prompty::adapter::ReferenceAdapter> adapter_;
  Capabilities capabilities_;
  std::optional<RequestGate> gate_;
  std::atomic<std::int64_t> last_id_ = 0;
};

}  // namespace conformance
