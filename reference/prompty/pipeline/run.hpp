#pragma once

#include <filesystem>

#include "prompty/pipeline/runtimes.hpp"

namespace prompty {

/// The definitions by which the tools of the agent are offered to a model (§7.1.3); JSON null when there are none.
/// Throws NotImplementedError for tools of kinds that this version does not support, and what `with_child_prompts` and
/// `with_custom_tools` throw while they find out what prompty and custom tools offer.
[[nodiscard]] Json project_tools(PromptyAgent const& agent, Runtime const& runtime = global_runtime());

/// The request that `execute` would send. Throws InvokerError when no executor is registered for
/// `agent.model.provider`, what `project_tools` throws where the request offers tools, and what the executor throws.
[[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent, std::vector<Message> const& messages,
                                            Runtime const& runtime = global_runtime());

/// The provider's response to exactly one request. Where the runtime's tracer records, this makes a span of its name,
/// as those below do, below `parent` if given (P3.1-01). Throws as `build_request`, and what the executor throws.
[[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages,
                           Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// What the provider's response means. It may come from anywhere; no request is sent (P8.0-02). Throws InvokerError
/// when no processor is registered for `agent.model.provider`, and what the processor throws.
[[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response,
                              Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// The items of a streamed answer, each as soon as its chunk is there (§8.6); the span ends with the stream. `chunks`
/// is not null. Throws as `process`; see Processor::process_stream for what the items throw.
[[nodiscard]] ItemStream process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks,
                                        Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// `execute`, then `process` (P8.0-01). Throws what these two throw; nothing is sent when there is no processor.
[[nodiscard]] Outcome run(PromptyAgent const& agent, std::vector<Message> const& messages,
                          Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// The items of the provider's answer as they arrive: a streamed `execute`, then `process_stream`. Throws what the
/// former throws; the items throw what either does.
[[nodiscard]] ItemStream run_stream(PromptyAgent const& agent, std::vector<Message> const& messages,
                                    Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As `execute`, on another thread; the future throws what `execute` does. The runtime must outlive it.
[[nodiscard]] std::future<Json> execute_async(PromptyAgent agent, std::vector<Message> messages,
                                              Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As `process`, on another thread (P8.0-03); the future throws what `process` does. The runtime must outlive it.
[[nodiscard]] std::future<Outcome> process_async(PromptyAgent agent, Json response,
                                                 Runtime const& runtime = global_runtime(),
                                                 SpanParent const& parent = {});

/// As `run`, on another thread; the future throws what `run` does. The runtime must outlive it.
[[nodiscard]] std::future<Outcome> run_async(PromptyAgent agent, std::vector<Message> messages,
                                             Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// `load` with the environment of the runtime, which also masks in traces what is secret in the file. A tracer records
/// a span `load`, below `parent` if that is given. Throws as `load`.
[[nodiscard]] PromptyAgent load_prompt(std::filesystem::path const& path, Runtime const& runtime = global_runtime(),
                                       SpanParent const& parent = {});

/// `load`, with the environment of the runtime, then `prepare` with `inputs`, then `run`: exactly one request. Throws
/// what these throw. A tracer records a span `invoke`, below `parent` if that is given, and those of the three in it.
[[nodiscard]] Outcome invoke(std::filesystem::path const& path, Json const& inputs = empty_object(),
                             Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As above, for an agent that is loaded: `prepare` with `inputs`, then `run`.
[[nodiscard]] Outcome invoke(PromptyAgent const& agent, Json const& inputs = empty_object(),
                             Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As `invoke`, for a prompt that a tool calls in this setting, whose `prompts` are the files of the prompts that are
/// being run: its own prompty tools may name files in the folder of the outermost. Its request counts among
/// those of the turn, if there is one. Throws RuntimeError, and sends nothing, when there is none left.
[[nodiscard]] Outcome invoke_child(std::filesystem::path const& path, Json const& inputs, CallSetting const& setting,
                                   Runtime const& runtime);

/// As `invoke`, on another thread. The runtime must outlive the future.
[[nodiscard]] std::future<Outcome> invoke_async(std::filesystem::path path, Json inputs = empty_object(),
                                                Runtime const& runtime = global_runtime(),
                                                SpanParent const& parent = {});

}  // namespace prompty
