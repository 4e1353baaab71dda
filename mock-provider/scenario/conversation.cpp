#include "mock-provider/scenario/conversation.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

namespace mock_provider::conversation {
namespace {

std::optional<std::string> text_member(Json const& object, std::string_view name) {
  Json const* const value = member(object, name);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->get<std::string>();
}

bool has_type(Json const& object, std::string_view type) {
  Json const* const value = member(object, "type");
  return value != nullptr && *value == type;
}

Json const& list_member(Json const& object, std::string_view name) {
  static Json const none = Json::array();
  Json const* const value = member(object, name);
  return value != nullptr && value->is_array() ? *value : none;
}

Json const& content_of(Json const& message, std::string_view name = "content") {
  static Json const none = "";
  Json const* const value = member(message, name);
  return value == nullptr ? none : *value;
}

/// What a tool of chat, or a call of one, has under the name of its type: the name with all that belongs to it.
Json const* part_of_type(Json const& tool) {
  Json const* const function = member(tool, "function");
  return function == nullptr ? member(tool, "custom") : function;
}

class Reader {
 public:
  explicit Reader(Json const& body) : body_(body) {}

  Conversation take() { return std::move(result_); }

  void read_chat() {
    for (Json const& message : list_member(body_, "messages")) {
      std::string const role = text_member(message, "role").value_or("");
      if (role == "system" || role == "developer") read_system(content_of(message));
      if (role == "user") read_user(content_of(message));
      std::optional<std::string> tool = text_member(message, "tool_name");
      // ollama's results name their tool, and its calls have no ids.
      if (role == "tool" && tool) {
        add_result(*std::move(tool), content_of(message));
        continue;
      }
      if (role == "tool") read_result(text_member(message, "tool_call_id").value_or(""), content_of(message));
      // As it was before there were calls of tools.
      if (role == "function") add_result(text_member(message, "name").value_or(""), content_of(message));
      if (role == "assistant") {
        read_model();
        for (Json const& call : list_member(message, "tool_calls")) {
          if (Json const* const named = part_of_type(call)) read_call(text_member(call, "id"), *named);
        }
      }
    }
    for (Json const& tool : list_member(body_, "tools")) {
      if (Json const* const named = part_of_type(tool)) offer(*named);
    }
    for (Json const& function : list_member(body_, "functions")) offer(function);
  }

  void read_messages() {
    read_system(content_of(body_, "system"));
    for (Json const& message : list_member(body_, "messages")) {
      std::string const role = text_member(message, "role").value_or("");
      if (role == "system") read_system(content_of(message));
      if (role == "assistant") read_model();
      for (Json const& block : list_member(message, "content")) {
        if (has_type(block, "tool_use")) read_call(text_member(block, "id"), block);
        if (has_type(block, "tool_result")) {
          read_result(text_member(block, "tool_use_id").value_or(""), content_of(block));
        }
      }
      if (role == "user") read_user(content_of(message));
    }
    for (Json const& tool : list_member(body_, "tools")) offer(tool);
  }

  void read_responses(Json const* earlier) {
    read_system(content_of(body_, "instructions"));
    if (earlier != nullptr && earlier->is_array()) {
      for (Json const& item : *earlier) read_item(item);
    }
    Json const* const input = member(body_, "input");
    if (input != nullptr && input->is_string()) read_user(*input);
    for (Json const& item : list_member(body_, "input")) read_item(item);
    for (Json const& tool : list_member(body_, "tools")) {
      offer(tool);
      // A namespace has tools of its own.
      for (Json const& inner : list_member(tool, "tools")) offer(inner);
    }
  }

  void read_gemini() {
    if (Json const* const system = member(body_, "systemInstruction")) read_system(content_of(*system, "parts"));
    for (Json const& content : list_member(body_, "contents")) {
      Json const& parts = list_member(content, "parts");
      if (text_member(content, "role") == "model") {
        read_model();
        continue;
      }
      bool has_results = false;
      for (Json const& part : parts) {
        Json const* const result = member(part, "functionResponse");
        if (result == nullptr) continue;
        has_results = true;
        Json const* const said = member(*result, "response");
        add_result(text_member(*result, "name").value_or(""),
                   said == nullptr ? Json("") : Json(json_text::dump(*said)));
      }
      if (!has_results) read_user(parts);
    }
    for (Json const& tool : list_member(body_, "tools")) {
      for (Json const& function : list_member(tool, "functionDeclarations")) offer(function);
    }
  }

