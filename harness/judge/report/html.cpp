#include "harness/judge/report/html.hpp"

#include <zlib.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/judge/report/page/page.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/values/encoding.hpp"

namespace conformance {
namespace {

constexpr int gzip_window = 15 + 16;
constexpr int memory_level = 8;

/// The bytes in gzip's format (RFC 1952). The same bytes give the same result.
std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib cannot begin to compress a report");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  // zlib takes what it reads as bytes that it might change, and does not.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  int const end = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (end != Z_STREAM_END) throw std::runtime_error("zlib cannot compress a report");
  return packed;
}

/// The frame with each `{{name}}` replaced once; what is put in is not looked at again.
std::string filled_frame(std::string_view rest, std::vector<std::pair<std::string_view, std::string>> const& parts) {
  std::string page;
  for (auto const& [name, text] : parts) {
    std::size_t const place = rest.find(name);
    page += rest.substr(0, place);
    page += text;
    rest.remove_prefix(place + name.size());
  }
  page += rest;
  return page;
}

std::string escaped(std::string_view text) {
  std::string html;
  for (char const letter : text) {
    if (letter == '&')
      html += "&amp;";
    else if (letter == '<')
      html += "&lt;";
    else if (letter == '>')
      html += "&gt;";
    else
      html += letter;
  }
  return html;
}

/// The text of a member, as HTML; "" where there is none.
std::string html_of(Json const& object, char const* member) {
  Json const text = object.value(member, Json());
  return text.is_string() ? escaped(valid_utf8(text.get<std::string>())) : "";
}

/// Verdict and faults of a run, for those who run no scripts.
std::string plain_summary(Json const& document) {
  std::string html = "<h1>" + html_of(document, "verdict") + "</h1>\n";
  Json const faults = document.value("faults", Json::array());
  if (faults.empty()) return html;
  html += "<ol>\n";
  for (Json const& fault : faults)
    html += "<li>" + html_of(fault, "title") + "<br>" + html_of(fault, "what") + "</li>\n";
  return html + "</ol>";
}

}  // namespace

std::string filled_page(HtmlView view, Json const& document) {
  using Parts = std::vector<std::string_view>;
  bool const is_run = view == HtmlView::run;
  std::string script;
  for (std::string_view const part : is_run ? Parts{report_page::elements, report_page::overview, report_page::lists,
                                                    report_page::entries, report_page::keys}
                                            : Parts{report_page::elements, report_page::matrix}) {
    script += part;
  }
  script += report_page::begin;
  std::string const document_text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::vector<std::pair<std::string_view, std::string>> parts = {{"{{style}}", std::string(report_page::style)}};
  if (is_run) parts.emplace_back("{{summary}}", plain_summary(document));
  parts.emplace_back("{{data}}", mock_provider::base64::encoded(gzipped(document_text)));
  parts.emplace_back("{{script}}", std::move(script));
  return filled_frame(is_run ? report_page::frame : report_page::matrix_frame, parts);
}

}  // namespace conformance
