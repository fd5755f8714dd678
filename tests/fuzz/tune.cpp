// Lines of tune/1 in either role, and what a told result means.
#include <cstdint>
#include <cstdlib>

#include "tuner/protocol/evaluator_messages.hpp"
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
    return 0;
}
