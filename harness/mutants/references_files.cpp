#include <algorithm>

#include "harness/mutants/file_anatomy.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/reference_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::references_files {
namespace {

using WhichFiles = std::function<bool(FoundReference const& reference)>;
using ValueOfBytes = std::function<std::optional<Json>(std::string const& bytes)>;

WhichFiles ending_in(std::vector<std::string> suffixes) {
  return [suffixes = std::move(suffixes)](FoundReference const& reference) {
    for (std::string const& suffix : suffixes) {
      if (is_file(reference) && has_suffix(reference.name, suffix)) return true;
    }
    return false;
  };
}

bool is_text_file(FoundReference const& reference) {
  return is_file(reference) && !ending_in({".json", ".yaml", ".yml"})(reference);
}

/// Makes something else of the bytes of files that are there.
Rule read_as(WhichFiles predicate, ValueOfBytes value) {
  return replaced_values([predicate = std::move(predicate), value = std::move(value)](
                             FoundReference const& reference, LoadRequest const& request) -> std::optional<Json> {
    std::optional<std::string> const bytes = bytes_of(request, reference);
    return bytes && predicate(reference) ? value(*bytes) : std::nullopt;
  });
}

Rule paths_changed(std::function<std::string(std::string const& path)> change) {
  return replaced_references([change = std::move(change)](FoundReference const& reference, LoadRequest const&) {
    return is_file(reference) ? std::optional("${" + reference.protocol + ":" + change(reference.name) + "}")
                              : std::nullopt;
  });
}

/// Puts something in the place of references to files that are not there.
Rule missing_gives(std::function<Json(FoundReference const& reference)> value) {
  return replaced_values([value = std::move(value)](FoundReference const& reference, LoadRequest const& request) {
    bool const is_missing = is_file(reference) && !bytes_of(request, reference);
    return is_missing ? std::optional(value(reference)) : std::nullopt;
  });
}

std::optional<Json> as_text(std::string const& bytes) {
  return Json(bytes);
}

std::optional<Json> json_in(std::string const& bytes) {
  Json value = Json::parse(bytes, nullptr, false);
  return value.is_discarded() ? std::nullopt : std::optional(value);
}

std::optional<Json> mapping_in(std::string const& bytes) {
  std::optional<Json> value = frontmatter_of("---\n" + bytes + "\n---\n");
  return value && !value->empty() ? value : std::nullopt;
}

void scalars_to_text(Json& value) {
  if (value.is_number() || value.is_boolean()) value = value.dump();
  if (!value.is_structured()) return;
  for (Json& element : value) scalars_to_text(element);
}

std::optional<Json> with_scalars_as_text(std::optional<Json> value) {
  if (value) scalars_to_text(*value);
  return value;
}

std::string without_last_line_end(std::string const& text) {
  return !text.empty() && text.back() == '\n' ? text.substr(0, text.size() - 1) : text;
}

std::string in_ascii(std::string const& text) {
  std::string ascii = text;
  std::replace_if(
      ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return ascii;
}

void drop_nulls(Json& value) {
  if (!value.is_structured()) return;
  if (value.is_array()) value.erase(std::remove(value.begin(), value.end(), Json(nullptr)), value.end());
  for (Json& element : value) drop_nulls(element);
}

std::optional<Json> without_nulls(std::optional<Json> value) {
  if (value) drop_nulls(*value);
  return value;
}

std::string percent_decoded(std::string const& path) {
  std::string decoded = path;
  for (std::size_t at = decoded.find('%'); at != std::string::npos; at = decoded.find('%', at + 1)) {
    std::string const digits = decoded.substr(at + 1, 2);
    bool const is_hexadecimal =
        digits.size() == 2 && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    if (is_hexadecimal) decoded.replace(at, 3, 1, static_cast<char>(std::stoi(digits, nullptr, 16)));
  }
  return decoded;
}

std::vector<Mutant> path_mutants() {
  return {
      {"path-starts-above-the-prompt", "P2.11-10", "Paths start at the folder above that of the prompt.",
       paths_changed([](std::string const& path) { return "../" + path; })},
      {"path-starts-at-the-working-folder", "P2.11-10", "Paths start at the working folder of the process.",
       replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         Json const& folder = member(request.params, "cwd");
         if (!is_file(reference) || !folder.is_string()) return std::optional<std::string>();
         std::filesystem::path const found = std::filesystem::path(folder.get<std::string>()) / reference.name;
         return std::optional("${file:" + found.lexically_relative(request.path().parent_path()).string() + "}");
       })},
      {"folders-in-paths-ignored", "P2.11-10", "Only the last name of a path counts.",
       paths_changed([](std::string const& path) { return std::filesystem::path(path).filename().string(); })},
      {"paths-decoded", "P2.11-10", "Percent signs in a path are decoded.", paths_changed(percent_decoded)},
      {"lost-file-is-empty", "P2.11-15", "A file that is not there gives the empty string.",
       missing_gives([](FoundReference const&) { return ""; })},
      {"lost-file-is-null", "P2.11-15", "A file that is not there gives null.",
       missing_gives([](FoundReference const&) { return nullptr; })},
      {"lost-file-stays", "P2.11-15", "A reference to a file that is not there stays as it is.",
       missing_gives([](FoundReference const& reference) { return "$" + hidden_mark() + reference.text.substr(1); })},
      {"lost-file-is-a-wrong-value", "P2.11-15", "A file that is not there raises an error of the wrong kind.",
       refused_references("ValueError",
                          [](FoundReference const& reference, LoadRequest const& request) {
                            return is_file(reference) && !bytes_of(request, reference);
                          })},
      {"files-are-never-found", "P2.11-15", "A file that is there is not found either.",
       refused_references("FileNotFoundError",
                          [](FoundReference const& reference, LoadRequest const&) { return is_file(reference); })},
  };
}

