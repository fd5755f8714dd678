// Jobs and results of a queue: what can be read can be written and read again.
#include <cstdint>
#include <cstdlib>

#include "referee/queue/match_job.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sparring::referee;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto job = parse_match_job(text);
    if (!job && job.error().empty()) std::abort();
    if (job) {
        const auto again = parse_match_job(to_json(*job));
        if (!again || *again != *job) std::abort();
    }
    const auto result = parse_match_result(text);
    if (!result && result.error().empty()) std::abort();
    if (result) {
        const auto again = parse_match_result(to_json(*result));
        if (!again || *again != *result) std::abort();
    }
    return 0;
}
