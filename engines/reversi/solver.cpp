#include "engines/reversi/solver.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "engines/reversi/endgame.hpp"

namespace sparring::reversi {
namespace {

/// The passes over one table, each ordering the next one's moves; only the last proves.
constexpr std::array<Confidence, 4> kPasses{10, 16, 24, kExact};

/// Where a sign is looked for the surest guess costs as much as the proof.
constexpr std::array<Confidence, 3> kResultPasses{10, 16, kExact};
constexpr Confidence kGuessed = 16;

/// With fewer empty squares the last pass alone is quicker.
constexpr int kPassesFrom = 18;

struct Best {
    int score = 0;
    std::uint8_t square = kNoSquare;
    bool known = false;
};

template <Variant V>
class Solving {
  public:
    Solving(EndgameTable& table, const Position& root, int threads, Watch& watch)
        : root_{root}, shared_{table, watch, threads} {}

    void run(const Solver::OnSolution& on_solution) {
        Best best;
        by_how_much(best, on_solution);
        main_->tell();
    }

    void run_by_result(const Solver::OnSolution& on_solution) {
        Best best;
        if (who_wins(best, on_solution)) {
            if (best.score > 0) {
                win_by_how_much(best, on_solution);
            } else if (best.score < 0) {
                by_how_much(best, on_solution);
            } else {
                on_solution({0, true, line(best, true)});
            }
        }
        main_->tell();
    }

  private:
    void by_how_much(Best& best, const Solver::OnSolution& on_solution) {
        for (const Confidence confidence : kPasses) {
            if (confidence != kExact && root_.moves_left() < kPassesFrom) continue;
            const Best last = best;
            const bool finished = pass(best, by_settling(confidence, -65));
            const bool proved = finished && confidence == kExact;
            if (best.known && (finished || best.square != last.square))
                on_solution({best.score, proved, line(best, proved)});
            if (!finished) break;
        }
    }

    /// The score's sign; true if proved. Where every move seems to lose the score decides.
    bool who_wins(Best& best, const Solver::OnSolution& on_solution) {
        bool lost = false;
        for (const Confidence confidence : kResultPasses) {
            if (confidence != kExact && root_.moves_left() < kPassesFrom) continue;
            const auto sign = [confidence](const Solving& s, Endgame<V>& search, Best& found) {
                return s.sign(search, found, confidence);
            };
            if (!pass(best, sign)) return false;
            if (best.score < 0 && !lost && confidence != kExact) {
                lost = true;
                if (!pass(best, by_settling(confidence, -65))) return false;
            }
            if (best.square != kNoSquare) on_solution({best.score, false, line(best, false)});
        }
        return true;
    }

    /// Only a proof may replace the move that is known to win.
    void win_by_how_much(Best& best, const Solver::OnSolution& on_solution) {
        Best guess = best;
        if (pass(guess, by_settling(kGuessed, 0))) best.score = std::max(guess.score, 2);
        const bool proved = pass(best, by_settling(kExact, 0));
        on_solution({best.score, proved, line(best, proved)});
    }

    static auto by_settling(Confidence confidence, int least) {
        return [=](const Solving& s, Endgame<V>& search, Best& found) {
            return s.settle(search, found, confidence, least);
        };
    }

    /// Has all threads do the same. False if stopped before its end; `best` is then as good as the
    /// pass has made it.
    template <class Task>
    bool pass(Best& best, const Task& task) {
        shared_.done = false;
        std::vector<std::thread> helpers;
        for (int i = 1; i < shared_.threads; ++i) {
            helpers.emplace_back([&, guess = best] {
                const auto helper = std::make_unique<Endgame<V>>(shared_);
                Best found = guess;
                task(*this, *helper, found);
                helper->tell();
            });
        }
        const bool finished = task(*this, *main_, best);
        shared_.done = true;
        for (std::thread& helper : helpers) helper.join();
        return finished;
    }

    bool sign(Endgame<V>& search, Best& best, Confidence confidence) const {
        const int score = search.search(root_.own(), root_.opp(), -1, 1, confidence);
        if (search.best() != kNoSquare) best.square = search.best();
        if (search.stopped()) return false;
        const int sign = std::clamp(score, -1, 1);
        if (!best.known || sign != std::clamp(best.score, -1, 1)) best.score = 2 * sign;
        best.known = true;
        return true;
    }

    /// Searches the root with a window about what is known, that grows on the side that fails; the
    /// score is known to be above `least`.
    bool settle(Endgame<V>& search, Best& best, Confidence confidence, int least) const {
        const int centre = best.score / 2 * 2;  // scores are even
        int below = best.known ? 1 : 65, above = below;
        for (;;) {
            const int alpha = std::max(centre - below, least), beta = std::min(centre + above, 65);
            const int score = search.search(root_.own(), root_.opp(), alpha, beta, confidence);
            if (search.best() != kNoSquare) best.square = search.best();
            if (search.stopped()) {
                best.known = best.known || best.square != kNoSquare;
                return false;
            }
            best.score = std::clamp(score, -64, 64);
            best.known = true;
            if (score <= alpha && alpha > least) {
                below = 3 * below + centre - score;
            } else if (score >= beta && beta < 65) {
                above = 3 * above + score - centre;
            } else {
                return true;
            }
        }
    }

    /// Best moves from the root on: to the end of the game if the score is proved, else as far as
    /// the table knows them.
    std::vector<Move> line(const Best& best, bool proved) {
        shared_.done = false;
        std::vector<Move> moves;
        Position position = root_;
        for (int score = best.score;; score = -score) {
            Position::MoveList legal;
            position.generate(legal);
            if (legal.empty()) return moves;
            Move move = legal[0];
            if (!move.is_pass()) {
                const auto square = moves.empty() ? best.square : next(position, score, proved);
                const auto* found = std::find(legal.begin(), legal.end(), Move{square});
                if (found != legal.end())
                    move = *found;
                else if (!moves.empty())
                    return moves;
            }
            moves.push_back(move);
            position.play(move);
        }
    }

    std::uint8_t next(const Position& position, int score, bool proved) {
        if (proved) {
            main_->search(position.own(), position.opp(), score - 1, score + 1);
            return main_->stopped() ? kNoSquare : main_->best();
        }
        EndgameTable::Entry entry;
        shared_.table.probe(EndgameTable::hash(position.own(), position.opp()), position.own(),
                            position.opp(), entry);
        return entry.moves[0];
    }

    Position root_;
    EndgameShared shared_;
    std::unique_ptr<Endgame<V>> main_ = std::make_unique<Endgame<V>>(shared_);
};

}  // namespace

void Solver::solve(const Position& position, int threads, Watch& watch,
                   const OnSolution& on_solution) {
    start(position);
    if (variant_ == Variant::othello) {
        Solving<Variant::othello>{table_, position, threads, watch}.run(on_solution);
    } else {
        Solving<Variant::reversed>{table_, position, threads, watch}.run(on_solution);
    }
}

void Solver::attempt(const Position& position, int threads, Watch& watch,
                     const OnSolution& on_solution) {
    start(position);
    if (variant_ == Variant::othello) {
        Solving<Variant::othello>{table_, position, threads, watch}.run_by_result(on_solution);
    } else {
        Solving<Variant::reversed>{table_, position, threads, watch}.run_by_result(on_solution);
    }
}

void Solver::start(const Position& position) {
    if (position.variant() != variant_) table_.clear();
    variant_ = position.variant();
    table_.start_search();
}

}  // namespace sparring::reversi
