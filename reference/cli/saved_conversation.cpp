#include "cli/saved_conversation.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "cli/errors.hpp"
#include "cli/named_file.hpp"
#include "cli/written_file.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/message_codec.hpp"

namespace prompty::cli {

void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages) {
  // Of a link, pipe or device, only the name would be left.
  std::string const replaced = what_is_no_regular_file(path);
  if (!replaced.empty()) throw errors::conversation_would_replace(path, replaced);
  Json const conversation{{"prompt", prompt_file}, {"messages", message_codec::write(messages)}};
  int const error = replace_file(path, json_text::dump_indented(conversation) + '\n', Readers::owner);
  if (error != 0) throw errors::conversation_not_saved(path, std::generic_category().message(error));
}

std::vector<Message> saved_conversation(std::string const& path) {
  std::optional<Json> const conversation = json_text::parse(read_file(path));
  if (!conversation) throw errors::saved_conversation_malformed(path, "it is no JSON");
  if (!conversation->is_object() || !conversation->contains("messages")) {
    throw errors::saved_conversation_malformed(path, "it is no object with messages");
  }
  return message_codec::read((*conversation)["messages"], path + ": messages");
}

}  // namespace prompty::cli
