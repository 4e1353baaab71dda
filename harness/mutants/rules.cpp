#include "harness/mutants/rules.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace conformance::mutants::rules {
namespace {

bool is_result(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

std::optional<std::string> text_of_file(std::string const& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

std::optional<Split> split_of(Reply const& reply) {
  if (reply.status == Reply::Status::error) return refused(member(reply.value, "kind").get<std::string>());
  if (!is_result(reply)) return std::nullopt;
  Json const& frontmatter = member(reply.value, "frontmatter");
  Split split = all_body(member(reply.value, "body").get<std::string>());
  if (frontmatter.is_string()) split.frontmatter = frontmatter.get<std::string>();
  return split;
}

Reply reply_of(Split const& split) {
  if (!split.error_kind.empty()) return raised(split.error_kind);
  return answered(
      {{"frontmatter", split.frontmatter ? Json(*split.frontmatter) : Json(nullptr)}, {"body", split.body}});
}

// The reference only loads what splits as §2.2 has it, so the changed halves are loaded one by one.
Reply load_split(Split const& split, LoadText const& load_text) {
  if (!split.error_kind.empty()) return raised(split.error_kind);
  std::string const frontmatter = split.frontmatter.value_or("");
  if (find_delimiter(frontmatter, 0) != std::string::npos) return raised("ValueError");
  Reply reply = load_text(split.frontmatter ? "---\n" + frontmatter + "\n---\n." : ".");
  if (is_result(reply)) reply.value["instructions"] = split.body;
  return reply;
}

Json first_message(Json const& response) {
  Json const& choices = member(response, "choices");
  if (!choices.is_array() || choices.empty()) return Json::object();
  Json const& message = member(choices.front(), "message");
  return message.is_object() ? message : Json::object();
}

}  // namespace
}  // namespace conformance::mutants::rules

namespace conformance::mutants {

Reply raised(std::string const& kind) {
  Reply reply;
  reply.status = Reply::Status::error;
  reply.value = {{"kind", kind}, {"message", "raised by a mutant"}};
  return reply;
}

Reply answered(Json value) {
  Reply reply;
  reply.value = std::move(value);
  return reply;
}

Reply load_as_sibling(Json params, std::string const& text, AskReference const& reference) {
  std::filesystem::path const folder = std::filesystem::path(params.at("path").get<std::string>()).parent_path();
  std::string const suffix = ".prompty";
  std::string sibling = (folder / ("mutated-XXXXXX" + suffix)).string();
  int const descriptor = mkstemps(sibling.data(), static_cast<int>(suffix.size()));
  if (descriptor < 0) return raised("FileNotFoundError");
  close(descriptor);
  std::ofstream(sibling, std::ios::binary) << text;
  params["path"] = sibling;
  Reply reply = reference("load", params);
  std::filesystem::remove(sibling);
  return reply;
}

bool is_chat(Json const& params) {
  Json const& model = member(member(params, "agent"), "model");
  Json const& type = member(model, "apiType");
  return member(model, "provider") != "anthropic" && (type.is_null() || type == "chat");
}

Json const& element_of(Json const& list, std::size_t index) {
  static Json const missing;
  return list.is_array() && index < list.size() ? list[index] : missing;
}

Json const& first_of(Json const& list) {
  return element_of(list, 0);
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

Split refused(std::string const& error_kind) {
  return {.frontmatter = std::nullopt, .body = "", .error_kind = error_kind};
}

Split all_body(std::string const& text) {
  return {.frontmatter = std::nullopt, .body = text, .error_kind = ""};
}

Rule changed_split(ChangeSplit change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "split" && operation != "load") return reference(operation, params);
    std::optional<std::string> const text = operation == "split"
                                                ? std::optional(params.at("text").get<std::string>())
                                                : rules::text_of_file(params.at("path").get<std::string>());
    if (!text) return reference(operation, params);
    Reply reply = reference("split", {{"text", *text}});
    std::optional<Split> const split = rules::split_of(reply);
    if (!split) return reply;
    Split const changed = change(*split, anatomy_of(*text), *text);
    if (changed == *split) return reference(operation, params);
    if (operation == "split") return rules::reply_of(changed);
    return rules::load_split(changed,
                             [&](std::string const& part) { return load_as_sibling(params, part, reference); });
  };
}

Rule changed_split_reply(std::function<void(Json& result, FileAnatomy const& file)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation == "split" && rules::is_result(reply))
      change(reply.value, anatomy_of(params.at("text").get<std::string>()));
    return reply;
  };
}

Rule changed_load(ChangeLoad change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation != "load") return reply;
    std::optional<std::string> const text = rules::text_of_file(params.at("path").get<std::string>());
    if (!text) return reply;
    LoadText const load_text = [&](std::string const& other) { return load_as_sibling(params, other, reference); };
    return change(std::move(reply), anatomy_of(*text), *text, load_text);
  };
}

Rule changed_body(std::function<void(Json& body, Json const& agent)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation == "build_request" && rules::is_result(reply) && is_chat(params))
      change(reply.value["body"], member(params, "agent"));
    return reply;
  };
}

Rule changed_messages(std::function<void(Json& wires, Json const& messages)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation != "build_request" || !rules::is_result(reply) || !is_chat(params)) return reply;
    Json& wires = reply.value["body"]["messages"];
    Json const& messages = member(params, "messages");
    Json const& replaced = member(member(member(member(params, "agent"), "model"), "options"), "additionalProperties");
    if (wires.is_array() && wires.size() == messages.size() && member(replaced, "messages").is_null()) {
      change(wires, messages);
    }
    return reply;
  };
}

Rule changed_message(std::function<void(Json& wire, Json const& message)> change) {
  return changed_messages([change = std::move(change)](Json& wires, Json const& messages) {
    for (std::size_t index = 0; index < wires.size(); ++index) change(wires[index], element_of(messages, index));
  });
}

Rule changed_block(std::function<void(Json& block, Json const& part)> change) {
  return changed_message([change = std::move(change)](Json& wire, Json const& message) {
    Json& content = wire["content"];
    Json const& parts = member(message, "content");
    if (!content.is_array() || content.size() != parts.size()) return;
    for (std::size_t index = 0; index < content.size(); ++index) change(content[index], element_of(parts, index));
  });
}

Rule changed_block_of(std::string kind, std::function<void(Json& block, Json const& part)> change) {
  return changed_block([kind = std::move(kind), change = std::move(change)](Json& block, Json const& part) {
    if (member(part, "kind") == kind) change(block, part);
  });
}

Rule refused_part(std::function<bool(Json const& part)> predicate) {
  return [predicate = std::move(predicate)](std::string const& operation, Json const& params,
                                            AskReference const& reference) {
    if (operation != "build_request") return reference(operation, params);
    for (Json const& message : member(params, "messages")) {
      Json const& parts = member(message, "content");
      if (std::any_of(parts.begin(), parts.end(), predicate)) return raised("ValueError");
    }
    return reference(operation, params);
  };
}

Rule changed_response(std::function<void(Json& agent, Json& response)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "process" || !is_chat(params)) return reference(operation, params);
    Json changed = params;
    change(changed["agent"], changed["response"]);
    return reference(operation, changed);
  };
}

Rule changed_outcome(ChangeOutcome change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation != "process" || !is_chat(params)) return reply;
    return change(std::move(reply), member(params, "agent"), rules::first_message(member(params, "response")));
  };
}

}  // namespace conformance::mutants
