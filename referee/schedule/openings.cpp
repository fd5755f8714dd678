#include "referee/schedule/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

/// A stream of random numbers from one seed (splitmix64).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_{seed} {}

    /// 0 .. bound - 1; the bias of the modulus is below 2^-50 for the bounds that occur here.
    std::size_t below(std::size_t bound) {
        state_ += 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>(mix64(state_) % bound);
    }

  private:
    std::uint64_t state_;
};

struct Line {
    std::unique_ptr<games::Position> position;
    Opening opening;
};

/// Random moves from the start; nothing if the game ends on the way.
std::optional<Line> random_line(const games::Choice& choice, int plies, Random random) {
    Line line{choice.game->start(choice.variant), {}};
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = line.position->legal_moves();
        if (moves.empty()) return {};
        const auto played = line.position->play(moves[random.below(moves.size())]);
        if (!played) return {};
        line.opening.moves.push_back(*played);
    }
    if (line.position->outcome() != Outcome::none) return {};
    return line;
}

/// Words from `moves` on as moves of an opening whose FEN is set.
Expected<Opening> with_moves(const games::Choice& choice, Opening opening,
                             std::span<const std::string_view> words) {
    auto position = set_up(choice, opening);
    if (!position) return Error{position.error()};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto played = (*position)->play(words[i]);
        if (!played) {
            return Error{
                fmt::format("move {} '{}': {}", i + 1, text::printable(words[i]), played.error())};
        }
        opening.moves.push_back(*played);
    }
    if ((*position)->outcome() != Outcome::none) return Error{"the game is over there"};
    return opening;
}

std::string join(std::span<const std::string_view> words) {
    std::string text;
    for (const auto word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

Expected<Opening> parse_line(const games::Choice& choice, std::string_view line) {
    const auto words = text::words(line);
    const std::span<const std::string_view> all{words};
    const auto moves_at =
        static_cast<std::size_t>(std::find(all.begin(), all.end(), "moves") - all.begin());
    const auto moves = all.subspan(std::min(moves_at + 1, all.size()));
    if (all.front() == "startpos") return with_moves(choice, {}, moves);
    if (all.front() == "fen") {
        if (moves_at == 1 || all.size() == 1) return Error{"fen: the position is missing"};
        return with_moves(choice, {join(all.subspan(1, moves_at - 1)), {}}, moves);
    }
    const std::string fen = join(all.first(moves_at));
    if (choice.game->parse_fen(choice.variant, fen)) return with_moves(choice, {fen, {}}, moves);
    // What is neither is explained as what it looks more like: a FEN's first word is no move.
    auto as_moves = with_moves(choice, {}, all);
    if (as_moves || all.front().size() <= 8) return as_moves;
    return Error{"position: " + choice.game->parse_fen(choice.variant, fen).error()};
}

}  // namespace

Expected<std::vector<Opening>> random_openings(const games::Choice& choice, int plies,
                                               std::uint64_t seed, std::size_t count) {
    std::vector<Opening> openings;
    std::set<std::string> seen;
    const std::uint64_t stream = mix64(seed);
    // Openings become rare long before this many misses in a row; then there are no more of them.
    constexpr std::uint64_t most_misses = 10'000;
    std::uint64_t misses = 0;
    for (std::uint64_t attempt = 0; openings.size() < count; ++attempt) {
        auto line = random_line(choice, plies, Random{mix64(stream + attempt)});
        if (line && seen.insert(line->position->fen()).second) {
            openings.push_back(std::move(line->opening));
            misses = 0;
        } else if (++misses == most_misses) {
            return Error{
                fmt::format("random plies={} gives only {} different openings, {} are needed",
                            plies, openings.size(), count)};
        }
    }
    return openings;
}

Expected<std::vector<Opening>> parse_openings(const games::Choice& choice, std::string_view text) {
    std::vector<Opening> openings;
    int number = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        line = text::trim(line.substr(0, line.find('#')));
        if (line.empty()) continue;
        auto opening = parse_line(choice, line);
        if (!opening) return Error{fmt::format("line {}: {}", number, opening.error())};
        openings.push_back(*std::move(opening));
    }
    if (openings.empty()) return Error{"there is no opening in it"};
    return openings;
}

namespace {

Expected<std::vector<Opening>> from_file(const games::Choice& choice,
                                         const OpeningSettings& settings, std::size_t count) {
    std::ifstream file{settings.file, std::ios::binary};
    const std::string shown = text::printable(settings.file, 200);
    if (!file) return Error{fmt::format("{}: {}", shown, std::strerror(errno))};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    auto all = parse_openings(choice, text);
    if (!all) return Error{fmt::format("{}: {}", shown, all.error())};
    const auto size = all->size();
    if (static_cast<std::size_t>(settings.start) > size) {
        return Error{
            fmt::format("{}: start={}, but there are {} openings", shown, settings.start, size)};
    }
    if (settings.order == OpeningSettings::Order::random) {
        Random random{mix64(settings.seed)};
        for (std::size_t i = size; i > 1; --i) std::swap((*all)[i - 1], (*all)[random.below(i)]);
    }
    std::vector<Opening> openings;
    for (std::size_t i = 0; i < count; ++i) {
        openings.push_back((*all)[(static_cast<std::size_t>(settings.start) - 1 + i) % size]);
    }
    return openings;
}

}  // namespace

Expected<std::vector<Opening>> make_openings(const games::Choice& choice,
                                             const OpeningSettings& settings, std::size_t count) {
    switch (settings.source) {
        case OpeningSettings::Source::random:
            return random_openings(choice, settings.plies, settings.seed, count);
        case OpeningSettings::Source::file:
            return from_file(choice, settings, count);
        case OpeningSettings::Source::start:
            break;
    }
    return std::vector<Opening>(count);
}

}  // namespace sparring::referee
