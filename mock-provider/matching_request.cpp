#include "mock-provider/matching_request.hpp"

#include <fmt/core.h>

#include <vector>

#include "harness/matching/expectation.hpp"

namespace mock_provider {
namespace matching_request {
namespace {

struct Part {
  std::string name;
  std::optional<conformance::Difference> difference;
};

std::optional<conformance::Difference> header_difference(std::string const& name, Json const& expected,
                                                         Headers const& headers) {
  // A header that is not there is a missing member, so that {"$absent": true} can ask for it.
  Json answer = Json::object();
  if (std::string const* const value = header_named(headers, name)) answer["header"] = *value;
  return conformance::first_difference(Json{{"header", expected}}, answer);
}

std::vector<Part> compared_parts(RequestMatcher const& matcher, MatchableRequest const& request) {
  std::vector<Part> parts;
  if (matcher.method) parts.push_back({"method", conformance::first_difference(*matcher.method, request.method)});
  if (matcher.path) parts.push_back({"path", conformance::first_difference(*matcher.path, request.route.path)});
  if (matcher.query) parts.push_back({"query", conformance::first_difference(*matcher.query, request.route.query)});
  for (auto const& [name, expected] : matcher.headers) {
    parts.push_back({fmt::format("header {}", name), header_difference(name, expected, request.headers)});
  }
  if (matcher.body) parts.push_back({"body", conformance::first_difference(*matcher.body, request.body)});
  return parts;
}

std::string described(Part const& part) {
  conformance::Difference const& difference = *part.difference;
  std::string const place = part.name == "body" && !difference.pointer.empty() ? " at " + difference.pointer : "";
  return fmt::format("{} differs{}: {}; expected {}, got {}", part.name, place, difference.message,
                     json_text::excerpt(difference.expected), json_text::excerpt(difference.got));
}

}  // namespace
}  // namespace matching_request

std::optional<Mismatch> mismatch(RequestMatcher const& matcher, MatchableRequest const& request) {
  std::optional<Mismatch> first;
  std::size_t met = 0;
  for (matching_request::Part const& part : matching_request::compared_parts(matcher, request)) {
    if (!part.difference) {
      ++met;
    } else if (!first) {
      first = Mismatch{.part = part.name,
                       .pointer = part.name == "body" ? part.difference->pointer : "",
                       .message = matching_request::described(part)};
    }
  }
  if (first) first->parts_met = met;
  return first;
}

}  // namespace mock_provider
