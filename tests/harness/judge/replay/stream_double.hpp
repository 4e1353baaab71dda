#pragma once

#include <httplib.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance {

/// What a client makes of the bytes of a stream: the text between one read and the next, put together.
using DecodeReads = std::function<Reply(std::vector<std::string> const& reads)>;

/// The text of all chat chunks in an event stream, as the result of a streaming `run`; lines end in LF or CR LF.
inline Reply text_of_events(std::string const& stream) {
  std::vector<std::string> items;
  std::string whole;
  for (std::size_t at = 0; at < stream.size();) {
    std::size_t const end = std::min(stream.find('\n', at), stream.size());
    std::string line = stream.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.pop_back();
    if (!line.starts_with("data: ") || line == "data: [DONE]") continue;
    Json const chunk = Json::parse(line.substr(6), nullptr, false);
    if (chunk.is_discarded()) return error_reply("ValueError");
    items.push_back(chunk.at("choices").at(0).at("delta").at("content").get<std::string>());
    whole += items.back();
  }
  return result_reply({{"items", items}, {"outcome", {{"type", "text"}, {"value", whole}}}});
}

inline Reply decoded_well(std::vector<std::string> const& reads) {
  std::string stream;
  for (std::string const& read : reads) stream += read;
  return text_of_events(stream);
}

/// Takes each read for text of its own, so that half a character is none.
inline Reply decoded_read_by_read(std::vector<std::string> const& reads) {
  std::string stream;
  for (std::string const& read : reads) {
    std::string const quoted = Json(read).dump(-1, ' ', false, Json::error_handler_t::replace);
    stream += Json::parse(quoted).get<std::string>();
  }
  return text_of_events(stream);
}

/// Breaks off when a line feed comes in another read than the carriage return before it.
inline Reply decoded_by_whole_line_ends(std::vector<std::string> const& reads) {
  for (std::size_t place = 1; place < reads.size(); ++place) {
    if (reads[place - 1].ends_with('\r') && reads[place].starts_with('\n')) return error_reply("ConnectionError");
  }
  return decoded_well(reads);
}

/// Sends one request to the endpoint of the agent, for a stream when one is wanted, and has its reads decoded.
inline FakeSubject::Answer streaming_client(DecodeReads const& decode) {
  return [decode](std::string const&, Json const& params) {
    Json const& connection = params.at("agent").at("model").at("connection");
    std::string const endpoint = connection.at("endpoint").get<std::string>();
    std::size_t const path_start = endpoint.find('/', std::string("http://").size());
    httplib::Client client(endpoint.substr(0, path_start));
    httplib::Request request;
    request.method = "POST";
    request.path = endpoint.substr(path_start) + "/chat/completions";
    request.headers = {{"Authorization", "Bearer " + connection.at("apiKey").get<std::string>()},
                       {"Content-Type", "application/json"}};
    request.body = Json({{"model", "m"},
                         {"stream", params.value("stream", false)},
                         {"messages", Json::array({{{"role", "user"}, {"content", "hi"}}})}})
                       .dump();
    std::vector<std::string> reads;
    request.content_receiver = [&](char const* bytes, std::size_t count, std::uint64_t, std::uint64_t) {
      reads.emplace_back(bytes, count);
      return true;
    };
    if (!client.send(request)) return error_reply("ConnectionError");
    return decode(reads);
  };
}

/// A stream of two chunks, one of which has a character of two bytes.
inline Json stream_vector() {
  auto const chunk = [](std::string const& text) {
    return Json({{"choices", Json::array({{{"index", 0}, {"delta", {{"content", text}}}}})}});
  };
  return sample_vector(
      {{"operation", "process_stream"},
       {"given",
        {{"agent", {{"kind", "prompt"}, {"model", {{"id", "m"}}}, {"instructions", ""}}},
         {"chunks", Json::array({chunk("f\xC3\xBC"), chunk("r")})}}},
       {"expect",
        {{"value",
          {{"items", Json::array({"f\xC3\xBC", "r"})}, {"outcome", {{"type", "text"}, {"value", "f\xC3\xBCr"}}}}}}}});
}

}  // namespace conformance
