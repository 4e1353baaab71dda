#pragma once

#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance::mutants {

[[nodiscard]] std::vector<Mutant> provider_header_mutants();  ///< §7.8 and §7.9: headers
[[nodiscard]] std::vector<Mutant> provider_answer_mutants();  ///< §7.9: what comes back
[[nodiscard]] std::vector<Mutant> stream_text_mutants();      ///< §8.6: text
[[nodiscard]] std::vector<Mutant> broken_run_mutants();       ///< §10.1: runs whose stream breaks off or is held
[[nodiscard]] std::vector<Mutant> openapi_call_mutants();     ///< §11.2: calls of web APIs
[[nodiscard]] std::vector<Mutant> prompty_tool_mutants();     ///< §2.9.2

}  // namespace conformance::mutants
