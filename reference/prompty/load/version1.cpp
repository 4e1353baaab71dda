#include "prompty/load/version1.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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
      if (name == "inputs" || name == "outputs") look_at_properties(name, value);
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
      if (name == "response") add("model.response", "");
      if (name == "configuration") look_at_connection("model.configuration", value);
      if (name == "parameters") look_at_options("model.parameters", value);
      if (name == "options") look_at_renamed_options(value);
      if (name == "connection" && member_of(value, "kind").is_null()) look_at_connection("model.connection", value);
    }
  }

  void look_at_connection(std::string const& path, Json const& connection) {
    if (!connection.is_object()) return;
    for (auto const& [name, value] : connection.items()) {
      std::optional<std::string_view> const now = renamed(connection_members, name);
      bool const is_as_now = name == "endpoint" || name == "kind" || name == "apiKey";
      if (!now && is_as_now) continue;
      bool const is_beside = now == "provider" || now == "id";
      std::string const owner = is_beside ? "model." : "model.connection.";
      add(fmt::format("{}.{}", path, name), now ? fmt::format("{}{}", owner, *now) : "");
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

  void look_at_properties(std::string const& path, Json const& properties) {
    if (!properties.is_structured()) return;
    for (auto const& [name, value] : properties.items()) {
      std::string const here =
          properties.is_array() ? fmt::format("{}[{}]", path, name) : fmt::format("{}.{}", path, name);
      if (is_typed_property(value)) look_at_property(here, value, properties.is_object());
    }
  }

  void look_at_property(std::string const& path, Json const& property, bool has_short_form) {
    bool const is_described = std::any_of(property_names.begin(), property_names.end(),
                                          [&](std::string_view name) { return property.contains(name); });
    for (auto const& [name, value] : property.items()) {
      std::optional<std::string_view> const now = renamed(property_members, name);
      if (!now) continue;
      add(fmt::format("{}.{}", path, name), fmt::format("{}.{}", path, *now));
      found_.back().makes_default = name == "type" && has_short_form && !is_described;
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
      if (!is_old_tool(tool)) continue;
      if (tool.contains("type")) add(path + ".type", path + ".kind");
      if (tool.contains("function")) add(path + ".function", path);
    }
  }

  std::vector<Moved> found_;
};

}  // namespace

bool is_option(std::string_view name) {
  return std::find(options.begin(), options.end(), name) != options.end();
}

bool is_kind(std::string_view name) {
  return std::find(property_kinds.begin(), property_kinds.end(), name) != property_kinds.end();
}

bool is_typed_property(Json const& value) {
  if (!value.is_object() || value.contains("kind")) return false;
  std::string const type = text_in(value, "type");
  return is_kind(type) || renamed(kinds, type);
}

bool is_old_tool(Json const& value) {
  if (!value.is_object() || value.contains("kind")) return false;
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

std::optional<Moved> model_of_version_1(Json const& frontmatter) {
  Json const& model = member_of(frontmatter, "model");
  if (!model.is_object() || !member_of(model, "provider").is_null()) return std::nullopt;
  for (std::string_view const name : {"configuration", "api", "parameters"}) {
    if (!model.contains(name)) continue;
    return Moved{.property_path = fmt::format("model.{}", name),
                 .place = fmt::format("model.{}", *renamed(model_members, name))};
  }
  return std::nullopt;
}

}  // namespace prompty::version1
