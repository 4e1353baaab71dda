#pragma once

namespace mock_provider {

/// Shuts down every connection of this process whose own end is the TCP port: those that a server on it has accepted.
/// cpp-httplib keeps no list of them, and would let an idle one run into its keep-alive time before it stops.
void shut_down_connections_on(int port);

}  // namespace mock_provider
