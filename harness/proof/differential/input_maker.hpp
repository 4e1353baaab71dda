#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/judge/files/schema_check.hpp"
#include "harness/proof/differential/input.hpp"
#include "harness/proof/differential/prompt_files.hpp"
#include "harness/proof/differential/schema_values.hpp"

namespace conformance::differential {

/// The operations whose answer depends on nothing but their params and files, in the order of the pipeline.
[[nodiscard]] std::vector<std::string> const& comparable_operations();

/// Makes inputs that the adapter protocol allows.
class InputMaker {
 public:
  /// `protocol` is the content of protocol.schema.json and must outlive this.
  InputMaker(Json const& protocol, Common common);

  /// The input of an operation with that number. The same for the same seed and the same things in common; every second
  /// one is broken in one place, where the operation takes anything that can be.
  [[nodiscard]] Input make(std::string const& operation, std::uint64_t seed, std::uint64_t number) const;

  /// Whether an adapter can get this: the params are valid, no two properties or tools of a list have the same
  /// name, and nothing depends on the machine.
  [[nodiscard]] bool is_askable(Input const& input) const;

 private:
  [[nodiscard]] Input draft(std::string const& operation, Dice& dice, Soundness soundness) const;
  [[nodiscard]] Input of_template(std::string const& operation, Dice& dice, Soundness soundness) const;
  [[nodiscard]] Input of_model(std::string const& operation, Dice& dice, Soundness soundness) const;
  [[nodiscard]] Input of_stored_messages(std::string const& operation, Dice& dice, Soundness soundness) const;
  [[nodiscard]] Json agent_with_model(Dice& dice) const;
  [[nodiscard]] Json input_value(Dice& dice, std::string const& kind) const;
  void complete_tools(Input& input) const;

  Json const& protocol_;
  Common common_;
  SchemaValues values_;
  std::map<std::string, SchemaCheck> checks_;
};

}  // namespace conformance::differential
