#include "prompty/load/reading.hpp"

#include "prompty/core/errors.hpp"
#include "prompty/load/errors.hpp"

namespace prompty {

void refuse(Reading const& reading, std::string_view property_path, std::string_view expected, Json const& found) {
  bool const is_referenced = reading.is_referenced && reading.is_referenced(found);
  raise_or_tell(reading.listener, is_referenced ? errors::wrong_text_from_reference(property_path, expected)
                                                : errors::wrong_type(property_path, expected, found));
}

}  // namespace prompty
