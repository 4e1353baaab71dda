#include "harness/judge/subject/network_namespace.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "harness/judge/subject/posix.hpp"

namespace conformance {
namespace {

/// Written before the fork, since afterwards nothing may be allocated.
struct IdMaps {
  std::string const users = std::to_string(::geteuid()) + " " + std::to_string(::geteuid()) + " 1\n";
  std::string const groups = std::to_string(::getegid()) + " " + std::to_string(::getegid()) + " 1\n";
};

constexpr std::size_t handed_descriptors = 3;

/// What the maker sends: 0 and the descriptors, or the errno of the step that failed.
struct Handover {
  int failure = 0;
  int has_user_namespace = 0;
};

/// The descriptors that travel with one message, as CMSG wants them.
struct alignas(cmsghdr) DescriptorRoom {
  char bytes[CMSG_SPACE(sizeof(int) * handed_descriptors)] = {};
};

msghdr message_with(iovec& data, DescriptorRoom& room) {
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = room.bytes;
  message.msg_controllen = sizeof room.bytes;
  return message;
}

int write_file_of_kernel(char const* path, char const* text, std::size_t length) {
  int const file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  bool const is_written = ::write(file, text, length) == static_cast<ssize_t>(length);
  int const failure = is_written ? 0 : errno;
  ::close(file);
  return failure;
}

int leave_for_user_and_network(IdMaps const& maps) {
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return errno;
  // The files of a process that others may not look into belong to root.
  ::prctl(PR_SET_DUMPABLE, 1);
  // Without this the kernel lets nobody but root map a group.
  if (int const failure = write_file_of_kernel("/proc/self/setgroups", "deny", 4); failure != 0) return failure;
  if (int const failure = write_file_of_kernel("/proc/self/gid_map", maps.groups.c_str(), maps.groups.size());
      failure != 0)
    return failure;
  return write_file_of_kernel("/proc/self/uid_map", maps.users.c_str(), maps.users.size());
}

sockaddr_in loopback_address(in_addr_t address) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(address);
  return place;
}

ifreq interface_named(char const* name) {
  ifreq interface {};
  std::strncpy(interface.ifr_name, name, sizeof interface.ifr_name - 1);
  return interface;
}

int bring_up_loopback() {
  int const any = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (any < 0) return errno;
  ifreq loopback = interface_named("lo");
  bool is_up = ::ioctl(any, SIOCGIFFLAGS, &loopback) == 0;
  loopback.ifr_flags = static_cast<short>(loopback.ifr_flags | IFF_UP);
  is_up = is_up && ::ioctl(any, SIOCSIFFLAGS, &loopback) == 0;
  int const failure = is_up ? 0 : errno;
  // To getaddrinfo with AI_ADDRCONFIG, 127.0.0.1 alone is no IPv4 at all, and it would refuse even "127.0.0.1".
  ifreq second = interface_named("lo:1");
  sockaddr_in const address = loopback_address(INADDR_LOOPBACK + 1);
  std::memcpy(&second.ifr_addr, &address, sizeof address);
  static_cast<void>(::ioctl(any, SIOCSIFADDR, &second));
  ::close(any);
  return failure;
}

int bound_socket() {
  int const bound = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in const address = loopback_address(INADDR_LOOPBACK);
  if (bound < 0) return -1;
  if (::bind(bound, static_cast<sockaddr const*>(static_cast<void const*>(&address)), sizeof address) != 0) return -1;
  return bound;
}

void send_descriptors(int channel, Handover handover, std::array<int, handed_descriptors> const& descriptors) {
  iovec data{.iov_base = &handover, .iov_len = sizeof handover};
  DescriptorRoom room;
  msghdr message = message_with(data, room);
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors.data(), sizeof descriptors);
  static_cast<void>(::sendmsg(channel, &message, MSG_NOSIGNAL));
}

