#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/model.hpp"
#include "prompty/core/place.hpp"
#include "prompty/core/property.hpp"
#include "prompty/core/tool.hpp"

namespace prompty {

/// The template engine or the parser that an agent asks for; `settings` holds its members other than `kind`.
struct TemplateStage {
  std::string kind;
  Json settings = Json::object();

  bool operator==(TemplateStage const&) const = default;
};

/// P2.8-06: the defaults stand for whatever the file does not choose, also where it has no frontmatter.
struct Template {
  TemplateStage format{.kind = "jinja2"};
  TemplateStage parser{.kind = "prompty"};

  bool operator==(Template const&) const = default;
};

/// The file that an agent was loaded from, and where in it the body begins (from 1, columns in code points).
struct Origin {
  std::string file;
  std::size_t body_line = 1;
  std::size_t body_column = 1;
  /// Of the prompt that the host runs, where this one is called by a tool: its own prompty tools may name files there
  /// as well. "" otherwise.
  std::string outermost_folder = {};

  bool operator==(Origin const&) const = default;
};

/// What a .prompty file says. `instructions` is its Markdown body, not rendered; `metadata` is a JSON object, empty
/// when there is none; empty lists are lists that were not given.
struct PromptyAgent {
  std::optional<std::string> name = std::nullopt;
  std::optional<std::string> display_name = std::nullopt;
  std::optional<std::string> description = std::nullopt;
  Json metadata = Json::object();
  std::optional<Model> model = std::nullopt;
  std::vector<Property> inputs = {};
  std::vector<Property> outputs = {};
  std::vector<Tool> tools = {};
  Template prompt_template = {};
  std::string instructions = {};
  std::optional<Origin> origin = std::nullopt;

  bool operator==(PromptyAgent const&) const = default;
};

/// The place of a line and column of `instructions` in the agent's file; without a file, in the instructions
/// themselves.
[[nodiscard]] Place place_in_body(PromptyAgent const& agent, std::size_t line, std::size_t column);

}  // namespace prompty
