#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::request_headers {

/// Whether there is `Authorization: Bearer` with a key behind it.
[[nodiscard]] bool has_bearer_key(Headers const& headers);

/// The content type as it came, "" without one.
[[nodiscard]] std::string content_type(Headers const& headers);

/// Whether the content type is `application/json`, in any letter case and with any parameters.
[[nodiscard]] bool says_json(Headers const& headers);

/// Whether there is a key as OpenAI takes it, or Azure: in Authorization: Bearer or in api-key.
[[nodiscard]] bool has_openai_key(Headers const& headers);

/// Whether there is a key as Anthropic takes it: in x-api-key or in Authorization: Bearer.
[[nodiscard]] bool has_anthropic_key(Headers const& headers);

}  // namespace mock_provider::request_headers

namespace mock_provider::request_frame {

/// What holds for each of OpenAI's interfaces: a key, a content type, a JSON object for a body, and the members that
/// must be there. The rules are called `<api>.auth.present`, `<api>.content-type`, `<api>.body.json` and
/// `<api>.field.required`. Gives back whether the body is an object.
bool check(std::string const& api, Headers const& headers, Json const& body, std::span<std::string_view const> required,
           FindingList& findings);

/// What steps of a scenario see of a request, whatever it is: the fields of a form as `multipart::parse` gives them, or
/// the JSON of the body; null when it is neither.
[[nodiscard]] Json body_of(Request const& request);

}  // namespace mock_provider::request_frame
