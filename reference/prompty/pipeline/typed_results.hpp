#pragma once

#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/turn.hpp"
#include "prompty/typed/cast.hpp"

namespace prompty {

/// The answer of a run as a T of the program (P8.8-05): what `run` without `<T>` gives, read by `structured<T>`. Throws
/// what these two throw. For streams call the plain form, which is as it was (P8.8-06), and read its outcome.
template <class T>
[[nodiscard]] T run(PromptyAgent const& agent, std::vector<Message> const& messages,
                    Runtime const& runtime = global_runtime(), SpanParent const& parent = {}) {
  return structured<T>(run(agent, messages, runtime, parent));
}

/// The answer of an invocation of the file at `path` as a T (P8.8-05). Throws what `invoke` and `structured<T>` throw.
template <class T>
[[nodiscard]] T invoke(std::filesystem::path const& path, Json const& inputs = empty_object(),
                       Runtime const& runtime = global_runtime(), SpanParent const& parent = {}) {
  return structured<T>(invoke(path, inputs, runtime, parent));
}

/// As above, for an agent that is loaded.
template <class T>
[[nodiscard]] T invoke(PromptyAgent const& agent, Json const& inputs = empty_object(),
                       Runtime const& runtime = global_runtime(), SpanParent const& parent = {}) {
  return structured<T>(invoke(agent, inputs, runtime, parent));
}

/// The answer that ends a turn of the file at `path` as a T (P8.8-05). Throws what `turn` and `structured<T>` throw.
/// For the conversation of the turn call the plain form, and read its outcome.
template <class T>
[[nodiscard]] T turn(std::filesystem::path const& path, Json const& inputs = empty_object(),
                     TurnOptions const& options = {}, Runtime const& runtime = global_runtime(),
                     SpanParent const& parent = {}) {
  return structured<T>(turn(path, inputs, options, runtime, parent).outcome);
}

/// As above, for an agent that is loaded.
template <class T>
[[nodiscard]] T turn(PromptyAgent const& agent, Json const& inputs = empty_object(), TurnOptions const& options = {},
                     Runtime const& runtime = global_runtime(), SpanParent const& parent = {}) {
  return structured<T>(turn(agent, inputs, options, runtime, parent).outcome);
}

/// As `invoke`, on another thread. The runtime must outlive the future.
template <class T>
[[nodiscard]] std::future<T> invoke_async(std::filesystem::path path, Json inputs = empty_object(),
                                          Runtime const& runtime = global_runtime(), SpanParent const& parent = {}) {
  return std::async(std::launch::async, [path = std::move(path), inputs = std::move(inputs), &runtime, parent] {
    return invoke<T>(path, inputs, runtime, parent);
  });
}

/// As `turn`, on another thread. The runtime must outlive the future.
template <class T>
[[nodiscard]] std::future<T> turn_async(PromptyAgent agent, Json inputs = empty_object(), TurnOptions options = {},
                                        Runtime const& runtime = global_runtime(), SpanParent const& parent = {}) {
  return std::async(std::launch::async,
                    [agent = std::move(agent), inputs = std::move(inputs), options = std::move(options), &runtime,
                     parent] { return turn<T>(agent, inputs, options, runtime, parent); });
}

}  // namespace prompty
