#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/choices.hpp"

namespace prompty::cli {

/// Whether the values that look like secrets are shown.
enum class SecretValues { masked, shown };

// Each command prints its result to `out` and throws UsageError and what the library raises.

/// The loaded agent as JSON.
void show_agent(PromptChoices const& choices, SecretValues secrets, std::ostream& out);

/// The rendered text as it is, placeholders included.
void show_rendered(PromptChoices const& choices, std::ostream& out);

/// The messages in a text file, or in what a .prompty file renders to, as JSON.
void show_parsed(PromptChoices const& choices, std::ostream& out);

/// The messages that the file makes, as JSON.
void show_messages(PromptChoices const& choices, std::ostream& out);

/// Loads, prepares and runs the file and prints its outcome (see `print_outcome`), with `stream` as it arrives
/// (`print_stream`), with an answer file into it (`write_outcome`). With `dry_run` only the request is printed, as
/// `print_request` does. What is said about the trace goes to `err`.
void run_file(RunChoices const& choices, std::ostream& out, std::ostream& err);

/// All problems of the files, one below the other, and a sentence about them, secrets masked. Of the choices the
/// environment counts, not the file. Returns whether there is no error.
[[nodiscard]] bool check_files(std::vector<std::string> const& files, PromptChoices const& choices, std::ostream& out);

}  // namespace prompty::cli
