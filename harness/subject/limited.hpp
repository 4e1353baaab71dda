#pragma once

#include <set>
#include <string>

#include "harness/subject/subject.hpp"

namespace conformance {

/// What a LimitedSubject hides of the subject behind it.
struct Limits {
  std::set<std::string> operations = {};
  std::set<std::string> features = {};
  std::set<std::string> providers = {};
  std::set<std::string> api_types = {};
  std::set<std::string> connection_kinds = {};
};

/// A subject as if it had never had some of what it has: none of that is declared.
///
/// - A hidden operation answers `unsupported` without reaching the subject behind.
/// - A request that asks for a hidden feature (`asked_features`) is refused with InvokerError. Without `events` none
/// are
///   shown; without `strict`, `retries` and `parallel-tools` the subject behind runs without.
/// - Providers, API types, kinds of connections, template engines and kinds of tools must be missing behind, too: only
///   there is it known what an agent in a file, or a child prompt, comes to. `make_limited_reference` sees to it. Here
///   no more is refused than `project_tools`, in which no provider has a part.
class LimitedSubject final : public Subject {
 public:
  /// `inner` must outlive this one.
  LimitedSubject(Subject& inner, Limits hidden);

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override;
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  [[nodiscard]] std::string reason_to_refuse(std::string const& operation, Json const& params) const;
  [[nodiscard]] Json without_hidden(std::string const& operation, Json params) const;

  Subject& inner_;
  Limits const hidden_;
  Capabilities capabilities_;
};

}  // namespace conformance
