#pragma once

#include "prompty/load/version1.hpp"
#include "prompty/load/yaml_layout.hpp"

/// The steps of `migrate`: each changes the parts of a frontmatter.
namespace prompty::migration {

using yaml::Entry;
using yaml::Written;

/// Tools that the file does not hold itself.
inline constexpr std::string_view tools_elsewhere = "These tools are not in this file";
inline constexpr std::string_view tools_by_hand =
    "write them here as a list, each with name, kind: function and parameters, or so in that file";

/// What has to be done by hand, and where it was written, in bytes from the start of the file.
struct Left {
  std::size_t offset = 0;
  std::string message;
  std::string hint;
};

/// The frontmatter as far as it is migrated.
struct Draft {
  Written root;
  /// Where the frontmatter begins in the file.
  std::size_t start = 0;
  /// What stands behind the frontmatter: the delimiter and the prompt.
  std::string rest = {};
  std::size_t rest_start = 0;
  /// Whether it has members that files of today have elsewhere, and whether one of them, which `authors`, `tags` and
  /// `version` are not, shows that it is of version 1 and sets no provider (`version1::model_of_version_1`).
  bool is_old = false;
  bool is_without_provider = false;
  std::vector<Left> left = {};

  /// `offset` is that of the frontmatter.
  void note(std::size_t offset, std::string message, std::string hint = "") {
    left.push_back({start + offset, std::move(message), std::move(hint)});
  }
};

/// Whether the value is a mapping whose members can be looked at.
[[nodiscard]] bool is_mapping(Written const& written);

/// Whether nothing is given: the value is null.
[[nodiscard]] bool is_nothing(Written const& written);

/// The text of a scalar; "" of anything else.
[[nodiscard]] std::string text_of(Written const& written);

/// The column at which the members of a mapping or list stand, or would.
[[nodiscard]] std::size_t inner_column(Entry const& owner);
[[nodiscard]] std::size_t outer_column(Written const& root);

/// Gives the member another name; the quotes of the old one stay.
void rename(Entry& entry, std::string_view name);

/// Puts an entry into the value of `owner`, which loses its brackets where the entry cannot stand in them.
void add_to(Entry& owner, std::size_t index, Entry entry);
void append_to(Entry& owner, Entry entry);

/// Takes out what has no place and leaves it there as a comment, or, in brackets, takes it out altogether.
void leave_out(Draft& draft, Written& collection, std::size_t index, std::string const& message,
               std::string const& hint);

/// Takes out an empty member; a comment in it or above it stays.
void remove_empty(Written& collection, std::size_t index);

/// The number of the entry, which is one of the collection's.
[[nodiscard]] std::size_t index_of(Written const& collection, Entry const& entry);

/// The member of that name of the frontmatter, made where there is none.
[[nodiscard]] Entry& member_at_root(Draft& draft, std::string_view name);

/// The steps, in the order in which they are taken.
void migrate_schemas(Draft& draft);
void migrate_model(Draft& draft);
void migrate_properties(Draft& draft);
void migrate_samples(Draft& draft);
void migrate_template(Draft& draft);
void migrate_tools(Draft& draft);
void migrate_metadata(Draft& draft);
/// A loop over messages that prints their roles as markers, which are text in strict mode, becomes an input of kind
/// thread.
void migrate_history(Draft& draft);
/// Images in the text, which version 1 sent as such: of the user, and at an address or from an input, they become
/// inputs of kind image.
void migrate_images(Draft& draft);

/// Of one property: an input, an output or a parameter of a tool, in the form of version 1 or of today.
void migrate_property(Draft& draft, Entry& property);

/// Makes the value, a short form, the default of a property of that kind.
void make_default(Entry& value, std::string_view kind);

/// Makes the value of `schema`, a JSON Schema of type object, the mapping of its properties, as properties of §2.7.
void lift_schema(Draft& draft, Entry& schema);

}  // namespace prompty::migration
