#pragma once

#include <cstdint>

namespace prompty {

/// What a request follows where the documents and today's providers disagree.
enum class Profile : std::uint8_t {
  as_written,  ///< the letter of the documents
  live         ///< what providers accept
};

}  // namespace prompty
