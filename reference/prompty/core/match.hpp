#pragma once

#include <utility>
#include <variant>

namespace prompty {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// Calls the case that fits the alternative that the variant holds; one without a case does not compile.
template <class Variant, class... Cases>
decltype(auto) match(Variant&& variant, Cases&&... cases) {
  return std::visit(Overloaded{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

}  // namespace prompty
