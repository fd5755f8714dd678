#include "referee/play/system_call_filter.hpp"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>

#include <cstddef>
#include <cstdint>

namespace sparring::referee {
namespace {

/// Numbers of one architecture's calls; those from 424 on are the same everywhere.
struct Architecture {
    std::uint32_t audit;
    std::uint32_t clone, unshare;
    std::vector<std::uint32_t> refused;  // add_key, request_key, keyctl, perf_event_open, bpf,
                                         // userfaultfd, io_uring_setup
};

constexpr std::uint32_t kIoUringSetup = 425, kClone3 = 435;
constexpr std::uint32_t kX32 = 0x40000000;  // x86-64's calls of programs with 32-bit pointers

std::vector<Architecture> architectures() {
#if defined(__x86_64__)
    return {{AUDIT_ARCH_X86_64, 56, 272, {248, 249, 250, 298, 321, 323, kIoUringSetup}},
            {AUDIT_ARCH_I386, 120, 310, {286, 287, 288, 336, 357, 374, kIoUringSetup}}};
#elif defined(__aarch64__)
    return {{AUDIT_ARCH_AARCH64, 220, 97, {217, 218, 219, 241, 280, 282, kIoUringSetup}}};
#else
    return {};
#endif
}

sock_filter statement(int code, std::uint32_t value) {
    return {static_cast<std::uint16_t>(code), 0, 0, value};
}

/// Goes on `yes` or `no` instructions further.
sock_filter branch(int test, std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
    return {static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), yes, no, value};
}

sock_filter load(std::size_t offset) {
    return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter give(std::uint32_t action) {
    return statement(BPF_RET | BPF_K, action);
}

constexpr std::uint32_t error(int number) {
    return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(number);
}

/// What is done with the calls of one architecture; the number of the architecture is loaded.
std::vector<sock_filter> block(const Architecture& architecture) {
    std::vector<sock_filter> code{load(offsetof(seccomp_data, nr))};
    const auto when = [&](int test, std::uint32_t value, std::uint32_t action) {
        code.push_back(branch(test, value, 0, 1));
        code.push_back(give(action));
    };
    if (architecture.audit == AUDIT_ARCH_X86_64) when(BPF_JGE, kX32, error(ENOSYS));
    when(BPF_JEQ, kClone3, error(ENOSYS));
    for (const std::uint32_t call : architecture.refused) when(BPF_JEQ, call, error(EPERM));
    // The flags are the first argument of both; all of them are in its lower half, which comes
    // first on these machines.
    code.push_back(branch(BPF_JEQ, architecture.clone, 1, 0));
    code.push_back(branch(BPF_JEQ, architecture.unshare, 0, 3));
    code.push_back(load(offsetof(seccomp_data, args)));
    when(BPF_JSET, CLONE_NEWUSER, error(EPERM));
    code.push_back(give(SECCOMP_RET_ALLOW));
    return code;
}

}  // namespace

std::vector<sock_filter> system_call_filter() {
    std::vector<sock_filter> code;
    const auto known = architectures();
    if (known.empty()) return code;
    code.push_back(load(offsetof(seccomp_data, arch)));
    for (const Architecture& architecture : known) {
        const auto calls = block(architecture);
        code.push_back(
            branch(BPF_JEQ, architecture.audit, 0, static_cast<std::uint8_t>(calls.size())));
        code.insert(code.end(), calls.begin(), calls.end());
    }
    code.push_back(give(SECCOMP_RET_KILL_PROCESS));
    return code;
}

}  // namespace sparring::referee
