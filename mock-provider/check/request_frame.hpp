#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/request.hpp"

namespace mock_provider::request_frame {

/// What holds for each of OpenAI's interfaces: a key, a content type, a JSON object for a body, and the members that
/// must be there. The rules are called `<api>.auth.present`, `<api>.content-type`, `<api>.body.json` and
/// `<api>.field.required`. Gives back whether the body is an object.
bool check(std::string const& api, Headers const& headers, Json const& body, std::span<std::string_view const> required,
           FindingList& findings);

}  // namespace mock_provider::request_frame
