#include "harness/commands/kept_options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <random>

#include "harness/judge/files/input_error.hpp"

namespace conformance {

void KeptOptions::add_to(CLI::App& command) {
  command.add_flag("--anew", anew, "Play results that are known as well");
  command
      .add_option("--check", check, "Play the results that are known of one in so many vectors again, as --seed has it")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}))
      ->option_text("N");
  command.add_flag("--record", record,
                   "Write the results to tests/results of the checkout, which is committed: a fresh clone plays only "
                   "what they do not tell");
}

Playing KeptOptions::playing(std::optional<std::uint64_t> seed) const {
  return {.is_wanted = {}, .anew = anew, .check_one_in = check, .seed = seed.value_or(std::random_device()())};
}

void show_played(Played const& played) {
  for (std::string const& refuted : played.refuted) std::cout << fmt::format("refuted   {}\n", refuted);
  if (played.checked > 0)
    std::cout << fmt::format("{} results that were known played again, {} otherwise\n", played.checked,
                             played.refuted.size());
}

ResultFiles const& demand_files(std::optional<ResultFiles> const& files) {
  if (files) return *files;
  throw InputError("results can only be recorded in a checkout that was built, with the vectors and pages of it");
}

}  // namespace conformance
