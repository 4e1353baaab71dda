#include "prompty/load/version1.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "prompty/core/utf8.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::version1 {
namespace {

/// Collects the members of one frontmatter.
class Search {
 public:
  [[nodiscard]] std::vector<Moved> take() { return std::move(found_); }

  void look_at(Json const& frontmatter) {
    for (auto const& [name, value] : frontmatter.items()) {
      if (name == "model") look_at_model(value);
      if (name == "sample") look_at_samples(value);
      if (name == "inputSchema") add(name, "inputs");
      if (name == "outputSchema") add(name, "outputs");
      if (name == "inputs" || name == "outputs") look_at_schema_or_properties(name, value);
      if (name == "template") look_at_template(value);
      if (name == "tools") look_at_tools(value);
      if (name == "authors" || name == "tags" || name == "version") add(name, "metadata." + name);
    }
  }

 private:
  void add(std::string path, std::string place) {
    found_.push_back({.property_path = std::move(path), .place = std::move(place)});
  }

  void look_at_model(Json const& model) {
    if (!model.is_object()) return;
    for (auto const& [name, value] : model.items()) {
      std::optional<std::string_view> const now = renamed(model_members, name);
      if (now) add("model." + name, fmt::format("model.{}", *now));
      if ((name == "configuration" || name == "parameters") && value.is_string()) {
        found_.back().manner = Moved::Manner::is_elsewhere;
      }
      if (name == "response") add("model.response", "");
      if (name == "configuration") look_at_connection("model.configuration", value);
      if (name == "parameters") look_at_options("model.parameters", value);
      if (name == "options") look_at_renamed_options(value);
      if (name == "connection") look_at_connection_of_today(value);
    }
  }

  void look_at_connection(std::string const& path, Json const& connection) {
    if (!connection.is_object()) return;
    for (auto const& [name, value] : connection.items()) {
      bool const is_as_now = name == "endpoint" || name == "kind" || name == "apiKey";
      if (!is_as_now) add(fmt::format("{}.{}", path, name), place_of_connection_member(name));
    }
  }

  [[nodiscard]] static std::string place_of_connection_member(std::string const& name) {
    if (std::optional<std::string_view> const now = renamed(beside_connection, name)) {
      return fmt::format("model.{}", *now);
    }
    std::optional<std::string_view> const now = renamed(connection_members, name);
    return now ? fmt::format("model.connection.{}", *now) : "";
  }

  void look_at_connection_of_today(Json const& connection) {
    std::string const kind = text_in(connection, "kind");
    if (member_of(connection, "kind").is_null()) return look_at_connection("model.connection", connection);
    if (kind != "key" && kind != "anonymous" && kind != "foundry") return;
    for (auto const& [name, value] : connection.items()) {
      bool const is_provider_name = name == "type" && names_provider(text_in(connection, "type"));
      bool const is_deployment = name == "azure_deployment" || name == "deployment";
      if (!is_provider_name && !is_deployment && !renamed(unmistakable_of_connection, name)) continue;
      add("model.connection." + name, place_of_connection_member(name));
      found_.back().is_slip = true;
    }
  }

  void look_at_options(std::string const& path, Json const& parameters) {
    if (!parameters.is_object()) return;
    for (auto const& [name, value] : parameters.items()) {
      if (is_option(name)) continue;
      add(fmt::format("{}.{}", path, name), place_of_option(name));
    }
  }

  [[nodiscard]] static std::string place_of_option(std::string const& name) {
    if (std::optional<std::string_view> const now = renamed(option_members, name)) {
      return fmt::format("model.options.{}", *now);
    }
    if (name == "tools" || name == "functions") return "tools";
    // The caller decides.
    if (name == "stream") return "";
    return "model.options.additionalProperties." + name;
  }

  void look_at_renamed_options(Json const& given) {
    if (!given.is_object()) return;
    for (auto const& [name, value] : given.items()) {
      if (renamed(option_members, name)) add("model.options." + name, place_of_option(name));
    }
  }

  void look_at_samples(Json const& samples) {
    add("sample", "inputs");
    if (!samples.is_object()) return;
    for (auto const& [name, value] : samples.items()) add("sample." + name, fmt::format("inputs.{}.default", name));
  }

  /// A JSON Schema in the place of the properties, or these.
  void look_at_schema_or_properties(std::string const& path, Json const& value) {
    if (!is_schema_of_properties(value)) return look_at_properties(path, value);
    add(path + ".type", path);
    found_.back().manner = Moved::Manner::makes_schema;
  }

  void look_at_properties(std::string const& path, Json const& properties) {
    if (!properties.is_structured()) return;
    for (auto const& [name, value] : properties.items()) {
      std::string const here =
          properties.is_array() ? fmt::format("{}[{}]", path, name) : fmt::format("{}.{}", path, name);
      if (is_typed_property(value) || is_property_of_today(value))
        look_at_property(here, value, properties.is_object());
    }
  }

