#pragma once

#include <utility>

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Turns of the agent loop, with a model whose answers are made up beforehand.
class Turns {
 public:
  explicit Turns(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input turn() {
    names_ = {dice_.word(), dice_.word()};
    Json params = {{"agent", agent()}, {"inputs", Json::object()}, {"handlers", Json::object()}};
    for (std::string const& name : names_) params["handlers"][name] = handler();
    if (dice_.one_in(2)) params["variant"] = dice_.pick<std::string>({"sync", "async"});
    Json const model = params["agent"]["model"];
    if (model["provider"] == "openai" && !model.contains("apiType") && dice_.one_in(3)) params["trace"] = true;
    // Ids that the mock makes up are told in spans, and go back to the Responses API and to Anthropic; no two turns
    // have the same.
    form_ = params.contains("trace") ? Form::completion : Form::shortened;
    if (model.contains("apiType")) form_ = Form::response;
    if (model["provider"] == "anthropic") form_ = Form::message;
    if (form_ == Form::shortened && dice_.one_in(3)) params["stream"] = true;
    params["turnOptions"] = options();
    // Calls that overlap are told in any order, and which of them are cancelled is chance.
    if (params.contains("trace") || params["turnOptions"].contains("cancelAfter"))
      params["turnOptions"]["parallelToolCalls"] = false;
    // Of a thread, spans show a placeholder that no two turns share.
    if (!params.contains("trace") && dice_.one_in(3)) add_thread(params);
    return {.operation = "turn", .params = params, .provider = answers()};
  }

  /// A turn with more rounds than any may have unless it is said.
  [[nodiscard]] Input endless_turn() {
    form_ = Form::shortened;
    names_ = {dice_.word(), dice_.word()};
    Json params = {{"agent", agent()}, {"inputs", Json::object()}, {"handlers", Json::object()}};
    params["agent"]["model"].erase("apiType");
    for (std::string const& name : names_) params["handlers"][name] = handler();
    params["turnOptions"]["parallelToolCalls"] = false;
    Json provider = Json::array();
    for (int round = 0; round < 12; ++round) provider.push_back(calling());
    provider.push_back(text());
    return {.operation = "turn", .params = params, .provider = provider};
  }

  /// A turn with a prompt as a tool.
  [[nodiscard]] Input turn_with_child() {
    form_ = Form::shortened;
    names_ = {dice_.word(), dice_.word()};
    std::string const child = dice_.word();
    Json params = {{"agent", agent()}, {"inputs", Json::object()}, {"handlers", {{names_.front(), handler()}}}};
    if (dice_.one_in(2)) params["turnOptions"]["guardrails"] = guardrails();
    Json tool = {{"name", child}, {"kind", "prompty"}, {"path", "./" + child + ".prompty"}};
    if (!dice_.one_in(3)) tool["mode"] = dice_.pick<std::string>({"single", "agentic"});
    params["agent"]["tools"] = Json::array({tool});
    params["agent"]["model"] = {
        {"id", "m"}, {"provider", "openai"}, {"connection", {{"kind", "reference"}, {"name", "shared"}}}};
    params["register"]["connections"]["shared"] = {{"endpoint", "${MOCK}/v1"}, {"apiKey", "k"}};
    Json const call = {{"id", dice_.word()}, {"name", child}, {"arguments", "{}"}};
    Json const inner = {{"id", dice_.word()}, {"name", names_.front()}, {"arguments", "{}"}};
    Json const provider = Json::array({respond({{"toolCalls", Json::array({call})}}),
                                       respond({{"toolCalls", Json::array({inner})}}), text(), text()});
    std::string const file =
        "---\nmodel:\n  id: m\n  provider: openai\n  connection:\n    kind: reference\n"
        "    name: shared\ntools:\n  - name: " +
        names_.front() + "\n    kind: function\n---\nuser:\n" + dice_.word() + "\n";
    return {.operation = "turn", .params = params, .files = {{child + ".prompty", file}}, .provider = provider};
  }

  /// A turn whose model calls the second of two functions of a server, which have parameters of their own.
  [[nodiscard]] Input turn_with_server() {
    form_ = Form::shortened;
    names_ = {dice_.word() + "-a", dice_.word() + "-b"};
    std::string const server = dice_.word();
    Json params = {{"agent", agent()}, {"inputs", Json::object()}, {"handlers", {{names_[1], handler()}}}};
    params["agent"]["model"] = {{"id", "m"},
                                {"provider", "openai"},
                                {"connection", {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", "k"}}}};
    Json const connection = {{"kind", "anonymous"}, {"endpoint", "http://127.0.0.1:1"}};
    params["agent"]["tools"] = Json::array({{{"name", server}, {"kind", "mcp"}, {"connection", connection}}});
    for (std::string const& name : names_) {
      Json const schema = {
          {"type", "object"}, {"properties", {{name, {{"type", "string"}}}}}, {"required", Json::array({name})}};
      params["discovered"][server].push_back({{"name", name}, {"parameters", schema}});
    }
    Json const call = {{"id", "c"}, {"name", names_[1]}, {"arguments", Json{{names_[1], "x"}}.dump()}};
    return {.operation = "turn",
            .params = params,
            .provider = Json::array({respond({{"toolCalls", Json::array({call})}}), text()})};
  }

  /// A streamed turn that is cancelled while its answer is shown.
  [[nodiscard]] Input cancelled_stream() {
    form_ = Form::shortened;
    names_ = {dice_.word(), dice_.word()};
    Json params = {{"agent", agent()}, {"inputs", Json::object()}, {"stream", true}};
    params["agent"]["model"] = {{"id", "m"},
                                {"provider", "openai"},
                                {"connection", {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", "k"}}}};
    params["agent"].erase("outputs");
    params["turnOptions"]["cancelAfter"] = {{"event", "token"}, {"count", 2}};
    Json const answer = {{"text", dice_.word() + " " + dice_.word() + " " + dice_.word() + " " + dice_.word()},
                         {"chunkBy", "words"}};
    return {.operation = "turn", .params = params, .provider = Json::array({respond(answer)})};
  }

  /// A turn as `turn_with_child` has it, with a handler of the prompt's name, which goes before the prompt.
  [[nodiscard]] Input turn_with_overridden_child() {
    Input input = turn_with_child();
    std::string const child = input.params["agent"]["tools"][0]["name"].get<std::string>();
    input.params["handlers"][child] = {{"returns", dice_.word()}};
    return input;
  }

 private:
  static Json respond(Json how) { return {{"respond", std::move(how)}}; }

  Json agent() {
    Json connection = {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", "k"}};
    Json model = {{"id", "m"}, {"provider", "openai"}, {"connection", connection}};
    std::size_t const which = dice_.below(6);
    if (which == 0) model["apiType"] = "responses";
    if (which == 1) {
      model["provider"] = "anthropic";
      model["connection"]["endpoint"] = "${MOCK}";
    }
    Json tools = Json::array();
    for (std::string const& name : names_) {
      tools.push_back({{"name", name}, {"kind", "function"}});
      if (dice_.one_in(2)) {
        Json const parameter = {{"name", "n"}, {"kind", "integer"}};
        tools.back()["parameters"] = Json::array({parameter});
      }
    }
    Json agent = {{"kind", "prompt"}, {"model", model}, {"tools", tools}};
    agent["instructions"] =
        (dice_.one_in(2) ? "system:\n" + dice_.word() + "\n" : std::string()) + "user:\n" + dice_.word();
    if (dice_.one_in(5)) agent["outputs"] = Json::array({Json{{"name", "n"}, {"kind", "integer"}}});
    return agent;
  }

  void add_thread(Json& params) {
    Json& agent = params["agent"];
    agent["inputs"] = Json::array({Json{{"name", "talk"}, {"kind", "thread"}}});
    agent["instructions"] = (dice_.one_in(2) ? "system:\n" + dice_.word() + "\n" : std::string()) + "{{talk}}";
    Json talk = Json::array();
    for (std::size_t count = 2 + dice_.below(3); count > 0; --count) {
      talk.push_back(said("user", std::string(20 + dice_.below(200), 'u') + dice_.word()));
      if (dice_.one_in(3)) add_round(talk);
      if (dice_.one_in(2)) talk.push_back(said("assistant", dice_.word()));
    }
    params["inputs"]["talk"] = talk;
    if (!dice_.one_in(4)) params["turnOptions"]["contextBudget"] = 20 + dice_.below(600);
  }

  Json said(std::string const& role, std::string const& words) {
    Json const part = {{"kind", "text"}, {"value", words}};
    return {{"role", role}, {"content", Json::array({part})}};
  }

  void add_round(Json& talk) {
    std::string const id = dice_.word();
    Json answer = said("assistant", "");
    Json const function = {{"name", dice_.word()}, {"arguments", "{}"}};
    answer["metadata"]["tool_calls"] = Json::array({Json{{"id", id}, {"type", "function"}, {"function", function}}});
    talk.push_back(answer);
    talk.push_back(said("tool", dice_.word()));
    talk.back()["metadata"]["tool_call_id"] = id;
  }

  Json handler() {
    Json handler = {{"returns", dice_.word()}};
    std::size_t const which = dice_.below(6);
    if (which == 0) handler = {{"throws", dice_.word()}};
    if (which == 1) handler = {{"returnsJson", {{dice_.word(), dice_.below(9)}}}};
    if (dice_.one_in(5)) handler["delayMs"] = 10;
    return handler;
  }

  Json options() {
    Json options = {{"retryDelayMs", 0}};
    if (dice_.one_in(3)) options["maxIterations"] = dice_.below(4);
    if (dice_.one_in(3)) options["parallelToolCalls"] = false;
    if (dice_.one_in(4)) options["maxLlmRetries"] = 1 + dice_.below(4);
    if (dice_.one_in(3)) options["guardrails"] = guardrails();
    if (dice_.one_in(4)) options["steering"] = steering();
    if (dice_.one_in(4)) {
      std::string const event = dice_.pick<std::string>(
          {"tool_call_start", "tool_result", "tool_result", "messages_updated", "token", "token"});
      options["cancelAfter"] = {{"event", event}, {"count", 1 + dice_.below(3)}};
    }
    return options;
  }

  Json guardrails() {
    // Some letter, which about half of all words have.
    std::string const letter(1, static_cast<char>('a' + dice_.below(26)));
    Json const guardrail = {{"denyIfContains", dice_.one_in(3) ? dice_.word() : letter}, {"reason", dice_.word()}};
    return {{dice_.pick<std::string>({"input", "output", "output", "tool"}), guardrail}};
  }

  Json steering() {
    Json list = Json::array();
    for (std::size_t count = 1 + dice_.below(2); count > 0; --count)
      list.push_back({{"iteration", 1 + dice_.below(3)}, {"text", dice_.word()}});
    return list;
  }

  /// Forms of an answer: the mock's own short one, or a whole body without anything made up.
  enum class Form { shortened, completion, response, message };

  Json whole(std::string const& said, Json const& calls) {
    if (form_ == Form::completion) {
      Json message = {{"role", "assistant"}, {"content", said}};
      if (!calls.empty()) message["tool_calls"] = Json::array();
      for (Json const& call : calls) {
        Json const function = {{"name", call["name"]}, {"arguments", call["arguments"]}};
        message["tool_calls"].push_back({{"id", call["id"]}, {"type", "function"}, {"function", function}});
      }
      Json const choice = {
          {"index", 0}, {"message", message}, {"finish_reason", calls.empty() ? "stop" : "tool_calls"}};
      return respond({{"body", {{"id", "made"}, {"created", 1}, {"choices", Json::array({choice})}}}});
    }
    if (form_ == Form::message) {
      Json content = Json::array({Json{{"type", "text"}, {"text", said}}});
      for (Json const& call : calls) {
        Json input = Json::parse(call["arguments"].get<std::string>(), nullptr, false);
        if (!input.is_object()) input = Json::object();
        content.push_back({{"type", "tool_use"}, {"id", call["id"]}, {"name", call["name"]}, {"input", input}});
      }
      return respond({{"body", {{"id", "made"}, {"type", "message"}, {"role", "assistant"}, {"content", content}}}});
    }
    Json output = Json::array();
    for (Json const& call : calls) {
      output.push_back({{"type", "function_call"}, {"id", "made"}});
      output.back().update({{"call_id", call["id"]}, {"name", call["name"]}, {"arguments", call["arguments"]}});
    }
    Json const part = {{"type", "output_text"}, {"text", said}};
    if (calls.empty()) output.push_back({{"type", "message"}, {"role", "assistant"}, {"content", Json::array({part})}});
    return respond({{"body", {{"id", "made"}, {"object", "response"}, {"output", output}}}});
  }

  Json text() {
    if (form_ != Form::shortened) return whole(dice_.word(), Json::array());
    if (dice_.one_in(5)) return respond({{"json", {{"n", dice_.below(9)}}}});
    Json how = {{"text", dice_.word() + " " + dice_.word()}, {"chunkBy", "words"}};
    if (dice_.one_in(4)) how["reasoning"] = dice_.word();
    return respond(how);
  }

  Json calling() {
    Json how = {{"toolCalls", Json::array()}};
    if (dice_.one_in(3)) how["text"] = dice_.word();
    if (dice_.one_in(3)) how["reasoning"] = dice_.word();
    for (std::size_t count = 1 + dice_.below(3); count > 0; --count) {
      std::string const name = dice_.one_in(8) ? dice_.word() : dice_.pick(names_);
      how["toolCalls"].push_back(
          {{"id", dice_.one_in(3) ? std::string("same") : dice_.word()}, {"name", name}, {"arguments", arguments()}});
    }
    if (form_ != Form::shortened) return whole(dice_.word(), how["toolCalls"]);
    return respond(how);
  }

  std::string arguments() {
    std::string const word = dice_.word();
    return dice_.pick<std::string>({"{}", "{}", "{\"n\":1}", "{\"n\": 2}", "{\"n\":\"" + word + "\"}", "", " ", "[1]",
                                    word, "```json\n{\"n\":3}\n```", "so {\"n\":4} ok", "{\"n\":5,}",
                                    "so {\"" + word + "\":\"}{\"} ok", "{\"" + word + "\":\"a,} b\",}"});
  }

  Json failure() {
    if (dice_.one_in(4)) return respond({{"text", "x"}, {"fault", {{"kind", "cut"}, {"afterBytes", 3}}}});
    std::vector<int> const statuses = {400, 401, 429, 500, 503};
    Json const error = {{"status", dice_.pick(statuses)}, {"message", dice_.word()}};
    return respond({{"error", error}});
  }

  Json answers() {
    Json provider = Json::array();
    for (std::size_t rounds = dice_.below(3); rounds > 0; --rounds) {
      if (dice_.one_in(5)) provider.push_back(failure());
      provider.push_back(calling());
    }
    for (std::size_t failures = dice_.one_in(4) ? 1 + dice_.below(4) : 0; failures > 0; --failures)
      provider.push_back(failure());
    if (form_ == Form::shortened && dice_.one_in(6))
      provider.push_back(respond({{"text", dice_.word() + " " + dice_.word() + " " + dice_.word()},
                                  {"chunkBy", "words"},
                                  {"fault", {{"kind", "cut"}, {"afterFrames", 2}}}}));
    provider.push_back(text());
    provider.push_back(text());
    return provider;
  }

  Dice& dice_;
  std::vector<std::string> names_;
  Form form_ = Form::shortened;
};

}  // namespace conformance::generated
