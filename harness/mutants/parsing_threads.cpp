#include <algorithm>
#include <set>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/rich_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::parsing_threads {
namespace {

bool any_value(Json const&) {
  return true;
}

/// Changes the template around the first thread below each marker.
Rule changed_threads(ChangeMention change) {
  return changed_mentions(is_thread, std::move(change));
}

/// Changes the value of each thread that is a list.
Rule changed_values(std::function<void(Json& messages)> change) {
  return changed_rich_values(is_thread, [change = std::move(change)](Json& value) {
    if (value.is_array()) change(value);
  });
}

/// Changes what `prepare` answers for an agent with threads.
Rule changed_answers(std::function<void(Json& messages, Json const& of_threads)> change) {
  return changed_prepared([change = std::move(change)](Json& messages, Json const& agent, Json const& inputs) {
    Json const of_threads = messages_of_threads(agent, inputs);
    if (!of_threads.empty()) change(messages, of_threads);
  });
}

bool is_among(Json const& messages, Json const& message) {
  return std::find(messages.begin(), messages.end(), message) != messages.end();
}

void move_to_the_end(Json& messages, Json const& of_threads) {
  Json kept = Json::array();
  for (Json const& message : messages) {
    if (!is_among(of_threads, message)) kept.push_back(message);
  }
  kept.insert(kept.end(), of_threads.begin(), of_threads.end());
  messages = kept;
}

/// Gives the messages of threads the metadata of the first message that has some.
void spread_metadata(Json& messages, Json const& of_threads) {
  Json found;
  for (Json const& message : messages) {
    if (found.is_null() && !is_among(of_threads, message)) found = member(message, "metadata");
  }
  for (Json& message : messages) {
    if (found.is_object() && is_among(of_threads, message)) message["metadata"] = found;
  }
}

/// The template with each thread put out once, where it is mentioned first.
std::string with_first_mentions(std::string const& text, std::string const& mention) {
  std::size_t const first = text.find(mention);
  if (first == std::string::npos) return text;
  std::size_t const rest = first + mention.size();
  return text.substr(0, rest) + with_all_replaced(text.substr(rest), mention, "");
}

/// Answers for threads whose text went through another operation; nothing leaves a message as it is.
using ChangeMessage =
    std::function<std::optional<Reply>(Json const& message, Json const& params, AskReference const& reference)>;
Rule changed_through_reference(ChangeMessage change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    if (operation != "prepare") return reference(operation, params);
    Json changed = params;
    for (Json const& property : member(member(params, "agent"), "inputs")) {
      std::string const name = property.value("name", "");
      Json const& given = member(member(params, "inputs"), name);
      if (!is_thread(property) || !given.is_array()) continue;
      Json messages = Json::array();
      for (Json const& message : given) {
        std::optional<Reply> const reply = change(message, params, reference);
        if (reply && reply->status != Reply::Status::result) return *reply;
        if (!reply) messages.push_back(message);
        if (reply) messages.insert(messages.end(), reply->value.begin(), reply->value.end());
      }
      changed["inputs"][name] = messages;
    }
    return reference(operation, changed);
  };
}

std::optional<std::string> only_text(Json const& message) {
  Json const& parts = member(message, "content");
  if (!parts.is_array() || parts.size() != 1 || member(parts[0], "kind") != "text") return std::nullopt;
  return parts[0].value("value", "");
}

std::optional<Reply> rendered_message(Json const& message, Json const& params, AskReference const& reference) {
  std::optional<std::string> const text = only_text(message);
  if (!text) return std::nullopt;
  Reply reply = reference(
      "render", {{"agent", {{"kind", "prompt"}, {"instructions", *text}}}, {"inputs", member(params, "inputs")}});
  if (reply.status != Reply::Status::result) return reply;
  Json rendered = message;
  rendered["content"][0]["value"] = reply.value["rendered"];
  return answered(Json::array({rendered}));
}

std::optional<Reply> parsed_message(Json const& message, Json const&, AskReference const& reference) {
  std::optional<std::string> const text = only_text(message);
  bool const has_marker = text && text->find(":\n") != std::string::npos;
  return has_marker ? std::optional(reference("parse", {{"rendered", *text}})) : std::nullopt;
}

