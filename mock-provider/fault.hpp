#pragma once

#include "mock-provider/answer.hpp"
#include "mock-provider/dialect.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::fault {

/// The answer with the fault in it. Throws MisfitStep for a fault of streams in an answer that is none.
[[nodiscard]] Answer spoiled(Answer answer, Fault const& fault, Dialect const& dialect);

}  // namespace mock_provider::fault
