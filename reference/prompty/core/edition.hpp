#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

// The editions of the specification, and what differs between them. Nothing else in the library or in the programs
// compares editions: it asks one of the questions below.
namespace prompty {

/// An edition of the specification, by the month in which it stood as it is there.
enum class Edition : std::uint8_t {
  april_2026,  ///< "2026-04"
  august_2026  ///< "2026-08"
};

/// All of them, the oldest first.
inline constexpr std::array all_editions = {Edition::april_2026, Edition::august_2026};

/// What library and command line follow unless another edition is chosen.
inline constexpr Edition default_edition = Edition::april_2026;

/// "2026-04" or "2026-08".
[[nodiscard]] constexpr std::string_view edition_name(Edition edition) {
  return edition == Edition::april_2026 ? "2026-04" : "2026-08";
}

/// The edition of that name; nothing when there is none.
[[nodiscard]] constexpr std::optional<Edition> edition_named(std::string_view name) {
  for (Edition const edition : all_editions) {
    if (edition_name(edition) == name) return edition;
  }
  return std::nullopt;
}

/// Whether a tool of kind `prompty` is another prompt, which is offered with its inputs as parameters and run when it
/// is called (P2.9-08, P2.9.2-01). If not, it is a custom tool like one of any other kind (P2.9-13).
[[nodiscard]] constexpr bool prompts_are_tools(Edition edition) {
  return edition == Edition::april_2026;
}

/// Whether a property says what it holds: `items`, `properties`, `oneOf`, `anyOf` and `nullable` are read (§4.12), and
/// schemas have them (P7.1.4-17, P7.1.4-18).
[[nodiscard]] constexpr bool schemas_nest(Edition edition) {
  return edition != Edition::april_2026;
}

/// Whether a strict schema requires every property, where one that is optional may be null instead (P7.1.4-22,
/// P7.1.4-23).
[[nodiscard]] constexpr bool strict_requires_all(Edition edition) {
  return edition != Edition::april_2026;
}

/// Whether a binding names an input whose value the tool gets (P2.9.1-08). If not, it is a value itself.
[[nodiscard]] constexpr bool bindings_name_inputs(Edition edition) {
  return edition != Edition::april_2026;
}

/// Whether the edition knows results of tools with parts (P9.2-08). The library takes them in every edition, since no
/// text forbids them; an adapter declares them where the edition does.
[[nodiscard]] constexpr bool results_have_parts(Edition edition) {
  return edition != Edition::april_2026;
}

}  // namespace prompty
