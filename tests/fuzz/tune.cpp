// Lines of tune/1 in either role, what a told result means, and what islands show each other.
#include <cstdint>
#include <cstdlib>

#include "tuner/protocol/evaluator_messages.hpp"
#include "tuner/protocol/migrants.hpp"
#include "tuner/protocol/optimizer_messages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sparring::tuner;
    const std::string_view line{reinterpret_cast<const char*>(data), size};
    const auto evaluator = parse_evaluator_request(line);
    if (const auto* refusal = std::get_if<Refusal>(&evaluator))
        if (refusal->code.empty() || refusal->text.empty() ||
            to_json(*refusal).find('\n') != line.npos)
            std::abort();
    const auto optimizer = parse_optimizer_request(line);
    if (const auto* tell = std::get_if<TellRequest>(&optimizer)) {
        constexpr int kPairs = 50;
        const auto outcomes = outcomes_of(tell->result, kPairs);
        if (outcomes && (outcomes->empty() || outcomes->size() > kPairs)) std::abort();
    }
    const auto migrants = parse_migrants(line);
    if (const auto* message = std::get_if<MigrantsMessage>(&migrants)) {
        // What is written once is written the same ever after.
        const std::string text = to_json(*message);
        const auto again = parse_migrants(text);
        const auto* same = std::get_if<MigrantsMessage>(&again);
        if (same == nullptr || to_json(*same) != text) std::abort();
    }
    parse_arrivals(line);
    return 0;
}
