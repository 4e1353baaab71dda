#include <re2/re2.h>

#include <algorithm>

#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/reference_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::references_detail {
namespace {

bool is_structured(FoundReference const& reference) {
  return is_file(reference) && (has_suffix(reference.name, ".json") || has_suffix(reference.name, ".yaml") ||
                                has_suffix(reference.name, ".yml"));
}

bool is_there(FoundReference const& reference, LoadRequest const& request) {
  return is_file(reference) && bytes_of(request, reference);
}

bool is_folder(FoundReference const& reference, LoadRequest const& request) {
  return is_file(reference) && std::filesystem::is_directory(file_of(request, reference));
}

bool is_structured_text(std::filesystem::path const& file) {
  std::string const name = file.filename().string();
  return has_suffix(name, ".json") || has_suffix(name, ".yaml") || has_suffix(name, ".yml");
}

bool is_well_formed(FoundReference const& reference, std::string const& bytes) {
  if (has_suffix(reference.name, ".json")) return Json::accept(bytes);
  return frontmatter_of("---\n" + bytes + "\n---\n").has_value();
}

/// The text with the braces of no known protocol that `${` opens rewritten.
std::string with_unknown_replaced(std::string const& text, std::string const& rewrite) {
  static RE2 const braces(R"(\$\{([^}:]*)(:[^}]*)?\})");
  std::string changed;
  std::size_t begin = 0;
  for (std::size_t at = text.find("${"); at != std::string::npos; at = text.find("${", at + 2)) {
    std::size_t const end = text.find('}', at);
    if (end == std::string::npos) break;
    std::string piece = text.substr(at, end + 1 - at);
    if (!references_in(piece).empty()) continue;
    RE2::Replace(&piece, braces, rewrite);
    changed += text.substr(begin, at - begin) + piece;
    begin = end + 1;
  }
  return changed + text.substr(begin);
}

bool has_unknown(Json tree) {
  bool found = false;
  replace_strings(tree, [&](std::string const& text) {
    found = found || with_unknown_replaced(text, "") != text;
    return text;
  });
  return found;
}

bool has_reference(Json tree, std::function<bool(FoundReference const& reference)> const& predicate) {
  bool found = false;
  replace_strings(tree, [&](std::string const& text) {
    std::vector<FoundReference> const references = references_in(text);
    found = found || std::any_of(references.begin(), references.end(), predicate);
    return text;
  });
  return found;
}

/// Raises another error where a file that is referred to is to blame.
Rule other_error(std::string const& kind, std::function<bool(FoundReference const&, LoadRequest const&)> predicate) {
  return other_load_error(kind, [predicate = std::move(predicate)](Json const&, LoadRequest const& request) {
    return has_reference(request.frontmatter,
                         [&](FoundReference const& reference) { return predicate(reference, request); });
  });
}

std::vector<Mutant> text_mutants() {
  return {
      {"unknown-protocol-refused", "P4.11-01", "Braces without a known protocol are an error.",
       refused_frontmatter("ValueError", has_unknown)},
      {"unknown-protocol-removed", "P4.11-01", "Braces without a known protocol give the empty string.",
       changed_frontmatter_strings([](std::string const& text) { return with_unknown_replaced(text, ""); })},
      {"protocol-assumed", "P4.11-01", "Braces without a protocol name a variable.",
       changed_frontmatter_strings(
           [](std::string const& text) { return with_unknown_replaced(text, R"(${env:\1})"); })},
      {"known-protocol-stays", "P4.11-01", "A reference stays as it is, although its protocol is known.",
       unresolved([](FoundReference const&, std::vector<std::string> const&, Json const&) { return true; })},
      {"protocols-in-lower-case-only", "P4.11-02", "A protocol with a capital is unknown.",
       unresolved([](FoundReference const& reference, std::vector<std::string> const&, Json const&) {
         return reference.protocol != lower_case(reference.protocol);
       })},
      {"variable-names-in-any-case", "P4.11-02", "The name of a variable is found in any case.",
       replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         for (auto const& [name, value] : member(request.params, "env").items()) {
           if (is_variable(reference) && lower_case(name) == lower_case(reference.name))
             return std::optional(value.get<std::string>());
         }
         return std::optional<std::string>();
       })},
      {"values-searched-again", "P4.11-03", "What a variable holds is searched for references.",
       replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         return is_variable(reference) ? variable_of(request, reference.name) : std::nullopt;
       })},
      {"texts-searched-again", "P4.11-03", "A text file is searched for references.",
       replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         return is_structured(reference) ? std::nullopt : bytes_of(request, reference);
       })},
      {"default-trimmed", "P4.11-09", "Blanks at the ends of a default go.",
       replaced_references([](FoundReference const& reference, LoadRequest const&) {
         return reference.default_value ? std::optional("${env:" + reference.name + ":" +
                                                        without_outer_blanks(*reference.default_value) + "}")
                                        : std::nullopt;
       })},
      {"blanks-before-the-protocol-allowed", "P4.11-09", "Blanks in front of a protocol are skipped.",
       changed_frontmatter_strings([](std::string text) {
         static RE2 const blanks(R"(\$\{\s+(env|file):)");
         RE2::GlobalReplace(&text, blanks, R"(${\1:)");
         return text;
       })},
  };
}

