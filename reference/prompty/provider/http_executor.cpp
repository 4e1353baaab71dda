#include "prompty/provider/http_executor.hpp"

namespace prompty {

HttpExecutor::HttpExecutor(std::shared_ptr<Transport const> transport, std::shared_ptr<Connections const> connections,
                           KeyHeader key_header, std::string_view request_id_header)
    : transport_(std::move(transport)),
      connections_(std::move(connections)),
      key_header_(key_header),
      request_id_header_(request_id_header) {}

Json HttpExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  Access const access = access_of(agent, *connections_);
  HttpRequest const request = http_request(build_request(agent, messages), access, Accepted::json);
  return read_answer(transport_of(access).send(request), request.url, request_id_header_, *connections_->secrets);
}

std::shared_ptr<PromptyStream> HttpExecutor::execute_stream(PromptyAgent const& agent,
                                                            std::vector<Message> const& messages) const {
  StreamFormat const format = stream_format(agent);
  Access const access = access_of(agent, *connections_);
  ProviderRequest streamed = build_request(agent, messages);
  streamed.body["stream"] = true;
  HttpRequest const request = http_request(streamed, access, Accepted::event_stream);
  return read_stream(transport_of(access).stream(request), request.url, request_id_header_, format,
                     connections_->secrets);
}

HttpRequest HttpExecutor::http_request(ProviderRequest const& request, Access const& access, Accepted accepted) const {
  return to_http(request, access.endpoint, credential_headers(access.credential, key_header_), accepted);
}

Transport const& HttpExecutor::transport_of(Access const& access) const {
  return access.transport == nullptr ? *transport_ : *access.transport;
}

}  // namespace prompty
