#pragma once

#include <cstdint>
#include <string>

namespace mock_provider {

/// What is done with requests that break a rule of the provider.
enum class CheckMode : std::uint8_t {
  off,     ///< rules are not looked at
  report,  ///< findings go into the journal, the request is answered all the same
  enforce  ///< the first finding is answered with the provider's error
};

/// One rule of the provider that a request breaks.
struct Finding {
  std::string rule;     ///< id of the rule, e.g. "chat.message.role"; all of them are in check/rule_table.hpp
  std::string pointer;  ///< JSON pointer into the body; "" for the body as a whole and for headers
  std::string message;  ///< what is wrong and what the provider takes instead

  bool operator==(Finding const&) const = default;
};

}  // namespace mock_provider