std::vector<Mutant> file_mutants() {
  return {
      {"structured-files-not-walked", "P4.11-04", "References in JSON and YAML files stay.",
       shown(changed_neighbours([](std::filesystem::path const& file, std::string const& bytes) {
         return is_structured_text(file) ? with_all_replaced(bytes, "${", "$" + hidden_mark() + "{") : bytes;
       }))},
      {"nested-paths-start-at-their-file", "P4.11-04", "Paths in a JSON or YAML file start at its own folder.",
       changed_neighbours([](std::filesystem::path const& file, std::string const& bytes) {
         return with_all_replaced(bytes, "${file:", "${file:" + file.parent_path().string() + "/");
       })},
      {"files-in-files-stay", "P4.11-05", "References to files stay in JSON and YAML files.",
       shown(changed_neighbours([](std::filesystem::path const& file, std::string const& bytes) {
         return is_structured_text(file) ? with_all_replaced(bytes, "${file:", "$" + hidden_mark() + "{file:") : bytes;
       }))},
      {"cycle-is-a-runtime-error", "P4.11-05", "A file that leads back to itself raises an error of another kind.",
       other_error("RecursionError",
                   [](FoundReference const& reference, LoadRequest const& request) {
                     return is_structured(reference) && is_there(reference, request) &&
                            bytes_of(request, reference)->find("${file:") != std::string::npos;
                   })},
      {"two-references-are-a-cycle", "P4.11-05", "A file that refers to another file twice leads back to itself.",
       refused_references("ValueError",
                          [](FoundReference const& reference, LoadRequest const& request) {
                            std::string const bytes = bytes_of(request, reference).value_or("");
                            return is_structured(reference) && bytes.find("${file:") != bytes.rfind("${file:");
                          })},
      {"malformed-file-is-text", "P4.11-06", "A JSON or YAML file that is not well formed gives its text.",
       replaced_values([](FoundReference const& reference, LoadRequest const& request) {
         bool const malformed = is_structured(reference) && is_there(reference, request) &&
                                !is_well_formed(reference, *bytes_of(request, reference));
         return malformed ? std::optional(Json(*bytes_of(request, reference))) : std::nullopt;
       })},
      {"malformed-file-is-not-found", "P4.11-06", "A file that is not well formed raises an error of another kind.",
       other_error("FileNotFoundError",
                   [](FoundReference const& reference, LoadRequest const& request) {
                     return is_structured(reference) && is_there(reference, request);
                   })},
      {"structured-files-malformed", "P4.11-06", "A JSON or YAML file that is well formed is refused too.",
       refused_references(
           "ValueError", [](FoundReference const& reference, LoadRequest const&) { return is_structured(reference); })},
      {"folder-is-a-wrong-value", "P4.11-07", "A folder in place of a file raises an error of another kind.",
       refused_references("ValueError", is_folder)},
      {"folder-is-empty", "P4.11-07", "A folder in place of a file gives the empty string.",
       replaced_values([](FoundReference const& reference, LoadRequest const& request) {
         return is_folder(reference, request) ? std::optional(Json("")) : std::nullopt;
       })},
      {"files-in-folders-not-found", "P4.11-07", "A file in a folder is not found.",
       refused_references("FileNotFoundError",
                          [](FoundReference const& reference, LoadRequest const&) {
                            return is_file(reference) && reference.name.find('/') != std::string::npos;
                          })},
      {"tree-in-a-text-written-out", "P4.11-08", "A JSON or YAML file inside a longer string gives its text.",
       replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         return !reference.whole && is_structured(reference) ? bytes_of(request, reference) : std::nullopt;
       })},
      {"tree-in-a-text-is-a-wrong-type", "P4.11-08", "A file inside a longer string raises an error of another kind.",
       other_error("TypeError", [](FoundReference const& reference,
                                   LoadRequest const&) { return !reference.whole && is_structured(reference); })},
      {"file-in-a-text-refused", "P4.11-08", "A text file inside a longer string is an error.",
       refused_references("ValueError", [](FoundReference const& reference,
                                           LoadRequest const&) { return !reference.whole && is_file(reference); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::references_detail

namespace conformance::mutants {

std::vector<Mutant> reference_detail_mutants() {
  std::vector<Mutant> mutants = references_detail::text_mutants();
  std::vector<Mutant> const about_files = references_detail::file_mutants();
  mutants.insert(mutants.end(), about_files.begin(), about_files.end());
  return mutants;
}

}  // namespace conformance::mutants
