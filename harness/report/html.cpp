#include "harness/report/html.hpp"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/gzip.hpp"
#include "harness/report/page/page.hpp"

namespace conformance {
namespace {

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
  std::string data = gzip_base64(document.dump(-1, ' ', false, Json::error_handler_t::replace));
  return filled_frame(is_run ? report_page::frame : report_page::matrix_frame,
                      {{"{{style}}", std::string(report_page::style)},
                       {"{{data}}", std::move(data)},
                       {"{{script}}", std::move(script)}});
}

}  // namespace conformance