std::vector<Mutant> order_mutants() {
  return {
      {"threads-give-nothing", "P6.3-01", "The messages of a thread are dropped.",
       changed_values([](Json& messages) { messages = Json::array(); })},
      {"threads-reversed", "P6.3-01", "A thread begins with its last message.",
       changed_values([](Json& messages) { std::reverse(messages.begin(), messages.end()); })},
      {"last-message-of-a-thread", "P6.3-01", "Only the last message of a thread counts.",
       changed_values([](Json& messages) {
         while (messages.size() > 1) messages.erase(0);
       })},
      {"threads-are-the-users", "P6.3-01", "The messages of a thread are the user's.",
       changed_thread_messages([](Json& message) { message["role"] = "user"; })},
      {"threads-come-last", "P6.3-01", "A thread comes last, mentioned or not.", changed_answers(move_to_the_end)},
      {"text-before-a-thread-dropped", "P6.3-02", "The text before a thread is dropped.",
       changed_threads([](Mention const& mention) { return mention.text + mention.after; })},
      {"text-behind-a-thread-dropped", "P6.3-02", "The text behind a thread is dropped.",
       changed_threads([](Mention const& mention) { return mention.before + mention.text + "\n"; })},
      {"text-behind-a-thread-put-before", "P6.3-02", "The text around a thread stays together before it.",
       changed_threads(
           [](Mention const& mention) { return mention.before + mention.after + "\n" + mention.text + "\n"; })},
      {"text-behind-a-thread-is-the-users", "P6.3-02", "The text behind a thread is the user's.",
       changed_threads([](Mention const& mention) {
         bool const is_user = mention.role == "user" || is_blank(mention.after);
         return mention.before + mention.text + (is_user ? "" : "\nuser:\n") + mention.after;
       })},
      {"text-behind-a-thread-is-the-systems", "P6.3-02", "The text behind a thread is the system's.",
       changed_threads([](Mention const& mention) {
         bool const is_system = mention.role == "system" || is_blank(mention.after);
         return mention.before + mention.text + (is_system ? "" : "\nsystem:\n") + mention.after;
       })},
      {"blank-text-behind-a-thread-kept", "P6.3-02", "Blank text behind a thread becomes a message.",
       changed_threads([](Mention const& mention) {
         std::string const blank = is_blank(mention.after) ? hidden_mark() + "\n" : "";
         return mention.before + mention.text + blank + mention.after;
       })},
      {"blank-text-before-a-thread-kept", "P6.3-02", "Blank text before a thread becomes a message.",
       changed_threads([](Mention const& mention) {
         std::string const blank = is_blank(mention.before) ? hidden_mark() : "";
         return mention.before + blank + mention.text + mention.after;
       })},
      {"split-loses-metadata", "P6.3-03", "What comes of a split has no metadata.",
       changed_answers([](Json& messages, Json const& of_threads) {
         for (Json& message : messages) {
           if (!is_among(of_threads, message)) message.erase("metadata");
         }
       })},
      {"metadata-goes-to-the-thread", "P6.3-03", "The messages of a thread get the metadata of the one around them.",
       changed_answers(spread_metadata)},
  };
}

std::vector<Mutant> mention_mutants() {
  return {
      {"one-thread-a-message", "P6.3-04", "The second thread of a message is dropped.",
       changed_threads([](Mention const& mention) {
         std::string after = mention.after;
         for (std::size_t at = after.find("{{"); at != std::string::npos; at = after.find("{{")) {
           std::size_t const end = after.find("}}", at);
           if (end == std::string::npos) break;
           after.erase(at, end + 2 - at);
         }
         return mention.before + mention.text + after;
       })},
      {"one-mention-a-thread", "P6.3-04", "A thread that is mentioned twice comes once.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         Json changed = params;
         for (Json const& property : member(member(params, "agent"), "inputs")) {
           std::string const mention = "{{ " + property.value("name", "") + " }}";
           if (operation == "prepare" && is_thread(property))
             changed["agent"]["instructions"] = with_first_mentions(template_of(changed["agent"]), mention);
         }
         return reference(operation, changed);
       }},
      {"empty-threads-leave-a-line", "P6.3-05", "A thread leaves a blank line at its place.",
       changed_threads([](Mention const& mention) {
         return mention.before + mention.text + "\n" + hidden_mark() + mention.after;
       })},
      {"missing-threads-refused", "P6.3-05", "A thread that was not given is an error.",
       refused_asking({"prepare"}, "ValueError",
                      [](Json const& params) {
                        for (Json const& property : member(member(params, "agent"), "inputs")) {
                          bool const is_given = !member(member(params, "inputs"), property.value("name", "")).is_null();
                          if (is_thread(property) && !is_given) return true;
                        }
                        return false;
                      })},
      {"empty-threads-refused", "P6.3-05", "A thread without messages is an error.",
       refused_asking({"prepare"}, "ValueError",
                      [](Json const& params) {
                        return has_value(params, is_thread, [](Json const& value) { return value.empty(); });
                      })},
      {"threads-count-as-empty", "P6.3-05", "A thread with messages counts as one without.",
       changed_values([](Json& messages) { messages.clear(); })},
      {"threads-are-rendered", "P6.3-06", "The messages of a thread are templates.",
       changed_through_reference(rendered_message)},
      {"threads-are-parsed", "P6.3-06", "Markers in the messages of a thread open messages.",
       changed_through_reference(parsed_message)},
      {"threads-lose-metadata", "P6.3-06", "The messages of a thread lose their metadata.",
       changed_thread_messages([](Json& message) { message.erase("metadata"); })},
      {"threads-are-text", "P6.3-06", "The messages of a thread keep their text only.",
       changed_thread_messages([](Json& message) {
         Json texts = Json::array();
         for (Json const& part : message["content"]) {
           if (member(part, "kind") == "text") texts.push_back(part);
         }
         message["content"] = texts;
       })},
      {"texts-beside-threads-not-rendered", "P6.3-06", "A template that mentions a thread puts out nothing else.",
       changed_threads([](Mention const& mention) {
         auto const hidden = [](std::string const& text) {
           return with_all_replaced(text, "{{", "{" + hidden_mark() + "{");
         };
         return hidden(mention.before) + mention.text + hidden(mention.after);
       })},
      {"texts-for-threads-are-the-users", "P6.3-10", "A string for a thread is a message of the user.",
       changed_rich_values(is_thread,
                           [](Json& value) {
                             if (!value.is_string()) return;
                             Json const part = {{"kind", "text"}, {"value", value}};
                             value = Json::array({{{"role", "user"}, {"content", Json::array({part})}}});
                           })},
      {"threads-of-messages-refused", "P6.3-10", "A list of messages is no value of a thread.",
       refused_asking({"prepare"}, "ValueError",
                      [](Json const& params) { return has_value(params, is_thread, any_value); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::parsing_threads

namespace conformance::mutants {

std::vector<Mutant> parsing_thread_mutants() {
  std::vector<Mutant> mutants = parsing_threads::order_mutants();
  std::vector<Mutant> const about_mentions = parsing_threads::mention_mutants();
  mutants.insert(mutants.end(), about_mentions.begin(), about_mentions.end());
  return mutants;
}

}  // namespace conformance::mutants
