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
        for (const Confidence confidence : kPasses) {
            if (confidence != kExact && root_.moves_left() < kPassesFrom) continue;
            const Best last = best;
            const bool finished = pass(best, confidence);
            const bool proved = finished && confidence == kExact;
            if (best.known && (finished || best.square != last.square))
                on_solution({best.score, proved, line(best, proved)});
            if (!finished) break;
        }
        main_->tell();
    }

  private:
    /// False if stopped before its end; `best` is then as good as the pass has made it.
    bool pass(Best& best, Confidence confidence) {
        shared_.done = false;
        std::vector<std::thread> helpers;
        for (int i = 1; i < shared_.threads; ++i) {
            helpers.emplace_back([&, guess = best] {
                const auto helper = std::make_unique<Endgame<V>>(shared_);
                Best found = guess;
                settle(*helper, found, confidence);
                helper->tell();
            });
        }
        const bool finished = settle(*main_, best, confidence);
        shared_.done = true;
        for (std::thread& helper : helpers) helper.join();
        return finished;
    }

    /// Searches the root with a window about what is known, that grows on the side that fails.
    bool settle(Endgame<V>& search, Best& best, Confidence confidence) const {
        const int centre = best.score / 2 * 2;  // scores are even
        int below = best.known ? 1 : 65, above = below;
        for (;;) {
            const int alpha = std::max(centre - below, -65), beta = std::min(centre + above, 65);
            const int score = search.search(root_.own(), root_.opp(), alpha, beta, confidence);
            if (search.best() != kNoSquare) best.square = search.best();
            if (search.stopped()) {
                best.known = best.known || best.square != kNoSquare;
                return false;
            }
            best.score = std::clamp(score, -64, 64);
            best.known = true;
            if (score <= alpha && alpha > -65) {
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
    if (position.variant() != variant_) table_.clear();
    variant_ = position.variant();
    table_.start_search();
    if (variant_ == Variant::othello) {
        Solving<Variant::othello>{table_, position, threads, watch}.run(on_solution);
    } else {
        Solving<Variant::reversed>{table_, position, threads, watch}.run(on_solution);
    }
}

}  // namespace sparring::reversi
