// The best moves of a position for an NBoard host: every move at the root is searched by itself,
// one ply deeper each time round. And the analysis of a whole game, from its end to its start.
//
// Both leave the searching to the session: next() brings the brain to a position that is to be
// searched under the limits that it returns, take() is told what the search has found.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engines/bot/brain.hpp"
#include "protocol/nboard.hpp"

namespace sparring::bot {

double discs(const ugi::Score& score);

/// `before`: moves that were played before the search, as the host writes them.
nboard::Line line_of(const ugi::Info& info, const std::vector<std::string>& before = {});

class NboardRanking {
  public:
    using SteadyClock = std::chrono::steady_clock;

    /// Of the brain's position, which is not over. Ends at the depth (at least 2, a move and a
    /// reply), at the time, or when the worth of every move is proved.
    NboardRanking(Brain& brain, int wanted, int depth, std::optional<std::int64_t> time_ms);

    /// Nothing: it has ended, and the brain is where it was. Appends the best moves, best first,
    /// whenever all have been searched to the same depth.
    std::optional<Limits> next(std::vector<nboard::Reply>& out);
    void take(const Found& found);

  private:
    struct Candidate {
        std::string move;  ///< canonical
        nboard::Line line{};
        double eval = 0;  ///< discs, for the side to move
    };

    bool next_iteration(std::vector<nboard::Reply>& out);

    Brain& brain_;
    Side mover_;
    std::size_t wanted_;
    int deepest_, depth_ = 2;
    std::optional<SteadyClock::time_point> deadline_;
    std::vector<Candidate> candidates_;
    std::size_t at_ = 0;
};

class NboardAnalysis {
  public:
    /// `moves`: canonical, from the start of the game to the brain's position.
    NboardAnalysis(Brain& brain, std::vector<std::string> moves, const Limits& limits)
        : brain_{brain}, moves_{std::move(moves)}, limits_{limits} {}

    /// Nothing: it has ended, and the brain is at the start of the game.
    std::optional<Limits> next(std::vector<nboard::Reply>& out);
    void take(const Found& found);

  private:
    Brain& brain_;
    std::vector<std::string> moves_;
    Limits limits_;
    double black_ = 0;  // what the position after this one is worth to Black
    bool begun_ = false, searched_ = false;
};

}  // namespace sparring::bot
