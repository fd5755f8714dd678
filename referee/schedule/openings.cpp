#include "referee/schedule/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "protocol/text.hpp"
#include "referee/schedule/lots.hpp"

namespace sparring::referee {
namespace {

/// The file's openings in the order in which they are taken.
Expected<std::vector<Opening>> from_file(const games::Choice& choice,
                                         const OpeningSettings& settings) {
    std::ifstream file{settings.file, std::ios::binary};
    const std::string shown = text::printable(settings.file, 200);
    if (!file) return Error{fmt::format("{}: {}", shown, std::strerror(errno))};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    auto all = parse_openings(choice, text, settings.plies);
    if (!all) return Error{fmt::format("{}: {}", shown, all.error())};
    const auto start = static_cast<std::size_t>(std::max(settings.start, 1)) - 1;
    if (start >= all->size()) {
        return Error{fmt::format("{}: start={}, but there are {} openings", shown, settings.start,
                                 all->size())};
    }
    if (settings.order == OpeningSettings::Order::random) {
        Lots lots{mix64(settings.seed)};
        for (std::size_t i = all->size(); i > 1; --i) {
            std::swap((*all)[i - 1], (*all)[lots.below(i)]);
        }
    }
    std::rotate(all->begin(), all->begin() + static_cast<std::ptrdiff_t>(start), all->end());
    return all;
}

std::size_t count_distinct(const games::Choice& choice, std::span<const Opening> openings) {
    std::set<std::string> positions;
    for (const Opening& opening : openings) {
        if (const auto position = set_up(choice, opening)) positions.insert((*position)->fen());
    }
    return positions.size();
}

}  // namespace

Expected<OpeningSuite> OpeningSuite::open(const games::Choice& choice,
                                          const OpeningSettings& settings) {
    OpeningSuite suite;
    suite.plies_ = settings.plies;
    switch (settings.source) {
        case OpeningSettings::Source::random:
            suite.random_.emplace(choice, settings.plies, settings.seed);
            return suite;
        case OpeningSettings::Source::file: {
            auto listed = from_file(choice, settings);
            if (!listed) return Error{listed.error()};
            suite.listed_ = *std::move(listed);
            break;
        }
        case OpeningSettings::Source::start:
            suite.listed_.emplace_back();
            break;
    }
    suite.distinct_ = count_distinct(choice, suite.listed_);
    return suite;
}

std::optional<Opening> OpeningSuite::candidate() {
    if (random_) return random_->next();
    if (next_ == listed_.size()) return {};
    return listed_[next_++];
}

Expected<Opening> OpeningSuite::at(std::size_t index) {
    while (accepted_.size() <= index) {
        auto next = candidate();
        if (!next) break;
        accept(*std::move(next));
    }
    if (index < accepted_.size()) return accepted_[index];
    if (random_) {
        return Error{fmt::format("random plies={} gives only {} different opening{}, {} are needed",
                                 plies_, accepted_.size(), accepted_.size() == 1 ? "" : "s",
                                 index + 1)};
    }
    if (accepted_.empty()) return Error{"there is no suitable opening"};
    return accepted_[index % accepted_.size()];
}

Expected<std::vector<Opening>> make_openings(const games::Choice& choice,
                                             const OpeningSettings& settings, std::size_t count) {
    auto suite = OpeningSuite::open(choice, settings);
    if (!suite) return Error{suite.error()};
    std::vector<Opening> openings;
    for (std::size_t index = 0; index < count; ++index) {
        auto opening = suite->at(index);
        if (!opening) return Error{opening.error()};
        openings.push_back(*std::move(opening));
    }
    return openings;
}

}  // namespace sparring::referee
