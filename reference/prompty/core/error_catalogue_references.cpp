#include "prompty/core/error_catalogue_references.hpp"

#include <fmt/core.h>

#include "prompty/core/describe_place.hpp"

namespace prompty::errors {
namespace {

std::string shown(ReferenceSite const& site) {
  return fmt::format("({} in {})", site.property_path, describe_place(site.place));
}

template <class Kind>
Kind about_reference(std::string_view problem, std::string_view hint, ReferenceSite const& site,
                     std::string_view clause = "") {
  std::string const remedy = hint.empty() ? "" : fmt::format("; {}", hint);
  Kind error(fmt::format("{} {}{}", problem, shown(site), remedy), clause);
  error.set_place(site.place);
  error.set_explanation({.property_path = site.property_path,
                         .problem = fmt::format("{} ({})", problem, site.property_path),
                         .hint = std::string(hint)});
  return error;
}

ValueError about_content(std::string_view problem, std::string_view reason, Place const& place) {
  ValueError error(fmt::format("{}: {}: {}", problem, describe_place(place), reason));
  error.set_place(place);
  error.set_explanation({.problem = fmt::format("{}: {}", problem, reason)});
  return error;
}

}  // namespace

ValueError variable_not_set(std::string_view name, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("Environment variable '{}' not set", name),
                                     fmt::format("set it, or give a default: ${{env:{}:default}}", name), site,
                                     "P2.11-04");
}

ValueError variable_not_utf8(std::string_view name, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("Environment variable '{}' is not UTF-8", name),
                                     "set it to a text in UTF-8", site);
}

FileNotFoundError referenced_file_not_found(std::string_view path, ReferenceSite const& site) {
  return about_reference<FileNotFoundError>(fmt::format("Referenced file not found: {}", path),
                                            "create it, or write its path as seen from the folder of the prompt", site,
                                            "P2.11-15");
}

RuntimeError referenced_file_unreadable(std::string_view path, std::string_view reason, ReferenceSite const& site) {
  return about_reference<RuntimeError>(fmt::format("Referenced file cannot be read: {}: {}", path, reason), "", site);
}

ValueError referenced_file_outside(std::string_view path, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("Referenced file is outside the folder of the prompt: {}", path),
                                     "move it below that folder, or have the loading program allow its folder", site);
}

ValueError referenced_files_form_cycle(std::string_view chain, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("Referenced files form a cycle: {}", chain),
                                     "take one of these references out", site);
}

ValueError referenced_file_too_large(std::string_view path, std::size_t most_bytes, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("Referenced file is larger than {} bytes: {}", most_bytes, path),
                                     "use a smaller one", site);
}

ValueError values_inside_text(std::string_view path, ReferenceSite const& site) {
  return about_reference<ValueError>(
      fmt::format("Referenced file cannot stand inside a longer text: {}", path),
      "JSON and YAML files give values; write nothing around the reference, or use a text file", site);
}

ValueError references_too_many_files(std::size_t most_files, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("References open more than {} files", most_files),
                                     "use fewer references", site);
}

ValueError references_too_long(std::size_t most_bytes, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("References bring in more than {} bytes", most_bytes),
                                     "use fewer or smaller ones", site);
}

ValueError references_too_many_values(std::size_t most_values, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("References bring in more than {} values", most_values),
                                     "use fewer or smaller ones", site);
}

ValueError references_too_deep(std::size_t most_levels, ReferenceSite const& site) {
  return about_reference<ValueError>(fmt::format("References nest values deeper than {} levels", most_levels),
                                     "use flatter ones", site);
}

ValueError referenced_file_not_utf8(Place const& place) {
  return about_content("Referenced file is not UTF-8", "save the file as UTF-8", place);
}

ValueError invalid_json(Place const& place, std::string_view reason) {
  return about_content("Invalid JSON", reason, place);
}

ValueError referred_to(ValueError const& error, ReferenceSite const& site) {
  ValueError referred(fmt::format("{} {}", error.what(), shown(site)), error.clause());
  referred.set_place(error.place());
  Explanation const& explanation = error.explanation();
  referred.set_explanation({.property_path = site.property_path,
                            .problem = fmt::format("{} ({})", explanation.problem, site.property_path),
                            .hint = explanation.hint});
  return referred;
}

}  // namespace prompty::errors
