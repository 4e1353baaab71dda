#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "harness/subject/subject.hpp"

namespace conformance {

/// Has an answer copied: each request gets what a good subject answered to the request before it, whichever operation
/// that was; the first gets null. It declares what the good subject declares, but no operation that asks a provider,
/// since a request that was sent cannot be taken back.
class NeighbourSubject final : public Subject {
 public:
  explicit NeighbourSubject(std::unique_ptr<Subject> good);

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] std::string scratch() const override { return good_->scratch(); }

 private:
  std::unique_ptr<Subject> const good_;
  Capabilities capabilities_;
  std::mutex mutex_;
  Reply before_;
};

}  // namespace conformance
