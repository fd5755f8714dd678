// Endgame tables: for every position of up to four pieces who wins, the draws by repetition and by
// counting moves left out. Made by table_builder.hpp, kept in files:
//
//   VARIANT-N.wdl   N pieces; a header of 32 bytes, then two bits a position
//
//   header   "SPARWDL1", then 32-bit numbers: variant, pieces, and 64-bit ones: bytes that follow,
//            their FNV-1a hash; all with the lowest byte first
//   body     endings_of(N) in order, each from a whole byte on; positions in the order of their
//            index, from the lowest bits up: 0 draw (or no position), 1 won for the side to move, 2
//            lost
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "engines/draughts/ending.hpp"
#include "protocol/expected.hpp"

namespace sparring::draughts {

class Tables {
  public:
    static constexpr int kMostPieces = Ending::kMostPieces;

    /// Without a file there are none.
    explicit Tables(Variant variant);

    Variant variant() const { return variant_; }

    /// All positions of 2 up to so many pieces are there; 0 if none.
    int pieces() const { return pieces_; }

    /// +1, 0, -1 for the side to move. Nothing if there are more pieces on the board, or a side has
    /// none. Precondition: the position is of this variant.
    std::optional<int> probe(const Position& position) const {
        if (bits::count(position.occupied()) > pieces_) return {};
        return look_up(position);
    }

    // ---- making them ----

    /// Makes room for the next number of pieces, every position a draw.
    void grow();
    /// Of the ending of that number among endings_of(pieces()).
    void set(std::size_t ending, std::size_t index, int value);
    int get(std::size_t ending, std::size_t index) const;

    // ---- files ----

    static std::filesystem::path file(const std::filesystem::path& folder, Variant variant,
                                      int pieces);

    /// Adds the next number of pieces from its file. An Error says what is wrong with it; then the
    /// tables are as before. Precondition: fewer than kMostPieces.
    std::optional<Error> read(const std::filesystem::path& folder);

    /// Writes what grow() made last.
    std::optional<Error> write(const std::filesystem::path& folder) const;

  private:
    std::optional<int> look_up(const Position& position) const;

    Variant variant_;
    int pieces_ = 0;
    std::array<std::vector<std::uint8_t>, kMostPieces + 1> bodies_;  ///< by number of pieces
};

/// The files of a folder, from two pieces on up to the first that cannot be used.
struct LoadedTables {
    std::shared_ptr<const Tables> tables;  ///< none without the file of two pieces
    std::string problem;                   ///< of that first file; empty if all are well
};
LoadedTables load_tables(const std::filesystem::path& folder, Variant variant);

}  // namespace sparring::draughts
