#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/sending_rules.hpp"

namespace conformance::mutants::provider_headers {
namespace {

void keep_name_of_library(Sending& sending) {
  sending.headers.erase("User-Agent");
}

bool is_chat_path(Sending const& sending) {
  return sending.path.find("/chat/") != std::string::npos;
}

/// Moves what stands in one header to another one, put together anew.
void move_header(Sending& sending, std::string const& from, std::string const& to, std::string const& prefix) {
  std::map<std::string, std::string>::const_iterator const found = sending.headers.find(from);
  if (found == sending.headers.end()) return;
  std::string const value = prefix + found->second;
  sending.headers.erase(from);
  sending.headers[to] = value;
}

std::vector<Mutant> name_mutants() {
  return {
      {"user-agent-of-the-http-library", "P7.8-05", "Requests carry the name of the library that sends them.",
       sent_otherwise(keep_name_of_library)},
      {"user-agent-without-version", "P7.8-05", "The header that names the sender has no version.",
       sent_otherwise([](Sending& sending) { sending.headers["User-Agent"] = "prompty"; })},
      {"user-agent-in-chats-only", "P7.8-05", "Only requests for chats name who sends them.",
       sent_otherwise([](Sending& sending) {
         if (!is_chat_path(sending)) keep_name_of_library(sending);
       })},
  };
}

std::vector<Mutant> azure_mutants() {
  return {
      {"azure-key-as-bearer-token", "P7.9-03", "The key for Azure is sent as a bearer token.",
       sent_otherwise([](Sending& sending) { move_header(sending, "api-key", "Authorization", "Bearer "); })},
      {"azure-key-with-a-word-before-it", "P7.9-03", "The word Bearer stands before the key for Azure.",
       sent_otherwise([](Sending& sending) { move_header(sending, "api-key", "api-key", "Bearer "); })},
      {"azure-key-in-two-places", "P7.9-03", "The key for Azure is sent as a bearer token as well.",
       sent_otherwise([](Sending& sending) {
         if (sending.headers.contains("api-key")) sending.headers["Authorization"] = sending.headers["api-key"];
       })},
      {"azure-key-header-without-a-key", "P7.9-03", "The header for the key is sent to Azure although there is none.",
       sent_otherwise([](Sending& sending) {
         if (is_azure(sending.provider)) sending.headers.try_emplace("api-key", "none");
       })},
  };
}

std::vector<Mutant> address_mutants() {
  return {
      {"slashes-meet", "P7.9-17", "The path is written behind the endpoint although that ends in a slash.",
       sent_otherwise([](Sending&) {}, {.joint = Joint::as_it_stands})},
      {"no-slash-put-in", "P7.9-17", "The path is written behind the endpoint without a slash between them.",
       sent_otherwise([](Sending&) {}, {.joint = Joint::of_the_endpoint})},
  };
}

std::vector<Mutant> anthropic_mutants() {
  return {
      {"anthropic-key-in-two-places", "P7.9-04", "The key for Anthropic is sent as a bearer token as well.",
       sent_otherwise([](Sending& sending) {
         if (sending.headers.contains("x-api-key"))
           sending.headers["Authorization"] = "Bearer " + sending.headers["x-api-key"];
       })},
      {"anthropic-key-with-a-word-before-it", "P7.9-04", "The word Bearer stands before the key for Anthropic.",
       sent_otherwise([](Sending& sending) { move_header(sending, "x-api-key", "x-api-key", "Bearer "); })},
      {"anthropic-version-left-out", "P7.9-05", "Requests to Anthropic name no version of the interface.",
       sent_otherwise([](Sending& sending) { sending.headers.erase("anthropic-version"); })},
      {"anthropic-version-of-its-own", "P7.9-05", "Requests to Anthropic name the version of the sender.",
       sent_otherwise([](Sending& sending) {
         if (sending.headers.contains("anthropic-version")) sending.headers["anthropic-version"] = "0.0.1";
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::provider_headers

namespace conformance::mutants {

std::vector<Mutant> provider_header_mutants() {
  std::vector<Mutant> mutants = provider_headers::name_mutants();
  for (std::vector<Mutant> const& more :
       {provider_headers::azure_mutants(), provider_headers::address_mutants(), provider_headers::anthropic_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