  /// The content of a request for a vector, or the last of several.
  void read_gemini_input() {
    Json const& all = list_member(body_, "requests");
    Json const& one = all.empty() ? body_ : all.back();
    if (Json const* const content = member(one, "content")) read_user(content_of(*content, "parts"));
  }

  void read_input(std::string_view name) {
    Json const* const input = member(body_, name);
    if (input == nullptr) return;
    read_user(input->is_array() && !input->empty() ? input->back() : *input);
  }

 private:
  Json const& body_;
  Conversation result_;
  std::unordered_map<std::string, std::string> called_;  ///< from the id of a call to the name of its tool
  bool model_speaks_ = false;

  void read_item(Json const& item) {
    std::string const role = text_member(item, "role").value_or("");
    if (role == "system" || role == "developer") return read_system(content_of(item));
    if (role == "user") return read_user(content_of(item));
    std::string const type = text_member(item, "type").value_or("");
    // Of functions, custom tools, and those that OpenAI describes, such as a shell or a computer.
    if (type.ends_with("_call_output")) {
      return read_result(text_member(item, "call_id").value_or(""), content_of(item, "output"));
    }
    bool const is_call = type.ends_with("_call");
    if (role == "assistant" || type == "reasoning" || is_call) read_model();
    if (is_call) read_call(text_member(item, "call_id"), item);
  }

  void read_system(Json const& content) {
    std::string const text = text_of(content);
    if (text.empty()) return;
    result_.system_message = result_.system_message ? *result_.system_message + "\n" + text : text;
  }

  /// A message of results alone is not the user's.
  void read_user(Json const& content) {
    model_speaks_ = false;
    bool const has_results_alone =
        content.is_array() && !content.empty() &&
        std::all_of(content.begin(), content.end(), [](Json const& block) { return has_type(block, "tool_result"); });
    if (has_results_alone) return;
    std::string text = text_of(content);
    result_.last_user_message = text.empty() ? std::nullopt : std::optional(std::move(text));
  }

  void read_result(std::string const& id, Json const& content) {
    auto const call = called_.find(id);
    add_result(call == called_.end() ? "" : call->second, content);
  }

  void add_result(std::string tool, Json const& content) {
    model_speaks_ = false;
    result_.results.push_back({.tool = std::move(tool), .text = text_of(content)});
  }

  /// Messages of the model that follow each other are one turn.
  void read_model() {
    result_.results.clear();
    if (!model_speaks_) ++result_.turn;
    model_speaks_ = true;
  }

  void read_call(std::optional<std::string> const& id, Json const& named) {
    if (id) called_[*id] = text_member(named, "name").value_or("");
  }

  void offer(Json const& named) {
    if (std::optional<std::string> name = text_member(named, "name")) result_.offered_tools.push_back(std::move(*name));
  }
};

}  // namespace

std::string text_of(Json const& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string text;
  if (!content.is_array()) return text;
  for (Json const& part : content) {
    Json const* const value = member(part, "text");
    if (value != nullptr && value->is_string()) text += value->get_ref<std::string const&>();
  }
  return text;
}

Conversation of(Json const& body, Route const& route, Json const* earlier) {
  Reader reader(body);
  bool const is_chat = route.kind == Route::Kind::chat_completions || route.kind == Route::Kind::ollama_chat;
  if (is_chat) reader.read_chat();
  if (route.kind == Route::Kind::messages) reader.read_messages();
  if (route.kind == Route::Kind::responses) reader.read_responses(earlier);
  if (route.kind == Route::Kind::gemini) reader.read_gemini();
  if (route.kind == Route::Kind::gemini_embed) reader.read_gemini_input();
  bool const has_input = route.kind == Route::Kind::embeddings || route.kind == Route::Kind::ollama_embed;
  if (has_input) reader.read_input("input");
  bool const has_prompt = route.kind == Route::Kind::images || route.kind == Route::Kind::completions;
  if (has_prompt) reader.read_input("prompt");
  Conversation result = reader.take();
  result.model = text_member(body, "model");
  bool const is_geminis = route.kind == Route::Kind::gemini || route.kind == Route::Kind::gemini_embed;
  if (is_geminis) result.model = route.name.substr(0, route.name.rfind(':'));
  if (!result.model && !route.deployment.empty()) result.model = route.deployment;
  return result;
}

}  // namespace mock_provider::conversation