  void look_at_property(std::string const& path, Json const& property, bool has_short_form) {
    bool const is_described = std::any_of(property_names.begin(), property_names.end(),
                                          [&](std::string_view name) { return property.contains(name); });
    for (auto const& [name, value] : property.items()) {
      std::optional<std::string_view> const now = renamed(property_members, name);
      if (!now || (name == "type" && property.contains("kind"))) continue;
      add(fmt::format("{}.{}", path, name), fmt::format("{}.{}", path, *now));
      found_.back().is_slip = property.contains("kind");
      if (name == "type" && has_short_form && !is_described) found_.back().manner = Moved::Manner::makes_default;
    }
  }

  void look_at_template(Json const& value) {
    if (value.is_object() && value.contains("type")) add("template.type", "template.format.kind");
  }

  void look_at_tools(Json const& tools) {
    if (!tools.is_array()) return;
    std::size_t index = 0;
    for (Json const& tool : tools) {
      std::string const path = element_path("tools", index++);
      if (text_in(tool, "kind") == "function") look_at_parameters(path + ".parameters", member_of(tool, "parameters"));
      if (!is_old_tool(tool)) continue;
      if (tool.contains("type")) add(path + ".type", path + ".kind");
      if (tool.contains("function")) add(path + ".function", path);
    }
  }

  /// Of a function of today.
  void look_at_parameters(std::string const& path, Json const& parameters) {
    std::size_t const before = found_.size();
    look_at_schema_or_properties(path, parameters);
    for (std::size_t index = before; index < found_.size(); ++index) found_[index].is_slip = true;
  }

  std::vector<Moved> found_;
};

}  // namespace

bool is_option(std::string_view name) {
  return std::find(options.begin(), options.end(), name) != options.end();
}

bool is_provider(std::string_view name) {
  return std::find(served.begin(), served.end(), name) != served.end();
}

bool names_provider(std::string_view name) {
  return is_provider(name) || renamed(providers, name);
}

bool is_kind(std::string_view name) {
  return std::find(property_kinds.begin(), property_kinds.end(), name) != property_kinds.end();
}

bool is_word_of_kind(std::string_view word) {
  return std::find(words_of_kinds.begin(), words_of_kinds.end(), word) != words_of_kinds.end();
}

std::optional<std::string_view> kind_meant_by(std::string_view word) {
  std::string const small = utf8::lower_ascii(word);
  std::array<std::string_view, 10>::const_iterator const found =
      std::find(property_kinds.begin(), property_kinds.end(), small);
  return found == property_kinds.end() ? renamed(kinds, small) : std::optional(*found);
}

bool is_typed_property(Json const& value) {
  if (!value.is_object() || value.contains("kind")) return false;
  return kind_meant_by(text_in(value, "type")).has_value();
}

bool is_schema_of_properties(Json const& value) {
  return text_in(value, "type") == "object" && member_of(value, "properties").is_object();
}

bool is_property_of_today(Json const& value) {
  return kind_meant_by(text_in(value, "kind")).has_value();
}

bool is_old_tool(Json const& value) {
  if (!value.is_object() || value.contains("kind")) return false;
  if (!text_in(value, "type").empty()) return true;
  // Without a kind it is a function unless it has what other tools have.
  constexpr std::array<std::string_view, 5> others = {"path", "connection", "serverName", "specification", "options"};
  return std::none_of(others.begin(), others.end(), [&](std::string_view name) { return value.contains(name); });
}

std::vector<Moved> moved_members(Json const& frontmatter) {
  if (!frontmatter.is_object()) return {};
  Search search;
  search.look_at(frontmatter);
  return search.take();
}

bool is_of_version_1(Json const& frontmatter) {
  return std::ranges::any_of(moved_members(frontmatter), [](Moved const& moved) { return !moved.is_slip; });
}

std::optional<Moved> model_of_version_1(Json const& frontmatter) {
  Json const& model = member_of(frontmatter, "model");
  if (!member_of(model, "provider").is_null()) return std::nullopt;
  for (std::string_view const name : {"configuration", "api", "parameters"}) {
    if (!model.is_object() || !model.contains(name)) continue;
    return Moved{.property_path = fmt::format("model.{}", name),
                 .place = fmt::format("model.{}", *renamed(model_members, name))};
  }
  for (Moved const& moved : moved_members(frontmatter)) {
    bool const is_of_any_version = moved.is_slip || moved.place.starts_with("metadata.");
    if (!is_of_any_version) return moved;
  }
  return std::nullopt;
}

}  // namespace prompty::version1
