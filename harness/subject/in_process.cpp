#include "harness/subject/in_process.hpp"

#include <fmt/core.h>

#include <exception>
#include <utility>
#include <vector>

#include "adapter/reference_adapter.hpp"
#include "harness/subject/capabilities.hpp"
#include "harness/subject/reply.hpp"

namespace conformance {

InProcessSubject::InProcessSubject(prompty::adapter::Omissions omissions)
    : adapter_(std::make_unique<prompty::adapter::ReferenceAdapter>(std::move(omissions))) {
  Reply const reply = ask("initialize", initialize_params("prompty-conformance", "", scratch_.path()), {});
  if (reply.status != Reply::Status::result) {
    throw SubjectStartError(fmt::format("the linked reference did not start: {}",
                                        reply.detail.empty() ? reply.value.dump() : reply.detail));
  }
  capabilities_ = capabilities_from(reply.value);
  gate_.emplace(capabilities_.max_in_flight);
}

InProcessSubject::~InProcessSubject() = default;

Reply InProcessSubject::call(std::string const& operation, Json const& params) {
  return call_and_hear(operation, params, {});
}

Reply InProcessSubject::call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) {
  RequestGate::Pass const pass = gate_->enter(company_allowed_by(params));
  return ask(operation, params, hear);
}

Reply InProcessSubject::ask(std::string const& method, Json const& params, HearItem const& hear) {
  std::int64_t const id = ++last_id_;
  try {
    std::vector<Json> items;
    Json response = adapter_->answer(request_message(id, method, params), [&](Json const& item) {
      items.push_back(item);
      if (hear) hear(item);
    });
    Reply reply = reply_from_response(std::move(response), id);
    reply.items = std::move(items);
    return reply;
  } catch (std::exception const& error) {
    return reply_without_value(Reply::Status::crash,
                               fmt::format("the reference let an exception escape: {}", error.what()));
  }
}

}  // namespace conformance