[[noreturn]] void give_up(int channel, int failure) {
  Handover const handover{.failure = failure, .has_user_namespace = 0};
  [[maybe_unused]] ssize_t const written = ::write(channel, &handover, sizeof handover);
  ::_exit(1);
}

/// What the child of the fork does: makes the namespaces around itself and sends them back.
[[noreturn]] void make_and_send(int channel, IdMaps const& maps) {
  int const forbidden = ::unshare(CLONE_NEWNET) == 0 ? 0 : errno;
  bool const has_user_namespace = forbidden != 0;
  // In a user namespace root would no longer be allowed to read what belongs to others.
  if (has_user_namespace && ::geteuid() == 0) give_up(channel, forbidden);
  if (has_user_namespace) {
    if (int const failure = leave_for_user_and_network(maps); failure != 0) give_up(channel, failure);
  }
  if (int const failure = bring_up_loopback(); failure != 0) give_up(channel, failure);
  int const bound = bound_socket();
  if (bound < 0) give_up(channel, errno);
  int const user = ::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC);
  int const network = ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  if (user < 0 || network < 0) give_up(channel, errno);
  send_descriptors(channel, {.failure = 0, .has_user_namespace = has_user_namespace ? 1 : 0}, {user, network, bound});
  ::_exit(0);
}

NetworkNamespaceTrial failed_trial(int failure) {
  return {.made = std::nullopt, .obstacle = std::strerror(failure)};
}

NetworkNamespaceTrial receive_namespace(int channel) {
  Handover handover;
  iovec data{.iov_base = &handover, .iov_len = sizeof handover};
  DescriptorRoom room;
  msghdr message = message_with(data, room);
  ssize_t count = -1;
  do {
    count = ::recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof handover) return failed_trial(count < 0 ? errno : ECHILD);
  if (handover.failure != 0) return failed_trial(handover.failure);
  cmsghdr const* const header = CMSG_FIRSTHDR(&message);
  std::array<int, handed_descriptors> descriptors{};
  if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof descriptors)) return failed_trial(EMFILE);
  std::memcpy(descriptors.data(), CMSG_DATA(header), sizeof descriptors);
  NetworkNamespace made{.user = FileDescriptor(descriptors[0]),
                        .network = FileDescriptor(descriptors[1]),
                        .bound = FileDescriptor(descriptors[2])};
  if (handover.has_user_namespace == 0) made.user.close();
  return {.made = std::move(made), .obstacle = ""};
}

NetworkNamespaceTrial make_in_child() {
  int channel[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel) != 0) return failed_trial(errno);
  FileDescriptor const ours(channel[0]);
  FileDescriptor theirs(channel[1]);
  IdMaps const maps;
  pid_t const maker = fork_without_signals();
  if (maker == 0) make_and_send(theirs.number(), maps);
  if (maker < 0) return failed_trial(errno);
  theirs.close();
  NetworkNamespaceTrial trial = receive_namespace(ours.number());
  wait_for_child(maker);
  return trial;
}

/// 0, or the errno that a program met which tried to enter.
int try_to_enter(NetworkEntry entry) {
  pid_t const visitor = fork_without_signals();
  if (visitor == 0) ::_exit(enter_network(entry));
  if (visitor < 0) return errno;
  int const status = wait_for_child(visitor);
  return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

}  // namespace

NetworkNamespaceTrial make_network_namespace() {
  NetworkNamespaceTrial trial = make_in_child();
  if (!trial.made) return trial;
  int const failure = try_to_enter({.user = trial.made->user.number(), .network = trial.made->network.number()});
  if (failure != 0) return failed_trial(failure);
  return trial;
}

int enter_network(NetworkEntry entry) {
  if (entry.user >= 0 && ::setns(entry.user, CLONE_NEWUSER) != 0) return errno;
  if (entry.network >= 0 && ::setns(entry.network, CLONE_NEWNET) != 0) return errno;
  return 0;
}

}  // namespace conformance
