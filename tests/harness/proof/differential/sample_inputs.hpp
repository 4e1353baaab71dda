#pragma once

#include <nlohmann/json.hpp>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "harness/proof/differential/comparison.hpp"
#include "support/places.hpp"

namespace conformance::differential {

/// The schema of the adapter protocol that these tests come with.
inline Json protocol_schema() {
  std::string const path = prompty_tests::repository() + "/vectors/schema/protocol.schema.json";
  return parse_json_file(read_file(path), path);
}

/// A subject made of a function, that declares what another one declares.
class FunctionSubject final : public Subject {
 public:
  using Function = std::function<Reply(std::string const& operation, Json const& params)>;

  FunctionSubject(Subject& declaring, Function function) : declaring_(declaring), function_(std::move(function)) {}
  [[nodiscard]] Capabilities const& capabilities() const override { return declaring_.capabilities(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return function_(operation, params);
  }
  [[nodiscard]] std::string scratch() const override { return declaring_.scratch(); }

 private:
  Subject& declaring_;
  Function function_;
};

}  // namespace conformance::differential
