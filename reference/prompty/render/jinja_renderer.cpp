#include "prompty/render/jinja_renderer.hpp"

#include <nlohmann/json.hpp>

#include "prompty/render/undefined_setting.hpp"

namespace prompty {
namespace jinja_rendering {
namespace {

constexpr std::size_t most_templates = 256;
constexpr std::size_t most_bytes = std::size_t{16} << 20U;

}  // namespace
}  // namespace jinja_rendering

JinjaRenderer::JinjaRenderer() : cache_(jinja_rendering::most_templates, jinja_rendering::most_bytes) {}

std::string JinjaRenderer::render(PromptyAgent const& agent, Json const& inputs) const {
  jinja::Options const options{.undefined = undefined_rule_of(agent)};
  jinja::Locate const locate = [&agent](std::size_t line, std::size_t column) {
    return place_in_body(agent, line, column);
  };
  return cache_.get(agent.instructions, locate)->render(inputs, options, locate);
}

}  // namespace prompty
