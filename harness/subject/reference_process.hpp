#pragma once

#include <filesystem>
#include <string>

namespace conformance {

/// The command that runs the reference as an adapter process, quoted for a shell: prompty-reference-adapter beside the
/// given program of ours, else that program itself with the word `reference-adapter`.
[[nodiscard]] std::string reference_process_command(std::filesystem::path const& program);

}  // namespace conformance
