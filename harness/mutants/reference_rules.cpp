#include "harness/mutants/reference_rules.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/mutants/frontmatter.hpp"

namespace conformance::mutants::reference_rules {
namespace {

FoundReference read(std::string const& text, std::string const& protocol, std::string const& inner) {
  FoundReference reference{.text = text, .protocol = protocol, .name = inner, .default_value = std::nullopt};
  std::size_t const colon = inner.find(':');
  if (lower_case(protocol) == "file" || colon == std::string::npos) return reference;
  reference.name = inner.substr(0, colon);
  reference.default_value = inner.substr(colon + 1);
  return reference;
}

using VisitString = std::function<void(Json& text, std::vector<std::string> const& keys, Json const& parent)>;

void visit_strings(Json& value, std::vector<std::string>& keys, VisitString const& visit) {
  if (!value.is_structured()) return;
  Json const before = value;
  std::size_t index = 0;
  for (auto const& [key, element] : before.items()) {
    Json& own = value.is_array() ? value[index++] : value[key];
    keys.push_back(key);
    if (own.is_string())
      visit(own, keys, before);
    else
      visit_strings(own, keys, visit);
    keys.pop_back();
  }
}

void visit_strings(Json& tree, VisitString const& visit) {
  std::vector<std::string> keys;
  visit_strings(tree, keys, visit);
}

std::string replaced_once(std::string const& text, std::string const& old_piece, std::string const& new_piece) {
  std::size_t const at = text.find(old_piece);
  return at == std::string::npos ? text : text.substr(0, at) + new_piece + text.substr(at + old_piece.size());
}

}  // namespace
}  // namespace conformance::mutants::reference_rules

namespace conformance::mutants {

std::vector<FoundReference> references_in(std::string const& text) {
  static RE2 const whole(R"((?s)(\$\{((?i:env|file)):(.*)\}))");
  static RE2 const part(R"((\$\{((?i:env|file)):([^}]*)\}))");
  std::string reference;
  std::string protocol;
  std::string inner;
  if (RE2::FullMatch(text, whole, &reference, &protocol, &inner) && inner.find("${") == std::string::npos)
    return {reference_rules::read(reference, protocol, inner)};
  std::vector<FoundReference> found;
  re2::StringPiece rest(text);
  while (RE2::FindAndConsume(&rest, part, &reference, &protocol, &inner)) {
    found.push_back(reference_rules::read(reference, protocol, inner));
    found.back().whole = false;
  }
  return found;
}

bool is_file(FoundReference const& reference) {
  return lower_case(reference.protocol) == "file";
}

bool is_variable(FoundReference const& reference) {
  return !is_file(reference);
}

std::optional<std::string> variable_of(LoadRequest const& request, std::string const& name) {
  Json const& value = member(member(request.params, "env"), name);
  return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

std::filesystem::path file_of(LoadRequest const& request, FoundReference const& reference) {
  return request.path().parent_path() / reference.name;
}

std::optional<std::string> bytes_of(LoadRequest const& request, FoundReference const& reference) {
  std::filesystem::path const file = file_of(request, reference);
  return std::filesystem::is_regular_file(file) ? std::optional(read_file(file)) : std::nullopt;
}

bool has_suffix(std::string const& path, std::string const& suffix) {
  return path.size() >= suffix.size() && lower_case(path.substr(path.size() - suffix.size())) == suffix;
}

Rule changed_tree(ChangeTree change) {
  return changed_load_reply(
      [change = std::move(change)](Reply reply, LoadRequest const& request, LoadText const& load_text) {
        Json changed = request.frontmatter;
        change(changed, request);
        return changed == request.frontmatter ? reply : load_text(with_frontmatter(request.text, changed));
      });
}

Rule replaced_references(ReplaceText replace) {
  return shown(changed_tree([replace = std::move(replace)](Json& frontmatter, LoadRequest const& request) {
    replace_strings(frontmatter, [&](std::string const& text) {
      std::string changed = text;
      for (FoundReference const& reference : references_in(text)) {
        std::optional<std::string> const other = replace(reference, request);
        if (other) changed = reference_rules::replaced_once(changed, reference.text, *other);
      }
      return changed;
    });
  }));
}

Rule replaced_values(ReplaceValue replace) {
  return shown(changed_tree([replace = std::move(replace)](Json& frontmatter, LoadRequest const& request) {
    reference_rules::visit_strings(frontmatter, [&](Json& text, std::vector<std::string> const&, Json const&) {
      std::vector<FoundReference> const found = references_in(text.get<std::string>());
      if (found.size() != 1 || !found.front().whole) return;
      if (std::optional<Json> const value = replace(found.front(), request)) text = *value;
    });
  }));
}

Rule unresolved(WhichReferences predicate) {
  return shown(changed_tree([predicate = std::move(predicate)](Json& frontmatter, LoadRequest const&) {
    reference_rules::visit_strings(frontmatter, [&](Json& value, std::vector<std::string> const& keys,
                                                    Json const& parent) {
      std::string text = value.get<std::string>();
      for (FoundReference const& reference : references_in(text)) {
        if (predicate(reference, keys, parent))
          text = reference_rules::replaced_once(text, reference.text, "$" + hidden_mark() + reference.text.substr(1));
      }
      value = text;
    });
  }));
}

Rule refused_references(std::string kind,
                        std::function<bool(FoundReference const& reference, LoadRequest const& request)> predicate) {
  return changed_load_reply([kind = std::move(kind), predicate = std::move(predicate)](
                                Reply reply, LoadRequest const& request, LoadText const&) {
    bool fits = false;
    Json tree = request.frontmatter;
    replace_strings(tree, [&](std::string const& text) {
      std::vector<FoundReference> const found = references_in(text);
      fits = fits || std::any_of(found.begin(), found.end(),
                                 [&](FoundReference const& reference) { return predicate(reference, request); });
      return text;
    });
    return fits ? raised(kind) : reply;
  });
}

}  // namespace conformance::mutants
