#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mock_provider {

/// Where a request goes.
struct Route {
  enum class Kind : std::uint8_t {
    chat_completions,
    embeddings,
    images,
    messages,
    responses,
    models,
    model,
    admin,
    unknown
  };
  Kind kind = Kind::unknown;
  std::string scenario;  ///< "default" when the path has no prefix
  std::string path;      ///< without the scenario's prefix and the query, else as received
  std::string query;     ///< after "?", as received
  std::string name;      ///< of a model: its id, percent-decoded; of an admin route: what follows "/_mock/"

  bool operator==(Route const&) const = default;
};

/// Whether the route asks a model for something, so that steps without a path wait for it.
[[nodiscard]] bool asks_model(Route const& route);

/// Takes a request target apart. A first segment that starts no route of the provider is the name of a scenario.
[[nodiscard]] Route route_of(std::string_view target);

/// "%41" → "A"; a "%" without two hexadecimal digits after it stays as it is.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace mock_provider
