// What tests of record readers look at.
#pragma once

#include <string>
#include <vector>

#include "referee/records/played_record.hpp"
#include "tests/catch.hpp"

namespace sparring::test {

using Words = std::vector<std::string>;

inline Words texts(const referee::GameRecord& game) {
    Words all;
    for (const referee::RecordedMove& move : game.moves) all.push_back(move.text);
    return all;
}

/// `line 3: what` or `game 2: what`.
inline Words lines(const std::vector<referee::Remark>& remarks) {
    Words all;
    for (const referee::Remark& remark : remarks)
        all.push_back(referee::place(remark.line, remark.number) + ": " + remark.text);
    return all;
}

inline referee::PlayedRecord played(const referee::GameRecord& game) {
    const auto choice = choice_of(game);
    if (!choice) FAIL(choice.error());
    auto result = play_record(*choice, game);
    if (!result) FAIL(result.error());
    return *std::move(result);
}

inline std::string refused(const referee::GameRecord& game) {
    const auto choice = choice_of(game);
    if (!choice) return choice.error();
    const auto result = play_record(*choice, game);
    REQUIRE_FALSE(result);
    return result.error();
}

}  // namespace sparring::test
