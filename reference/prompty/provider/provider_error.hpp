#pragma once

#include <string>

#include "prompty/transport/transport.hpp"

namespace prompty {

/// What a provider says about an error status: `error.message` of its JSON body, or `error`, or `message`; otherwise
/// the start of the body as text, or "no explanation" when that is blank.
[[nodiscard]] std::string error_text(HttpResponse const& response);

}  // namespace prompty
