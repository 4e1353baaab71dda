#pragma once

#include "prompty/protocols/protocols.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/transport/transport.hpp"

/// The built-in executors and processors. An executor builds its request without looking at the connection, and throws
/// ValueError for an apiType that the provider does not have (P12.2-03, A-018) and for messages that cannot be
/// converted, NotImplementedError for what this version lacks; what sending throws is documented at HttpExecutor. A
/// processor throws ValueError for the same apiTypes, and for a response of another shape, without data or with an
/// error.
namespace prompty::openai {

/// Who serves OpenAI's interface: OpenAI and servers like it, or Azure and Foundry, whose paths name a deployment and
/// whose key stands in `api-key`.
enum class Service : std::uint8_t { openai, azure };

/// Calls OpenAI and servers with the same interface: chat completions, embeddings, image generations and responses, by
/// `agent.model.apiType`. With Azure, a model without id is a ValueError. `execute_stream` throws NotImplementedError
/// for embeddings and images. Schemas are those of the edition.
[[nodiscard]] std::shared_ptr<Executor const> make_executor(
    std::shared_ptr<Transport const> transport, SharedProfile profile = {},
    std::shared_ptr<Connections const> connections = std::make_shared<Connections>(), Service service = Service::openai,
    Edition edition = default_edition);

/// Reads the responses of OpenAI and of servers with the same interface, by `agent.model.apiType` and not by the shape
/// of the response. `process_stream` throws NotImplementedError for embeddings and images.
[[nodiscard]] std::shared_ptr<Processor const> make_processor(SharedProfile profile = {});

}  // namespace prompty::openai

namespace prompty::anthropic {

/// Calls Anthropic's Messages API, for agents of apiType chat. The endpoint of a connection is what stands before
/// `/v1/messages`, such as `https://api.anthropic.com`.
[[nodiscard]] std::shared_ptr<Executor const> make_executor(
    std::shared_ptr<Transport const> transport, SharedProfile profile = {},
    std::shared_ptr<Connections const> connections = std::make_shared<Connections>());

/// Reads the responses of Anthropic's Messages API, for agents of apiType chat.
[[nodiscard]] std::shared_ptr<Processor const> make_processor(SharedProfile profile = {});

}  // namespace prompty::anthropic