std::vector<Mutant> content_mutants() {
  return {
      {"json-file-is-text", "P2.11-11", "A JSON file gives its text.", read_as(ending_in({".json"}), as_text)},
      {"json-scalars-are-text", "P2.11-11", "Numbers and booleans of a JSON file become strings.",
       read_as(ending_in({".json"}), [](std::string const& bytes) { return with_scalars_as_text(json_in(bytes)); })},
      {"json-lists-are-text", "P2.11-11", "Only objects of JSON files are read, anything else is text.",
       read_as(ending_in({".json"}),
               [](std::string const& bytes) {
                 std::optional<Json> const value = json_in(bytes);
                 return value && value->is_object() ? value : std::optional(Json(bytes));
               })},
      {"json-falsy-is-null", "P2.11-11", "A JSON file of zero, false or nothing gives null.",
       read_as(ending_in({".json"}),
               [](std::string const& bytes) {
                 std::optional<Json> const value = json_in(bytes);
                 bool const falsy = value && (*value == 0 || *value == false || *value == "" || value->empty());
                 return falsy ? std::optional(Json(nullptr)) : std::nullopt;
               })},
      {"json-read-as-yaml-of-old", "P2.11-11", "A JSON file indented by tabs is an error.",
       refused_references("ValueError",
                          [](FoundReference const& reference, LoadRequest const& request) {
                            std::optional<std::string> const bytes = bytes_of(request, reference);
                            return ending_in({".json"})(reference) && bytes && bytes->find('\t') != std::string::npos;
                          })},
      {"yaml-file-is-text", "P2.11-12", "A YAML file gives its text.", read_as(ending_in({".yaml"}), as_text)},
      {"yaml-scalars-are-text", "P2.11-12", "Numbers and booleans of a YAML file become strings.",
       read_as(ending_in({".yaml"}), [](std::string const& bytes) { return with_scalars_as_text(mapping_in(bytes)); })},
      {"yaml-file-read-as-json", "P2.11-12", "A YAML file has to hold JSON.",
       refused_references("ValueError",
                          [](FoundReference const& reference, LoadRequest const& request) {
                            std::optional<std::string> const bytes = bytes_of(request, reference);
                            return ending_in({".yaml"})(reference) && bytes && !json_in(*bytes);
                          })},
      {"yaml-nulls-dropped", "P2.11-12", "Nulls in the lists of a YAML file are dropped.",
       read_as(ending_in({".yaml"}), [](std::string const& bytes) { return without_nulls(mapping_in(bytes)); })},
      {"yml-file-is-text", "P2.11-13", "A file whose name ends in .yml gives its text.",
       read_as(ending_in({".yml"}), as_text)},
      {"yml-file-refused", "P2.11-13", "A file whose name ends in .yml is an error.",
       refused_references("ValueError", [](FoundReference const& reference,
                                           LoadRequest const&) { return ending_in({".yml"})(reference); })},
      {"yml-scalars-are-text", "P2.11-13", "Numbers and booleans of a file that ends in .yml become strings.",
       read_as(ending_in({".yml"}), [](std::string const& bytes) { return with_scalars_as_text(mapping_in(bytes)); })},
      {"text-read-as-yaml", "P2.11-14", "Text that looks like YAML is read as such, whatever the name of its file.",
       read_as(is_text_file, mapping_in)},
      {"text-read-as-json", "P2.11-14", "Text that looks like JSON is read as such, whatever the name of its file.",
       read_as(is_text_file, json_in)},
      {"text-trimmed", "P2.11-14", "Blanks at the ends of a text file go.",
       read_as(is_text_file,
               [](std::string const& bytes) { return std::optional(Json(without_outer_blanks(bytes))); })},
      {"text-loses-last-line-end", "P2.11-14", "The line end at the end of a text file goes.",
       read_as(is_text_file,
               [](std::string const& bytes) { return std::optional(Json(without_last_line_end(bytes))); })},
      {"text-line-ends-unified", "P2.11-14", "Carriage returns of a text file go.",
       read_as(is_text_file,
               [](std::string const& bytes) { return std::optional(Json(with_all_replaced(bytes, "\r\n", "\n"))); })},
      {"text-read-as-ascii", "P2.11-14", "Letters of a text file beyond ASCII become question marks.",
       read_as(is_text_file, [](std::string const& bytes) { return std::optional(Json(in_ascii(bytes))); })},
      {"empty-text-file-is-null", "P2.11-14", "A text file without characters gives null.",
       read_as(is_text_file,
               [](std::string const& bytes) { return bytes.empty() ? std::optional(Json(nullptr)) : std::nullopt; })},
      {"ending-found-anywhere", "P2.11-14", "A file is read as JSON or YAML if its path has such an ending anywhere.",
       replaced_values([](FoundReference const& reference, LoadRequest const& request) -> std::optional<Json> {
         std::optional<std::string> const bytes = bytes_of(request, reference);
         if (!bytes || !is_text_file(reference)) return std::nullopt;
         if (reference.name.find(".json") != std::string::npos) return json_in(*bytes);
         return reference.name.find(".y") != std::string::npos ? mapping_in(*bytes) : std::nullopt;
       })},
      {"text-file-of-unknown-kind-refused", "P2.11-14", "A file whose name ends in anything unknown is an error.",
       refused_references("ValueError",
                          [](FoundReference const& reference, LoadRequest const&) {
                            return is_text_file(reference) && !has_suffix(reference.name, ".txt");
                          })},
  };
}

}  // namespace
}  // namespace conformance::mutants::references_files

namespace conformance::mutants {

std::vector<Mutant> reference_file_mutants() {
  std::vector<Mutant> mutants = references_files::path_mutants();
  std::vector<Mutant> const about_content = references_files::content_mutants();
  mutants.insert(mutants.end(), about_content.begin(), about_content.end());
  return mutants;
}

}  // namespace conformance::mutants
