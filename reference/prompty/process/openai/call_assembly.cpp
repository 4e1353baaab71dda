#include "prompty/process/openai/call_assembly.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "prompty/process/chunk_members.hpp"

namespace prompty::processing {
namespace call_assembly {
namespace {

std::int64_t index_of(Json const& fragment, std::size_t place, std::string_view pointer) {
  Json const& index = chunk_members::member(fragment, "index");
  // servers that send whole calls leave it out.
  if (index.is_null()) return static_cast<std::int64_t>(place);
  return chunk_members::integer(fragment, "index", pointer);
}

}  // namespace
}  // namespace call_assembly

void CallAssembly::add(Json const& fragments) {
  if (fragments.is_null()) return;
  if (!fragments.is_array()) chunk_members::expect("a list", "/choices/0/delta/tool_calls", fragments);
  std::size_t place = 0;
  for (Json const& fragment : fragments) add_one(fragment, place++);
}

void CallAssembly::add_one(Json const& fragment, std::size_t place) {
  std::string const pointer = fmt::format("/choices/0/delta/tool_calls/{}", place);
  if (!fragment.is_object()) chunk_members::expect("a fragment of a tool call", pointer, fragment);
  std::int64_t const index = call_assembly::index_of(fragment, place, pointer);
  ToolCall given{.id = chunk_members::text(fragment, "id", pointer), .name = "", .arguments = ""};
  Json const& function = chunk_members::member(fragment, "function");
  if (!function.is_null()) {
    std::string const in_function = fmt::format("{}/function", pointer);
    if (!function.is_object()) chunk_members::expect("a function call", in_function, function);
    given.name = chunk_members::text(function, "name", in_function);
    // P8.6-08: null and missing are read as empty.
    given.arguments = chunk_members::text(function, "arguments", in_function);
  }
  calls_.add(index, given);
}

}  // namespace prompty::processing
