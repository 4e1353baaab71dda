#include <algorithm>
#include <array>

#include "prompty/conversation/messages.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/process/answers.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/provider/http_executor.hpp"
#include "prompty/provider/providers.hpp"
#include "prompty/typed/json_reader.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty::openai {
namespace {

using RequestBuilder = Json (*)(PromptyAgent const& agent, std::vector<Message> const& messages, Edition edition);

/// Makes a builder of one to which editions are alike.
template <Json (*build)(PromptyAgent const& agent, std::vector<Message> const& messages)>
Json in_any_edition(PromptyAgent const& agent, std::vector<Message> const& messages, Edition) {
  return build(agent, messages);
}

/// One of the provider's interfaces. `process_stream` is null where answers are not streamed.
struct Interface {
  std::string_view api_type;
  char const* path;
  RequestBuilder request_as_written;
  RequestBuilder live_request;
  Outcome (*process)(PromptyAgent const& agent, Json const& response, Profile profile);
  ItemStream (*process_stream)(std::shared_ptr<PromptyStream> chunks, Profile profile);
};

// P2.4-07: four interfaces of the provider, each with its own path and body.
constexpr std::array<Interface, 4> interfaces{
    {{"chat", "/chat/completions", chat_request, live::chat_request, processing::process_chat,
      processing::process_chat_stream},
     {"embedding", "/embeddings", in_any_edition<embedding_request>, in_any_edition<live::embedding_request>,
      [](PromptyAgent const&, Json const& response, Profile) { return processing::process_embedding(response); },
      nullptr},
     {"image", "/images/generations", in_any_edition<image_request>, in_any_edition<live::image_request>,
      [](PromptyAgent const&, Json const& response, Profile) { return processing::process_image(response); }, nullptr},
     {"responses", "/responses", responses_request, live::responses_request,
      [](PromptyAgent const& agent, Json const& response, Profile) {
        return processing::process_responses(agent, response);
      },
      [](std::shared_ptr<PromptyStream> chunks, Profile) {
        return processing::process_response_stream(std::move(chunks));
      }}}};

std::string api_type_of(PromptyAgent const& agent) {
  // P7.0-02: without a model as well; a model whose file names no type has "chat" by default.
  return agent.model ? agent.model->api_type : "chat";
}

/// P12.2-03, A-018: any other type is an error.
Interface const& interface_of(PromptyAgent const& agent) {
  std::string const type = api_type_of(agent);
  auto const* const found = std::find_if(interfaces.begin(), interfaces.end(),
                                         [&type](Interface const& each) { return each.api_type == type; });
  if (found == interfaces.end()) throw errors::unsupported_api_type(type);
  return *found;
}

Interface const& streamed_interface_of(PromptyAgent const& agent) {
  Interface const& found = interface_of(agent);
  if (found.process_stream == nullptr) throw errors::api_type_not_streamed(agent.model->api_type);
  return found;
}

bool uses_responses(PromptyAgent const& agent) {
  return interface_of(agent).api_type == "responses";
}

// The last version of the interface that is no preview.
constexpr std::string_view azure_interface_version = "2024-10-21";

/// The path and query below an Azure endpoint for what lies at `path` with OpenAI; Responses have no deployment
/// in their path.
std::string azure_path(PromptyAgent const& agent, std::string_view path) {
  if (!agent.model || !agent.model->id || agent.model->id->empty()) {
    throw errors::deployment_missing(agent.model ? agent.model->provider.value_or("azure") : "azure");
  }
  if (uses_responses(agent)) return fmt::format("/openai/v1{}", path);
  // P7.9-01: the id names the deployment; it is encoded, since a slash in it would lead elsewhere.
  return fmt::format("/openai/deployments/{}{}?api-version={}", utf8::percent_encoded(*agent.model->id), path,
                     azure_interface_version);
}

/// An assistant's message as requests carry it.
Json sent_form(conversation::AssistantTurn turn) {
  return conversation::chat_messages({conversation::StoredMessage{.turn = std::move(turn)}}).front();
}

/// `{"choices": [{"message"}]}` from the chunks of a streamed chat completion.
Json whole_chat_response(std::vector<Json> const& chunks, Profile profile) {
  conversation::StreamAssembly assembly(profile);
  for (Json const& chunk : chunks) static_cast<void>(assembly.add(chunk));
  Json choice{{"message", sent_form(assembly.turn())}};
  return Json{{"choices", Json::array({std::move(choice)})}};
}

/// `{"output"}` from the events of a streamed response: its finished items.
Json whole_response_object(std::vector<Json> const& events) {
  Json output = Json::array();
  for (Json const& event : events) {
    if (text_in(event, "type") == "response.output_item.done") output.push_back(member_of(event, "item"));
  }
  return Json{{"output", std::move(output)}};
}

/// Gives `said`, the model's message with its calls, what the response has of it: its text, and its reasoning under the
/// name that is sent back (M6-02, M6-07).
void complete_chat_message(Message& said, Json const& response) {
  Json const& choices = list_in(response, "choices");
  if (choices.empty() || !member_of(choices.front(), "message").is_object()) return;
  Json sent = sent_form(conversation::read_answer(response));
  said.content = {TextPart{sent["content"].get<std::string>()}};
  for (auto const& [name, value] : sent.items()) {
    bool const is_known = name == "role" || name == "content" || name == "tool_calls";
    // P9.5-04: what is left is the reasoning, by the name under which it is sent.
    if (!is_known) said.metadata[name] = value;
  }
}

/// P9.5-07, A-528: texts alone are one text to a chat completion. P9.5-08: beside another part each is a block.
ToolResult chat_result(ToolResult const& result) {
  return is_text(result) ? ToolResult(text(result)) : result;
}

/// P9.5-10: a Responses request sends the first part, which is all the text there is. What else there is stands behind
/// it, for those who can send it.
ToolResult responses_result(ToolResult const& result) {
  ToolResult arranged(text(result));
  if (is_text(result)) return arranged;
  if (text(result).empty()) arranged.parts.clear();
  std::copy_if(result.parts.begin(), result.parts.end(), std::back_inserter(arranged.parts),
               [](ContentPart const& part) { return !std::holds_alternative<TextPart>(part); });
  return arranged;
}

std::vector<ToolResult> each(std::vector<ToolResult> const& results, ToolResult (*arrange)(ToolResult const&)) {
  std::vector<ToolResult> arranged;
  std::transform(results.begin(), results.end(), std::back_inserter(arranged), arrange);
  return arranged;
}

/// A message per call that has a result: the call's item of the response in the metadata `responses_function_call`, as
/// requests want it (P7.4.1-05), and in `responses_items_before` the other items, such as reasoning, that stand between
/// it and the call before; what stands behind the last call goes with that.
std::vector<Message> responses_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                             std::vector<ToolResult> const& results) {
  std::vector<Json> items;
  std::vector<Json> before(calls.size(), Json::array());
  for (Json const& item : list_in(response, "output")) {
    if (text_in(item, "type") == "function_call") {
      items.push_back(item);
    } else if (!before.empty()) {
      before[std::min(items.size(), before.size() - 1)].push_back(item);
    }
  }
  if (items.size() != calls.size()) {
    items.clear();
    for (ToolCall const& call : calls) {
      items.push_back(
          Json{{"type", "function_call"}, {"call_id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
    }
  }
  std::vector<Message> messages = tool_result_messages(calls, each(results, responses_result));
  for (std::size_t place = 0; place < messages.size(); ++place) {
    // P9.5-03: the request makes two items of it, the call and right behind it the output.
    messages[place].metadata["responses_function_call"] = std::move(items[place]);
    // P9.5-04, A-377: kept in either profile, so that a conversation can go on in the other one.
    if (!before[place].empty()) messages[place].metadata["responses_items_before"] = std::move(before[place]);
  }
  return messages;
}

class OpenAiExecutor final : public HttpExecutor {
 public:
  OpenAiExecutor(std::shared_ptr<Transport const> transport, SharedProfile profile,
                 std::shared_ptr<Connections const> connections, Service service, Edition edition)
      // P7.9-03: for Azure and Foundry, without the word Bearer; no second header repeats the key.
      : HttpExecutor(std::move(transport), std::move(connections),
                     service == Service::azure ? KeyHeader{.name = "api-key"}
                                               : KeyHeader{.name = "Authorization", .scheme = "Bearer "},
                     "x-request-id"),
        profile_(profile),
        service_(service),
        edition_(edition) {}

  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override {
    Interface const& called = interface_of(agent);
    RequestBuilder const build = profile_.get() == Profile::live ? called.live_request : called.request_as_written;
    ProviderRequest request{
        .method = "POST", .path = called.path, .headers = {}, .body = build(agent, messages, edition_)};
    // P7.9-02: only the path depends on who serves; the body has been built by now.
    if (service_ == Service::azure) request.path = azure_path(agent, request.path);
    return request;
  }

  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override {
    std::string const type = api_type_of(agent);
    return type == "chat" || type == "responses";
  }

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override {
    return uses_responses(agent) ? whole_response_object(chunks) : whole_chat_response(chunks, profile_.get());
  }

  [[nodiscard]] std::string thinking_of(PromptyAgent const&, Json const& response_or_chunk) const override {
    Json const& choices = list_in(response_or_chunk, "choices");
    if (!choices.empty()) {
      Json const& delta = member_of(choices.front(), "delta");
      Json const& message = delta.is_object() ? delta : member_of(choices.front(), "message");
      return conversation::reasoning_in(message).value_or("");
    }
    if (text_in(response_or_chunk, "type") == "response.reasoning_summary_text.delta") {
      return text_in(response_or_chunk, "delta");
    }
    std::string thought;
    for (Json const& item : list_in(response_or_chunk, "output")) {
      if (text_in(item, "type") != "reasoning") continue;
      for (Json const& part : list_in(item, "summary")) thought += text_in(part, "text");
    }
    return thought;
  }

  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<ToolResult> const& results,
                                                          std::string const& text) const override {
    if (uses_responses(agent)) return responses_tool_messages(response, calls, results);
    // P9.5-01: one message, however many calls there are.
    std::vector<Message> messages =
        Executor::format_tool_messages(agent, response, calls, each(results, chat_result), text);
    complete_chat_message(messages.front(), response);
    return messages;
  }

 private:
  [[nodiscard]] StreamFormat stream_format(PromptyAgent const& agent) const override {
    return streamed_interface_of(agent).api_type == "responses" ? StreamFormat::response
                                                                : StreamFormat::chat_completion;
  }

  SharedProfile profile_;
  Service service_;
  Edition edition_;
};

class OpenAiProcessor final : public Processor {
 public:
  explicit OpenAiProcessor(SharedProfile profile) : profile_(profile) {}

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    // P7.4.1-16: by what the agent is for, not by what the answer looks like.
    return interface_of(agent).process(agent, response, profile_.get());
  }

  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override {
    return streamed_interface_of(agent).process_stream(std::move(chunks), profile_.get());
  }

 private:
  SharedProfile profile_;
};

}  // namespace

std::shared_ptr<Executor const> make_executor(std::shared_ptr<Transport const> transport, SharedProfile profile,
                                              std::shared_ptr<Connections const> connections, Service service,
                                              Edition edition) {
  return std::make_shared<OpenAiExecutor>(std::move(transport), profile, std::move(connections), service, edition);
}

std::shared_ptr<Processor const> make_processor(SharedProfile profile) {
  return std::make_shared<OpenAiProcessor>(profile);
}

}  // namespace prompty::openai
