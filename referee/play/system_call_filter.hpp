// The system calls that a sandboxed engine is refused, as a seccomp program.
#pragma once

#include <linux/filter.h>

#include <vector>

namespace sparring::referee {

/// Refuses (EPERM) new user namespaces, in which an engine would be root and could mount file
/// systems of any size, and what reaches parts of the kernel that no namespace divides: keyrings,
/// bpf, perf events, io_uring, userfaultfd. clone3, whose flags a filter cannot see, does not exist
/// (ENOSYS): the C libraries then use clone. Programs of architectures that it does not know are
/// killed. Known: x86-64 with its 32-bit programs, 64-bit ARM; empty on other machines.
std::vector<sock_filter> system_call_filter();

}  // namespace sparring::referee
