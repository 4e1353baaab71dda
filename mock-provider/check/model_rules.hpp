#pragma once

#include "mock-provider/check/finding.hpp"

namespace mock_provider::model_rules {

/// Holds the members of a request that single models of OpenAI refuse against the model that it names, as a snapshot
/// with a date, too. Models that are not in the table of the interface are taken to refuse none.
void check_chat(Json const& body, FindingList& findings);
void check_responses(Json const& body, FindingList& findings);

}  // namespace mock_provider::model_rules
