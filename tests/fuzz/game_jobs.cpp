// Games as jobs: what can be read can be written and read again.
#include <cstdint>
#include <cstdlib>

#include "referee/queue/any_job.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sparring::referee;
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto job = parse_game_job(text);
    if (!job && job.error().empty()) std::abort();
    if (job) {
        const auto again = parse_game_job(to_json(*job));
        if (!again || *again != *job) std::abort();
    }
    const AnyJob any = parse_job(text);
    if (job && !std::holds_alternative<GameJob>(any)) std::abort();
    if (const auto* unknown = std::get_if<UnknownJob>(&any)) {
        if (unknown->refused.why.empty()) std::abort();
        (void)to_json(*unknown);
    }
    const auto reply = parse_game_reply(text);
    if (!reply && reply.error().empty()) std::abort();
    if (reply) {
        const std::string written = to_json(*reply);
        const auto again = parse_game_reply(written);
        if (!again || to_json(*again) != written) std::abort();
    }
    return 0;
}
