#include "adapter/operations.hpp"

#include <fmt/core.h>

namespace prompty::adapter {
namespace {

using Variables = std::map<std::string, std::string>;

Json split(Json const& params, Runtime const&) {
  frontmatter::Halves const halves = frontmatter::split(required_text(params, "text"));
  return Json{{"frontmatter", halves.block ? Json(halves.block->text) : Json(nullptr)}, {"body", halves.body}};
}

/// The environment of the request, which its owner may change later; without one that of the runtime.
Environment environment_of(std::shared_ptr<std::optional<Variables>> const& variables, Runtime const& runtime) {
  if (!*variables) return runtime.environment;
  return [variables](std::string const& name) { return fixed_environment(**variables)(name); };
}

Json load_agent(Json const& params, Runtime const& runtime) {
  std::shared_ptr<std::optional<Variables>> const variables =
      std::make_shared<std::optional<Variables>>(optional_variables(params, "env"));
  std::optional<Variables> after = optional_variables(params, "envAfter");
  std::filesystem::path const path =
      std::filesystem::path(optional_text(params, "cwd").value_or("")) / required_text(params, "path");
  LoadOptions const options{.environment = environment_of(variables, runtime), .edition = runtime.edition};
  PromptyAgent const agent = is_async(params) ? load_async(path, options).get() : load(path, options);
  if (after) *variables = std::move(after);
  return agent_codec::to_json(agent);
}

Json completed_inputs(Json const& params, Runtime const& runtime) {
  return validate_inputs(required_agent(params, runtime), required(params, "inputs"));
}

Json rendered_text(Json const& params, Runtime const& runtime) {
  PromptyAgent agent = required_agent(params, runtime);
  if (std::optional<std::string> const undefined = optional_text(params, "undefined")) {
    bool const is_error = is_second(*undefined, "undefined", "empty", "error");
    agent.prompt_template.format.settings["undefined"] = is_error ? "error" : "empty";
  }
  Json const& inputs = required(params, "inputs");
  Rendered const rendered =
      is_async(params) ? render_async(agent, inputs, runtime).get() : render(agent, inputs, runtime);
  return Json{{"rendered", rendered.text}};
}

Json parsed_messages(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = params.contains("agent") ? required_agent(params, runtime) : PromptyAgent{};
  Rendered const rendered{.text = required_text(params, "rendered")};
  return message_codec::write(is_async(params) ? parse_async(agent, rendered, runtime).get()
                                               : parse(agent, rendered, runtime));
}

Json prepared_messages(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = required_agent(params, runtime);
  Json const& inputs = required(params, "inputs");
  return message_codec::write(is_async(params) ? prepare_async(agent, inputs, runtime).get()
                                               : prepare(agent, inputs, runtime));
}

Json shown_request(Json const& params, Runtime const& runtime) {
  ProviderRequest request = build_request(required_equipped_agent(params, runtime), required_messages(params), runtime);
  Json shown{{"method", request.method}, {"path", request.path}};
  for (auto const& [name, value] : request.headers) shown["headers"][name] = value;
  shown["body"] = std::move(request.body);
  return shown;
}

Json projected_tools(Json const& params, Runtime const& runtime) {
  return Json{{"tools", project_tools(required_equipped_agent(params, runtime), runtime)}};
}

Json bound_tools(Json const& params, Runtime const& runtime) {
  std::vector<TypedTool> functions;
  for (Json const& name : required(params, "tools")) {
    if (!name.is_string()) throw InvalidParams{"params.tools must be a list of names"};
    // A function of that name which takes any object.
    functions.push_back({.definition = {.name = name.get<std::string>(), .details = FunctionTool{}},
                         .handler = {.call = [](Json const&) { return Json(); }}});
  }
  Json warnings = Json::array();
  Json bound = Json::array();
  for (auto const& [name, handler] : bind_tools(required_agent(params, runtime), functions,
                                                [&](std::string const& warning) { warnings.push_back(warning); })) {
    bound.push_back(name);
  }
  return Json{{"bound", std::move(bound)}, {"warnings", std::move(warnings)}};
}

Json processed(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = required_agent(params, runtime);
  Json const& response = required(params, "response");
  return outcome_to_json(is_async(params) ? process_async(agent, response, runtime).get()
                                          : process(agent, response, runtime));
}

/// Delivers all items one by one; they and their outcome.
Json delivered(ItemStream& items, Json const& params, ItemSink const& deliver) {
  bool const is_asynchronous = is_async(params);
  Json list = Json::array();
  while (std::optional<StreamItem> const item = is_asynchronous ? items.next_async().get() : items.next()) {
    list.push_back(stream_item_to_json(*item));
    deliver(list.back());
  }
  Outcome const outcome = whole_outcome(items);
  return Json{{"items", std::move(list)}, {"outcome", outcome_to_json(outcome)}};
}

Json run_once(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  PromptyAgent const agent = required_equipped_agent(params, runtime);
  std::vector<Message> const messages = required_messages(params);
  if (is_enabled(params, "stream")) {
    ItemStream items = run_stream(agent, messages, runtime);
    return delivered(items, params, deliver);
  }
  return outcome_to_json(is_async(params) ? run_async(agent, messages, runtime).get() : run(agent, messages, runtime));
}

Json invoked(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  std::filesystem::path const path = required_text(params, "path");
  Json const inputs = params.value("inputs", Json::object());
  if (is_enabled(params, "stream")) {
    PromptyAgent const agent = load(path, {.environment = runtime.environment, .edition = runtime.edition});
    ItemStream items = run_stream(agent, prepare(agent, inputs, runtime), runtime);
    return delivered(items, params, deliver);
  }
  return outcome_to_json(is_async(params) ? invoke_async(path, inputs, runtime).get() : invoke(path, inputs, runtime));
}

Json executed(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = required_equipped_agent(params, runtime);
  std::vector<Message> const messages = required_messages(params);
  return is_async(params) ? execute_async(agent, messages, runtime).get() : execute(agent, messages, runtime);
}

Json processed_stream(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  PromptyAgent const agent = required_agent(params, runtime);
  Json const& chunks = required(params, "chunks");
  if (!chunks.is_array()) throw InvalidParams{"params.chunks must be a list"};
  std::shared_ptr<PromptyStream> const arriving =
      std::make_shared<PromptyStream>(stream_of(std::vector<Json>(chunks.begin(), chunks.end())));
  ItemStream items = process_stream(agent, arriving, runtime);
  return delivered(items, params, deliver);
}

template <Json (*perform)(Json const&, Runtime const&)>
Json checked(Json const& params, Runtime const& runtime, ItemSink const&) {
  refuse_stream(params);
  return perform(params, runtime);
}

template <Json (*perform)(Json const&, Runtime&)>
Operation alone(std::string name) {
  return {.name = std::move(name), .perform = nullptr, .perform_alone = [](Json const& params, Runtime& own) {
            refuse_stream(params);
            return perform(params, own);
          }};
}

}  // namespace

std::vector<Operation> const& operations() {
  static std::vector<Operation> const all = {{"split", checked<split>},
                                             {"load", checked<load_agent>},
                                             {"validate_inputs", checked<completed_inputs>},
                                             {"render", checked<rendered_text>},
                                             {"parse", checked<parsed_messages>},
                                             {"prepare", checked<prepared_messages>},
                                             {"build_request", checked<shown_request>},
                                             {"project_tools", checked<projected_tools>},
                                             {"process", checked<processed>, Spans::shown},
                                             {"process_stream", processed_stream, Spans::shown},
                                             {"execute", checked<executed>, Spans::shown},
                                             {"run", run_once, Spans::shown},
                                             {"invoke", invoked, Spans::shown},
                                             {"turn", turn_once, Spans::shown},
                                             alone<registry>("registry"),
                                             alone<dispatch_call>("dispatch"),
                                             alone<lookup>("lookup"),
                                             {"messages_to_wire", checked<messages_to_wire>},
                                             {"messages_from_wire", checked<messages_from_wire>},
                                             {"run_tools", checked<run_tools>},
                                             {"converse", converse},
                                             {"bind_tools", checked<bound_tools>}};
  return all;
}

}  // namespace prompty::adapter
