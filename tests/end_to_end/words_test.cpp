#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "end_to_end/manual_page.hpp"
#include "end_to_end/program_help.hpp"
#include "support/places.hpp"
#include "support/text_file.hpp"

// Headings, help and manual pages use the words of the field (spec/glossary.md).
namespace end_to_end::words {
namespace {

/// Words for which there is a plainer or a technical one: requested, reported, unknown, iterations, sandbox,
/// concurrent, fix.
std::regex const avoided(
    R"(\b(told|asked|nobody|is none|comes of|bears? no company|walls|go(es|ing) round|who asks|mend)\b)",
    std::regex::icase);

/// The first of these words in a text, "" when there is none.
std::string avoided_in(std::string const& text) {
  std::smatch match;
  return std::regex_search(text, match, avoided) ? match.str() : "";
}

TEST(Words, OfTheHelpAreThoseOfTheField) {
  for (HelpPage const& page : all_help_pages()) EXPECT_EQ(avoided_in(page.text), "") << page.title() << " --help";
}

TEST(Words, OfTheManualAreThoseOfTheField) {
  for (ManualPage const& page : all_manual_pages())
    EXPECT_EQ(avoided_in(prompty_tests::text_of(page.path)), "") << page.path;
}

TEST(Words, OfHeadingsAreThoseOfTheField) {
  std::filesystem::path const root = prompty_tests::repository();
  int headings = 0;
  for (std::string const folder : {".github", "spec", "vectors", "reference", "harness", "mock-provider", "tests"}) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".md") continue;
      std::ifstream page(entry.path());
      for (std::string line; std::getline(page, line);) {
        if (!line.starts_with('#')) continue;
        ++headings;
        bool const is_of_decision = line.starts_with("### A-");
        if (!is_of_decision) {
          EXPECT_EQ(avoided_in(line), "") << entry.path() << ": " << line;
        }
      }
    }
  }
  EXPECT_GT(headings, 200);
}

}  // namespace
}  // namespace end_to_end::words
