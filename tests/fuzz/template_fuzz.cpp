#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/agent.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/render/renderers.hpp"

namespace {

prompty::Json inputs() {
  prompty::Json const people = prompty::Json::array({{{"name", "Ann"}, {"age", 3}}, {{"name", "Bob"}, {"age", 1}}});
  return {{"name", "Jane"},
          {"a", 1},
          {"b", false},
          {"c", 2.5},
          {"flag", true},
          {"nothing", nullptr},
          {"items", prompty::Json::array({3, "x", 1.5, nullptr})},
          {"user", {{"name", "Ann"}, {"tags", prompty::Json::array({"p", "q"})}}},
          {"people", people},
          {"tree", prompty::Json::array({{{"v", 1}, {"c", prompty::Json::array()}}})}};
}

}  // namespace

// Any text is a template that renders to text, or it is refused with a ValueError that knows its line.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static prompty::JinjaRenderer const renderer;
  static prompty::Json const values = inputs();
  prompty::PromptyAgent agent;
  agent.instructions.assign(data, data + size);
  if (prompty::utf8::first_invalid_byte(agent.instructions)) return 0;
  try {
    if (prompty::utf8::first_invalid_byte(renderer.render(agent, values))) std::abort();
  } catch (prompty::ValueError const& error) {
    if (error.place().line == 0) std::abort();
  }
  return 0;
}
