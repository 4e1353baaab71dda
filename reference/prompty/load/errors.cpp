#include "prompty/load/errors.hpp"

namespace prompty::errors {
namespace {

ValueError about_file(std::string const& problem, std::string const& hint, Place const& place) {
  std::string const where = describe_place(place);
  return explained(fmt::format("{}{}{}", problem, where.empty() ? "" : ": ", where), {.problem = problem, .hint = hint},
                   place);
}

ValueError about_frontmatter(std::string const& problem, std::string const& hint, std::size_t line,
                             std::string_view clause) {
  return explained(problem, {.problem = problem, .hint = hint}, {.line = line, .column = 1}, clause);
}

/// `parts` has all but the problem.
ValueError about_content(std::string_view problem, std::string_view reason, Place const& place,
                         std::string_view clause = "", Explanation parts = {}) {
  parts.problem = fmt::format("{}: {}", problem, reason);
  return explained(fmt::format("{}: {}: {}", problem, describe_place(place), reason), std::move(parts), place, clause);
}

}  // namespace

std::string shown(ReferenceSite const& site) {
  return fmt::format("({} in {})", site.property_path, describe_place(site.place));
}

ValueError placed(ValueError const& error, Place const& place) {
  Explanation const& parts = error.explanation();
  return explained(fmt::format("{}: {}", describe_place(place), parts.problem), parts, place, error.clause());
}

ValueError file_too_large(std::string_view path, std::size_t max_bytes) {
  return about_file(fmt::format("Prompty file is larger than {} bytes", max_bytes),
                    "leave out what the prompt does not need", {.file = std::string(path)});
}

ValueError file_not_utf8(Place const& place) {
  return about_file("Prompty file is not UTF-8", "save the file as UTF-8", place);
}

ValueError frontmatter_not_closed(std::string_view opener, std::size_t line) {
  return about_frontmatter(
      fmt::format("Malformed frontmatter: the '{}' on line {} opens a block that nothing closes", opener, line),
      fmt::format("end the properties with a line '{}'", opener), line, "P2.2-11");
}

ValueError nothing_after_frontmatter(std::size_t line) {
  return about_frontmatter(
      fmt::format("Malformed frontmatter: the file ends right at the closing delimiter on line {}", line),
      "write the prompt below it", line, "P2.2-20");
}

ValueError frontmatter_not_a_mapping(Place const& place, Json const& found) {
  return about_file(
      fmt::format("Frontmatter must be a mapping of property names to values, not {}", describe_json(found)),
      "write 'name: value' lines", place);
}

ValueError environment_file_malformed(Place const& place, std::string_view reason) {
  return about_content("Invalid environment file", reason, place, "",
                       {.hint = "write NAME=value, with quotes around a value that holds '#' or outer blanks",
                        .quoting = Quoting::withheld});
}

ValueError invalid_yaml(std::string_view subject, Place const& place, std::string_view reason) {
  return about_content(fmt::format("Invalid {}", subject), reason, place, "P2.1-08");
}

ValueError invalid_json(Place const& place, std::string_view reason) {
  return about_content("Invalid JSON", reason, place);
}

ValueError referenced_file_not_utf8(Place const& place) {
  return about_content("Referenced file is not UTF-8", "save the file as UTF-8", place);
}

ValueError referred_to(ValueError const& error, ReferenceSite const& site) {
  return explained(fmt::format("{} {}", error.what(), shown(site)),
                   {.property_path = site.property_path,
                    .problem = fmt::format("{} ({})", error.explanation().problem, site.property_path)},
                   error.place(), error.clause());
}

}  // namespace prompty::errors
