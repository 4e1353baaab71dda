#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mock_provider::presets {

/// What a path of a scenario file begins with that names a preset instead.
constexpr std::string_view prefix = "preset:";

/// The scenario of that name, YAML: what clients meet at servers other than the two official ones. Nothing for none.
[[nodiscard]] std::optional<std::string> text_of(std::string_view name);

/// All names, with a comma and a blank between two.
[[nodiscard]] std::string names();

}  // namespace mock_provider::presets
