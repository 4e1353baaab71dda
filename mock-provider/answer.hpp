#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "mock-provider/dialect.hpp"
#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider {

/// What goes back over the wire, free of any HTTP library.
struct Answer {
  int status = 200;
  Headers headers;  ///< without content-type
  std::string content_type = "application/json";
  std::string body;
  std::chrono::milliseconds delay{0};    ///< waited before the first byte
  std::optional<std::size_t> cut_after;  ///< the connection ends after so many bytes of the body

  bool operator==(Answer const&) const = default;
};

}  // namespace mock_provider

namespace mock_provider::answer {

[[nodiscard]] Answer of_json(int status, Json const& body);
[[nodiscard]] Answer of_error(ProviderError const& error, Dialect const& dialect = chat_dialect());

/// The answer that a step's `respond` asks for. `request` is the JSON of the request, `seed` decides what is made up.
/// Faults spoil the default answer to that request.
[[nodiscard]] Answer of_response(Response const& response, Json const& request, std::uint64_t seed,
                                 Dialect const& dialect = chat_dialect());

}  // namespace mock_provider::answer
