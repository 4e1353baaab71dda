#include "cli/saved_conversation.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>

#include "cli/named_file.hpp"
#include "prompty/core/error_catalogue_commands.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/message_codec.hpp"

namespace prompty::cli {
namespace saved {
namespace {

[[noreturn]] void fail(std::string const& path, std::string const& half_written) {
  int const error = errno;
  if (!half_written.empty()) ::unlink(half_written.c_str());
  throw errors::conversation_not_saved(path, std::generic_category().message(error));
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t const count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(file) == 0;
}

}  // namespace
}  // namespace saved

void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages) {
  // Of a link, pipe or device, only the name would be left.
  std::string const replaced = what_is_no_regular_file(path);
  if (!replaced.empty()) throw errors::conversation_would_replace(path, replaced);
  Json const conversation{{"prompt", prompt_file}, {"messages", message_codec::write(messages)}};
  std::string beside = path + ".XXXXXX";
  int const file = ::mkostemp(beside.data(), O_CLOEXEC);
  if (file < 0) saved::fail(path, "");
  bool const is_written = saved::write_all(file, json_text::dump_indented(conversation) + '\n');
  if (::close(file) != 0 || !is_written) saved::fail(path, beside);
  if (std::rename(beside.c_str(), path.c_str()) != 0) saved::fail(path, beside);
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
