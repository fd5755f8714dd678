#include "engines/draughts/evaluation.hpp"

#include <cstdlib>

namespace sparring::draughts {
namespace {

constexpr Board kLeftColumns = bits::squares_where([](int, int column) { return column < 2; });
constexpr Board kRightColumns = bits::squares_where([](int, int column) { return column > 7; });
constexpr Board kBorder = bits::kBoard & ~bits::kInterior;
/// 5 and 46, which touch the border with three of their diagonals instead of two.
constexpr Board kCorners = bits::squares_where(
    [](int row, int column) { return (row == 0 || row == 9) && (column == 0 || column == 9); });

template <int Bit>
constexpr Board kRowBit = bits::squares_where([](int row, int) { return (row >> Bit & 1) != 0; });

/// Sum of the rows, counted from the top.
int row_sum(Board pieces) {
    return bits::count(pieces & kRowBit<0>) + 2 * bits::count(pieces & kRowBit<1>) +
           4 * bits::count(pieces & kRowBit<2>) + 8 * bits::count(pieces & kRowBit<3>);
}

int unbalance(Board pieces) {
    return std::abs(bits::count(pieces & kLeftColumns) - bits::count(pieces & kRightColumns));
}

int coherence(Board pieces) {
    const int pairs = bits::count(bits::step<bits::down_left>(pieces) & pieces) +
                      bits::count(bits::step<bits::down_right>(pieces) & pieces);
    return 2 * pairs + 2 * bits::count(pieces & kBorder) + bits::count(pieces & kCorners);
}

}  // namespace

Features features(const Position& position, bool kings_have_tempi) {
    const Board white = position.pieces(Side::first), black = position.pieces(Side::second);
    const Board kings = position.kings(), advancing = kings_have_tempi ? 0 : kings;
    const int white_movers = bits::count(white & ~advancing);
    return {bits::count(white) - bits::count(black) +
                2 * (bits::count(white & kings) - bits::count(black & kings)),
            9 * white_movers - row_sum((white | black) & ~advancing),
            unbalance(black) - unbalance(white), coherence(white) - coherence(black),
            static_cast<int>(position.count_moves())};
}

const std::vector<Parameter>& Evaluation::parameters() {
    constexpr auto toggle = Parameter::Kind::toggle;
    static const std::vector<Parameter> all{
        {"Pieces", 0, 127},
        {"Tempi", 0, 127},
        {"Balance", 0, 127},
        {"Coherence", 0, 127},
        {"Mobility", 0, 127},
        {"LiteralMobility", 0, 1, toggle},
        {"LiteralTempi", 0, 1, toggle},
    };
    return all;
}

const std::vector<WeightSet>& Evaluation::weight_sets() {
    static const std::vector<WeightSet> sets{{"hand-tuned", {80, 4, 4, 4, 1, 0, 0}},
                                             {"learnt", {60, 6, 11, 1, 3, 0, 0}}};
    return sets;
}

void Evaluation::set(std::span<const int> values) {
    pieces_ = values[0];
    tempi_ = values[1];
    balance_ = values[2];
    coherence_ = values[3];
    mobility_ = values[4];
    literal_mobility_ = values[5] != 0;
    literal_tempi_ = values[6] != 0;
}

Value Evaluation::evaluate(const Position& position) const {
    const Features f = features(position, literal_tempi_);
    const Value board =
        pieces_ * f.pieces + tempi_ * f.tempi + balance_ * f.balance + coherence_ * f.coherence;
    const Value moves = mobility_ * f.mobility;
    const bool white = position.side_to_move() == Side::first;
    return (white ? board : -board) + (white || !literal_mobility_ ? moves : -moves);
}

std::optional<Error> Evaluation::load_tables(const std::filesystem::path& folder, Variant variant) {
    LoadedTables loaded = draughts::load_tables(folder, variant);
    tables_ = std::move(loaded.tables);
    if (loaded.problem.empty()) return {};
    return Error{std::move(loaded.problem)};
}

std::vector<Term> Evaluation::explain(const Position& position) const {
    const Features f = features(position, literal_tempi_);
    const bool white = position.side_to_move() == Side::first;
    const auto term = [&](const char* name, int value, int weight, bool positive) {
        const double points = 100.0 * value * weight / std::max(1, pieces_);
        return Term{name, static_cast<double>(value), positive ? points : -points};
    };
    return {term("Pieces", f.pieces, pieces_, white), term("Tempi", f.tempi, tempi_, white),
            term("Balance", f.balance, balance_, white),
            term("Coherence", f.coherence, coherence_, white),
            term("Mobility", f.mobility, mobility_, white || !literal_mobility_)};
}

}  // namespace sparring::draughts
