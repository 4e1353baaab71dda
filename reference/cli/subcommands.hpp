#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/choices.hpp"

namespace prompty::cli {

/// What the subcommands write into; one of them is used.
struct Choices {
  RunChoices run;
  TurnChoices turn;
  std::vector<std::string> checked_files;
  bool show_secrets = false;
};

/// Adds every subcommand with its options. `choices` must outlive the parsing.
void add_subcommands(CLI::App& app, Choices& choices);

}  // namespace prompty::cli
