#include "prompty/load/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {
namespace {

template <class Kind = ValueError>
Kind explained(std::string const& text, std::string_view clause, Place const& place, Explanation explanation) {
  Kind error(text, clause);
  error.set_place(place);
  error.set_explanation(std::move(explanation));
  return error;
}

std::string semicolon_and(std::string_view hint) {
  return hint.empty() ? "" : fmt::format("; {}", hint);
}

ValueError about_file(std::string const& problem, std::string const& hint, Place const& place) {
  std::string const where = describe_place(place);
  return explained(fmt::format("{}{}{}; {}", problem, where.empty() ? "" : ": ", where, hint), "", place,
                   {.problem = problem, .hint = hint});
}

ValueError about_frontmatter(std::string const& problem, std::string const& hint, std::size_t line,
                             std::string_view clause) {
  return explained(fmt::format("{}; {}", problem, hint), clause, {.line = line, .column = 1},
                   {.problem = problem, .hint = hint});
}

ValueError about_content(std::string const& problem, std::string_view reason, Place const& place,
                         std::string_view clause = "") {
  return explained(fmt::format("{}: {}: {}", problem, describe_place(place), reason), clause, place,
                   {.problem = fmt::format("{}: {}", problem, reason)});
}

ValueError about_property(std::string_view path, std::string const& problem, std::string const& hint = "") {
  return explained(problem + semicolon_and(hint), "", {},
                   {.property_path = std::string(path), .problem = problem, .hint = hint});
}

std::string shown(ReferenceSite const& site) {
  return fmt::format("({} in {})", site.property_path, describe_place(site.place));
}

}  // namespace

template <class Kind>
Kind about_reference(std::string const& problem, std::string_view hint, ReferenceSite const& site,
                     std::string_view clause) {
  return explained<Kind>(fmt::format("{} {}{}", problem, shown(site), semicolon_and(hint)), clause, site.place,
                         {.property_path = site.property_path,
                          .problem = fmt::format("{} ({})", problem, site.property_path),
                          .hint = std::string(hint)});
}

template ValueError about_reference(std::string const&, std::string_view, ReferenceSite const&, std::string_view);
template RuntimeError about_reference(std::string const&, std::string_view, ReferenceSite const&, std::string_view);
template FileNotFoundError about_reference(std::string const&, std::string_view, ReferenceSite const&,
                                           std::string_view);

ValueError placed(ValueError const& error, Place const& place) {
  return explained(fmt::format("{}: {}", describe_place(place), error.what()), error.clause(), place,
                   error.explanation());
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
  constexpr std::string_view hint = "write NAME=value, with quotes around a value that holds '#' or outer blanks";
  ValueError error(fmt::format("Invalid environment file: {}: {}; {}", describe_place(place), reason, hint));
  error.set_place(place);
  error.set_explanation({.problem = fmt::format("Invalid environment file: {}", reason),
                         .hint = std::string(hint),
                         .quoting = Quoting::withheld});
  return error;
}

ValueError invalid_yaml(std::string_view subject, Place const& place, std::string_view reason) {
  return about_content(fmt::format("Invalid {}", subject), reason, place, "P2.1-08");
}

ValueError invalid_json(Place const& place, std::string_view reason) {
  return about_content("Invalid JSON", reason, place);
}

ValueError duplicate_name(std::string_view property_path, std::string_view name) {
  return about_property(property_path,
                        fmt::format("{}: the name '{}' is taken by an earlier entry", property_path, name),
                        "names must differ");
}

ValueError value_not_allowed(std::string_view property_path, std::string_view found, std::string_view allowed) {
  return about_property(property_path, fmt::format("{} must be {}, not '{}'", property_path, allowed, found));
}

ValueError variable_not_set(std::string_view name, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("Environment variable '{}' not set", name),
                                     fmt::format("set it, or give a default: ${{env:{}:default}}", name), site,
                                     "P2.11-04");
}

ValueError referenced_file_not_utf8(Place const& place) {
  return about_content("Referenced file is not UTF-8", "save the file as UTF-8", place);
}

ValueError referred_to(ValueError const& error, ReferenceSite const& site) {
  Explanation const& explanation = error.explanation();
  return explained(fmt::format("{} {}", error.what(), shown(site)), error.clause(), error.place(),
                   {.property_path = site.property_path,
                    .problem = fmt::format("{} ({})", explanation.problem, site.property_path),
                    .hint = explanation.hint});
}

}  // namespace prompty::errors
