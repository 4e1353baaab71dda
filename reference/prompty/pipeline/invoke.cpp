#include "prompty/pipeline/invoke.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/load/load.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"

namespace prompty {

Outcome invoke(std::filesystem::path const& path, Json const& inputs, Runtime const& runtime) {
  PromptyAgent const agent = load(path, {.environment = runtime.environment});
  return run(agent, prepare(agent, inputs, runtime), runtime);
}

std::future<Outcome> invoke_async(std::filesystem::path path, Json inputs, Runtime const& runtime) {
  return std::async(std::launch::async, [path = std::move(path), inputs = std::move(inputs), &runtime] {
    return invoke(path, inputs, runtime);
  });
}

}  // namespace prompty
