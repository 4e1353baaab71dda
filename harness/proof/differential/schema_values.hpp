#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/proof/differential/fragments.hpp"
#include "harness/proof/differential/input.hpp"

namespace conformance::differential {

/// Makes values that a schema of the adapter protocol allows, with content that fits their place: the names, roles,
/// kinds and texts that mean something where they stand, and only those that all subjects declare.
class SchemaValues {
 public:
  /// `protocol` must outlive this.
  SchemaValues(Json const& protocol, Common const& common);

  /// A value of a definition of the protocol, such as "Agent". Throws HarnessError when there is none of that name.
  [[nodiscard]] Json of_definition(std::string const& name, Dice& dice) const;

 private:
  /// `place` is the way there from a definition: "Model.apiType".
  [[nodiscard]] Json value(Json const& schema, std::string const& place, Dice& dice) const;
  [[nodiscard]] Json object(Json const& schema, std::string const& place, Dice& dice) const;
  [[nodiscard]] Json list(Json const& schema, std::string const& place, Dice& dice) const;
  [[nodiscard]] Json alternative(Json const& schemas, std::string const& place, Dice& dice) const;

  Json const& protocol_;
  std::map<std::string, std::vector<Json>> pools_;
};

}  // namespace conformance::differential
