#include "prompty/protocols/protocols.hpp"

#include "prompty/core/errors.hpp"

namespace prompty {
namespace {

constexpr errors::Wording<NotImplementedError, std::string_view> requests_not_shown{
    "The executor for provider '{}' does not show its requests"};
constexpr errors::Wording<NotImplementedError, std::string_view> streams_not_offered{
    "The executor for provider '{}' offers no streams; ask for a complete answer instead"};
constexpr errors::Wording<NotImplementedError, std::string_view> streams_not_processed{
    "The processor for provider '{}' reads no streams; ask for a complete answer instead"};

std::string provider_of(PromptyAgent const& agent) {
  return agent.model && agent.model->provider ? *agent.model->provider : "";
}

}  // namespace

bool ProviderRequest::operator==(ProviderRequest const&) const = default;

std::future<std::string> Renderer::render_async(PromptyAgent agent, Json inputs) const {
  return std::async(std::launch::async, &Renderer::render, this, std::move(agent), std::move(inputs));
}

std::future<std::vector<Message>> Parser::parse_async(PromptyAgent agent, std::string rendered) const {
  return std::async(std::launch::async, &Parser::parse, this, std::move(agent), std::move(rendered));
}

std::string Parser::tag(std::string const& instructions, std::string const&) const {
  return instructions;
}

std::vector<Message> Parser::parse_tagged(PromptyAgent const& agent, std::string const& rendered,
                                          std::string const&) const {
  return parse(agent, rendered);
}

// P7.8-01: no provider has to implement this form.
std::future<Json> Executor::execute_async(PromptyAgent agent, std::vector<Message> messages) const {
  return std::async(std::launch::async, &Executor::execute, this, std::move(agent), std::move(messages));
}

std::shared_ptr<PromptyStream> Executor::execute_stream(PromptyAgent const& agent, std::vector<Message> const&) const {
  throw streams_not_offered(provider_of(agent));
}

bool Executor::offers_child_prompts(PromptyAgent const&) const {
  return false;
}

Json Executor::whole_response(PromptyAgent const&, std::vector<Json> const&) const {
  return nullptr;
}

std::string Executor::thinking_of(PromptyAgent const&, Json const&) const {
  return "";
}

std::vector<Message> Executor::format_tool_messages(PromptyAgent const&, Json const&,
                                                    std::vector<ToolCall> const& calls,
                                                    std::vector<ToolResult> const& results,
                                                    std::string const& text) const {
  std::vector<Message> messages = {tool_call_message(calls, text)};
  for (Message& result : tool_result_messages(calls, results)) messages.push_back(std::move(result));
  return messages;
}

ProviderRequest Executor::build_request(PromptyAgent const& agent, std::vector<Message> const&) const {
  throw requests_not_shown(provider_of(agent));
}

std::future<Outcome> Processor::process_async(PromptyAgent agent, Json response) const {
  return std::async(std::launch::async, &Processor::process, this, std::move(agent), std::move(response));
}

ItemStream Processor::process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream>) const {
  throw streams_not_processed(provider_of(agent));
}

}  // namespace prompty
