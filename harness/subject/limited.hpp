#pragma once

#include <set>
#include <string>

#include "harness/subject/subject.hpp"

namespace conformance {

/// What a LimitedSubject hides of the subject behind it.
struct Limits {
  std::set<std::string> operations;
  std::set<std::string> features;
};

/// A subject as if it had never had some operations and features: they are not declared, and a hidden operation answers
/// `unsupported` without reaching the subject behind.
class LimitedSubject final : public Subject {
 public:
  /// `inner` must outlive this one.
  LimitedSubject(Subject& inner, Limits hidden);

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override;
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  Subject& inner_;
  Limits const hidden_;
  Capabilities capabilities_;
};

}  // namespace conformance
