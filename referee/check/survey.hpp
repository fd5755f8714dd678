// What an engine answered to `query` in many positions, compared with our rules.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "referee/check/verdict.hpp"

namespace sparring::referee::check {

enum class Question { gameover, p1turn, result, legalmoves, islegal, fen };
inline constexpr std::size_t kQuestions = 6;

/// `gameover`, `p1turn`, ...
std::string_view word(Question question);

struct Survey {
    struct Answers {
        bool answered = false;  ///< at all, from the start of the game
        int asked = 0;
        std::optional<Verdict> wrong;  ///< the first wrong answer
    };

    Answers& operator[](Question question) { return answers[static_cast<std::size_t>(question)]; }

    std::array<Answers, kQuestions> answers{};
    int games = 0;
    std::optional<Verdict> broken;  ///< why it did not come to an end
};

}  // namespace sparring::referee::check
