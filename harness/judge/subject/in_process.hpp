#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapter/reference_adapter.hpp"
#include "harness/judge/subject/in_flight.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// The reference implementation, linked in. Requests and answers are handed over as JSON values, never as text, and
/// keep the promises that an adapter process gets. What escapes from the reference as an exception is a `crash`.
class InProcessSubject final : public Subject {
 public:
  /// It speaks the newest of the editions that are offered. Throws SubjectStartError when the reference answers
  /// `initialize` wrongly. What it is made without it declares all the same; see LimitedSubject.
  explicit InProcessSubject(std::vector<std::string> const& editions = {first_edition},
                            prompty::adapter::Omissions const& omissions = {});
  ~InProcessSubject() override;
  InProcessSubject(InProcessSubject const&) = delete;
  InProcessSubject& operator=(InProcessSubject const&) = delete;

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override;
  [[nodiscard]] std::string scratch() const override { return scratch_.path(); }

 private:
  [[nodiscard]] Reply ask(std::string const& method, Json const& params, ItemListener const& on_item);

  ScratchFolder const scratch_{ScratchPlace::memory};
  std::unique_ptr<prompty::adapter::ReferenceAdapter> adapter_;
  Capabilities capabilities_;
  std::optional<RequestGate> gate_;
  std::atomic<std::int64_t> last_id_ = 0;
};

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
/// - A request that needs a hidden feature (`requested_features`) is refused with InvokerError. Without `events` no
///   events are shown; without `strict`, `retries` and `parallel-tools` the subject behind runs without.
/// - Providers, API types, kinds of connections, template engines and kinds of tools must be missing behind, too: only
///   there is it known what an agent in a file, or a child prompt, comes to. `make_limited_reference` sees to it. Here
///   no more is refused than `project_tools`, in which no provider has a part.
class LimitedSubject final : public Subject {
 public:
  /// `inner` must outlive this one.
  LimitedSubject(Subject& inner, Limits hidden);

  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override;
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  [[nodiscard]] std::string reason_to_refuse(std::string const& operation, Json const& params) const;
  [[nodiscard]] Json without_hidden(std::string const& operation, Json params) const;

  Subject& inner_;
  Limits const hidden_;
  Capabilities capabilities_;
};

/// The linked reference without what is hidden, as a runtime that never had it: an agent's provider, API type or kind
/// of connection is refused with InvokerError by the operations that make use of it (see `needs_of`), and by no other.
/// It speaks the newest of the editions.
[[nodiscard]] std::unique_ptr<Subject> make_limited_reference(Limits const& hidden,
                                                              std::vector<std::string> const& editions = {
                                                                  first_edition});

}  // namespace conformance
