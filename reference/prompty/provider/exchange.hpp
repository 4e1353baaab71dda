#pragma once

#include <string>
#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// What an answer may be.
enum class Accepted { json, event_stream };

/// A provider's request as it is sent below `endpoint`: its own headers, those of JSON, `User-Agent: prompty/<version>`
/// (P7.8-05), and `credentials`.
[[nodiscard]] HttpRequest to_http(ProviderRequest const& request, std::string const& endpoint,
                                  Headers const& credentials, Accepted accepted = Accepted::json);

/// The JSON of a provider's answer to a request to `url`. Throws ExecuteError for an error status, with the provider's
/// own words and the request id in the header of that name, or naming where a redirect points, which is not followed
/// and ValueError for a body that is not JSON. A provider may echo what it was sent: `secrets` are masked.
[[nodiscard]] Json read_answer(HttpResponse const& response, std::string const& url, std::string_view request_id_header,
                               Secrets const& secrets = {});

/// Throws for a streamed answer that is no event stream: ExecuteError for an error status, as `read_answer`, whose
/// first megabyte of body is read for that, and ValueError for a body of another type.
void demand_event_stream(StreamedResponse const& response, std::string const& url, std::string_view request_id_header,
                         Secrets const& secrets = {});

}  // namespace prompty
