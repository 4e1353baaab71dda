#include "prompty/parse/marker_tags.hpp"

#include <algorithm>
#include <cstddef>

#include "prompty/parse/letter_case.hpp"

namespace prompty::marker_tags {
namespace {

std::size_t find_in_any_case(std::string_view text, std::string_view wanted) {
  std::string_view::const_iterator const found =
      std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                  [](char one, char other) { return letter_case::lower(one) == letter_case::lower(other); });
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

bool is_tag(role_marker::Attribute const& attribute, std::string_view nonce) {
  return role_marker::is_nonce_key(attribute.key) && letter_case::same(attribute.value, nonce);
}

}  // namespace

bool hold(std::string_view text, std::string_view nonce) {
  return find_in_any_case(text, nonce) != std::string_view::npos;
}

std::string without_spare_brackets(std::string_view line, std::string_view nonce) {
  std::string cleaned(line);
  std::string const spare = std::string("[").append(role_marker::nonce_key).append("=").append(nonce).append("]");
  std::size_t const at = find_in_any_case(line, spare + "[");
  return at == std::string_view::npos ? cleaned : cleaned.erase(at, spare.size());
}

bool are_in_place(role_marker::Marker const& marker, std::string_view nonce) {
  for (std::size_t place = 0; place < marker.attributes.size(); ++place) {
    role_marker::Attribute const& attribute = marker.attributes[place];
    bool const belongs_to_tag = place % 2 == 0;
    if (is_tag(attribute, nonce) != belongs_to_tag) return false;
    if (!belongs_to_tag && hold(attribute.value, nonce)) return false;
  }
  return marker.attributes.size() % 2 == 1;
}

}  // namespace prompty::marker_tags
