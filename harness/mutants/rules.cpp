#include "harness/mutants/rules.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace conformance::mutants::rules {
namespace {}  // namespace
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

}  // namespace conformance::mutants
