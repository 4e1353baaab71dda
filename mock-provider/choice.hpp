#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mock_provider {

/// Why a step did not take a request, or several in a row for the same reason.
struct PassedOver {
  std::size_t first = 0;  ///< of the steps, counted from 0
  std::size_t last = 0;
  std::string reason;

  bool operator==(PassedOver const&) const = default;
};

/// How a scenario came to its answer.
struct Choice {
  std::optional<std::size_t> step;      ///< that took the request, counted from 0
  std::vector<PassedOver> passed_over;  ///< of the steps before it, or of all when none took it
  std::size_t omitted = 0;              ///< reasons beyond the first twenty
  std::string sequence;                 ///< the value of the scenario's header, "" without one

  bool operator==(Choice const&) const = default;
};

}  // namespace mock_provider
