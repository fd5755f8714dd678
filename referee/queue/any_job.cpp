#include "referee/queue/any_job.hpp"

#include "protocol/text.hpp"
#include "referee/queue/job_json.hpp"

namespace sparring::referee {

AnyJob parse_job(std::string_view text) {
    const auto message = job_json::parse(text);
    if (!message) return UnknownJob{"", {job_json::wrong("job", message.error()).message}};
    const std::string& type = message->type;
    if (message->later) {
        return UnknownJob{
            type, {job_json::later_version(*message).message, Refusal::unsupported_version}};
    }
    try {
        if (type == "match") return job_json::match_job_of(message->json);
        if (type == "game") return job_json::game_job_of(message->json);
    } catch (const std::exception& error) {
        return UnknownJob{type, {job_json::wrong(type, error.what()).message}};
    }
    return UnknownJob{
        type, {"no job of type " + text::printable(type) + " here", Refusal::unsupported_version}};
}

std::string to_json(const UnknownJob& job) {
    return job_json::refused_json(job.type, job.refused.why, job.refused.refusal);
}

}  // namespace sparring::referee
