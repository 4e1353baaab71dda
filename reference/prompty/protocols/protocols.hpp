#pragma once

#include <memory>

#include "prompty/core/agent.hpp"
#include "prompty/core/stream.hpp"

namespace prompty {

/// One request to a provider, without endpoint and authentication: `path` is relative to the endpoint
/// ("/chat/completions"), `headers` are those that the request needs besides authentication.
struct ProviderRequest {
  std::string method;
  std::string path;
  std::vector<std::pair<std::string, std::string>> headers = {};
  Json body;

  bool operator==(ProviderRequest const&) const;
};

// The four interfaces of §11.3.1. Synchronous functions are pure virtual, so that none can be missing (P11.3.1-01,
// P11.3.1-03); their asynchronous forms run them on another thread unless overridden too (P11.3.1-02).

/// Fills a template (§11.3.1). Implementations are shared between threads.
class Renderer {
 public:
  virtual ~Renderer() = default;

  /// `agent.instructions` with every variable replaced by its value in `inputs`, a JSON object (P11.3.1-04,
  /// P11.3.1-09); `agent.prompt_template.format.settings` are options. Throws ValueError for what it cannot fill.
  [[nodiscard]] virtual std::string render(PromptyAgent const& agent, Json const& inputs) const = 0;

  /// As `render`, on another thread (P11.3.1-05). The renderer must outlive the future.
  [[nodiscard]] virtual std::future<std::string> render_async(PromptyAgent agent, Json inputs) const;
};

/// Parses rendered text into messages (§11.3.1). Implementations are shared between threads.
class Parser {
 public:
  virtual ~Parser() = default;

  /// The messages in `rendered`, in order (P11.3.1-10).
  [[nodiscard]] virtual std::vector<Message> parse(PromptyAgent const& agent, std::string const& rendered) const = 0;

  /// As `parse`, on another thread (P11.3.1-06). The parser must outlive the future.
  [[nodiscard]] virtual std::future<std::vector<Message>> parse_async(PromptyAgent agent, std::string rendered) const;

  /// The template with a tag of `nonce` on each of its role markers, by which `parse_tagged` distinguishes them from
  /// markers that inputs contain. A parser without such tags leaves the template as it is.
  [[nodiscard]] virtual std::string tag(std::string const& instructions, std::string const& nonce) const;

  /// As `parse`, for text rendered from a template tagged with `nonce`: only what carries the tag opens a message, and
  /// no tag is left in a message. Throws ValueError for a tag with another nonce, and for one that opens no message.
  [[nodiscard]] virtual std::vector<Message> parse_tagged(PromptyAgent const& agent, std::string const& rendered,
                                                          std::string const& nonce) const;
};

/// Calls a provider. Implementations are shared between threads.
class Executor {
 public:
  virtual ~Executor() = default;

  /// The provider's response to exactly one request with `messages` (P11.3.1-12). Throws the errors of error.hpp.
  [[nodiscard]] virtual Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const = 0;

  /// As `execute`, on another thread (P11.3.1-07). The executor must outlive the future.
  [[nodiscard]] virtual std::future<Json> execute_async(PromptyAgent agent, std::vector<Message> messages) const;

  /// The chunks of the provider's answer to exactly one request, as they arrive. Throws as `execute` up to the first of
  /// them, then `next` does; NotImplementedError when the executor has no streams. Never null.
  [[nodiscard]] virtual std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                                      std::vector<Message> const& messages) const;

  /// The request that `execute` would send; the messages stay as they are for the next provider (P7.0-03). Throws
  /// NotImplementedError when the executor does not show its requests.
  [[nodiscard]] virtual ProviderRequest build_request(PromptyAgent const& agent,
                                                      std::vector<Message> const& messages) const;

  /// Whether the requests for `agent` offer its tools to the model, so that the pipeline has to load the children of
  /// its prompty tools and find its custom tools before. Does not throw; false unless overridden.
  [[nodiscard]] virtual bool offers_child_prompts(PromptyAgent const& agent) const;

  /// The response that was streamed as `chunks`, as far as the functions below read it; JSON null unless overridden.
  [[nodiscard]] virtual Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const;

  /// The thinking of the model in a whole response or a chunk of one; "" when there is none, and unless overridden.
  [[nodiscard]] virtual std::string thinking_of(PromptyAgent const& agent, Json const& response_or_chunk) const;

  /// The messages that return the results of its calls to the model (§9): `results` in the order of `calls`; without
  /// any, only the model's own message. `text` is the text beside the calls, where the response does not have it.
  /// Unless overridden: one message of the assistant with the calls in its metadata, as chat completions write them,
  /// then a message of the role tool per result, with the id of its call in `tool_call_id`.
  [[nodiscard]] virtual std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                                  std::vector<ToolCall> const& calls,
                                                                  std::vector<ToolResult> const& results,
                                                                  std::string const& text) const;
};

/// Extracts the outcome from a provider's response. Implementations are shared between threads.
class Processor {
 public:
  virtual ~Processor() = default;

  /// The outcome that `response` holds for `agent` (P11.3.1-14). Throws ValueError when the response has another shape.
  [[nodiscard]] virtual Outcome process(PromptyAgent const& agent, Json const& response) const = 0;

  /// As `process`, on another thread (P11.3.1-08). The processor must outlive the future.
  [[nodiscard]] virtual std::future<Outcome> process_async(PromptyAgent agent, Json response) const;

  /// The items of a streamed answer, each pulled from `chunks` no sooner than it is needed (§8.6); `next` throws
  /// ValueError when the model refuses or a chunk has another shape, and what `chunks` throws. Throws
  /// NotImplementedError when the processor reads no streams. `chunks` is not null.
  [[nodiscard]] virtual ItemStream process_stream(PromptyAgent const& agent,
                                                  std::shared_ptr<PromptyStream> chunks) const;
};

}  // namespace prompty
