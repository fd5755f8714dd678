#include "referee/cli/pairings_list.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "protocol/text.hpp"
#include "referee/schedule/pairings.hpp"

namespace sparring::referee {

std::optional<std::string> read_pairings(Configuration& configuration) {
    if (configuration.pairings.empty()) return {};
    std::string text = configuration.pairings, shown = "the archive's";
    if (text.find('\n') == text.npos) {
        shown = text::printable(text, 200);
        std::ifstream file{text, std::ios::binary};
        text.assign(std::istreambuf_iterator<char>{file}, {});
        if (!file) return fmt::format("cannot read '{}'", shown);
        text += '\n';
        configuration.replace("pairings", {text});
    }
    auto pairings = parse_pairings(text, configuration.names());
    if (!pairings) return fmt::format("{}: {}", shown, pairings.error());
    configuration.schedule.pairings = *std::move(pairings);
    return {};
}

}  // namespace sparring::referee
