#pragma once

#include <string>

#include "harness/judge/report/run_document.hpp"

namespace conformance {

/// A run as JUnit XML: a suite per topic, a case per vector and way; failures carry the whole failure text, unsupported
/// vectors are skipped with the reason. Characters that XML 1.0 does not allow are replaced by U+FFFD. A suite without
/// cases has what is to say of the run as a whole as properties; what cut it short is an error in one of its own, so
/// that what is missing does not look green.
[[nodiscard]] std::string junit_xml(RunParts const& run);

}  // namespace conformance
