// The evaluation of de Graaf and Poels (TU/e 2017), section 4: a weighted sum of five features,
// each White's (the first player's) minus Black's.
//
//   pieces     men + 3 kings
//   tempi      rows that the men are away from their own side's bottom row
//   balance    minus |pieces in the two leftmost columns - pieces in the two rightmost|
//   coherence  for every piece the diagonal neighbours that are own pieces or off the board
//   mobility   legal moves
//
// The paper leaves open whose mobility it means, lets "every piece" have tempi and does not say
// which sides of the board a piece touches: here mobility counts for the side to move, tempi are
// the men's and each of the four diagonals counts. The two switches restore what is printed.
#pragma once

#include <span>

#include "engines/draughts/tables.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::draughts {

/// The five numbers of a position, White's minus Black's but for mobility: that of the side to
/// move.
struct Features {
    int pieces, tempi, balance, coherence, mobility;
};

Features features(const Position& position, bool kings_have_tempi = false);

class Evaluation {
  public:
    using Position = draughts::Position;

    /// Above 127 times the largest features (pieces 60, tempi 180, balance 20, coherence 80, moves
    /// 1024).
    static constexpr Value kLargest = 200'000;

    Evaluation() { set(weight_sets().front().values); }

    static const std::vector<Parameter>& parameters();
    static const std::vector<WeightSet>& weight_sets();
    void set(std::span<const int> values);

    Value evaluate(const Position& position) const;

    /// A man counts 100.
    int centi(Value value) const { return value * 100 / std::max(1, pieces_); }

    /// About what a man is worth, whatever the weights.
    Value scale() const { return pieces_ + tempi_ + balance_ + coherence_ + mobility_; }

    /// Takes the endgame tables that a folder has for the variant, in the place of those before;
    /// says what is wrong with a file that it cannot use.
    std::optional<Error> load_tables(const std::filesystem::path& folder, Variant variant);

    /// The result that the tables tell of a position of at most `pieces` pieces.
    std::optional<int> known(const Position& position, int pieces) const {
        if (!tables_ || bits::count(position.occupied()) > pieces ||
            position.variant() != tables_->variant())
            return {};
        return tables_->probe(position);
    }

    std::vector<Term> explain(const Position& position) const;

  private:
    int pieces_ = 0, tempi_ = 0, balance_ = 0, coherence_ = 0, mobility_ = 0;
    bool literal_mobility_ = false, literal_tempi_ = false;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace sparring::draughts
