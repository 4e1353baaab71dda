#pragma once

#include "mock-provider/answer.hpp"
#include "mock-provider/dialect.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::fault {

/// The answer with the fault in it. Faults of streams leave an answer alone that is none.
[[nodiscard]] Answer spoiled(Answer answer, Fault const& fault, Dialect const& dialect);

}  // namespace mock_provider::fault
